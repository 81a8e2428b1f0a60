import { AsyncLocalStorage } from 'node:async_hooks'

// A person is told within 3.1 s that the database does not answer, whatever a request does before or between its queries.
const REQUEST_MS = 2_700
const LEAST_MS = 200

const until = new AsyncLocalStorage<number>()

/** Runs the work of a request that arrived `waitedMs` ago; everything it asks of the database shares one time limit. */
export function withTimeLimit<T>(waitedMs: number, work: () => T): T {
  return until.run(performance.now() + REQUEST_MS - waitedMs, work)
}

/** Milliseconds the database still has to answer: what the request has left, and outside of requests a whole limit. */
export function timeLeft(): number {
  const end = until.getStore()
  return end === undefined ? REQUEST_MS : Math.max(LEAST_MS, end - performance.now())
}

// One more row, what is read of those that were refused, and the end of the transaction.
const LAST_ROW_MS = 1_000

/** Is what the request has left needed to end it? Work on many rows stops then, and says of the others that they were not reached. */
export const isLate = (): boolean => timeLeft() < LAST_ROW_MS

/** What is said of a row that a request did not come to: it is as it was, and asking again comes to it. */
export const notReached = {
  reason: 'not_reached',
  message: 'There was no time left for this one, and it is as it was. Try it again.',
}
