import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Log } from './log.ts'

export type PageToRender = {
  path: string
  /** The reader's time zone: an IANA name. */
  zone: string
  /** The data sent with the document, as JSON. */
  answers: string
}

/** What the thread sends back. */
export type Rendered = { id: number; html: string } | { id: number; failure: string }

type Options = {
  /** The rendering code that the build made (app/render-thread.ts). */
  file: string
  log: Pick<Log, 'warn'>
  /** How long (ms) a page waits to be rendered before it is sent without HTML. */
  patienceMs?: number
  /** How many pages are rendered or wait at once. */
  most?: number
}

/** How long (ms) a rendering may take before its thread counts as stuck. */
const STUCK_MS = 5_000
/** How long (ms) nothing is rendered after a thread ended on its own. */
const REST_MS = 60_000

/**
 * Renders pages as HTML in a thread of its own, so that no call waits for one. Returns null for a page that is not rendered in time, or at
 * all; the browser then renders it, like every other page.
 */
export class PageRenderer {
  readonly #options: Required<Options>
  readonly #underWay = new Map<number, (html: string | null) => void>()
  #thread: Worker | undefined
  #count = 0
  #restsUntil = 0

  constructor({ patienceMs = 150, most = 4, ...options }: Options) {
    this.#options = { patienceMs, most, ...options }
    // Without rendering code in the build, nothing is ever rendered.
    if (!existsSync(options.file)) this.#restsUntil = Number.POSITIVE_INFINITY
  }

  render(page: PageToRender): Promise<string | null> {
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
    thread.on('message', (rendered: Rendered) => {
      if ('failure' in rendered) log.warn({ err: rendered.failure }, 'a page was not rendered')
      this.#underWay.get(rendered.id)?.('html' in rendered ? rendered.html : null)
    })
    thread.on('error', (error) => log.warn({ err: String(error) }, 'the rendering thread failed'))
    thread.on('exit', () => {
      this.#thread = undefined
      this.#restsUntil = Math.max(this.#restsUntil, Date.now() + REST_MS)
      for (const finish of this.#underWay.values()) finish(null)
    })
    // The thread does not keep the process alive.
    thread.unref()
    return thread
  }
}
