import type { Role } from '#core/roles.ts'
import type { SignupRequest } from './contract.ts'

export type Decider = { id: string; role: Role; school_id: string | null; facility_scope: readonly string[] }

/**
 * Who decides a sign-up: the superadmin any; a school's administrators its students and proctors; its super admins its
 * school admins too; a facility admin facility admins at their own node or below it. Nobody decides for themselves.
 */
export function mayDecide(
  decider: Decider,
  request: Pick<SignupRequest, 'user_id' | 'role' | 'school_id' | 'facility_id'>,
): boolean {
  if (decider.id === request.user_id) return false
  const ownSchool = decider.school_id !== null && decider.school_id === request.school_id
  switch (decider.role) {
    case 'superadmin':
      return true
    case 'school_super_admin':
      return ownSchool && request.role !== 'facility_admin'
    case 'school_admin':
      return ownSchool && (request.role === 'student' || request.role === 'proctor')
    case 'facility_admin':
      return (
        request.role === 'facility_admin' &&
        request.facility_id !== null &&
        decider.facility_scope.includes(request.facility_id)
      )
    default:
      return false
  }
}

/** Does somebody have to name the school or facility before this request can be approved? */
export function needsPlace(request: Pick<SignupRequest, 'role' | 'school_id' | 'facility_id'>): boolean {
  return request.role === 'facility_admin' ? request.facility_id === null : request.school_id === null
}

/** Why a request cannot be approved as it is; null when it can. A decided one stays decided. */
export function approveProblem(
  request: Pick<SignupRequest, 'status' | 'email_verified' | 'role' | 'school_id' | 'facility_id'>,
): string | null {
  if (request.status === 'approved' || request.status === 'declined') return 'Already decided.'
  if (request.status === 'returned') return 'Sent back: the applicant has to answer first.'
  if (!request.email_verified) return 'The e-mail address is not verified yet.'
  return needsPlace(request) ? 'Choose where this person belongs first.' : null
}
