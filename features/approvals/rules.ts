import { refusal } from '#core/refusal.ts'
import type { Role } from '#core/roles.ts'
import type { Step } from '#core/steps.ts'
import type { SignupDecision, SignupRequest, SignupStatus } from './contract.ts'

/** The only steps of a sign-up request; the system takes those of an applicant and of an accepted invitation. */
export const signupSteps = [
  { event: 'approve', from: 'pending', to: 'approved', parties: ['decider', 'system'] },
  { event: 'decline', from: 'pending', to: 'declined', parties: ['decider'] },
  { event: 'send_back', from: 'pending', to: 'returned', parties: ['decider'] },
  { event: 'answer', from: 'returned', to: 'pending', parties: ['system'] },
  { event: 'approve', from: 'returned', to: 'approved', parties: ['system'] },
] as const satisfies readonly Step<SignupStatus, 'decider' | 'system'>[]

/** True if the school or facility must be chosen before this request can be approved. */
export function needsTenant(request: Pick<SignupRequest, 'role' | 'school_id' | 'facility_id'>): boolean {
  return request.role === 'facility_admin' ? request.facility_id === null : request.school_id === null
}

/** The role that an approval gives: the first administrator of a school becomes its super admin, who can invite and approve the others. */
export function roleOnApproval({
  role,
  is_first_admin: isFirst,
}: Pick<SignupRequest, 'role' | 'is_first_admin'>): Role {
  return role === 'school_admin' && isFirst ? 'school_super_admin' : role
}

/** Why a request can no longer or not yet be decided, or null. A decision is final. */
export function decisionBlocker(request: Pick<SignupRequest, 'status' | 'decided_by_name'>) {
  if (request.status === 'pending') return null
  return request.status === 'returned'
    ? refusal('signup.returned')
    : refusal('signup.decided', { status: request.status, by: request.decided_by_name })
}

/** Why a request cannot be approved as it is, or null: it must be pending, with a verified address and a known school or facility. */
export function approvalBlocker(
  request: Pick<
    SignupRequest,
    'status' | 'decided_by_name' | 'email_verified' | 'role' | 'school_id' | 'facility_id'
  >,
) {
  const blocked = decisionBlocker(request)
  if (blocked) return blocked
  if (!request.email_verified) return refusal('signup.not_verified')
  const kind: 'facility' | 'school' = request.role === 'facility_admin' ? 'facility' : 'school'
  return needsTenant(request) ? refusal('signup.tenant_missing', { kind }) : null
}

/** Why this decision cannot be made, or null: "no" and "not yet" need a note, "yes" needs an active account and an active school or facility. */
export function outcomeBlocker(
  request: Parameters<typeof approvalBlocker>[0] & { is_deactivated: boolean; is_tenant_open: boolean },
  { decision, note }: { decision: SignupDecision; note: string | null },
) {
  if (decision !== 'approved')
    return decisionBlocker(request) ?? (note ? null : refusal('signup.note_missing'))
  if (request.status === 'pending' && request.is_deactivated) return refusal('signup.deactivated')
  return approvalBlocker(request) ?? (request.is_tenant_open ? null : refusal('signup.tenant_closed'))
}

/** The page for the applicant after a decision. */
export function pageAfter(role: SignupRequest['role'], decision: SignupStatus): string {
  if (decision !== 'approved')
    return role === 'student' || role === 'proctor' ? '/student-pending-approval' : '/school-admin-pending'
  return `/${role === 'school_admin' ? 'school' : role === 'facility_admin' ? 'facility' : role}/dashboard`
}

/** The tenant for a role: a facility for a facility admin, a school for everyone else. */
export function tenantAt(
  role: SignupRequest['role'],
  tenant: { school_id: string | null | undefined; facility_id: string | null | undefined },
): { school_id: string | null; facility_id: string | null } {
  return role === 'facility_admin'
    ? { school_id: null, facility_id: tenant.facility_id ?? null }
    : { school_id: tenant.school_id ?? null, facility_id: null }
}
