import { describe, expect, it, test } from 'vitest'
import type { BeginReason, EndReason, Judged } from './contract.ts'
import {
  archiveObstacle,
  changeObstacle,
  fillOf,
  graduateObstacle,
  nextStatus,
  openItemWords,
  problemsOf,
  restoreObstacle,
  spanWords,
  toldStays,
  verdictWords,
} from './rules.ts'

test.each([
  ['2025-08-25', '2027-05-15', undefined],
  ['2025-08-25', '2025-08-25', 'The expected graduation comes after the first day.'],
  ['2025-08-25', '2055-08-25', 'A cohort lasts at most ten years. Check the year.'],
  ['', '2025-08-25', undefined],
])('from %s to %s: %s', (start_date, expected_graduation, problem) => {
  expect(problemsOf({ start_date, expected_graduation })['expected_graduation']).toBe(problem)
})

describe('what may be done with a cohort', () => {
  it('goes on by one press where it can', () => {
    expect((['planned', 'active', 'on_hold', 'graduated', 'archived'] as const).map(nextStatus)).toEqual([
      'active',
      'on_hold',
      'active',
      null,
      null,
    ])
  })
  it('is only read when archived, and restored for 90 days', () => {
    const archived_at = '2026-01-01T12:00:00Z'
    const at = (days: number) => Date.parse(archived_at) + days * 86_400_000
    expect(changeObstacle({ status: 'archived' })).not.toBeNull()
    expect(changeObstacle({ status: 'graduated' })).toBeNull()
    expect(restoreObstacle({ status: 'archived', archived_at }, at(90))).toBeNull()
    expect(restoreObstacle({ status: 'archived', archived_at }, at(91))).toContain('90 days')
    expect(restoreObstacle({ status: 'active', archived_at: null })).not.toBeNull()
  })
  it('is archived empty, and graduated by the super admin with students in it', () => {
    expect(archiveObstacle({ status: 'graduated', student_count: 0 })).toBeNull()
    expect(archiveObstacle({ status: 'active', student_count: 3 })).toContain('Students are still in it')
    expect(archiveObstacle({ status: 'archived', student_count: 0 })).not.toBeNull()
    expect(graduateObstacle({ status: 'active', student_count: 3 }, 'school_super_admin')).toBeNull()
    expect(graduateObstacle({ status: 'on_hold', student_count: 3 }, 'superadmin')).toBeNull()
    expect(graduateObstacle({ status: 'active', student_count: 3 }, 'school_admin')).toContain('super admin')
    expect(graduateObstacle({ status: 'planned', student_count: 3 }, 'superadmin')).toContain('active')
    expect(graduateObstacle({ status: 'active', student_count: 0 }, 'superadmin')).toContain('archive')
  })
})

test.each([
  [38, 40, { words: '38 of 40', share: 0.95, isOver: false }],
  [43, 40, { words: '43 of 40', share: 1, isOver: true }],
  [1, null, { words: '1 student', share: null, isOver: false }],
  [null, null, { words: '0 students', share: null, isOver: false }],
])('%s students for a target of %s', (student_count, size_target, fill) => {
  expect(fillOf({ student_count, size_target })).toEqual(fill)
})

describe('a stay', () => {
  it('is told with its last day, or since when', () => {
    expect(spanWords({ from_date: '2026-01-12', to_date: '2026-03-02' })).toBe('Jan 12, 2026 – Mar 1, 2026')
    expect(spanWords({ from_date: '2026-01-12', to_date: null })).toBe('since Jan 12, 2026')
    expect(spanWords({ from_date: '2026-01-12', to_date: '2026-01-12' })).toBe('Jan 12, 2026')
  })

  it('goes on where a mistake was taken back; what had no day in it is not told', () => {
    const stay = (cohort_id: string, from_date: string, to_date: string | null, end: EndReason | null) => ({
      cohort_id,
      from_date,
      to_date,
      reason: 'enrolled' as BeginReason,
      end_reason: end,
    })
    const told = toldStays([
      stay('a', '2026-01-12', '2026-03-02', 'transferred'),
      stay('b', '2026-03-02', '2026-03-02', 'corrected'),
      stay('a', '2026-03-02', '2026-06-01', 'transferred'),
      stay('b', '2026-06-01', null, null),
    ])
    expect(told.map(({ cohort_id, from_date, to_date }) => [cohort_id, from_date, to_date])).toEqual([
      ['a', '2026-01-12', '2026-06-01'],
      ['b', '2026-06-01', null],
    ])
    // Who left and came back later was away in between.
    expect(
      toldStays([stay('a', '2026-01-12', '2026-03-02', 'leave'), stay('a', '2026-03-09', null, null)]),
    ).toHaveLength(2)
  })
})

describe('words', () => {
  it('say of every verdict but ok what stands against it', () => {
    const judged: Judged = {
      student_id: 'x',
      full_name: 'Jenna Park',
      membership_id: null,
      cohort_id: null,
      cohort_name: 'Fall 2025',
      verdict: 'ok',
      since: '2026-01-12',
    }
    const verdicts = ['unknown', 'deactivated', 'waiting', 'changed', 'in_none', 'already', 'later'] as const
    expect(verdictWords(judged)).toBe('')
    const words = verdicts.map((verdict) => verdictWords({ ...judged, verdict }))
    expect(new Set(words).size).toBe(verdicts.length)
    expect(verdictWords({ ...judged, verdict: 'changed' })).toContain('to Fall 2025')
    expect(verdictWords({ ...judged, verdict: 'later' })).toContain('Jan 12, 2026')
  })
  it('say what is open before a graduation', () => {
    const item = { student_id: 'x', full_name: 'Jenna Park' }
    expect(openItemWords({ ...item, item: 'graduates_later', detail: '2027-12-18' })).toContain(
      'Dec 18, 2027',
    )
    expect(openItemWords({ ...item, item: 'not_active', detail: 'deactivated' })).toContain('deactivated')
    expect(openItemWords({ ...item, item: 'no_student_number', detail: null })).toBe('No student number')
  })
})
