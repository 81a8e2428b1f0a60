import type { plansContract } from '#features/plans/contract.ts'
import { meQuery } from '#features/accounts/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import type { subscriptionsContract } from '../contract.ts'

export const subscriptions = featureApi<typeof subscriptionsContract>('subscriptions')
export const plans = featureApi<typeof plansContract>('plans')

/** Query keys to invalidate when billing changes, including other pages and the banner on every page. */
export const touches = [subscriptions.key(), meQuery.queryKey]
