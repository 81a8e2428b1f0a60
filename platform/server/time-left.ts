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
