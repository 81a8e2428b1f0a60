import { expect, it } from 'vitest'
import { refusalMessage } from '#core/refusal.ts'
import { canTransition } from '#core/steps.ts'
import { signupRefusals } from './messages.ts'
import {
  approvalBlocker,
  decisionBlocker,
  roleOnApproval,
  needsTenant,
  outcomeBlocker,
  pageAfter,
  signupSteps,
} from './rules.ts'

const school = 's1'
const request = (
  role: 'student' | 'proctor' | 'school_admin' | 'facility_admin',
  tenant: string | null,
  user = 'applicant',
) => ({
  user_id: user,
  role,
  school_id: role === 'facility_admin' ? null : tenant,
  facility_id: role === 'facility_admin' ? tenant : null,
})

it('asks for a missing facility', () => {
  expect(needsTenant(request('school_admin', null))).toBe(true)
  expect(needsTenant(request('facility_admin', null))).toBe(true)
  expect(needsTenant(request('student', school))).toBe(false)
})

const words = (blocked: ReturnType<typeof outcomeBlocker>) =>
  blocked && refusalMessage(signupRefusals, blocked)
const by = { decided_by_name: 'Ana Morales' }

it.each([
  [{ status: 'pending', email_verified: true }, null],
  [
    { status: 'pending', email_verified: false },
    'The email address is not verified yet. Ask the person to open the link in their email.',
  ],
  [
    { status: 'returned', email_verified: true },
    'This request was sent back; the applicant has to answer first.',
  ],
  [{ status: 'approved', email_verified: true }, 'This request was already approved by Ana Morales.'],
] as const)('%j → %s', (given, expected) => {
  expect(words(approvalBlocker({ ...request('student', school), ...by, ...given }))).toBe(expected)
})

it('a missing tenant is named by its kind', () => {
  const open = { ...by, status: 'pending', email_verified: true } as const
  expect(words(approvalBlocker({ ...request('facility_admin', null), ...open }))).toBe(
    'Choose the facility this person belongs to first.',
  )
  expect(words(approvalBlocker({ ...request('school_admin', null), ...open }))).toBe(
    'Choose the school this person belongs to first.',
  )
  expect(decisionBlocker(open)).toBeNull()
})

it.each([
  ['approved', null, {}, null],
  ['approved', null, { is_deactivated: true }, 'This account is deactivated. Reactivate it first.'],
  [
    'approved',
    null,
    { is_tenant_open: false },
    'This school or facility is not active. Ask a superadmin to reactivate it.',
  ],
  ['declined', null, {}, 'Give a reason. The applicant will read it.'],
  ['returned', null, {}, 'Give a reason. The applicant will read it.'],
  ['declined', 'No.', { is_deactivated: true, email_verified: false, is_tenant_open: false }, null],
  ['declined', null, { status: 'declined' }, 'This request was already declined by Ana Morales.'],
] as const)('%s with %j, %j: %s', (decision, note, given, expected) => {
  const facts = {
    ...request('student', school),
    ...by,
    status: 'pending' as const,
    email_verified: true,
    is_deactivated: false,
    is_tenant_open: true,
  }
  expect(words(outcomeBlocker({ ...facts, ...given }, { decision, note }))).toBe(expected)
})

it('a decision is final; only the system acts for the applicant', () => {
  for (const from of ['approved', 'declined'] as const)
    for (const to of ['pending', 'approved', 'declined', 'returned'] as const)
      for (const party of ['decider', 'system'] as const)
        expect(canTransition(signupSteps, from, to, party)).toBe(false)
  expect(canTransition(signupSteps, 'returned', 'approved', 'decider')).toBe(false)
  expect(canTransition(signupSteps, 'returned', 'pending', 'system')).toBe(true)
})

it.each([
  ['student', 'approved', '/student/dashboard'],
  ['proctor', 'approved', '/proctor/dashboard'],
  ['school_admin', 'approved', '/school/dashboard'],
  ['facility_admin', 'approved', '/facility/dashboard'],
  ['proctor', 'returned', '/student-pending-approval'],
  ['facility_admin', 'declined', '/school-admin-pending'],
] as const)('a %s who is %s goes to %s', (role, decision, page) => {
  expect(pageAfter(role, decision)).toBe(page)
})

it('the first administrator of a school can run it', () => {
  const asked = { role: 'school_admin', is_first_admin: true } as const
  expect(roleOnApproval(asked)).toBe('school_super_admin')
  expect(roleOnApproval({ ...asked, is_first_admin: false })).toBe('school_admin')
  for (const role of ['student', 'proctor', 'facility_admin'] as const)
    expect(roleOnApproval({ role, is_first_admin: true })).toBe(role)
})
