import { implement } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { shiftLifecycleContract } from '../contract.ts'
import { listSteps } from './queries/list-steps.ts'

export function shiftLifecycleHandlers() {
  const api = implement(shiftLifecycleContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  return api.router({ steps: api.steps.handler(({ context }) => context.act(listSteps)) })
}
