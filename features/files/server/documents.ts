import { Worker } from 'node:worker_threads'
import { ORPCError } from '@orpc/server'
import { refusal } from '#core/refusal.ts'
import type { ActorContext, RequestContext } from '#platform/server/guard.ts'
import type { Log } from '#platform/server/log.ts'
import { uncounted } from '#platform/server/time-left.ts'
import type { FileType } from '../contract.ts'
import type { Inspection } from './inspect-document.ts'
import type { DocumentPart } from './merge-documents.ts'
import type { DocumentText } from './read-text.ts'

/** The tasks of the thread. */
export type DocumentTask =
  | { do: 'inspect'; bytes: Uint8Array; type: FileType }
  | { do: 'render'; bytes: Uint8Array; type: FileType; page: number }
  | { do: 'read'; bytes: Uint8Array; type: FileType }
  | { do: 'merge'; bytes: Uint8Array; parts: readonly DocumentPart[] }

/** Who asks: they wait without the slot of their request, which others would miss, and the wait does not use up their time. */
export type DocumentCaller = Pick<ActorContext, 'me'> & Pick<RequestContext, 'endAdmission'>

type Answer = { id: number; result: unknown } | { id: number; failure: string }
type Options = {
  log: Pick<Log, 'warn'>
  /** How long (ms) one document may take. */
  mostMs?: number
  /** How much memory (bytes) one document may take, by the growth of the process. */
  mostMemory?: number
  /** How many wait at once; further ones are asked to come back. */
  mostWaiting?: number
  /** How many of one person may wait: as many pages as a browser asks for at once. */
  mostOfOne?: number
}

const WATCH_MS = 50
const TOO_HEAVY = Symbol('a document took too much time or memory')

/**
 * Inspects documents, renders their pages and reads their text, one after the other, a turn for each person, in a thread of its own, so that no request waits,
 * whatever a file does to the libraries that read it. A document that takes too long or too much memory ends the thread, and the next
 * starts a new one.
 */
export class Documents {
  readonly #options: Required<Options>
  #thread: Worker | undefined
  /** What waits, by the person who asked; whose turn is next comes first. */
  readonly #lines = new Map<string, (() => Promise<void>)[]>()
  #waiting = 0
  #isAtWork = false
  #count = 0

  constructor({
    mostMs = 20_000,
    mostMemory = 1024 ** 3,
    mostWaiting = 32,
    mostOfOne = 8,
    ...options
  }: Options) {
    this.#options = { mostMs, mostMemory, mostWaiting, mostOfOne, ...options }
  }

  /** The type of a file by its content, or why it is refused. */
  async inspect(bytes: Uint8Array, type: FileType, caller: DocumentCaller): Promise<Inspection> {
    const found = await this.#ask(caller, { do: 'inspect', bytes, type })
    return found === TOO_HEAVY ? { refused: refusal('file.too_heavy') } : (found as Inspection)
  }

  /** A page as a WebP image; null if there is no such page, or rendering it takes too much. */
  async render(
    bytes: Uint8Array,
    type: FileType,
    page: number,
    caller: DocumentCaller,
  ): Promise<Uint8Array | null> {
    const rendered = await this.#ask(caller, { do: 'render', bytes, type, page })
    return rendered === TOO_HEAVY ? null : (rendered as Uint8Array | null)
  }

  /** The text of a document; null if reading it takes too much. */
  async read(bytes: Uint8Array, type: FileType, caller: DocumentCaller): Promise<DocumentText | null> {
    const found = await this.#ask(caller, { do: 'read', bytes, type })
    return found === TOO_HEAVY ? null : (found as DocumentText | null)
  }

  /** One PDF of a cover and documents; null if that takes too much, or one of them cannot be included. */
  async merge(
    cover: Uint8Array,
    parts: readonly DocumentPart[],
    caller: DocumentCaller,
  ): Promise<Uint8Array | null> {
    const whole = await this.#ask(caller, { do: 'merge', bytes: cover, parts })
    return whole === TOO_HEAVY ? null : (whole as Uint8Array | null)
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #ask({ me, endAdmission }: DocumentCaller, task: DocumentTask): Promise<unknown> {
    const person = me().realUserId
    const line = this.#lines.get(person) ?? []
    if (this.#waiting >= this.#options.mostWaiting || line.length >= this.#options.mostOfOne)
      throw new ORPCError('SERVICE_UNAVAILABLE', {
        message: 'Many files are being checked right now. Please try again in a moment.',
      })
    endAdmission?.()
    this.#waiting++
    this.#lines.set(person, line)
    return uncounted(
      () =>
        new Promise((resolve, reject) => {
          line.push(() => this.#run(task).then(resolve, reject))
          void this.#work()
        }),
    )
  }

  async #work(): Promise<void> {
    if (this.#isAtWork) return
    this.#isAtWork = true
    for (let [next] = this.#lines; next; [next] = this.#lines) {
      const [person, line] = next
      this.#lines.delete(person)
      const task = line.shift()!
      if (line.length > 0) this.#lines.set(person, line)
      await task()
      this.#waiting--
    }
    this.#isAtWork = false
  }

  #run(task: DocumentTask): Promise<unknown> {
    const thread = (this.#thread ??= this.#start())
    const id = ++this.#count
    const { mostMs, mostMemory, log } = this.#options
    const before = process.memoryUsage.rss()
    return new Promise((resolve) => {
      const end = (why: string): void => {
        log.warn({ why, do: task.do, bytes: task.bytes.length }, 'a document ended the thread that read it')
        finish(TOO_HEAVY)
        this.#thread = undefined
        void thread.terminate()
      }
      const late = setTimeout(end, mostMs, 'time')
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() - before > mostMemory) end('memory')
      }, WATCH_MS)
      const hear = (answer: Answer): void => {
        if (answer.id !== id) return
        if ('failure' in answer)
          log.warn({ err: answer.failure, do: task.do }, 'a document could not be read')
        finish('failure' in answer ? failed(task) : answer.result)
      }
      const die = (error: unknown): void => end(String(error))
      const finish = (result: unknown): void => {
        clearTimeout(late)
        clearInterval(watch)
        thread.off('message', hear).off('error', die)
        resolve(result)
      }
      thread.on('message', hear).on('error', die)
      thread.postMessage({ id, ...task })
    })
  }

  #start(): Worker {
    const thread = new Worker(new URL('document-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
      // The thread gets only what it reads: no settings of the installation, and no way out except its messages.
      env: {},
      stdin: false,
    })
    thread.on('error', () => {})
    // The thread does not keep the process alive.
    thread.unref()
    return thread
  }
}

/** The result of a failed task: an unreadable file counts as damaged, and a page that could not be rendered as missing. */
const failed = (task: DocumentTask): unknown =>
  task.do === 'inspect' ? { refused: refusal('file.damaged') } : null
