import autocannon, { type Request, type Result } from 'autocannon'

export type Load = {
  perSecond: number
  p50: number
  p95: number
  p99: number
  errors: number
  total: number
  /** How many responses had each status. */
  statuses: Record<number, number>
}
export type Call = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

/**
 * Sends requests from `next` to one address for `seconds` over `connections` keep-alive connections; latencies in milliseconds. Everything
 * but a 2xx and the statuses in `fine` counts as an error.
 */
export async function load(options: {
  url: string
  seconds: number
  connections?: number
  /** Total requests per second, evenly spaced; by default as many as possible. */
  rate?: number
  /** Refusals that are correct here. */
  fine?: readonly number[]
  next: () => Call
}): Promise<Load> {
  const { url, seconds, connections = 16, rate, fine = [], next } = options
  const times: number[] = []
  const work = {
    url,
    duration: seconds,
    connections,
    ...(rate ? { overallRate: rate } : {}),
    requests: [{ setupRequest: (request: Request) => ({ ...request, method: 'GET' as const, ...next() }) }],
  }
  const result = await new Promise<Result>((resolve, reject) =>
    // autocannon's histogram has no 95th percentile; a time starts when its request is sent.
    autocannon(work, (error, all) => (error ? reject(error) : resolve(all))).on(
      'response',
      (_client, _status, _bytes, ms) => times.push(ms),
    ),
  )
  const statuses = Object.fromEntries(
    Object.entries(result.statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count]),
  )
  const right = fine.reduce((sum, status) => sum + (statuses[status] ?? 0), 0)
  return {
    perSecond: result.requests.average,
    ...timesOf(times),
    errors: result.errors + result.timeouts + result.non2xx - right,
    total: result.requests.total,
    statuses,
  }
}

/** The median of several runs by requests per second, so that one odd second decides nothing. */
export async function medianOf(times: number, run: () => Promise<Load>): Promise<Load> {
  const runs: Load[] = []
  for (let i = 0; i < times; i++) runs.push(await run())
  return runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(times / 2)]!
}

/** The 50th, 95th and 99th percentile in milliseconds. */
export type Times = { p50: number; p95: number; p99: number }
export function timesOf(samples: readonly number[]): Times {
  const at = (share: number) => quantile(samples, share)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** The time that this share of the samples does not exceed. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Measures how many milliseconds the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
