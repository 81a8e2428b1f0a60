import { featureApi } from '#platform/web/api.ts'
import type { approvalsContract } from '../contract.ts'

export const approvals = featureApi<typeof approvalsContract>('approvals')

// Lists of people and dashboards stand downstream: named by key alone, so that features have no circle.
const downstream = ['people', 'users', 'dashboards'].map((feature) =>
  featureApi<Record<string, never>>(feature).key(),
)

/** What is stale after a decision. */
export const approvalLists = [approvals.key(), ...downstream]
