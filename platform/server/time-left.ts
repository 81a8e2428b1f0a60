import { AsyncLocalStorage } from 'node:async_hooks'

// People get an error within 3.1 s if the database does not answer, whatever a request does before or between its queries.
const REQUEST_MS = 2_700
const LEAST_MS = 200

const until = new AsyncLocalStorage<number | undefined>()

/** Runs the work of a request that arrived `waitedMs` ago; all its database calls share one time limit. */
export function withTimeLimit<T>(waitedMs: number, work: () => T): T {
  return until.run(performance.now() + REQUEST_MS - waitedMs, work)
}

/** Runs work that waits for something other than the database: each of its transactions has the full limit instead of what is left. */
export const withFullLimits = <T>(work: () => T): T => until.run(undefined, work)

/** Milliseconds the database still has to answer: what the request has left, or the full limit outside of requests. */
export function timeLeft(): number {
  const end = until.getStore()
  return end === undefined ? REQUEST_MS : Math.max(LEAST_MS, end - performance.now())
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
