import { describe, expect, it, test } from 'vitest'
import { canTransition } from '#core/steps.ts'
import type { BeginReason, Cohort, EndReason, CheckedMove } from './contract.ts'
import {
  archiveBlocker,
  type Candidate,
  changeBlocker,
  cohortSteps,
  fieldsBlocker,
  comingWords,
  fillOf,
  rosterDay,
  graduateBlocker,
  graduationDayBlocker,
  checkMove,
  membersBlocker,
  moveBlocker,
  nextStatus,
  onlyProgram,
  openItemsOf,
  openItemWords,
  reasonBlocker,
  restoreBlocker,
  spanWords,
  stayState,
  statusBlocker,
  shownMemberships,
  undoBlocker,
  undoDay,
  verdictWords,
} from './rules.ts'

test.each([
  ['2025-08-25', '2027-05-15', undefined],
  ['2025-08-25', '2025-08-25', 'cohort.graduation_first'],
  ['2025-08-25', '2055-08-25', 'cohort.too_long'],
  ['', '2025-08-25', undefined],
])('from %s to %s: %s', (start_date, expected_graduation, problem) => {
  expect(fieldsBlocker({ start_date, expected_graduation })?.code).toBe(problem)
})

test.each([
  ['no program', [], undefined],
  ['one program', [{ id: 'bsn', is_active: true }], 'bsn'],
  [
    'one that is offered, one that is not',
    [
      { id: 'adn', is_active: false },
      { id: 'bsn', is_active: true },
    ],
    'bsn',
  ],
  [
    'two programs',
    [
      { id: 'adn', is_active: true },
      { id: 'bsn', is_active: true },
    ],
    undefined,
  ],
])('with %s a new cohort begins with it, or with none', (_with, programs, id) => {
  expect(onlyProgram(programs)?.id).toBe(id)
})

describe('what may be done with a cohort', () => {
  const name = 'Class of 2027'
  const statuses = ['planned', 'active', 'on_hold', 'graduated', 'archived'] as const
  it('move it forward with one press, if possible', () => {
    expect(statuses.map(nextStatus)).toEqual(['active', 'on_hold', 'active', null, null])
    expect(statusBlocker({ name, status: 'active' }, 'on_hold')).toBeNull()
    expect(statusBlocker({ name, status: 'planned' }, 'on_hold')?.code).toBe('cohort.no_step')
    expect(statusBlocker({ name, status: 'archived' }, 'active')?.code).toBe('cohort.archived')
  })
  it.each(statuses.slice(0, 4))('the list of steps and the rules agree for one that is %s', (status) => {
    for (const to of ['active', 'on_hold'] as const)
      expect(canTransition(cohortSteps, status, to, 'administrator')).toBe(
        statusBlocker({ name, status }, to) === null,
      )
    expect(canTransition(cohortSteps, status, 'archived', 'administrator')).toBe(
      archiveBlocker({ name, status, student_count: 0 }) === null,
    )
    expect(canTransition(cohortSteps, status, 'graduated', 'super_admin')).toBe(
      graduateBlocker({ name, status, student_count: 1 }, 'school_super_admin') === null,
    )
    expect(canTransition(cohortSteps, status, 'graduated', 'administrator')).toBe(false)
  })
  it('is read-only when archived, and can be restored for 90 days', () => {
    const archived_at = '2026-01-01T12:00:00Z'
    const at = (days: number) => Date.parse(archived_at) + days * 86_400_000
    const archived = { name, status: 'archived', archived_at } as const
    expect(changeBlocker({ name, status: 'archived' })?.code).toBe('cohort.archived')
    expect(changeBlocker({ name, status: 'graduated' })).toBeNull()
    expect(restoreBlocker(archived, at(90))).toBeNull()
    expect(restoreBlocker(archived, at(91))?.code).toBe('cohort.restore_over')
    expect(restoreBlocker({ name, status: 'active', archived_at: null })?.code).toBe('cohort.not_archived')
  })
  it('is archived when empty, and graduated by the super admin with students in it', () => {
    expect(archiveBlocker({ name, status: 'graduated', student_count: 0 })).toBeNull()
    expect(archiveBlocker({ name, status: 'active', student_count: 3 })?.code).toBe('cohort.has_students')
    expect(archiveBlocker({ name, status: 'archived', student_count: 0 })?.code).toBe(
      'cohort.archived_already',
    )
    const graduation = (status: Cohort['status'], student_count: number, role: string) =>
      graduateBlocker({ name, status, student_count }, role)?.code
    expect(graduation('active', 3, 'school_super_admin')).toBeUndefined()
    expect(graduation('on_hold', 3, 'superadmin')).toBeUndefined()
    expect(graduation('active', 3, 'school_admin')).toBe('cohort.super_admin_graduates')
    expect(graduation('planned', 3, 'superadmin')).toBe('cohort.cannot_graduate')
    expect(graduation('active', 0, 'superadmin')).toBe('cohort.no_students')
  })
  it.each([
    ['2026-05-09', undefined],
    ['2025-05-08', undefined],
    ['2026-05-10', 'cohort.graduation_day'],
    ['2025-05-07', 'cohort.graduation_day'],
  ])('graduates on %s: %s', (on, code) => {
    expect(graduationDayBlocker(on, '2026-05-09')?.code).toBe(code)
  })
  it('graduates with open items only for a reason, and not with students who joined that day', () => {
    const [done, open] = [
      { from_date: '2025-08-25', open_items: 0 },
      { from_date: '2025-08-25', open_items: 1 },
    ]
    const plain = { on: '2026-05-09', note: undefined, invited: 0 }
    const late = { from_date: '2026-05-09', open_items: 0 }
    expect(membersBlocker(name, [done], plain)).toBeNull()
    expect(membersBlocker(name, [], plain)?.code).toBe('cohort.no_students')
    expect(membersBlocker(name, [done, open], plain)?.code).toBe('cohort.open_items')
    expect(membersBlocker(name, [done], { ...plain, invited: 1 })?.code).toBe('cohort.open_items')
    expect(membersBlocker(name, [done, open], { ...plain, note: 'Numbers come' })).toBeNull()
    expect(membersBlocker(name, [done, late], plain)?.code).toBe('cohort.came_later')
  })
  it('names what is open for a student', () => {
    const of = { today: '2026-05-01', expected_graduation: '2026-05-09' }
    const ready = {
      status: 'active',
      student_number: 'S1',
      graduation_date: '2026-05-09',
      from_date: '2025-08-25',
      missing_credentials: [],
      missing_hours: null,
      shifts_ahead: 0,
    }
    expect(openItemsOf(ready, of)).toEqual([])
    expect(openItemsOf({ ...ready, missing_credentials: ['Flu vaccine expired (Lake School)'] }, of)).toEqual(
      [{ item: 'credentials_missing', detail: 'Flu vaccine expired (Lake School)' }],
    )
    expect(openItemsOf({ ...ready, missing_hours: '500 of 720 h', shifts_ahead: 2 }, of)).toEqual([
      { item: 'hours_missing', detail: '500 of 720 h' },
      { item: 'shifts_ahead', detail: '2' },
    ])
    expect(openItemsOf({ ...ready, graduation_date: '2026-05-10' }, of)).toEqual([
      { item: 'graduates_later', detail: '2026-05-10' },
    ])
    const bare = {
      status: 'pending',
      student_number: null,
      graduation_date: null,
      from_date: '2026-05-02',
      missing_credentials: [],
      missing_hours: null,
      shifts_ahead: 0,
    }
    expect(openItemsOf(bare, of).map(({ item }) => item)).toEqual([
      'no_student_number',
      'not_active',
      'starts_later',
    ])
  })
})

describe('moving students', () => {
  const someone: Candidate = {
    student_id: 's',
    full_name: 'Jenna Park',
    status: 'active',
    membership_id: 'm',
    cohort_id: 'here',
    cohort_name: 'Here',
    from_date: '2026-01-12',
    until: null,
    shifts_ahead: 0,
  }
  const nowhere = { ...someone, membership_id: null, cohort_id: null, cohort_name: null, from_date: null }
  it.each<[string, Candidate, string | null, string | null | undefined, CheckedMove['verdict']]>([
    ['goes elsewhere', someone, 'there', undefined, 'ok'],
    ['leaves', someone, null, 'm', 'ok'],
    ['is none of the school', { ...someone, status: null }, 'there', undefined, 'unknown'],
    ['is deactivated', { ...someone, status: 'deactivated' }, 'there', undefined, 'deactivated'],
    ['waits', { ...someone, status: 'pending' }, 'there', undefined, 'waiting'],
    ['was moved meanwhile', someone, 'there', null, 'changed'],
    ['is in none', nowhere, null, null, 'in_none'],
    ['is there already', someone, 'here', undefined, 'already'],
    ['stays beyond the day', { ...someone, until: '2026-06-01' }, 'there', undefined, 'later'],
  ])('one who %s', (_who, candidate, to, seen, verdict) => {
    expect(checkMove(candidate, to, seen)).toMatchObject({
      verdict,
      since: candidate.until ?? candidate.from_date,
    })
  })
  it('is limited to recent days and cohorts that are not over', () => {
    const today = '2026-05-01'
    const open = { name: 'There', status: 'on_hold' } as const
    expect(moveBlocker('2027-05-02', today, open)).toBeNull()
    expect(moveBlocker('2027-05-03', today, open)?.code).toBe('cohort_change.day')
    expect(moveBlocker('2021-04-26', today, null)?.code).toBe('cohort_change.day')
    expect(moveBlocker(today, today, { ...open, status: 'graduated' })?.code).toBe('cohort.closed')
  })
  it('requires a reason that fits', () => {
    expect([reasonBlocker(true, 'repeat'), reasonBlocker(false, 'leave')]).toEqual([null, null])
    expect(reasonBlocker(true, 'withdrew')?.code).toBe('cohort_change.begin_reason')
    expect(reasonBlocker(false, 'enrolled')?.code).toBe('cohort_change.leave_reason')
  })
  it('can be undone once, within 24 hours, a graduation by a super admin', () => {
    const change = { kind: 'move', created_at: '2026-05-01T12:00:00Z', undone_at: null } as const
    const at = (hours: number) => Date.parse(change.created_at) + hours * 3_600_000
    expect(undoBlocker(change, 'school_admin', at(24))).toBeNull()
    expect(undoBlocker(change, 'school_admin', at(25))?.code).toBe('cohort_change.too_old')
    expect(undoBlocker({ ...change, undone_at: '2026-05-01' }, 'superadmin', at(1))?.code).toBe(
      'cohort_change.undone',
    )
    const graduation = { ...change, kind: 'graduation' } as const
    expect(undoBlocker(graduation, 'school_admin', at(1))?.code).toBe('cohort_change.super_admin_undoes')
    expect(undoBlocker(graduation, 'school_super_admin', at(1))).toBeNull()
  })
  it.each([
    ['made today', '2026-05-01', '2026-04-01', '2026-04-01'],
    ['made yesterday for a day before', '2026-04-30', '2026-04-01', '2026-05-01'],
    ['made yesterday for a day to come', '2026-04-30', '2026-05-09', '2026-05-09'],
  ])('%s ends on the right day', (_when, made_on, on_date, day) => {
    expect(undoDay({ made_on, on_date }, '2026-05-01')).toBe(day)
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

describe('a membership', () => {
  it('is shown with its last day, or since when', () => {
    expect(spanWords({ from_date: '2026-01-12', to_date: '2026-03-02' })).toBe('Jan 12, 2026 – Mar 1, 2026')
    expect(spanWords({ from_date: '2026-01-12', to_date: null })).toBe('since Jan 12, 2026')
    expect(spanWords({ from_date: '2026-01-12', to_date: null }, '2026-01-11')).toBe('from Jan 12, 2026')
    expect(spanWords({ from_date: '2026-01-12', to_date: '2026-01-12' })).toBe('Jan 12, 2026')
  })

  it('goes on until its last day is over', () => {
    const stay = { from_date: '2026-01-12', to_date: '2026-03-02' }
    expect(
      ['2026-01-11', '2026-01-12', '2026-03-01', '2026-03-02'].map((day) => stayState(stay, day)),
    ).toEqual(['upcoming', 'active', 'active', 'completed'])
    expect(stayState({ ...stay, to_date: null }, '2030-01-01')).toBe('active')
  })

  it('continues after an undone mistake, and is not shown if it has no day in it', () => {
    const stay = (cohort_id: string, from_date: string, to_date: string | null, end: EndReason | null) => ({
      cohort_id,
      from_date,
      to_date,
      reason: 'enrolled' as BeginReason,
      end_reason: end,
    })
    const shown = shownMemberships([
      stay('a', '2026-01-12', '2026-03-02', 'transferred'),
      stay('b', '2026-03-02', '2026-03-02', 'corrected'),
      stay('a', '2026-03-02', '2026-06-01', 'transferred'),
      stay('b', '2026-06-01', null, null),
    ])
    expect(shown.map(({ cohort_id, from_date, to_date }) => [cohort_id, from_date, to_date])).toEqual([
      ['a', '2026-01-12', '2026-06-01'],
      ['b', '2026-06-01', null],
    ])
    // A student who left and came back later was away in between.
    expect(
      shownMemberships([stay('a', '2026-01-12', '2026-03-02', 'leave'), stay('a', '2026-03-09', null, null)]),
    ).toHaveLength(2)
  })
})

describe('texts', () => {
  it('explain every verdict except ok', () => {
    const judged: CheckedMove = {
      student_id: 'x',
      full_name: 'Jenna Park',
      membership_id: null,
      cohort_id: null,
      cohort_name: 'Fall 2025',
      verdict: 'ok',
      since: '2026-01-12',
      shifts_ahead: 0,
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
    expect(openItemWords({ ...item, item: 'no_student_number', detail: null })).toBe('No student ID')
    expect(openItemWords({ ...item, item: 'hours_missing', detail: '583 of 720 h' })).toBe(
      'Only 583 of 720 h done',
    )
  })
})

it('say who is still joining a cohort, and show the first roster', () => {
  expect(comingWords({ joining_count: 11, invited_count: 1 })).toBe('11 join later, 1 invited')
  expect(comingWords({ joining_count: 1, invited_count: 0 })).toBe('1 joins later')
  expect(comingWords({ joining_count: null, invited_count: null })).toBe('')
  const of = { today: '2026-11-28', status: 'active' } as const
  expect(rosterDay({ ...of, start_date: '2027-01-19' })).toBe('2027-01-19')
  expect(rosterDay({ ...of, start_date: '2025-08-25' })).toBe('2026-11-28')
  // Everyone who was ever in it: by today, all of them have left.
  expect(rosterDay({ ...of, start_date: '2025-08-25', status: 'graduated' })).toBeUndefined()
})
