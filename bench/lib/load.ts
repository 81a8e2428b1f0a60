import autocannon from 'autocannon'

export type Load = {
  perSecond: number
  p50: number
  p99: number
  errors: number
  total: number
  /** How many answers had which status. */
  statuses: Record<number, number>
}
export type Call = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

/**
 * Drives one address for `seconds` over `connections` keep-alive connections, each request made by `next`; latencies in
 * milliseconds. Everything but a 2xx counts as an error, and what `fine` names besides.
 */
export async function load(options: {
  url: string
  seconds: number
  connections?: number
  /** Requests a second in all, evenly; as many as there can be unless given. */
  rate?: number
  /** Refusals that are right answers here. */
  fine?: readonly number[]
  next: () => Call
}): Promise<Load> {
  const { url, seconds, connections = 16, rate, fine = [], next } = options
  const result = await autocannon({
    url,
    duration: seconds,
    connections,
    ...(rate ? { overallRate: rate } : {}),
    requests: [{ setupRequest: (request) => ({ ...request, method: 'GET', ...next() }) }],
  })
  const statuses = Object.fromEntries(
    Object.entries(result.statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count]),
  )
  const right = fine.reduce((sum, status) => sum + (statuses[status] ?? 0), 0)
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx - right,
    total: result.requests.total,
    statuses,
  }
}

/** The run in the middle of `times`, by requests per second: one odd second decides nothing. */
export async function medianOf(times: number, run: () => Promise<Load>): Promise<Load> {
  const runs: Load[] = []
  for (let i = 0; i < times; i++) runs.push(await run())
  return runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(times / 2)]!
}

/** The time below which a share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Milliseconds one piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
