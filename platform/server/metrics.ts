import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { AccessTrail } from './access-trail.ts'

/** How many calls took how long: the count up to and including each bound (seconds), in ascending order, and the total. */
export type Times = { upTo: { bound: number; count: number }[]; count: number }

/** What one server has measured about itself since it started; instants in ISO. */
export type Measured = {
  now: string
  since: string
  requests: Times
  /** Answers with a server error. */
  failed: number
  eventLoopDelayMs: number
  memoryBytes: number
  connectionsInUse: number
  connectionsWaitedFor: number
  calls: (Times & { call: string; failed: number })[]
}

export type Metrics = ReturnType<typeof createMetrics>

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Counts and times of requests and calls, and the status of the pools and the access trail, in Prometheus' text format and as an object.
 */
export function createMetrics(options: { pools: Record<string, pg.Pool>; trail: AccessTrail }) {
  const registry = new Registry()
  const since = new Date().toISOString()
  const requests = new Histogram({
    name: 'placewell_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'placewell_call_seconds',
    help: 'Time that a call of the API took',
    labelNames: ['call'],
    buckets: SECONDS,
    registers: [registry],
  })
  const failedCalls = new Counter({
    name: 'placewell_call_failures',
    help: 'Calls of the API that no handler foresaw failing',
    labelNames: ['call'],
    registers: [registry],
  })
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const connections = new Gauge({
    name: 'placewell_pool_connections',
    help: 'Database connections by pool and state',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, pool] of Object.entries(options.pools)) {
        this.set({ pool: name, state: 'total' }, pool.totalCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
  registry.registerMetric(connections)
  const { trail } = options
  registry.registerMetric(
    new Gauge({
      name: 'placewell_access_trail_events',
      help: 'Access events by what became of them; overflowed ones are in the log',
      labelNames: ['status'],
      registers: [registry],
      collect() {
        this.set({ status: 'waiting' }, trail.waiting)
        this.set({ status: 'written' }, trail.counts.written)
        this.set({ status: 'overflowed' }, trail.counts.overflowed)
        this.set({ status: 'failed_writes' }, trail.counts.failures)
      },
    }),
  )
  const pools = () => Object.values(options.pools)
  return {
    draining: false,
    observe(request: FastifyRequest, reply: FastifyReply) {
      requests.observe({ method: request.method, status: reply.statusCode }, reply.elapsedTime / 1_000)
    },
    observeCall(call: string, seconds: number, hasFailed: boolean) {
      calls.observe({ call }, seconds)
      if (hasFailed) failedCalls.inc({ call })
    },
    text: () => registry.metrics(),
    async read(): Promise<Measured> {
      const [ofRequests, ofCalls, ofFailures] = await Promise.all([
        requests.get(),
        calls.get(),
        failedCalls.get(),
      ])
      const failures = new Map(ofFailures.values.map(({ labels, value }) => [String(labels['call']), value]))
      return {
        now: new Date().toISOString(),
        since,
        requests: timesOf(ofRequests.values),
        failed: ofRequests.values
          .filter(
            ({ metricName, labels }) => metricName?.endsWith('_count') && Number(labels['status']) >= 500,
          )
          .reduce((sum, { value }) => sum + value, 0),
        eventLoopDelayMs: delay.percentile(99) / 1e6,
        memoryBytes: process.memoryUsage.rss(),
        connectionsInUse: pools().reduce((sum, pool) => sum + pool.totalCount - pool.idleCount, 0),
        connectionsWaitedFor: pools().reduce((sum, pool) => sum + pool.waitingCount, 0),
        calls: [...Map.groupBy(ofCalls.values, ({ labels }) => String(labels['call']))].map(
          ([call, values]) => ({ call, failed: failures.get(call) ?? 0, ...timesOf(values) }),
        ),
      }
    },
    close: () => delay.disable(),
  }
}

type Value = {
  metricName?: string | undefined
  value: number
  labels: Partial<Record<string, string | number>>
}

/** The buckets of a histogram, summed over its labels, without the infinite one. */
function timesOf(values: readonly Value[]): Times {
  const upTo = SECONDS.map((bound) => ({
    bound,
    count: values
      .filter(({ metricName, labels }) => metricName?.endsWith('_bucket') && Number(labels['le']) === bound)
      .reduce((sum, { value }) => sum + value, 0),
  }))
  const count = values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .reduce((sum, { value }) => sum + value, 0)
  return { upTo, count }
}
