import { describe, expect, it, test } from 'vitest'
import { schoolWork, weekOf } from './rules.ts'

const figures = {
  students: 19,
  proctors: 2,
  waiting_for_approval: 0,
  open_offers: 0,
  credentials_to_review: 0,
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

  it('of a new school is its set-up, also before the lists are there', () => {
    const work = schoolWork({ ...figures, students: 0, proctors: 0, hasSemester: false }, {})
    expect(work.map(({ id }) => id)).toEqual(['semester', 'students', 'proctors'])
  })
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
