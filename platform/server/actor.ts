import type { Compilable, RawBuilder } from 'kysely'
import type pg from 'pg'
import { queriesOn, sendTogether, statementOf, type Tx } from './db.ts'
import { Unavailable } from './pg-errors.ts'
import { timeLeft } from './time-left.ts'

const TOKEN_HASH = /^[0-9a-f]{64}$/

export type ActOptions = {
  /** Refuses writes in PostgreSQL itself: reads, and impersonations that may only look. */
  readOnly?: boolean
  /** Why the change is made; the audit trail keeps it. */
  reason?: string
  /** Milliseconds until the caller is told that the database does not answer; what the request has left unless given. */
  deadlineMs?: number
}

/**
 * Runs `work` in one transaction as the person behind the session whose token hash is given (null: nobody).
 * PostgreSQL itself looks up who that is. Commits when `work` resolves, rolls back when it throws;
 * throws Unavailable when the database does not answer in time.
 */
export async function withActor<T>(
  pool: pg.Pool,
  tokenHash: string | null,
  work: (tx: Tx) => Promise<T>,
  options: ActOptions = {},
): Promise<T> {
  return onConnection(pool, tokenHash, options, async (client) => {
    sendTogether(client)
    const opened = client.query(opening(client, tokenHash, options))
    opened.catch(() => {}) // reported by the first await below, or by the work's own query
    try {
      const result = await work(queriesOn(client))
      await opened
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  })
}

/**
 * Reads one statement as `withActor` does, in a transaction of its own that cannot write: opening, statement and end
 * travel together, and nothing waits in between. Returns its rows; throws as `withActor` does.
 */
export async function readAs<R>(
  pool: pg.Pool,
  tokenHash: string | null,
  query: RawBuilder<R> | Compilable<R>,
): Promise<R[]> {
  const options = { readOnly: true }
  return onConnection(pool, tokenHash, options, async (client) => {
    sendTogether(client)
    // All are waited for: whoever has the connection next must find it idle. The end undoes what failed.
    const [opened, read, ended] = await Promise.allSettled([
      client.query(opening(client, tokenHash, options)),
      client.query<R & pg.QueryResultRow>(statementOf(query)),
      client.query('commit'),
    ])
    if (opened.status === 'rejected') throw opened.reason
    if (read.status === 'rejected') throw read.reason
    if (ended.status === 'rejected') throw ended.reason
    return read.value.rows
  })
}

async function onConnection<T>(
  pool: pg.Pool,
  tokenHash: string | null,
  { deadlineMs }: ActOptions,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  if (tokenHash !== null && !TOKEN_HASH.test(tokenHash)) throw new TypeError('Not a session token hash')
  const deadline = new Deadline(deadlineMs ?? timeLeft())
  const client = await connect(pool, deadline)
  let broken: Error | undefined
  try {
    return await deadline.race(work(client))
  } catch (error) {
    if (error instanceof Unavailable || isConnectionError(error)) broken = error as Error
    throw error
  } finally {
    deadline.stop()
    client.release(broken)
  }
}

/** What begins a transaction as somebody. The hash is hexadecimal (checked above); sent as text so that opening costs no round trip of its own. */
function opening(client: pg.PoolClient, tokenHash: string | null, options: ActOptions): string {
  // PostgreSQL keeps no NUL, and would take it for the end of the text below: refused with the code it has for that.
  if (options.reason?.includes('\0'))
    throw Object.assign(new Error('A reason with a NUL in it'), { code: '22021' })
  const reason = options.reason
    ? `, set_config('app.reason', ${client.escapeLiteral(options.reason)}, true)`
    : ''
  return `begin${options.readOnly ? ' read only' : ''}; select set_config('app.session', '${tokenHash ?? ''}', true)${reason}`
}

/** A connection of the pool; one that comes too late goes straight back. */
export async function connect(pool: pg.Pool, deadline: Deadline): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  try {
    return await deadline.race(connecting)
  } catch (error) {
    deadline.stop()
    connecting.then(
      (client) => client.release(),
      () => {},
    )
    throw new Unavailable('No database connection', { cause: error })
  }
}

function isConnectionError(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    (typeof code === 'string' && (code.startsWith('08') || code.startsWith('57P') || code.startsWith('E'))) ||
    /terminated|timeout|not queryable|Connection/.test(message ?? '')
  )
}

/** One time limit for several waits, from the moment it is made. */
export class Deadline {
  readonly #timer: NodeJS.Timeout
  readonly #over: Promise<never>
  constructor(milliseconds: number) {
    const { promise, reject } = Promise.withResolvers<never>()
    this.#over = promise
    this.#over.catch(() => {}) // whoever waits is told; nobody may be waiting
    this.#timer = setTimeout(
      () => reject(new Unavailable('The database did not answer in time')),
      milliseconds,
    )
  }
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over])
  }
  stop(): void {
    clearTimeout(this.#timer)
  }
}
