import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Gauge, Histogram, Registry } from 'prom-client'
import type { AccessTrail } from './access-trail.ts'

/** Counts and times of requests, the status of the pools and of the access trail, in Prometheus' text form. */
export function createMetrics(options: { pools: Record<string, pg.Pool>; trail: AccessTrail }) {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'placewell_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
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
  return {
    draining: false,
    observe(request: FastifyRequest, reply: FastifyReply) {
      requests.observe({ method: request.method, status: reply.statusCode }, reply.elapsedTime / 1_000)
    },
    text: () => registry.metrics(),
  }
}
