import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startRounds } from '#platform/server/rounds.ts'
import { commonPasswords } from './common-passwords.ts'
import { ownPasswords } from './own-passwords.ts'
import type { Tries } from './password-walk-worker.ts'
import * as accounts from './sql.ts'

export type WalkOptions = {
  authPool: Pool
  log: Log
  pepper: string
  /** What is tried after the person's own words, the likeliest first. */
  candidates?: readonly string[]
  /** What is tried of the person's own words. */
  own?: typeof ownPasswords
  /** How much of a core the thread may use. */
  share?: number
  everyMs?: number
  firstMs?: number
}

/** As many of the most common passwords are tried against each. */
const COMMON = 3_000
/** Tries between two notes of how far it is: what a crash repeats. */
const SLICE = 20
/** A person's own words have as many places, used or not, so that a count means the same for everyone. */
const OWN = 60
/** A slice takes less even on a machine that is busy with other things. */
const LEASE_MINUTES = 10

/**
 * Tries likely passwords against every password that people have (docs/decisions/057), a slice of them at the one that was tried
 * least: new passwords, and those chosen long ago, in all processes together. A hit makes the next sign-in lead to the change form.
 * How far it is lies with the password, so that a restart loses nothing. Returns how to stop.
 */
export function startPasswordWalk(options: WalkOptions): () => Promise<void> {
  const { log, everyMs = 60_000, firstMs = 60_000 } = options
  const thread = new WalkThread(options)
  const stop = startRounds(
    { log },
    {
      everyMs,
      firstMs,
      failed: 'the check of passwords was interrupted',
      round: async (stopping) => {
        const hasMore = await walkOneSlice(options, thread, stopping)
        if (!hasMore) await thread.end()
        return hasMore
      },
    },
  )
  return async () => {
    await Promise.all([stop(), thread.end()])
  }
}

async function walkOneSlice(
  options: WalkOptions,
  thread: WalkThread,
  stopping: AbortSignal,
): Promise<boolean> {
  const { authPool, candidates = commonPasswords.slice(0, COMMON), own: ownOf = ownPasswords } = options
  const asAuth = <T>(work: Parameters<typeof withActor<T>>[2]) => withActor(authPool, null, work)
  const most = OWN + candidates.length
  const password = await asAuth((tx) => accounts.nextPasswordToTry(tx, most, LEASE_MINUTES))
  if (!password) return false
  const { user_id: userId, client_setting: clientSetting, verifier, tried } = password
  const own: (string | undefined)[] = ownOf(password).slice(0, OWN)
  own.length = OWN
  const slice = [...own, ...candidates].slice(tried, tried + SLICE).filter((one) => one !== undefined)
  const isFound = await thread.isAmong({ clientSetting, verifier, candidates: slice }, stopping)
  await asAuth(async (tx) => {
    if (isFound) await accounts.requirePasswordChange(tx, userId, clientSetting + verifier)
    await accounts.notePasswordTries(tx, password, Math.min(tried + SLICE, most))
  })
  return true
}

/** The thread in which passwords are tried, started when it is needed. */
class WalkThread {
  readonly #options: WalkOptions
  #worker: Worker | undefined

  constructor(options: WalkOptions) {
    this.#options = options
  }

  /** Is one of the candidates the password? Throws when it is to stop, or when the thread fails. */
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
