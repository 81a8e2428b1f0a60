import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Log } from './log.ts'

export type PageToDraw = {
  path: string
  /** The reader's clock: an IANA name. */
  zone: string
  /** What comes with the document, as JSON. */
  answers: string
}

/** What the thread sends back. */
export type Drawn = { id: number; html: string } | { id: number; failure: string }

type Options = {
  /** The drawing code that the build made (app/drawing-thread.ts). */
  file: string
  log: Pick<Log, 'warn'>
  /** So long (ms) a page waits to be drawn; then it comes without. */
  patienceMs?: number
  /** So many are drawn or wait for it at once. */
  most?: number
}

/** So long (ms) a drawing may take before its thread counts as stuck. */
const STUCK_MS = 5_000
/** So long (ms) nothing is drawn after a thread has ended by itself. */
const REST_MS = 60_000

/**
 * Draws pages as HTML in a thread of its own, so that no call waits for one. A page that is not drawn in time, or not at all, is
 * null: the browser draws it, as it draws every other.
 */
export class Drawings {
  readonly #options: Required<Options>
  readonly #underWay = new Map<number, (html: string | null) => void>()
  #thread: Worker | undefined
  #count = 0
  #restsUntil = 0

  constructor({ patienceMs = 150, most = 4, ...options }: Options) {
    this.#options = { patienceMs, most, ...options }
    // A build without drawing code: nothing is ever drawn.
    if (!existsSync(options.file)) this.#restsUntil = Number.POSITIVE_INFINITY
  }

  draw(page: PageToDraw): Promise<string | null> {
    const { most, patienceMs } = this.#options
    if (this.#underWay.size >= most || Date.now() < this.#restsUntil) return Promise.resolve(null)
    const thread = (this.#thread ??= this.#start())
    const id = ++this.#count
    return new Promise((resolve) => {
      const patience = setTimeout(resolve, patienceMs, null)
      const stuck = setTimeout(() => void thread.terminate(), STUCK_MS)
      this.#underWay.set(id, (html) => {
        clearTimeout(patience)
        clearTimeout(stuck)
        this.#underWay.delete(id)
        resolve(html)
      })
      thread.postMessage({ id, ...page })
    })
  }

  async close(): Promise<void> {
    this.#restsUntil = Number.POSITIVE_INFINITY
    await this.#thread?.terminate()
  }

  #start(): Worker {
    const { file, log } = this.#options
    const thread = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    })
    thread.on('message', (drawn: Drawn) => {
      if ('failure' in drawn) log.warn({ err: drawn.failure }, 'a page was not drawn')
      this.#underWay.get(drawn.id)?.('html' in drawn ? drawn.html : null)
    })
    thread.on('error', (error) => log.warn({ err: String(error) }, 'the drawing thread failed'))
    thread.on('exit', () => {
      this.#thread = undefined
      this.#restsUntil = Math.max(this.#restsUntil, Date.now() + REST_MS)
      for (const finish of this.#underWay.values()) finish(null)
    })
    // Nothing of it keeps a process alive.
    thread.unref()
    return thread
  }
}
