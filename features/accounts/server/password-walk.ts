import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { withActor } from '#platform/server/actor.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import type { TaskRegistry } from '#platform/server/task-registry.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { type PasswordToTry, requirePasswordChange, walkPasswords } from './commands/walk-passwords.ts'
import { commonPasswords } from './common-passwords.ts'
import { ownPasswords } from './own-passwords.ts'
import type { Tries } from './password-walk-worker.ts'

export type WalkOptions = {
  authPool: Pool
  log: Log
  pepper: string
  /** Tried after the person's own words, likeliest first. */
  candidates?: readonly string[]
  /** Generates candidates from the person's own words. */
  own?: typeof ownPasswords
  /** The share of a core that the thread may use. */
  share?: number
  everyMs?: number
  firstMs?: number
  tasks?: TaskRegistry
}

/** How many of the most common passwords are tried against each password. */
const COMMON = 3_000
/** Tries between two saves of the progress, which a crash repeats. */
const SLICE = 20
/** The number of slots for a person's own words, used or not, so that a count means the same for everyone. */
const OWN = 60

/**
 * Tries likely passwords against everyone's passwords (docs/decisions/057), a slice at a time against the
 * least-tried one, across all processes. If one matches, the next sign-in leads to the change form. The
 * progress is stored with the password, so a restart loses nothing. Returns a function that stops it.
 */
export function startPasswordWalk(options: WalkOptions): () => Promise<void> {
  const { authPool, log, tasks, everyMs = 60_000, firstMs = 60_000 } = options
  const { candidates = commonPasswords.slice(0, COMMON), own = ownPasswords } = options
  const most = OWN + candidates.length
  const asAuth: (work: (tx: Tx) => Promise<void>) => Promise<void> = (work) => withActor(authPool, null, work)
  const thread = new WalkThread(options)
  let password: PasswordToTry | undefined

  /** Tries one slice; returns true while there is more to try. */
  async function round(stopping: AbortSignal): Promise<boolean> {
    if (!password) await asAuth(async (tx) => void (password = await walkPasswords(tx, most)))
    const trying = password
    password = undefined
    if (!trying) {
      await thread.end()
      return false
    }
    const { client_setting: clientSetting, verifier, tried } = trying
    const words: (string | undefined)[] = own(trying).slice(0, OWN)
    words.length = OWN
    const slice = [...words, ...candidates].slice(tried, tried + SLICE).filter((one) => one !== undefined)
    const isFound = await thread.isAmong({ clientSetting, verifier, candidates: slice }, stopping)
    await asAuth(async (tx) => {
      if (isFound) await requirePasswordChange(tx, trying)
      password = await walkPasswords(tx, most, { ...trying, tried: Math.min(tried + SLICE, most) })
    })
    return true
  }

  const stop = startBackgroundTask(
    { log, tasks },
    { name: 'password-check', everyMs, firstMs, failed: 'the check of passwords was interrupted', round },
  )
  return async () => {
    await Promise.all([stop(), thread.end()])
  }
}

/** The thread in which passwords are tried, started on demand. */
class WalkThread {
  readonly #options: WalkOptions
  #worker: Worker | undefined

  constructor(options: WalkOptions) {
    this.#options = options
  }

  /** True if one of the candidates is the password. Throws if stopped, or if the thread fails. */
  async isAmong(tries: Tries, stopping: AbortSignal): Promise<boolean> {
    if (tries.candidates.length === 0) return false
    const { pepper, share = 0.25 } = this.#options
    this.#worker ??= new Worker(new URL('./password-walk-worker.ts', import.meta.url), {
      workerData: { pepper, share },
      resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 },
    })
    this.#worker.postMessage(tries)
    try {
      const [found] = await once(this.#worker, 'message', { signal: stopping })
      return found as boolean
    } catch (error) {
      await this.end()
      throw error
    }
  }

  async end(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }
}
