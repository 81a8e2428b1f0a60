import { featureApi, keysOf } from '#platform/web/api.ts'
import type { approvalsContract } from '../contract.ts'

export const approvals = featureApi<typeof approvalsContract>('approvals')

/** The queries that are stale after a decision. */
export const approvalLists = keysOf('approvals', 'people', 'users', 'students', 'dashboards')
