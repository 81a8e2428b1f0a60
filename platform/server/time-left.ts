import { AsyncLocalStorage } from 'node:async_hooks'

// People get an error within 3.1 s if the database does not answer, whatever a request does before or between its queries.
const REQUEST_MS = 2_700
const LEAST_MS = 200

/** When the time of a request is over, and since when it waits for something else, `waits` times at once. */
type Limit = { end: number; waits: number; since: number }

const limits = new AsyncLocalStorage<Limit>()

/** Runs the work of a request that arrived `waitedMs` ago; all its database calls share one time limit. */
export function withTimeLimit<T>(waitedMs: number, work: () => T): T {
  return limits.run({ end: performance.now() + REQUEST_MS - waitedMs, waits: 0, since: 0 }, work)
}

/**
 * Runs work that waits for something other than the database: its duration does not count, so what comes after has the time it would have
 * had without. Each transaction within has the full limit.
 */
export async function uncounted<T>(work: () => Promise<T>): Promise<T> {
  const limit = limits.getStore()
  if (!limit) return work()
  if (++limit.waits === 1) limit.since = performance.now()
  try {
    return await work()
  } finally {
    if (--limit.waits === 0) limit.end += performance.now() - limit.since
  }
}

/** Milliseconds the database still has to answer: what the request has left, or the full limit outside of requests. */
export function timeLeft(): number {
  const limit = limits.getStore()
  return !limit || limit.waits > 0 ? REQUEST_MS : Math.max(LEAST_MS, limit.end - performance.now())
}

// Time for one more row, for reading the refused ones, and for the end of the transaction.
const LAST_ROW_MS = 1_000

/** True if a request needs its remaining time to finish. Work on many rows then stops and reports the others as not reached. */
export const isNearDeadline = (): boolean => timeLeft() < LAST_ROW_MS

/** The refusal for a row that a request did not reach: it is unchanged, and sending it again will reach it. */
export const notReachedRefusal = {
  reason: 'not_reached',
  message: 'We ran out of time before this one. It hasn’t changed. Try it again.',
}
