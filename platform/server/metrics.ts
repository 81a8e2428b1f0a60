import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Gauge, Histogram, Registry } from 'prom-client'

/** Counts and times of requests and the state of the pools, in Prometheus' text form. */
export function createMetrics(options: { pools: Record<string, pg.Pool> }) {
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
  return {
    draining: false,
    observe(request: FastifyRequest, reply: FastifyReply) {
      requests.observe({ method: request.method, status: reply.statusCode }, reply.elapsedTime / 1_000)
    },
    text: () => registry.metrics(),
  }
}
