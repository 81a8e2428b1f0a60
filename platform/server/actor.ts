import { type Compilable, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { queriesOn, sendInOnePacket, statementOf, type Tx } from './db.ts'
import { TimedOut, Unavailable } from './pg-errors.ts'
import { timeLeft } from './time-left.ts'

const TOKEN_HASH = /^[0-9a-f]{64}$/

export type ActOptions = {
  /** Makes PostgreSQL refuse writes: for reads, and for view-only impersonations. */
  readOnly?: boolean
  /**
   * Runs each time that a call is repeated, and its answer is not kept: for what a call does before its change, which a repetition may skip.
   */
  isPreparation?: boolean
  /** Why the change is made; kept in the audit trail. */
  reason?: string
  /** Milliseconds until the caller gets an error if the database does not answer; defaults to what the request has left. */
  deadlineMs?: number
}

/**
 * Runs `work` in one transaction as the person whose session has this token hash (null: no session). PostgreSQL itself looks up the person.
 * Commits when `work` resolves, rolls back when it throws. Throws Unavailable if the database does not answer, TimedOut if it does but
 * the work is not done in time.
 */
export async function withActor<T>(
  pool: pg.Pool,
  tokenHash: string | null,
  work: (tx: Tx) => Promise<T>,
  options: ActOptions = {},
): Promise<T> {
  return onConnection(pool, tokenHash, options, async (client, limits) => {
    sendInOnePacket(client)
    const opened = begin(client, tokenHash, options, limits.statementMs)
    opened.catch(() => {}) // awaited below
    try {
      const result = await work(queriesOn(client))
      await opened
      limits.isEnding = true
      await client.query('commit')
      return result
    } catch (error) {
      // If opening failed, every later error only says that the transaction was aborted.
      const cause = await opened.then(
        () => error,
        (failed: unknown) => failed,
      )
      await client.query('rollback').catch(() => {})
      throw cause
    }
  })
}

/**
 * Reads one statement like `withActor`, in a read-only transaction of its own: begin, statement and end are sent together in one round
 * trip. Returns its rows; throws the same as `withActor`.
 */
export async function readAs<R>(
  pool: pg.Pool,
  tokenHash: string | null,
  query: RawBuilder<R> | Compilable<R>,
): Promise<R[]> {
  const options = { readOnly: true }
  return onConnection(pool, tokenHash, options, async (client, { statementMs }) => {
    sendInOnePacket(client)
    // Waits for all three, because the next user of the connection must find it idle. The end undoes what failed.
    const [opened, read, ended] = await Promise.allSettled([
      begin(client, tokenHash, options, statementMs),
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
  { deadlineMs, readOnly }: ActOptions,
  work: (client: pg.PoolClient, limits: Limits) => Promise<T>,
): Promise<T> {
  if (tokenHash !== null && !TOKEN_HASH.test(tokenHash)) throw new TypeError('Not a session token hash')
  const milliseconds = deadlineMs ?? timeLeft()
  const deadline = new Deadline(milliseconds)
  const client = await connect(pool, deadline)
  const limits: Limits = { statementMs: statementLimit(pool, deadline.left), isEnding: false }
  const alive = new SignsOfLife(client, milliseconds)
  let broken: Error | undefined
  try {
    return await deadline.race(work(client, limits))
  } catch (error) {
    const failure = await named(error, async () => {
      const isAlive = alive.isAnswering() || (await answers(pool))
      return isAlive ? (readOnly ? 'read' : limits.isEnding ? 'unknown' : 'unchanged') : null
    })
    if (error instanceof Unavailable || isConnectionError(error)) broken = error as Error
    throw failure
  } finally {
    alive.stop()
    deadline.stop()
    client.release(broken)
  }
}

/**
 * Begins a transaction as a person without an extra round trip. The hash is sent as a parameter, because every other connection of the same
 * login can read the text of a statement (pg_stat_activity).
 */
async function begin(
  client: pg.PoolClient,
  tokenHash: string | null,
  { readOnly, reason }: ActOptions,
  statementMs: number,
): Promise<void> {
  const values = [tokenHash ?? '', String(statementMs)]
  // Waits for both, so that a failure of the second is not lost.
  const [begun, set] = await Promise.allSettled([
    client.query(readOnly ? 'begin read only' : 'begin'),
    client.query(reason ? { ...IDENTITY_AND_REASON, values: [...values, reason] } : { ...IDENTITY, values }),
  ])
  if (begun.status === 'rejected') throw begun.reason
  if (set.status === 'rejected') throw set.reason
}

const SET = `select set_config('app.session', $1, true), set_config('statement_timeout', $2, true)`
const IDENTITY = { name: 'identity', text: SET }
const IDENTITY_AND_REASON = {
  name: 'identity and reason',
  text: `${SET}, set_config('app.reason', $3, true)`,
}

/** Runs the rest of this transaction under another session (or none). */
export async function switchSession(tx: Tx, tokenHash: string): Promise<void> {
  await sql`select set_config('app.session', ${tokenHash}, true)`.execute(tx)
}

/** Sets the reason for the changes in the rest of this transaction, which the audit trail and the events keep. */
export async function giveReason(tx: Tx, reason: string): Promise<void> {
  await sql`select set_config('app.reason', ${reason}, true)`.execute(tx)
}

type Limits = {
  /** PostgreSQL itself stops a statement shortly before the caller gives up, so it is certain that nothing of it remains. */
  statementMs: number
  /** The end of the transaction was sent; without an answer, it is unknown whether it succeeded. */
  isEnding: boolean
}

function statementLimit(pool: pg.Pool, milliseconds: number): number {
  const most = Number(pool.options?.query_timeout ?? milliseconds)
  return Math.max(1, Math.floor(Math.min(milliseconds, most) * 0.9))
}

/** Turns an expired time limit into TimedOut if the database answers; `outcome` is null if the database is down. */
async function named(error: unknown, outcome: () => Promise<TimedOut['outcome'] | null>): Promise<unknown> {
  const isStopped = (error as { code?: string }).code === '57014'
  if (!isStopped && !(error instanceof OutOfTime)) return error
  const known = await outcome()
  if (isStopped) return new TimedOut(known === 'read' ? 'read' : 'unchanged', { cause: error })
  return known ? new TimedOut(known, { cause: error }) : error
}

/** True if the database answers anyone at this moment. */
function answers(pool: pg.Pool): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, PROBE_MS, false))
  return Promise.race([
    late,
    pool.query('select 1').then(
      () => true,
      () => false,
    ),
  ])
}
const PROBE_MS = 250

/** True if anything has arrived on a connection in the second half of its time. */
class SignsOfLife {
  readonly #stream: { bytesRead: number }
  readonly #timer: NodeJS.Timeout
  #before = Infinity
  constructor(client: pg.PoolClient, milliseconds: number) {
    this.#stream = (client as unknown as { connection: { stream: { bytesRead: number } } }).connection.stream
    this.#timer = setTimeout(() => (this.#before = this.#stream.bytesRead), milliseconds / 2)
  }
  isAnswering(): boolean {
    return this.#stream.bytesRead > this.#before
  }
  stop(): void {
    clearTimeout(this.#timer)
  }
}

/** Checks out a connection of the pool; one that arrives too late is returned at once. */
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

/** The time ran out before the work was done; whether the database is down or the work is slow is not known yet. */
class OutOfTime extends Unavailable {}

/** One time limit for several waits, starting when it is created. */
export class Deadline {
  readonly #timer: NodeJS.Timeout
  readonly #over: Promise<never>
  readonly #until: number
  constructor(milliseconds: number) {
    const { promise, reject } = Promise.withResolvers<never>()
    this.#over = promise
    this.#until = performance.now() + milliseconds
    this.#over.catch(() => {}) // every waiter gets the error; there may be none
    this.#timer = setTimeout(() => reject(new OutOfTime('The database did not answer in time')), milliseconds)
  }
  /** Milliseconds left, at least 1. */
  get left(): number {
    return Math.max(1, this.#until - performance.now())
  }
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over])
  }
  stop(): void {
    clearTimeout(this.#timer)
  }
}
