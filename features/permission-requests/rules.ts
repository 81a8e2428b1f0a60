import type { Role } from '#core/roles.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import type { RequestStatus } from './contract.ts'

/** The transitions of a request, and no others (domain 2.18). */
export const transitions: Record<RequestStatus, readonly RequestStatus[]> = {
  draft: ['submitted', 'withdrawn'],
  submitted: ['approved', 'declined', 'withdrawn'],
  approved: ['expired', 'revoked'],
  declined: [],
  withdrawn: [],
  expired: [],
  revoked: [],
}

type Decider = { id: string; role: Role }
type Wish = { requester_id: string; target_user_id: string; permission: PermissionType }

/**
 * Why this person may not decide, or null when they may: the superadmin decides all, a facility admin what lies within their own
 * place, never the preceptor permission; nobody for themselves, nor what they asked for (domain 2.18).
 */
export function decisionHindrance(wish: Wish, decider: Decider, isWithinOwnPlace: boolean): string | null {
  if (wish.target_user_id === decider.id) return 'Nobody decides for themselves.'
  if (wish.requester_id === decider.id) return 'You asked for it: somebody else decides.'
  if (decider.role === 'superadmin') return null
  if (decider.role !== 'facility_admin') return 'Facility admins and superadmins decide.'
  if (wish.permission === 'capstone_preceptor') return 'A superadmin decides who becomes a preceptor.'
  return isWithinOwnPlace ? null : 'This place is outside of yours.'
}

/** The words of a request: "Mia Chen as verifier at ICU". */
export function wishInWords(
  { target_name: who, place_name: place }: { target_name: string | null; place_name: string },
  permissionLabel: string,
): string {
  return `${who ?? 'Somebody outside your place'} as ${permissionLabel.toLowerCase()} at ${place}`
}
