import { implement } from '@orpc/server'
import type { Pool } from '#platform/server/db.ts'
import { type ActorContext, guard, type RequestContext, validateAfterGuard } from '#platform/server/guard.ts'
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
  const health = async ({ act, log }: ActorContext & Pick<RequestContext, 'log'>) =>
    checkHealth({ act: (work) => act(work), workerPool, log })
  return api.router({
    systemHealth: api.systemHealth.handler(async ({ context }) => health(context)),
    systemHealthFunction: api.systemHealthFunction.handler(async ({ context }) => health(context)),
    performance: api.performance.handler(async () => performanceOf(await metrics.read())),
    impersonations: api.impersonations.handler(({ input, context }) =>
      context.act((tx) => listImpersonations(tx, input.page)),
    ),
  })
}
