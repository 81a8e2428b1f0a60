import { featureApi } from '#platform/web/api.ts'
import type { invitationsContract } from '../contract.ts'

export const invitations = featureApi<typeof invitationsContract>('invitations')

// People and approvals stand downstream: their lists are named by key alone, so that features have no circle.
const people = featureApi<Record<string, never>>('people')

/** What is stale after an invitation was made or changed. */
export const invitationLists = [invitations.key(), people.key()]
