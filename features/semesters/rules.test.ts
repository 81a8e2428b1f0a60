import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, diffDays, eachDay, weekdayOf } from '#core/plain-date.ts'
import type { CopyOptions, Lifecycle, Semester } from './contract.ts'
import { fakeId, fakeSchoolId, fakeSemester, fakeSemesters, fakeShift, fakeShifts } from './fake.ts'
import { changedText, fieldTexts, overlapText as overlapMessage, whyNot } from './messages.ts'
import * as rules from './rules.ts'
import {
  copyFlagLabels,
  currentSemester,
  lifecycleLabels,
  lifecycleOf,
  overlapsOf,
  scopeOf,
  semesterTypeLabels,
  skipReasonLabels,
} from './rules.ts'
import {
  copyDelta,
  deltaOf,
  keepWeekdays,
  mondayBecomes,
  planCopy,
  type ShiftToCopy,
  undoBlocker,
} from './rules/copying.ts'
import { copyFlag, lifecycle, semesterType, skipReason } from './contract.ts'

// Refusals in the words that people read.
const problemsOf = (...asked: Parameters<typeof rules.problemsOf>) => fieldTexts(rules.problemsOf(...asked))
const reopenBlocker = (...asked: Parameters<typeof rules.reopenBlocker>) =>
  whyNot(rules.reopenBlocker(...asked))

const anyDate = fc.integer({ min: 0, max: 2556 }).map((days) => addDays('2024-01-01', days))
const anyDelta = fc.integer({ min: -1500, max: 1500 })
const standard: CopyOptions = {
  shifts: true,
  instructors: false,
  units: true,
  capacity: true,
  series: true,
  cohorts: true,
  flagged: 'skip',
}

test('every type, lifecycle, flag and reason has words', () => {
  expect(Object.keys(semesterTypeLabels).sort()).toEqual([...semesterType.options].sort())
  expect(Object.keys(lifecycleLabels)).toEqual(lifecycle.options)
  expect(Object.keys(copyFlagLabels).sort()).toEqual([...copyFlag.options].sort())
  expect(Object.keys(skipReasonLabels).sort()).toEqual([...skipReason.options].sort())
})

describe('lifecycle', () => {
  const fall = {
    ...fakeSemester({ settings: { holidays: [], breaks: [] } }),
    activated_at: '2026-03-02T15:00:00Z',
    archived_at: null,
  }
  const at = (today: string, time = '12:00') => ({ today, now: Date.parse(`${today}T${time}:00Z`) })

  test.each<[today: string, expected: Lifecycle]>([
    ['2026-08-23', 'upcoming'],
    ['2026-08-24', 'current'],
    ['2026-12-11', 'current'],
    ['2026-12-12', 'grading'],
    ['2027-01-10', 'grading'],
    ['2027-01-11', 'closed'],
  ])('on %s Fall 2026 is %s', (today, expected) => expect(lifecycleOf(fall, at(today))).toBe(expected))

  test('grading ends when the hours lock, to the minute, regardless of other settings', () => {
    const settings = {
      hours_lock_at: '2026-12-18T17:00:00-06:00',
      grading_window: { from: '2026-12-12', to: '2027-02-01' },
    }
    expect(lifecycleOf({ ...fall, settings }, at('2026-12-18', '22:59'))).toBe('grading')
    expect(lifecycleOf({ ...fall, settings }, at('2026-12-18', '23:00'))).toBe('closed')
  })

  test('without a lock, it ends with the grading window', () => {
    const settings = { grading_window: { from: '2026-12-12', to: '2026-12-20' } }
    expect(lifecycleOf({ ...fall, settings }, at('2026-12-20'))).toBe('grading')
    expect(lifecycleOf({ ...fall, settings }, at('2026-12-21'))).toBe('closed')
  })

  test('inactive is a draft, regardless of the dates; one that was active and has ended is closed', () => {
    const draft = { ...fall, is_active: false, activated_at: null }
    for (const today of ['2026-01-01', '2026-09-01', '2027-09-01'])
      expect(lifecycleOf(draft, at(today))).toBe('draft')
    const withdrawn = { ...fall, is_active: false }
    expect(lifecycleOf(withdrawn, at('2026-09-01'))).toBe('draft')
    expect(lifecycleOf(withdrawn, at('2026-12-12'))).toBe('closed')
  })

  test('a closed semester that was reopened is in grading until it is closed by hand', () => {
    const reopening = at('2027-02-01')
    expect(lifecycleOf({ ...fall, reopening }, at('2027-02-01'))).toBe('grading')
    expect(lifecycleOf({ ...fall, reopening }, at('2028-02-01'))).toBe('grading')
    expect(lifecycleOf({ ...fall, is_active: false, reopening }, at('2027-02-01'))).toBe('grading')
    expect(lifecycleOf({ ...fall, archived_at: '2027-03-01T00:00:00Z', reopening }, at('2027-03-02'))).toBe(
      'archived',
    )
    // Its dates changed since: by them it was not closed at the reopening, so it closes by its new dates.
    const moved = { ...fall, start_date: '2027-01-11', end_date: '2027-05-07', reopening }
    expect(lifecycleOf(moved, at('2027-03-01'))).toBe('current')
    expect(lifecycleOf(moved, at('2027-09-01'))).toBe('closed')
  })

  test.each([
    ['school_super_admin', 'closed', null],
    ['superadmin', 'closed', null],
    ['school_super_admin', 'grading', 'Only a closed semester can be reopened.'],
    ['superadmin', 'archived', 'Only a closed semester can be reopened.'],
    ['school_admin', 'closed', 'Ask a super admin of your school.'],
    ['proctor', 'closed', 'Ask a super admin of your school.'],
  ] as const)('a %s and a %s semester: %s', (role, stage, blocker) =>
    expect(reopenBlocker(role, stage)).toBe(blocker),
  )

  test('archived takes precedence', () => {
    expect(lifecycleOf({ ...fall, archived_at: '2026-09-01T00:00:00Z' }, at('2026-09-02'))).toBe('archived')
  })

  test('an active semester only ever goes forward', () => {
    const order = lifecycle.options
    const seen = eachDay('2026-08-01', '2027-02-28').map((day) => order.indexOf(lifecycleOf(fall, at(day))))
    expect(seen).toEqual([...seen].sort())
    expect(new Set(seen).size).toBe(4)
  })
})

describe('valid input', () => {
  const fields = (changes: Parameters<typeof fakeSemester>[0]) => problemsOf(fakeSemester(changes))
  const span = (start_date: string, end_date: string) => fields({ start_date, end_date })

  test('the example is valid', () => expect(problemsOf(fakeSemester())).toEqual({}))

  test.each([
    ['2026-08-24', '2026-08-24', 'The end must be after the start.'],
    ['2026-08-24', '2026-08-23', 'The end must be after the start.'],
    ['2026-08-24', '2026-08-25', undefined],
    ['2026-08-24', '2027-08-25', undefined],
    ['2026-08-24', '2027-08-26', 'A semester can last at most 366 days; this is 367.'],
    ['2024-01-01', '2025-01-01', undefined],
  ])('%s to %s: %s', (start, end, message) => expect(span(start, end)['end_date']).toBe(message))

  test('a wrong year is caught', () => {
    expect(span('0026-08-24', '2026-12-11')).toEqual({ start_date: 'Check the year.' })
  })

  test('errors in the settings have their path', () => {
    expect(
      fields({
        settings: {
          holidays: [],
          breaks: [
            { from: '2026-10-12', to: '2026-10-12', name: 'Fall day' },
            { from: '2026-11-27', to: '2026-11-25', name: 'Thanksgiving' },
          ],
          grading_window: { from: '2026-12-20', to: '2026-12-12' },
          signup_opens_at: '2026-07-01T12:00:00Z',
          signup_closes_at: '2026-07-01T07:00:00-05:00',
        },
      }),
    ).toEqual({
      'settings.breaks.1.to': 'A break must not end before it starts.',
      'settings.grading_window.to': 'Grading must not end before it starts.',
      'settings.signup_closes_at': 'Sign-up must close after it opens.',
    })
  })

  test.each([
    ['2026-12-11', undefined],
    ['2026-12-10', 'Grading must not end before the semester does.'],
  ])('grading up to %s: %s', (to, message) =>
    expect(
      fields({ settings: { holidays: [], breaks: [], grading_window: { from: '2026-11-30', to } } }),
    ).toEqual(message ? { 'settings.grading_window.to': message } : {}),
  )

  const early = 'Hours must not be locked before the semester is over.'
  test.each([
    // The end of the last day in New York and, earlier, in Guam.
    ['2026-12-12T05:00:00Z', undefined],
    ['2026-12-11T14:00:00Z', undefined],
    ['2026-12-11T09:59:00Z', early],
    ['2025-12-20T05:00:00Z', early],
  ])('hours locked at %s: %s', (hours_lock_at, message) =>
    expect(fields({ settings: { holidays: [], breaks: [], hours_lock_at } })).toEqual(
      message ? { 'settings.hours_lock_at': message } : {},
    ),
  )

  const late = 'Students must see their shifts before the semester is over.'
  test.each([
    ['2026-07-01T12:00:00Z', undefined, undefined],
    // The last evening in Honolulu, and the day after it everywhere.
    ['2026-12-11T22:00:00-10:00', undefined, undefined],
    ['2026-12-13T00:00:00Z', undefined, late],
    ['2026-07-01T12:00:00Z', '2026-07-01T12:00:00Z', undefined],
    ['2026-07-01T12:01:00Z', '2026-07-01T12:00:00Z', 'Students must see the shifts before sign-up opens.'],
  ])('shifts shown from %s, sign-up from %s: %s', (release_at, signup_opens_at, message) =>
    expect(
      fields({
        settings: { holidays: [], breaks: [], release_at, ...(signup_opens_at && { signup_opens_at }) },
      }),
    ).toEqual(message ? { 'settings.release_at': message } : {}),
  )
})

describe('overlap', () => {
  const fall = fakeSemester()
  const other = (changes: Parameters<typeof fakeSemester>[0]) =>
    fakeSemester({ id: fakeId(7), name: 'Fall B', ...changes })

  test.each([
    ['same type, one day shared', { start_date: '2026-12-11', end_date: '2027-02-01' }, 'refused'],
    ['same type, within', { start_date: '2026-10-19', end_date: '2026-12-01' }, 'refused'],
    ['same type, the day after', { start_date: '2026-12-12', end_date: '2027-02-01' }, 'none'],
    ['another type', { semester_type: 'custom' as const }, 'warned'],
    ['inactive', { is_active: false }, 'none'],
  ])('%s: %s', (_, changes, expected) => {
    const { refused, warned } = overlapsOf(fall, [other(changes)])
    expect(refused.length ? 'refused' : warned.length ? 'warned' : 'none').toBe(expected)
  })

  test('a semester never overlaps itself, and an inactive one nothing', () => {
    expect(overlapsOf(fall, [fall])).toEqual({ refused: [], warned: [] })
    expect(overlapsOf({ ...fall, is_active: false }, [other({})])).toEqual({ refused: [], warned: [] })
  })

  test('is the same in either order', () => {
    fc.assert(
      fc.property(anyDate, anyDate, fc.nat(200), fc.nat(200), (a, b, aDays, bDays) => {
        const one = fakeSemester({ start_date: a, end_date: addDays(a, aDays) })
        const two = other({ start_date: b, end_date: addDays(b, bDays) })
        expect(overlapsOf(one, [two]).refused.length).toBe(overlapsOf(two, [one]).refused.length)
      }),
    )
  })

  test('is explained in a sentence', () => {
    expect(overlapMessage(overlapsOf(fall, [other({})]))).toBe(
      'Active semesters of one type must not overlap: Fall B (Aug 24 – Dec 11, 2026). Change the dates or the type, or leave this one inactive.',
    )
    const [first, second] = [
      other({ semester_type: 'custom' }),
      other({ id: fakeId(8), name: 'Nights', semester_type: 'winter' }),
    ]
    expect(overlapMessage(overlapsOf(fall, [first, second]))).toBe(
      'These dates overlap with Fall B (Aug 24 – Dec 11, 2026) and Nights (Aug 24 – Dec 11, 2026).',
    )
    expect(overlapMessage({ refused: [], warned: [] })).toBeNull()
  })
})

describe('the current semester', () => {
  const [fall, spring, summer] = fakeSemesters() as [
    ReturnType<typeof fakeSemester>,
    ReturnType<typeof fakeSemester>,
    ReturnType<typeof fakeSemester>,
  ]
  const all = [fall, spring, summer]

  test.each([
    ['2026-08-23', null],
    ['2026-08-24', 'Fall 2026'],
    ['2026-12-11', 'Fall 2026'],
    ['2026-12-12', null],
    ['2027-05-07', 'Spring 2027'],
    ['2027-06-01', null], // Summer 2027 is inactive
  ])('current on %s: %s', (today, expected) =>
    expect(currentSemester(all, today)?.name ?? null).toBe(expected),
  )

  test('is the one of two that started last, in any order', () => {
    const second = fakeSemester({
      id: fakeId(9),
      name: 'Fall 2026, second half',
      start_date: '2026-10-19',
      semester_type: 'custom',
    })
    expect(currentSemester([fall, second], '2026-11-01')).toBe(second)
    expect(currentSemester([second, fall], '2026-11-01')).toBe(second)
    const twin = fakeSemester({ id: fakeId(10), semester_type: 'custom' })
    expect(currentSemester([twin, fall], '2026-11-01')).toBe(currentSemester([fall, twin], '2026-11-01'))
  })
})

describe('the semester that pages show', () => {
  const [fall, spring, summer] = fakeSemesters() as [Semester, Semester, Semester]
  const all = [fall, spring, summer]
  const ask = (choice: Partial<Parameters<typeof scopeOf>[0]>) =>
    scopeOf({
      named: null,
      remembered: null,
      schoolId: fakeSchoolId,
      semesters: all,
      today: '2026-09-15',
      unchosen: 'current',
      ...choice,
    })

  test.each([
    ['the address wins over memory', { named: spring.id, remembered: fall.id }, spring.id],
    ['the address may name an inactive one', { named: summer.id }, summer.id],
    ['the address may ask for all', { named: 'all', remembered: spring.id }, null],
    ['memory wins over the calendar', { remembered: spring.id }, spring.id],
    ['all of them, remembered', { remembered: 'all' }, null],
    ['the current one where nothing was chosen', {}, fall.id],
    ['all where nothing was chosen of one’s own lists', { unchosen: 'all' as const }, null],
    ['all between two semesters', { today: '2026-12-30' }, null],
    ['an unknown one is ignored', { named: fakeId(404), remembered: spring.id }, spring.id],
    ['an inactive one is not remembered', { remembered: summer.id }, fall.id],
    ['a missing one is not remembered', { remembered: fakeId(404) }, fall.id],
    ['nor is one of another school', { remembered: fall.id, schoolId: fakeId(800) }, null],
    ['not another school’s', { named: fall.id, schoolId: fakeId(800) }, null],
  ])('%s', (_, choice, expected) => expect(ask(choice)).toBe(expected))

  test.each([
    ['waits for the semesters where nothing was chosen', {}, undefined],
    ['what the address names is asked for at once', { named: spring.id }, spring.id],
    ['what was chosen too', { remembered: spring.id }, spring.id],
    ['all of them too', { remembered: 'all' }, null],
    ['one’s own lists do not wait', { unchosen: 'all' as const }, null],
  ])('%s', (_, choice, expected) => expect(ask({ ...choice, semesters: undefined })).toBe(expected))
})

describe('how far a copy moves', () => {
  test.each([
    ['2026-08-24', '2027-01-19', 148, 147, 2],
    ['2026-08-24', '2027-08-23', 364, 364, 1],
    ['2027-01-19', '2026-08-24', -148, -147, 7],
    ['2024-02-29', '2025-02-28', 365, 364, 2],
    ['2026-08-24', '2026-08-27', 3, 0, 4],
    ['2026-08-24', '2026-08-28', 4, 7, 5],
    ['2026-08-24', '2026-08-21', -3, 0, 5],
    ['2026-08-24', '2026-08-20', -4, -7, 4],
    ['2026-08-24', '2026-08-24', 0, 0, 1],
  ])('%s to %s: exactly %i, in weeks %i, and Monday becomes weekday %i', (from, to, exact, weeks, monday) => {
    expect([copyDelta(from, to), keepWeekdays(copyDelta(from, to)), mondayBecomes(exact)]).toEqual([
      exact,
      weeks,
      monday,
    ])
    expect([deltaOf('exact', from, to), deltaOf('keep_weekdays', from, to)]).toEqual([exact, weeks])
  })

  test('whole weeks are within 3 days of the exact move, and equal if that is whole weeks', () => {
    fc.assert(
      fc.property(anyDelta, (delta) => {
        const weeks = keepWeekdays(delta)
        expect(weeks % 7 === 0).toBe(true)
        expect(Math.abs(weeks - delta)).toBeLessThanOrEqual(3)
        expect(weeks === delta).toBe(delta % 7 === 0)
        expect(Object.is(weeks, -0)).toBe(false)
        expect(mondayBecomes(weeks)).toBe(1)
      }),
    )
  })
})

describe('planning a copy', () => {
  const plan = (
    shifts: ShiftToCopy[],
    changes: Partial<Parameters<typeof planCopy>[0]> = {},
    [from, to]: readonly string[] = ['2026-08-24', '2027-01-19'],
  ) =>
    planCopy({
      source: { start_date: from! },
      target: { start_date: to!, end_date: addDays(to!, 366), settings: { holidays: [], breaks: [] } },
      shifts,
      mode: 'exact',
      holidays: [],
      options: standard,
      ...changes,
    })
  const anyShifts = fc
    .array(anyDate, { minLength: 1, maxLength: 30 })
    .map((dates) => dates.map((date, index) => fakeShift(index, date)))
  const anyMode = fc.constantFrom('exact' as const, 'keep_weekdays' as const)

  test('exact: every date moves by the difference of the start dates, as specified', () => {
    fc.assert(
      fc.property(anyShifts, anyDate, anyDate, (shifts, from, to) => {
        const { rows, delta, exact_delta } = plan(shifts, {}, [from, to])
        expect(delta).toBe(exact_delta)
        // A shift keeps its day, counted from the first day of its semester.
        for (const row of rows) expect(diffDays(to, row.date)).toBe(diffDays(from, row.from_date))
      }),
    )
  })

  test('keep weekdays: every shift stays on its weekday, within 3 days of the exact date', () => {
    fc.assert(
      fc.property(anyShifts, anyDate, anyDate, (shifts, from, to) => {
        const kept = plan(shifts, { mode: 'keep_weekdays' }, [from, to]).rows
        const exact = plan(shifts, {}, [from, to]).rows
        for (const [index, row] of kept.entries()) {
          expect(weekdayOf(row.date)).toBe(weekdayOf(row.from_date))
          expect(Math.abs(diffDays(row.date, exact[index]!.date))).toBeLessThanOrEqual(3)
        }
      }),
    )
  })

  test('both modes agree when the start dates are on the same weekday', () => {
    fc.assert(
      fc.property(anyShifts, anyDate, fc.integer({ min: -100, max: 100 }), (shifts, from, weeks) => {
        const to = addDays(from, weeks * 7)
        expect(plan(shifts, { mode: 'keep_weekdays' }, [from, to])).toEqual(plan(shifts, {}, [from, to]))
      }),
    )
  })

  test('the gaps between shifts stay the same', () => {
    fc.assert(
      fc.property(anyShifts, anyDate, anyDate, anyMode, (shifts, from, to, mode) => {
        const { rows } = plan(shifts, { mode }, [from, to])
        for (const a of rows)
          for (const b of rows) expect(diffDays(a.date, b.date)).toBe(diffDays(a.from_date, b.from_date))
      }),
    )
  })

  test('copying there and back arrives at the original dates', () => {
    fc.assert(
      fc.property(anyShifts, anyDate, anyDate, anyMode, (shifts, from, to, mode) => {
        const there = plan(shifts, { mode }, [from, to]).rows.map((row, index) => fakeShift(index, row.date))
        const back = plan(there, { mode }, [to, from]).rows.map((row) => row.date)
        expect(back).toEqual(shifts.map((shift) => shift.date))
      }),
    )
  })

  test('clock changes and leap days have no effect, on any day from 2024 to 2030', () => {
    const days = eachDay('2024-01-01', '2030-12-31')
    const shifts = days.map((date, index) => fakeShift(index, date))
    for (const delta of [0, 1, 7, 147, 148, 364, 365, 366, -148]) {
      const { rows } = plan(shifts, {}, ['2026-08-24', addDays('2026-08-24', delta)])
      for (const [index, row] of rows.entries()) {
        expect(row.date).toBe(days[index + delta] ?? row.date)
        expect(diffDays(row.from_date, row.date)).toBe(delta)
      }
    }
  })

  test.each([
    ['2024-02-29', 'to a year without one', ['2024-01-08', '2025-01-06'], '2025-02-27'],
    ['2025-02-28', 'to a year with one', ['2025-01-06', '2028-01-03'], '2028-02-25'],
    ['2027-03-01', 'over one', ['2027-01-04', '2028-01-03'], '2028-02-28'],
  ])('leap day: %s %s', (date, _, terms, expected) => {
    expect(plan([fakeShift(1, date)], { mode: 'keep_weekdays' }, terms).rows[0]?.date).toBe(expected)
  })

  const target = {
    start_date: '2027-01-19',
    end_date: '2027-05-07',
    settings: {
      holidays: ['2027-04-02'],
      breaks: [{ from: '2027-03-15', to: '2027-03-19', name: 'Spring break' }],
    },
  }
  const holidays = [
    { date: '2027-02-15', name: "Washington's Birthday" },
    { date: '2027-03-17', name: 'Founders Day' },
  ]
  const one = (date: string, changes: Partial<ShiftToCopy> = {}, options: Partial<CopyOptions> = {}) =>
    planCopy({
      source: { start_date: target.start_date },
      target,
      shifts: [fakeShift(1, date, changes)],
      mode: 'exact',
      holidays,
      options: { ...standard, ...options },
    }).rows[0]!

  test.each<[string, string, Partial<ShiftToCopy>, Partial<CopyOptions>, string[], boolean, string | null]>([
    ['an ordinary day', '2027-02-16', {}, {}, [], true, null],
    ['the first day', '2027-01-19', {}, {}, [], true, null],
    ['the last day', '2027-05-07', {}, {}, [], true, null],
    ['before the first day', '2027-01-18', {}, {}, ['outside_new_dates'], false, null],
    ['after the last day', '2027-05-08', {}, {}, ['outside_new_dates'], false, null],
    ['a federal holiday', '2027-02-15', {}, {}, ['on_holiday'], false, "Washington's Birthday"],
    ['a holiday of the school', '2027-04-02', {}, {}, ['on_holiday'], false, 'School holiday'],
    ['in a break', '2027-03-19', {}, {}, ['on_break'], false, 'Spring break'],
    ['a paused unit', '2027-02-16', { unit_status: 'paused' }, {}, ['unit_paused'], true, null],
    ['a closed unit', '2027-02-16', { unit_status: 'closed' }, {}, ['unit_closed'], false, null],
    ['an archived unit', '2027-02-16', { unit_status: 'archived' }, {}, ['unit_closed'], false, null],
    ['a holiday in a break', '2027-03-17', {}, {}, ['on_holiday', 'on_break'], false, 'Founders Day'],
    [
      'a paused unit, copied without units',
      '2027-02-16',
      { unit_status: 'paused' },
      { units: false },
      [],
      true,
      null,
    ],
    [
      'a closed unit, copied without units',
      '2027-02-16',
      { unit_status: 'closed' },
      { units: false },
      [],
      true,
      null,
    ],
    ['an instructor who is gone, left behind', '2027-02-16', { proctor: 'gone' }, {}, [], true, null],
    [
      'an instructor who is gone',
      '2027-02-16',
      { proctor: 'gone' },
      { instructors: true },
      ['proctor_gone'],
      true,
      null,
    ],
    ['a cohort that still runs then', '2027-02-16', { cohorts_until: '2027-02-16' }, {}, [], true, null],
    [
      'a cohort that has finished by then',
      '2027-02-16',
      { cohorts_until: '2027-02-15' },
      {},
      ['cohort_gone'],
      true,
      null,
    ],
    [
      'a cohort that has finished, left behind',
      '2027-02-16',
      { cohorts_until: '2027-02-15' },
      { cohorts: false },
      [],
      true,
      null,
    ],
    ['a cancelled shift', '2027-02-16', { status: 'cancelled' }, {}, ['was_cancelled'], false, null],
    ['a completed shift', '2027-02-16', { status: 'completed' }, {}, [], true, null],
    [
      'one that was copied before',
      '2027-02-16',
      { already_copied: true },
      {},
      ['already_copied'],
      false,
      null,
    ],
    [
      'flagged, but told to copy',
      '2027-02-15',
      {},
      { flagged: 'copy' },
      ['on_holiday'],
      true,
      "Washington's Birthday",
    ],
  ])('%s', (_, date, changes, options, flags, included, occasion) => {
    const row = one(date, changes, options)
    expect([row.flags, row.included, row.occasion]).toEqual([flags, included, occasion])
    expect(row.skip_reason).toBe(included ? null : flags[0])
  })

  test('a day on which its unit takes no students is left out with the reason, and units are copied', () => {
    const unit = '00000000-0000-4000-8000-0000000000aa'
    const closed = [
      { from: '2027-03-01', to: '2027-03-03', reason: 'System change' },
      { from: '2027-03-09', to: '2027-03-09' },
    ]
    const agreed = [{ from: '2026-01-01', to: 'infinity' }]
    const unit_days = new Map([[unit, { closed, agreed, others: [] }]])
    const of = (date: string, facility_id: string | null, options: Partial<CopyOptions> = {}) => {
      const [row] = planCopy({
        source: { start_date: target.start_date },
        target,
        shifts: [fakeShift(1, date, { facility_id })],
        mode: 'exact',
        holidays,
        unit_days,
        options: { ...standard, ...options },
      }).rows
      return [row!.flags, row!.closed, row!.skip_reason]
    }
    const [flag, reason] = [['closed_to_students'], 'System change']
    expect(of('2027-03-01', unit)).toEqual([flag, reason, 'closed_to_students'])
    expect(of('2027-03-03', unit, { flagged: 'copy' })).toEqual([flag, reason, null])
    expect(of('2027-03-09', unit)[1]).toBe('The unit takes no students that day')
    expect(of('2027-03-04', unit)).toEqual([[], null, null])
    expect(of('2027-03-01', null)).toEqual([[], null, null])
    expect(of('2027-03-01', unit, { units: false })).toEqual([[], null, null])
  })

  test('a day without a partnership, or on which another school has the unit, asks for a look and is copied', () => {
    const unit = '00000000-0000-4000-8000-0000000000aa'
    const flagsOn = (date: string, to: string) =>
      planCopy({
        source: { start_date: target.start_date },
        target,
        shifts: [fakeShift(1, date, { facility_id: unit })],
        mode: 'exact',
        holidays: [],
        unit_days: new Map([
          [unit, { closed: [], agreed: [{ from: '2026-01-01', to }], others: ['2027-03-02'] }],
        ]),
        options: standard,
      }).rows.map(({ flags, included }) => [flags, included])
    expect(flagsOn('2027-03-01', '2027-03-01')).toEqual([[[], true]])
    expect(flagsOn('2027-03-03', '2027-03-01')).toEqual([[['no_partnership'], true]])
    expect(flagsOn('2027-03-02', 'infinity')).toEqual([[['other_school'], true]])
  })

  test("a person's choice for a row takes precedence, above all leaving it out", () => {
    const shifts = [fakeShift(1, '2027-02-15'), fakeShift(2, '2027-02-16'), fakeShift(3, '2027-02-17')]
    const [holiday, tuesday, wednesday] = shifts.map((shift) => shift.id) as [string, string, string]
    const decided = planCopy({
      source: target,
      target,
      shifts,
      mode: 'exact',
      holidays,
      options: standard,
      include: [holiday, wednesday],
      leave_out: [tuesday, wednesday],
    })
    expect(decided.rows.map((row) => row.skip_reason)).toEqual([null, 'left_out', 'left_out'])
    expect([decided.copied, decided.skipped_by_reason]).toEqual([1, { left_out: 2 }])
  })

  test('similar shifts are evaluated once and counted for all', () => {
    const days = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 })
    fc.assert(
      fc.property(days, fc.constantFrom('skip' as const, 'copy' as const), (offsets, flagged) => {
        const dates = offsets.map((offset) => addDays('2027-02-10', offset))
        const alike = [...Map.groupBy(dates, (date) => date)].map(([date, { length: count }], index) => ({
          ...fakeShift(index, date, { count }),
          id: null,
        }))
        const judge = (shifts: ShiftToCopy[]) =>
          plan(shifts, { target, holidays, options: { ...standard, flagged } }, [
            target.start_date,
            target.start_date,
          ])
        const together = judge(alike)
        const singly = judge(dates.map((date, index) => fakeShift(index, date)))
        expect([together.copied, together.skipped_by_reason]).toEqual([
          singly.copied,
          singly.skipped_by_reason,
        ])
      }),
    )
  })

  test('of several reasons, the most important one is counted', () => {
    const row = one('2027-05-08', { already_copied: true, status: 'cancelled', unit_status: 'closed' })
    expect(row.flags).toEqual(['already_copied', 'was_cancelled', 'outside_new_dates', 'unit_closed'])
    expect(row.skip_reason).toBe('already_copied')
  })

  test('without shifts, only the semester is copied', () => {
    const empty = plan([fakeShift(1, '2026-09-01')], { options: { ...standard, shifts: false } })
    expect([empty.rows, empty.copied]).toEqual([[], 0])
  })

  test('a whole term: Fall 2026 into Spring 2027', () => {
    const [fall, spring] = fakeSemesters()
    const result = planCopy({
      source: fall!,
      target: spring!,
      shifts: fakeShifts('2026-08-24', '2026-12-11'),
      mode: 'keep_weekdays',
      holidays: [],
      options: standard,
    })
    expect([result.exact_delta, result.delta]).toEqual([148, 147])
    expect(result.rows).toHaveLength(32)
    expect(result.rows[0]).toMatchObject({ from_date: '2026-08-25', date: '2027-01-19', included: true })
    expect([result.copied, result.skipped_by_reason]).toEqual([30, { on_break: 2 }])
    expect(result.copied + 2).toBe(result.rows.length)
  })

  test('10,000 shifts are all planned, each counted once', () => {
    const shifts = Array.from({ length: 10_000 }, (_, index) =>
      fakeShift(index, addDays('2026-08-24', index % 110)),
    )
    const result = plan(shifts, { target, holidays })
    const skipped = Object.values(result.skipped_by_reason).reduce((sum, count) => sum + count, 0)
    expect(result.rows).toHaveLength(10_000)
    expect(result.copied + skipped).toBe(10_000)
    expect(result.rows.filter((row) => row.included)).toHaveLength(result.copied)
  })
})

describe('undoing a copy', () => {
  const made = Date.parse('2026-10-31T20:00:00Z') // the clocks go back that night: 24 hours are 24 hours
  const copy = (changes = {}) => ({
    created_at: '2026-10-31T20:00:00Z',
    undone_at: null,
    no_longer_draft: 0,
    drafts: 12,
    ...changes,
  })
  const HOUR = 3_600_000

  test.each([
    ['at once', {}, 0, null],
    ['24 hours later', {}, 24 * HOUR, null],
    ['a moment after that', {}, 24 * HOUR + 1, 'expired'],
    ['one shift is no longer a draft', { no_longer_draft: 1 }, HOUR, 'changed'],
    ['undone before', { undone_at: '2026-10-31T21:00:00Z' }, 2 * HOUR, 'undone'],
  ])('%s', (_, changes, after, expected) => {
    expect(undoBlocker(copy(changes), made + after)).toBe(expected)
  })

  test.each([
    ['one shift is no longer a draft', { no_longer_draft: 1 }, HOUR, null],
    ['no shift is a draft any more', { no_longer_draft: 12, drafts: 0 }, HOUR, 'changed'],
    ['a day and a moment later', { no_longer_draft: 1 }, 24 * HOUR + 1, 'expired'],
    ['undone before', { no_longer_draft: 1, undone_at: '2026-10-31T21:00:00Z' }, HOUR, 'undone'],
  ])('only its drafts: %s', (_, changes, after, expected) => {
    expect(undoBlocker(copy(changes), made + after, true)).toBe(expected)
  })
})

test.each([
  ['cancelled', 'canceled'],
  ['pending_facility', 'requested'],
  ['in_progress', 'in progress'],
])('a copied shift that is %s is called %s', (status, words) => {
  const shift = { id: 's1', title: 'Respiratory', date: '2026-03-03', unit_name: '5 East', status }
  expect(changedText(shift)).toBe(`“Respiratory” on Tue, Mar 3, 2026 (5 East) is ${words}`)
})
