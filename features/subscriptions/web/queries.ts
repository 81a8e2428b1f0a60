import type { plansContract } from '#features/plans/contract.ts'
import { meQuery } from '#features/accounts/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import type { subscriptionsContract } from '../contract.ts'

export const subscriptions = featureApi<typeof subscriptionsContract>('subscriptions')
export const plans = featureApi<typeof plansContract>('plans')

/** All that changes of billing is asked again: also by other pages, and what the banner of every page says. */
export const touches = [subscriptions.key(), meQuery.queryKey]
