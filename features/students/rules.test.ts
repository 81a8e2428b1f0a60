import { describe, expect, it } from 'vitest'
import { askBlocker, missingOf, moveBlocker, resendBlocker } from './rules.ts'

const whole: Parameters<typeof missingOf>[0] = {
  status: 'active',
  email_verified: true,
  last_sign_in: null,
  student_number: 'L-1',
  phone: '414 555 0100',
  graduation_date: '2027-05-15',
  cohort: {
    id: 'c',
    name: 'Fall 2025',
    expected_graduation: '2027-05-15',
    status: 'active',
    membership_id: 'm',
  },
  invitations: [],
}
const missing = (part: Partial<typeof whole>) =>
  missingOf({ ...whole, ...part })
    .filter(({ isDone }) => !isDone)
    .map(({ id }) => id)

describe('what is missing of a student', () => {
  it('is nothing when all is there', () => expect(missing({})).toEqual([]))

  it('is said one by one', () => {
    expect(missing({ status: 'deactivated' })).toEqual(['account'])
    expect(missing({ student_number: null, phone: null })).toEqual(['number', 'phone'])
    expect(missing({ graduation_date: null })).toEqual(['graduation'])
    expect(missing({ graduation_date: '2029-05-15' })).toEqual(['graduation'])
  })

  it('names the cohort that an invitation named and that did not exist', () => {
    const invitation = {
      id: 'i',
      email: 'x',
      state: 'accepted' as const,
      cohort_name: 'Fall 26',
      sent_at: '',
      accepted_at: null,
      expires_at: '',
    }
    const found = missingOf({ ...whole, cohort: null, invitations: [invitation] })
    expect(found.find(({ id }) => id === 'cohort')).toMatchObject({
      isDone: false,
      hint: expect.stringContaining('“Fall 26”'),
    })
  })
})

it('who is only invited is not moved, who has an account is not invited', () => {
  expect([moveBlocker({ kind: 'account' }), resendBlocker({ kind: 'invitation' })]).toEqual([null, null])
  expect(moveBlocker({ kind: 'invitation' })).toContain('accepted')
  expect(resendBlocker({ kind: 'account' })).toContain('account')
})

it('asks active students without a release for one', () => {
  const row = { kind: 'account', status: 'active', has_release: false } as const
  expect(askBlocker(row)).toBeNull()
  expect(askBlocker({ ...row, has_release: true })).toBe('Has a release already.')
  expect(askBlocker({ ...row, status: 'pending' })).toBe('The account is not active.')
  expect(askBlocker({ ...row, kind: 'invitation', has_release: null })).toBe(
    'Has not accepted the invitation yet.',
  )
})
