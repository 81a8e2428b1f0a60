import { implement } from '@orpc/server'
import type { Config } from '#platform/server/config.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { plansContract } from '../contract.ts'
import { publishedPlans } from './queries/published-plans.ts'

export function planHandlers(services: { config: Pick<Config, 'stripePublishableKey'> }) {
  const api = implement(plansContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    list: api.list.handler(async ({ context }) => ({
      plans: await context.act((tx) => publishedPlans(tx)),
      payment_key: services.config.stripePublishableKey ?? null,
    })),
  })
}
