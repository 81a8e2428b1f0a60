import type { SignupRequest } from './contract.ts'

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
