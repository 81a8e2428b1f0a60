import { describe, expect, it } from 'vitest'
import type { AutomationChange, RuleFields, Schedule } from './contract.ts'
import {
  startWords,
  activateBlocker,
  afterRun,
  changeBlocker,
  changeLabel,
  isAtWork,
  isReversible,
  pauseBlocker,
  runBlocker,
  runWords,
  shortWeekday,
  weekdayName,
  cronOf,
  mayOwn,
  removeBlocker,
  ruleBlocker,
  runResult,
  scheduleOf,
  scheduleWords,
  earliestFirst,
  lackedSpecialties,
  studentsForSeat,
  templateDays,
  templateProblems,
  normalizeRule,
  undoBlocker,
} from './rules.ts'

const monday: Schedule = { every: 'week', time: '06:00', weekday: 1, day: 1 }

describe('a schedule', () => {
  it.each([
    [{ ...monday, every: 'day' as const }, '0 6 * * *', 'Every day at 6:00 AM'],
    [{ ...monday, every: 'weekday' as const, time: '14:30' }, '30 14 * * 1-5', 'Monday to Friday at 2:30 PM'],
    [monday, '0 6 * * 1', 'Every Monday at 6:00 AM'],
    [{ ...monday, weekday: 7 }, '0 6 * * 7', 'Every Sunday at 6:00 AM'],
    [{ ...monday, every: 'month' as const }, '0 6 1 * *', 'The first of each month at 6:00 AM'],
    [{ ...monday, every: 'month' as const, day: 15 }, '0 6 15 * *', 'Day 15 of each month at 6:00 AM'],
  ])('%o becomes cron and back', (schedule, cron, words) => {
    expect(cronOf(schedule)).toBe(cron)
    expect(scheduleOf(cron)).toEqual(schedule)
    expect(scheduleWords(schedule)).toBe(words)
  })
})

describe('the days of a template', () => {
  const terms = [{ id: 'fall', start_date: '2026-08-24', end_date: '2026-12-12' }]
  const from = { today: '2026-11-29', daysAhead: 14, terms, off: [] }
  it('are its weekdays in the semester, from tomorrow on', () => {
    expect(templateDays({ weekdays: [1, 7] }, from).map(({ date }) => date)).toEqual([
      '2026-11-30',
      '2026-12-06',
      '2026-12-07',
    ])
  })
  it('leave out days off', () => {
    const off = [{ from: '2026-11-30', to: '2026-12-04' }]
    expect(templateDays({ weekdays: [1] }, { ...from, off })).toEqual([
      { date: '2026-12-07', semester_id: 'fall' },
    ])
  })
})

describe('a rule', () => {
  const rule = {
    action: 'assign_to_meet_hours',
    mode: 'auto',
    template_id: null,
    remind_about: null,
    event: null,
  } as const
  it('says what started a run', () => {
    expect(startWords({ is_scheduled: false, events: 0 })).toBe('A person')
    expect([0, 1, 12].map((events) => startWords({ is_scheduled: true, events }))).toEqual([
      'Schedule',
      '1 event',
      '12 events',
    ])
  })
  it('requires what its action needs, and does not give seats automatically', () => {
    expect(ruleBlocker(rule)?.code).toBe('automation.only_suggests')
    expect(ruleBlocker({ ...rule, mode: 'suggest' })).toBeNull()
    expect(ruleBlocker({ ...rule, action: 'create_from_template' })?.code).toBe('automation.no_template')
    expect(
      ruleBlocker({ ...rule, action: 'create_from_template', template_id: 't', event: 'seat_freed' })?.code,
    ).toBe('automation.only_scheduled')
    expect(ruleBlocker({ ...rule, action: 'remind' })?.code).toBe('automation.no_reminder')
  })
  it('keeps only what its action uses', () => {
    const tidy = normalizeRule({
      ...rule,
      action: 'create_from_template',
      template_id: 't',
      remind_about: 'unfilled',
      to_be_named: true,
      cohort_id: 'c',
      facility_id: 'f',
    } as RuleFields)
    expect(tidy).toMatchObject({
      template_id: 't',
      remind_about: null,
      to_be_named: false,
      cohort_id: null,
      facility_id: null,
    })
    expect(normalizeRule({ ...rule, template_id: 't' } as unknown as RuleFields).template_id).toBeNull()
  })
  it('must be tried before it is turned on', () => {
    expect(activateBlocker({ status: 'draft', tried_at: null })?.code).toBe('automation.not_tried')
    expect(activateBlocker({ status: 'error', tried_at: '2026-11-29' })).toBeNull()
    expect(activateBlocker({ status: 'active', tried_at: '2026-11-29' })?.code).toBe('automation.step')
  })
  it('can be deleted only if it has never run', () => {
    expect(removeBlocker({ status: 'draft', runs: 0 })).toBeNull()
    expect(removeBlocker({ status: 'paused', runs: 1 })?.code).toBe('automation.has_run')
    expect(removeBlocker({ status: 'active', runs: 0 })?.code).toBe('automation.step')
  })
  it('stops after three failures in a row', () => {
    expect(afterRun(1, 'failed')).toEqual({ failures: 2, isStopped: false })
    expect(afterRun(2, 'failed')).toEqual({ failures: 3, isStopped: true })
    expect(afterRun(2, 'partial')).toEqual({ failures: 0, isStopped: false })
  })
  it('is owned by an administrator of the school', () => {
    const ana = { role: 'school_admin', status: 'active', linked_school_id: 'lake' }
    expect(mayOwn(ana, 'lake')).toBe(true)
    expect(mayOwn({ ...ana, role: 'school_super_admin' }, 'lake')).toBe(true)
    expect(mayOwn({ ...ana, role: 'superadmin', linked_school_id: null }, 'lake')).toBe(true)
    for (const lost of [{ role: 'proctor' }, { status: 'deactivated' }, { linked_school_id: 'hill' }])
      expect(mayOwn({ ...ana, ...lost }, 'lake')).toBe(false)
  })
})

it('a run failed if all was refused, and is partial if some was', () => {
  expect(
    [
      { done: 2, refused: 0 },
      { done: 1, refused: 1 },
      { done: 0, refused: 2 },
      { done: 0, refused: 0 },
    ].map(runResult),
  ).toEqual(['ok', 'partial', 'failed', 'ok'])
})

it('a change can be undone within a day, if its kind allows it', () => {
  const done: Pick<AutomationChange, 'action' | 'status' | 'done_at'> = {
    action: 'create_from_template',
    status: 'done',
    done_at: '2026-11-29T06:00:00Z',
  }
  expect(undoBlocker(done, '2026-11-30T06:00:00Z')).toBeNull()
  expect(undoBlocker(done, '2026-11-30T06:00:01Z')?.code).toBe('automation.undo_over')
  expect(undoBlocker({ ...done, action: 'publish_at_release' }, '2026-11-29T07:00:00Z')?.code).toBe(
    'automation.cannot_undo',
  )
  expect(undoBlocker({ ...done, status: 'undone' }, '2026-11-29T07:00:00Z')?.code).toBe(
    'automation.change_step',
  )
})

it('offers seats first to students who lack most of a specialty, and not to those who lack nothing', () => {
  const seats = [
    { id: 'late', free: 1, specialty: 'icu', date: '2026-12-08' },
    { id: 'soon', free: 1, specialty: 'icu', date: '2026-12-01' },
  ]
  const needs: Parameters<typeof studentsForSeat>[1] = [
    { student_id: 'a', gap: 10, by_specialty: { icu: 5 } },
    { student_id: 'b', gap: 20, by_specialty: { icu: 8 } },
    { student_id: 'c', gap: 20, by_specialty: { pediatrics: 8 } },
    { student_id: 'd', gap: 0, by_specialty: { icu: 8 } },
  ]
  expect(earliestFirst(seats).map(({ id }) => id)).toEqual(['soon', 'late'])
  const whoFor = (most: number, ...leftOut: string[]) =>
    studentsForSeat(seats[0]!, needs, { most, isLeftOut: (one) => leftOut.includes(one) })
  expect(whoFor(40)).toEqual(['b', 'a'])
  expect(whoFor(1)).toEqual(['b'])
  // Those left out do not push others out.
  expect(whoFor(1, 'b')).toEqual(['a'])
  expect(lackedSpecialties([...needs, { student_id: 'e', gap: 1, by_specialty: { community: 0 } }])).toEqual([
    'icu',
    'pediatrics',
  ])
})

it('a template ends at another time than it begins, and is at a unit or on campus', () => {
  const template = {
    start_time: '07:00',
    end_time: '15:00',
    facility_id: null,
    experience_type: 'simulation',
  } as const
  expect(templateProblems(template)).toEqual({})
  expect(templateProblems({ ...template, end_time: '07:00' })).toHaveProperty('end_time')
  expect(templateProblems({ ...template, experience_type: 'group' })).toHaveProperty('facility_id')
})

it('says what can be done with a rule, a run and a change', () => {
  expect(pauseBlocker({ status: 'active' })).toBeNull()
  expect(pauseBlocker({ status: 'draft' })?.code).toBe('automation.step')
  expect(runBlocker({ status: 'active' })).toBeNull()
  expect(runBlocker({ status: 'paused' })?.code).toBe('automation.not_active')
  expect([isAtWork({ status: 'running' }), isAtWork({ status: 'ok' })]).toEqual([true, false])
  expect(changeBlocker({ status: 'suggested' }, 'dismissed')).toBeNull()
  expect(changeBlocker({ status: 'done' }, 'dismissed')?.code).toBe('automation.change_step')
  expect(['create_from_template', 'remind'].map((action) => isReversible(action as 'remind'))).toEqual([
    true,
    false,
  ])
  expect(changeLabel('Adult Health I', '2026-12-08')).toBe('Adult Health I, Tue, Dec 8, 2026')
  expect([weekdayName(7), shortWeekday(1)]).toEqual(['Sunday', 'Mon'])
  const none = { suggested: 0, done: 0, refused: 0 }
  expect(runWords({ status: 'ok', ...none })).toBe('Nothing to do')
  expect(runWords({ status: 'partial', ...none, done: 2, refused: 1 })).toBe('2 done, 1 refused')
})
