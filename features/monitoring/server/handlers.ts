import { implement } from '@orpc/server'
import type { Pool } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import { monitoringContract } from '../contract.ts'
import { checkHealth } from './check-health.ts'
import { performanceOf } from './performance.ts'
import { listImpersonations } from './queries/list-impersonations.ts'

export type MonitoringServices = {
  /** Connects as app_worker. */
  workerPool: Pool
  metrics: Pick<Metrics, 'read'>
}

export function monitoringHandlers({ workerPool, metrics }: MonitoringServices) {
  const api = implement(monitoringContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    systemHealth: api.systemHealth.handler(({ context }) =>
      checkHealth({ act: (work) => context.act(work), workerPool, log: context.log }),
    ),
    performance: api.performance.handler(async () => performanceOf(await metrics.read())),
    impersonations: api.impersonations.handler(({ input, context }) =>
      context.act((tx) => listImpersonations(tx, input.page)),
    ),
  })
}
