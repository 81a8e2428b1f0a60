import { describe, expect, it } from 'vitest'
import { roles } from '#core/roles.ts'
import { approveProblem, mayDecide, needsPlace } from './rules.ts'

const [school, other, facility, elsewhere] = ['s1', 's2', 'f1', 'f2']
const decider = (role: (typeof roles)[number]) => ({
  id: 'me',
  role,
  school_id: role.startsWith('school') || role === 'student' || role === 'proctor' ? school! : null,
  facility_scope: role === 'facility_admin' ? [facility!] : [],
})
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

describe('who decides', () => {
  const cases = [
    ['student', school], ['proctor', school], ['school_admin', school], ['facility_admin', facility],
    ['student', other], ['school_admin', null], ['facility_admin', elsewhere], ['facility_admin', null],
  ] as const // prettier-ignore
  it.each([
    ['superadmin', [true, true, true, true, true, true, true, true]],
    ['school_super_admin', [true, true, true, false, false, false, false, false]],
    ['school_admin', [true, true, false, false, false, false, false, false]],
    ['facility_admin', [false, false, false, true, false, false, false, false]],
    ['proctor', [false, false, false, false, false, false, false, false]],
    ['student', [false, false, false, false, false, false, false, false]],
  ] as const)('%s', (role, expected) => {
    expect(cases.map(([asked, place]) => mayDecide(decider(role), request(asked, place ?? null)))).toEqual(
      expected,
    )
  })
  it('nobody decides for themselves', () => {
    for (const role of roles) expect(mayDecide(decider(role), request('student', school!, 'me'))).toBe(false)
  })
})

it('asks for the place that is missing', () => {
  expect(needsPlace(request('school_admin', null))).toBe(true)
  expect(needsPlace(request('facility_admin', null))).toBe(true)
  expect(needsPlace(request('student', school!))).toBe(false)
})

it.each([
  [{ status: 'pending', email_verified: true }, null],
  [{ status: 'pending', email_verified: false }, 'The e-mail address is not verified yet.'],
  [{ status: 'returned', email_verified: true }, 'Sent back: the applicant has to answer first.'],
  [{ status: 'approved', email_verified: true }, 'Already decided.'],
] as const)('%j → %s', (given, expected) => {
  expect(approveProblem({ ...request('student', school!), ...given })).toBe(expected)
})
