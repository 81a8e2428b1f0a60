import { describe, expect, it, test } from 'vitest'
import { adminWork, facilityWork, inOrder, proctorWork, schoolWork, weekOf } from './rules.ts'

const figures = {
  students: 19,
  proctors: 2,
  waiting_for_approval: 0,
  open_offers: 0,
  credentials_to_review: 0,
  hours_to_approve: 0,
  hasSemester: true,
}
const counts = { needs_reply: 0, needs_instructor: 0, needs_publishing: 0, needs_students: 0 }

describe('what needs a school', () => {
  it('is nothing where nobody waits and the set-up is done', () => {
    expect(schoolWork(figures, { counts, seats: 0, swaps: 0, makeups: 0 })).toEqual([])
  })

  it('has people who wait first, then shifts, then what can wait', () => {
    const work = schoolWork(
      { ...figures, waiting_for_approval: 2, open_offers: 4, credentials_to_review: 3 },
      {
        counts: { needs_reply: 2, needs_instructor: 9, needs_publishing: 12, needs_students: 4 },
        seats: 1,
        swaps: 1,
        makeups: 11,
      },
    )
    expect(work.map(({ count, label }) => `${count} ${label}`)).toEqual([
      '2 facility requests need a reply',
      '1 student request',
      '1 swap to approve',
      '2 sign-ups to review',
      '9 shifts without an instructor',
      '12 approved shifts to publish',
      '4 underfilled shifts',
      '3 credentials to review',
      '11 make-ups to plan',
      '4 open slots offered by facilities',
    ])
    expect(work.filter(({ isUrgent }) => isUrgent).map(({ id }) => id)).toEqual([
      'reply',
      'seats',
      'swaps',
      'signups',
    ])
  })

  it('names what other semesters need, where one is shown', () => {
    const everywhere = { needs_reply: 1, needs_instructor: 4, needs_publishing: 2, needs_students: 0 }
    const work = schoolWork(figures, { counts: { ...counts, needs_instructor: 3 }, everywhere })
    expect(work.map(({ count, label }) => `${count} ${label}`)).toEqual([
      '3 shifts without an instructor',
      '4 to-dos in other semesters',
    ])
    expect(schoolWork(figures, { counts: everywhere, everywhere }).map(({ id }) => id)).not.toContain(
      'elsewhere',
    )
  })

  it('of a new school is its set-up, also before the lists are there', () => {
    const work = schoolWork({ ...figures, students: 0, proctors: 0, hasSemester: false }, {})
    expect(work.map(({ id }) => id)).toEqual(['semester', 'students', 'proctors'])
  })
})

describe('what needs a facility', () => {
  const done = { waiting_for_approval: 0, partnerships: 0, ending: 0, permission_requests: 0, units: 4 }
  it('is nothing where nobody waits and there are units', () => expect(facilityWork(done)).toEqual([]))
  it('has who waits first, then what runs out, then set-up', () => {
    const work = facilityWork({
      waiting_for_approval: 1,
      partnerships: 2,
      ending: 1,
      permission_requests: 3,
      units: 0,
    })
    expect(work.map(({ count, label }) => `${count} ${label}`)).toEqual([
      '1 sign-up to review',
      '2 partnerships need your answer',
      '3 permission requests to decide',
      '1 agreement ends within 90 days',
      '1 unit to add',
    ])
  })
  it('has requests first among what is equally urgent', () => {
    const [late, calm, waits, rest] = [
      { id: 'late', isUrgent: true },
      { id: 'calm', isUrgent: false },
      { id: 'waits', isUrgent: true },
      { id: 'rest' },
    ]
    expect(inOrder<{ id: string; isUrgent?: boolean }>([calm!, late!], [rest!, waits!])).toEqual([
      late,
      waits,
      calm,
      rest,
    ])
  })
})

test('an instructor writes reports first, for hours hang on them; a phone number comes last', () => {
  const work = proctorWork({ reports: 2, evaluations: 1, faults: 1, hasPhone: false })
  expect(work.map(({ id }) => id)).toEqual(['reports', 'faults', 'evaluations', 'phone'])
  expect(work.map(({ label }) => label)).toContain('evaluation to write')
  expect(proctorWork({ reports: 0, evaluations: 0, faults: 0, hasPhone: true })).toEqual([])
})

test('a superadmin has people who wait first', () => {
  const work = adminWork({ waiting_for_approval: 1, permission_requests: 1, messages: 2 })
  expect(work.map(({ id }) => id)).toEqual(['signups', 'messages', 'permissions'])
})

test.each([
  ['2026-08-24', { week: 1, weeks: 16 }],
  ['2026-11-23', { week: 14, weeks: 16 }],
  ['2026-12-11', { week: 16, weeks: 16 }],
  ['2026-12-12', null],
  ['2026-08-23', null],
])('%s is in week %o', (today, week) => {
  expect(weekOf({ start_date: '2026-08-24', end_date: '2026-12-11' }, today)).toEqual(week)
})
