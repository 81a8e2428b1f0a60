import { describe, expect, it } from 'vitest'
import {
  askBlocker,
  creditedWords,
  graduatedWith,
  locationOf,
  projectedWords,
  missingOf,
  moveBlocker,
  openCredentialNames,
  openCredentialsWords,
  resendBlocker,
} from './rules.ts'

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
  stays: [],
}
const stay = (from_date: string, end_reason: 'graduated' | 'transferred' | null) => ({
  membership_id: from_date,
  cohort_id: 'c',
  cohort_name: 'Fall 2024',
  from_date,
  to_date: end_reason && '2026-11-30',
  reason: 'enrolled' as const,
  end_reason,
  by_name: null,
  created_at: '',
})
const missing = (part: Partial<typeof whole>) =>
  missingOf({ ...whole, ...part })
    .filter(({ isDone }) => !isDone)
    .map(({ id }) => id)

describe('what is missing for a student', () => {
  it('is empty if everything is complete', () => expect(missing({})).toEqual([]))

  it('is listed one by one', () => {
    expect(missing({ status: 'deactivated' })).toEqual(['account'])
    expect(missing({ student_number: null, phone: null })).toEqual(['number', 'phone'])
    expect(missing({ graduation_date: null, cohort: null })).toEqual(['cohort', 'graduation'])
    // Without a date of their own, they graduate with their cohort.
    expect(missing({ graduation_date: null })).toEqual([])
    expect(missing({ graduation_date: '2029-05-15' })).toEqual(['graduation'])
  })

  it('is no cohort for those who graduated with their last one', () => {
    const graduated = [stay('2024-08-26', 'transferred'), stay('2025-01-12', 'graduated')]
    expect(missing({ cohort: null, stays: graduated })).toEqual([])
    expect(graduatedWith({ cohort: null, stays: graduated })?.cohort_name).toBe('Fall 2024')
    expect(missing({ cohort: null, stays: graduated.toReversed() })).toEqual(['cohort'])
    expect(graduatedWith({ cohort: whole.cohort, stays: graduated })).toBeNull()
  })

  it('names the cohort of an invitation that did not exist', () => {
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

it("an invitation can't be moved, and an account can't be invited", () => {
  expect([moveBlocker({ kind: 'account' }), resendBlocker({ kind: 'invitation' })]).toEqual([null, null])
  expect(moveBlocker({ kind: 'invitation' })).toContain('accepted')
  expect(resendBlocker({ kind: 'account' })).toContain('account')
})

it('only active students without a release are asked for one', () => {
  const row = { kind: 'account', status: 'active', has_release: false } as const
  expect(askBlocker(row)).toBeNull()
  expect(askBlocker({ ...row, has_release: true })).toBe('Already has a release.')
  expect(askBlocker({ ...row, status: 'pending' })).toBe('The account is not active.')
  expect(askBlocker({ ...row, kind: 'invitation', has_release: null })).toBe(
    'Has not accepted the invitation yet.',
  )
})

it('counts and names the credentials that keep a student from a shift, those in review separately', () => {
  const said = (absent: string[], in_review: string[]) => {
    const clearance = { status: 'not_cleared' as const, missing: absent, in_review }
    return [openCredentialsWords(clearance), openCredentialNames(clearance)]
  }
  expect(said(['BLS', 'Flu'], ['TB test'])).toEqual([
    '2 missing, 1 in review',
    'BLS, Flu; in review: TB test',
  ])
  expect(said(['BLS'], [])).toEqual(['1 missing', 'BLS'])
  expect(said([], ['TB test'])).toEqual(['1 in review', 'TB test'])
  expect(said([], [])).toEqual([undefined, ''])
})

it('writes hours in few words', () => {
  const hours = { credited: 126.5, projected: 195.5, required: 720, gap: 530 }
  expect(creditedWords(hours)).toBe('126.5 of 720 h')
  expect(projectedWords(hours)).toBe(
    '195.5 h projected, 530 h not scheduled yet: each specialty needs its own hours',
  )
  expect(projectedWords({ ...hours, gap: 524.5 })).toBe('195.5 h projected, 524.5 h not scheduled yet')
  expect(projectedWords({ projected: 64.18, required: 720, gap: 655.82 })).toBe(
    '64.18 h projected, 655.82 h not scheduled yet',
  )
  expect(projectedWords({ projected: 1720, gap: 0, required: 720 })).toBe('1,720 h projected')
  expect(creditedWords({ ...hours, required: null })).toBe('126.5 h')
  expect(projectedWords({ ...hours, gap: null })).toBe('195.5 h projected')
})

it('names the unit and site of a shift, or the campus', () => {
  expect(locationOf({ unit: '5 East', site: 'North' })).toBe('5 East, North')
  expect(locationOf({ unit: '5 East', site: null })).toBe('5 East')
  expect(locationOf({ unit: null, site: null })).toBe('On campus')
})
