import { refusal } from '#core/refusal.ts'
import type { Role } from '#core/roles.ts'
import { canTransition, type Step } from '#core/steps.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import type { RequestStatus } from './contract.ts'

/** All steps of a request (domain 2.18); the system ends one with its permission, or when someone leaves. */
export const requestSteps = [
  { event: 'submit', from: 'draft', to: 'submitted', parties: ['requester'] },
  { event: 'withdraw', from: 'draft', to: 'withdrawn', parties: ['requester', 'system'] },
  { event: 'withdraw', from: 'submitted', to: 'withdrawn', parties: ['requester', 'system'] },
  { event: 'approve', from: 'submitted', to: 'approved', parties: ['decider'] },
  { event: 'decline', from: 'submitted', to: 'declined', parties: ['decider'] },
  { event: 'expire', from: 'approved', to: 'expired', parties: ['system'] },
  { event: 'revoke', from: 'approved', to: 'revoked', parties: ['system'] },
] as const satisfies readonly Step<RequestStatus, 'requester' | 'decider' | 'system'>[]

type Decider = { id: string; role: string; real_id?: string }
type PermissionToRequest = { requester_id: string; target_user_id: string; permission: PermissionType }

/**
 * Why this person can't decide, or null: the superadmin decides all, a facility admin those within their own facility, but never the
 * preceptor permission; no one decides for themselves or on their own request (domain 2.18).
 */
export function decisionBlocker(wish: PermissionToRequest, decider: Decider, isWithinOwnFacility: boolean) {
  const isMe = (id: string): boolean => id === decider.id || id === decider.real_id
  if (isMe(wish.target_user_id)) return refusal('permission_request.for_oneself')
  if (isMe(wish.requester_id)) return refusal('permission_request.own')
  if (decider.role === 'superadmin') return null
  if (decider.role !== ('facility_admin' satisfies Role)) return refusal('permission_request.other_role')
  if (wish.permission === 'capstone_preceptor') return refusal('permission_request.preceptor')
  return isWithinOwnFacility ? null : refusal('permission_request.outside')
}

/** Why a request can't be decided now, or null: it must have been sent, and is decided once; declining needs a reason. */
export function outcomeBlocker(
  request: { status: string; expires_on: string | null; decided_by_name: string | null },
  { decision, note, today }: { decision: 'approved' | 'declined'; note: string | null; today: string },
) {
  if (request.status !== 'submitted') return settled(request)
  if (decision === 'declined' && !note) return refusal('permission_request.reason_missing')
  const isOver = request.expires_on !== null && request.expires_on < today
  return decision === 'approved' && isOver ? refusal('permission_request.over') : null
}

/** Why the requester can't send it, or null: it must be a draft. */
export function submissionBlocker(request: Settled) {
  return canTransition(requestSteps, request.status, 'submitted', 'requester') ? null : settled(request)
}

/** Why the requester can't withdraw it, or null: it must be undecided. */
export function withdrawalBlocker(request: Settled) {
  return canTransition(requestSteps, request.status, 'withdrawn', 'requester') ? null : settled(request)
}

type Settled = { status: string; decided_by_name: string | null }
const settled = ({ status, decided_by_name: by }: Settled) =>
  refusal('permission_request.settled', { status, by })

/**
 * Why a permission can't be requested, or null: only facility admins request, for future days (in the facility's time zone), and only what
 * is not already held until then.
 */
export function requestBlocker(
  wish: { expires_on?: string | null | undefined; auto_review_on?: string | null | undefined },
  facts: { role: string; name: string; today: string; held: readonly { expires_on: string | null }[] },
) {
  const { expires_on: lastDay, auto_review_on: reviewDay } = wish
  if (facts.role !== 'facility_admin') return refusal('permission_request.superadmin_gives')
  if (lastDay && lastDay < facts.today) return refusal('permission_request.last_day_over')
  if (reviewDay && reviewDay < facts.today) return refusal('permission_request.review_over')
  return isHeldUntil(lastDay, facts.held) ? refusal('permission_request.held', { name: facts.name }) : null
}

/** Whether someone has a permission at least until the day that was asked for; without a day, until someone ends it. */
export const isHeldUntil = (
  lastDay: string | null | undefined,
  held: readonly { expires_on: string | null }[],
): boolean => held.some(({ expires_on: until }) => !until || (!!lastDay && until >= lastDay))

/** A request in words: "Mia Chen as verifier at ICU". */
export function requestInWords(
  { target_name: who, facility_name: facility }: { target_name: string | null; facility_name: string },
  permissionLabel: string,
): string {
  return `${who ?? 'Someone outside your facility'} as ${permissionLabel.toLowerCase()} at ${facility}`
}
