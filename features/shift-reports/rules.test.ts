import { describe, expect, it } from 'vitest'
import { defaultSettings } from '#core/school-settings.ts'
import { canTransition } from '#core/steps.ts'
import {
  decisionBlocker,
  exceptionsOf,
  isOverdue,
  reportSteps,
  submitBlocker,
  mergeReports,
  needAfterCorrection,
  incidentStatus,
} from './rules.ts'

const present = {
  full_name: 'Ann',
  status: 'completed' as const,
  late_min: 15,
  left_early_min: 0,
  is_inside: true,
  check_in_at: null,
  check_in_method: null,
  check_in_pressed_at: null,
  check_out_reason: null,
}

it('deciding and writing are for different parties', () => {
  expect(canTransition(reportSteps, 'submitted', 'returned', 'instructor')).toBe(false)
  expect(canTransition(reportSteps, 'draft', 'submitted', 'school')).toBe(false)
  expect(reportSteps.filter(({ from }) => from === ('accepted' as string))).toEqual([])
})

describe('exceptions in attendance', () => {
  it.each([
    [{}, []],
    [{ is_inside: null }, []],
    [{ late_min: 16 }, ['16 min late']],
    [{ left_early_min: 1 }, ['left 1 min early']],
    [{ is_inside: false }, ['checked in away from the site']],
    [{ check_out_reason: 'Phone died.' }, ['checked out later, with a reason']],
    [{ status: 'no_show' as const, late_min: 0 }, ['absent']],
    [{ status: 'expected' as const, late_min: 0 }, ['attendance not recorded']],
  ])('of %o: %o', (change, expected) => {
    expect(exceptionsOf({ ...present, ...change }, defaultSettings)).toEqual(expected)
  })
})

it("a report is submitted as a draft, with everyone's attendance settled, a sentence and the tick", () => {
  const draft = { status: 'draft' as const, teaching_summary: 'Wound care.' }
  const blocked = (report: object, tick = true, attendance: (typeof present | object)[] = [present]) =>
    submitBlocker({ ...draft, ...report }, attendance as never, tick)?.code ?? null
  expect(blocked({})).toBeNull()
  expect(blocked({}, false)).toBe('shift_report.tick_missing')
  expect(blocked({ teaching_summary: ' ' })).toBe('shift_report.summary_missing')
  expect(blocked({ status: 'due' })).toBe('shift_report.not_a_draft')
  for (const status of ['expected', 'called_out', 'checked_in', 'no_show_proposed'])
    expect(blocked({}, true, [{ ...present, status }])).toBe('shift_report.attendance_open')
})

it('is overdue until it is submitted', () => {
  const due = { due_at: '2027-01-14T12:00:00Z' }
  const late = (status: Parameters<typeof isOverdue>[0]['status'], now = '2027-01-14T12:00:01Z') =>
    isOverdue({ ...due, status }, now)
  expect([
    late('due'),
    late('draft'),
    late('returned'),
    late('submitted'),
    late('due', '2027-01-14T12:00:00Z'),
  ]).toEqual([true, true, true, false, false])
})

it('is decided once: accepted when all attendance is settled, returned to an instructor with a reason', () => {
  const decided = (
    more: object,
    decision: 'accept' | 'return',
    reason: string | null = null,
    attendance: object[] = [present],
  ) =>
    decisionBlocker(
      { status: 'submitted', proctor_id: 'p', ...more },
      { decision, reason },
      attendance as never,
    )?.code ?? null
  expect(decided({}, 'accept')).toBeNull()
  expect(decided({ status: 'accepted' }, 'accept')).toBe('shift_report.not_submitted')
  expect(decided({}, 'accept', null, [{ ...present, status: 'expected' }])).toBe(
    'shift_report.attendance_open',
  )
  expect(decided({}, 'return')).toBe('shift_report.reason_missing')
  expect(decided({}, 'return', 'Which skills?')).toBeNull()
  expect(decided({ proctor_id: null }, 'return', 'Which skills?')).toBe('shift_report.no_instructor')
  expect(decided({ proctor_id: null }, 'accept')).toBeNull()
})

it('merges what two tabs wrote; in the same field, the last one counts', () => {
  const [first, second] = ['a', 'b'].map((id) => ({ id, prepared: true, uniform: true, note: null }))
  const base = {
    census: null,
    acuity_note: null,
    activities: 'Rounds.',
    objectives_met: ['Handover'],
    teaching_summary: null,
    roster: [first!],
    facility_feedback: { welcome: null, support: 3, suitability: null, comment: null },
    private_note: null,
  }
  const mine = {
    ...base,
    teaching_summary: 'Wound care.',
    activities: 'Dressings.',
    roster: [{ ...first!, note: 'Late.' }],
    facility_feedback: { ...base.facility_feedback, support: 5 },
  }
  const theirs = {
    ...base,
    census: 12,
    activities: 'Admissions.',
    objectives_met: [],
    roster: [{ ...first!, prepared: false }, second!],
    facility_feedback: { ...base.facility_feedback, welcome: 4 },
  }
  expect(mergeReports(base, mine, theirs)).toEqual({
    census: 12,
    acuity_note: null,
    activities: 'Dressings.',
    objectives_met: [],
    teaching_summary: 'Wound care.',
    roster: [{ ...first!, prepared: false, note: 'Late.' }, second!],
    facility_feedback: { welcome: 4, support: 5, suitability: null, comment: null },
    private_note: null,
  })
})

it('an incident is overdue after the day of its follow-up, until it is closed', () => {
  const on = (follow_up_by: string | null, closed_at: string | null = null) =>
    incidentStatus({ follow_up_by, closed_at }, '2026-11-30')
  expect([on(null), on('2026-11-30'), on('2026-11-29')]).toEqual(['open', 'open', 'overdue'])
  expect(on('2026-11-29', '2026-11-30T10:00:00Z')).toBe('closed')
})

describe('hours to make up after a correction of the shift', () => {
  const closed = { hours: 0, reason: 'The unit closed.' }
  const corrected = { hours: 6, reason: 'It closed at one.' }
  const usual = { hours: 7.5, reason: null }
  const waived = (waived_reason: string) => ({ status: 'waived', hours: 7.5, waived_reason }) as const
  const owed = (status: 'open' | 'scheduled' | 'made_up', hours = 7.5) =>
    ({ status, hours, waived_reason: null }) as const
  it.each([
    ['still owed: follows', owed('open'), usual, corrected, owed('open', 6)],
    ['arranged: follows', owed('scheduled'), usual, corrected, owed('scheduled', 6)],
    ['arranged, none left: follows', owed('scheduled'), usual, closed, owed('scheduled', 0)],
    ['made up: stays', owed('made_up'), usual, corrected, null],
    ['the same hours: stays', owed('open', 6), usual, corrected, null],
    ['none left: waived', owed('open'), usual, closed, waived('The unit closed.')],
    ['waived so, hours again: owed again', waived('The unit closed.'), closed, corrected, owed('open', 6)],
    ['waived by the school: stays', waived('Enough.'), closed, corrected, null],
    ['waived before other hours: stays', waived('It closed at one.'), corrected, usual, null],
  ])('after a correction of the shift, %s', (_name, need, before, after, expected) => {
    expect(needAfterCorrection(need, before, { ...after, reason: after.reason ?? '' })).toEqual(expected)
  })

  it('keeps as much of a long reason as fits, and still knows it', () => {
    const long = { hours: 0, reason: 'x'.repeat(900) }
    const next = needAfterCorrection(owed('open'), usual, long)!
    expect(next.waived_reason).toHaveLength(500)
    expect(needAfterCorrection(next, long, corrected)).toEqual(owed('open', 6))
  })
})
