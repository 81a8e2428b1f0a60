import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { commonPasswords } from './common-passwords.ts'
import { ownPasswords } from './own-passwords.ts'
import * as accounts from './sql.ts'

type NewPassword = { userId: string; clientHash: string; passwordHash: string }

/** At a quarter of a second per try, more would take a core from everybody else. */
const TRIES = 60
const WAITING_MAX = 200

/**
 * The server's proof of the password rules, which it cannot check itself because it never sees a password (sign-in
 * design E4): a thread of low priority tries what is made of the person's own words and the most common passwords against each new hash; a hit makes the next
 * sign-in lead to the change form. What waits is kept in memory only, and above 200 the oldest is let go: password-walk.ts looks at all.
 */
export class PasswordAudit {
  readonly #authPool: Pool
  readonly #log: Log
  readonly #candidates: readonly string[]
  readonly #own: typeof ownPasswords
  readonly #waiting: NewPassword[] = []
  #worker: Worker | undefined
  #running: Promise<void> | undefined
  readonly #stopping = new AbortController()

  constructor(options: {
    authPool: Pool
    log: Log
    passwordMinLength: number
    candidates?: readonly string[]
    /** What is tried of the person's own words. */
    own?: typeof ownPasswords
  }) {
    this.#own = options.own ?? ownPasswords
    this.#authPool = options.authPool
    this.#log = options.log
    this.#candidates = options.candidates ?? candidatesFor(options.passwordMinLength)
  }

  /** Puts a new password in line. */
  consider(password: NewPassword): void {
    if (this.#stopping.signal.aborted) return
    this.#waiting.push(password)
    if (this.#waiting.length > WAITING_MAX) this.#waiting.shift()
    this.#start()
  }

  /** Works while anything waits: also what came while the thread was ending, or behind one that failed. */
  #start(): void {
    if (this.#running || this.#waiting.length === 0) return
    this.#running = this.#work().finally(() => {
      this.#running = undefined
      this.#start()
    })
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#waiting.length = 0
    await this.#running
  }

  async #work(): Promise<void> {
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
        const { userId, clientHash, passwordHash } = next
        const owner = await withActor(this.#authPool, null, (tx) => accounts.passwordOwner(tx, userId))
        if (owner && (await this.#isCommon(clientHash, this.#own(owner))))
          await withActor(this.#authPool, null, (tx) =>
            accounts.requirePasswordChange(tx, userId, passwordHash),
          )
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        this.#log.warn({ err: (error as Error).message }, 'the password audit was interrupted')
    } finally {
      await this.#worker?.terminate()
      this.#worker = undefined
    }
  }

  async #isCommon(clientHash: string, own: string[]): Promise<boolean> {
    this.#worker ??= new Worker(new URL('./password-audit-worker.ts', import.meta.url), {
      workerData: this.#candidates,
    })
    this.#worker.postMessage({ clientHash, own })
    const [found] = await once(this.#worker, 'message', { signal: this.#stopping.signal })
    return found as boolean
  }
}

/** Half of them those that the form would have let through by their length, half the commonest of all. */
function candidatesFor(minLength: number): string[] {
  const long = commonPasswords.filter((password) => password.length >= minLength).slice(0, TRIES / 2)
  return [...long, ...commonPasswords.slice(0, TRIES - long.length)]
}

/** Background work: stops the audit with the server. */
export function startPasswordAudit({ passwordAudit }: { passwordAudit: PasswordAudit }): () => Promise<void> {
  return () => passwordAudit.stop()
}
