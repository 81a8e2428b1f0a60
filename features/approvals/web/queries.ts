import { featureApi } from '#platform/web/api.ts'
import type { approvalsContract } from '../contract.ts'

export const approvals = featureApi<typeof approvalsContract>('approvals')

// Lists of people and dashboards depend on this feature, so they are named by key only, to avoid an import cycle.
const downstream = ['people', 'users', 'dashboards'].map((feature) =>
  featureApi<Record<string, never>>(feature).key(),
)

/** The queries that are stale after a decision. */
export const approvalLists = [approvals.key(), ...downstream]
