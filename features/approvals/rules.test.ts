import { expect, it } from 'vitest'
import { approveProblem, needsPlace } from './rules.ts'

const school = 's1'
const request = (
  role: 'student' | 'proctor' | 'school_admin' | 'facility_admin',
  place: string | null,
  user = 'applicant',
) => ({
  user_id: user,
  role,
  school_id: role === 'facility_admin' ? null : place,
  facility_id: role === 'facility_admin' ? place : null,
})

it('asks for the place that is missing', () => {
  expect(needsPlace(request('school_admin', null))).toBe(true)
  expect(needsPlace(request('facility_admin', null))).toBe(true)
  expect(needsPlace(request('student', school))).toBe(false)
})

it.each([
  [{ status: 'pending', email_verified: true }, null],
  [{ status: 'pending', email_verified: false }, 'The e-mail address is not verified yet.'],
  [{ status: 'returned', email_verified: true }, 'Sent back: the applicant has to answer first.'],
  [{ status: 'approved', email_verified: true }, 'Already decided.'],
] as const)('%j → %s', (given, expected) => {
  expect(approveProblem({ ...request('student', school), ...given })).toBe(expected)
})
