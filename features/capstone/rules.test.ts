import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { canTransition } from '#core/steps.ts'
import type { DayStatus, NominationStatus, Project, ProjectStatus } from './contract.ts'
import { projectStatus } from './contract.ts'
import {
  clearanceBlocker,
  completionBlocker,
  confirmBlocker,
  dayNews,
  daySteps,
  deliverableSteps,
  evaluationDue,
  failBlocker,
  floatBlocker,
  goalBlocker,
  hoursBlocker,
  isSigned,
  mainStatusIndex,
  minutesOf,
  nextStepOf,
  nominationBlocker,
  nominationSteps,
  planBlocker,
  projectSteps,
  proposalBlocker,
  readyBlocker,
  decisionReasonBlocker,
  reasonBlocker,
  signBlocker,
  type EvaluationStatuses,
  type StepParty,
} from './rules.ts'

const parties: StepParty[] = ['student', 'school', 'faculty', 'facility', 'preceptor', 'system']

describe('email about a day to a preceptor without an account', () => {
  const of = (status: DayStatus, mailed: string | null, has_account = false) =>
    dayNews({ preceptor_id: 'new', status, mailed, has_account }).map(
      (one) => `${one.to} ${one.is_planned ? 'comes' : 'does not come'}`,
    )
  it.each([
    ['is planned', of('planned', null), ['new comes']],
    ['is planned, and was mailed', of('planned', 'new planned'), []],
    ['was removed before anything was mailed', of('removed', null), []],
    ['is removed', of('removed', 'new planned'), ['new does not come']],
    ['is to be rescheduled', of('reschedule', 'new planned'), ['new does not come']],
    ['is removed after it was to be rescheduled', of('removed', 'new reschedule'), []],
    ['is planned again', of('planned', 'new reschedule'), ['new comes']],
    ['has a substitute', of('planned', 'old planned'), ['old does not come', 'new comes']],
    ['has a substitute with an account', of('planned', 'old planned', true), ['old does not come']],
    ['is of a preceptor with an account', of('planned', null, true), []],
  ])('says what is new if it %s', (_, said, expected) => expect(said).toEqual(expected))
})

describe('the steps of a project (Domain 2.6)', () => {
  test.each<[string, string, ProjectStatus, StepParty[]]>([
    ['submits', 'draft', 'submitted', ['student']],
    ['submits again', 'revisions_requested', 'submitted', ['student']],
    ['takes it up', 'submitted', 'under_review', ['school', 'faculty']],
    ['asks for revisions', 'under_review', 'revisions_requested', ['school', 'faculty']],
    ['approves', 'under_review', 'approved', ['school', 'faculty']],
    ['does not approve unread', 'submitted', 'approved', []],
    ['asks a facility', 'approved', 'awaiting_preceptor', ['school', 'faculty']],
    ['accepts', 'awaiting_preceptor', 'matched', ['preceptor']],
    [
      'leaves before the first hour',
      'matched',
      'awaiting_preceptor',
      ['school', 'faculty', 'facility', 'preceptor'],
    ],
    ['leaves later', 'active', 'awaiting_preceptor', ['school', 'faculty', 'facility', 'preceptor']],
    ['confirms the first hour', 'matched', 'active', ['preceptor']],
    ['takes over', 'awaiting_preceptor', 'active', ['preceptor']],
    ['asks another facility', 'awaiting_preceptor', 'approved', ['school', 'faculty']],
    ['completes', 'active', 'completed', ['school', 'faculty']],
    ['completes without a preceptor', 'awaiting_preceptor', 'completed', ['school', 'faculty']],
    ['fails without a preceptor', 'awaiting_preceptor', 'failed', ['school']],
    ['closes', 'completed', 'closed', ['school', 'faculty']],
    ['withdraws before the first hour', 'matched', 'withdrawn', ['student']],
    ['does not withdraw after it', 'active', 'withdrawn', []],
    ['cancels', 'active', 'cancelled', ['school']],
    ['fails, after it began', 'active', 'failed', ['school']],
    ['does not fail before', 'matched', 'failed', []],
    ['does not come back', 'closed', 'active', []],
  ])('a party that %s: %s → %s', (_, from, to, expected) => {
    expect(parties.filter((party) => canTransition(projectSteps, from, to, party))).toEqual(expected)
  })

  it('lead from a draft to every status, and out of no final one', () => {
    const seen = new Set<string>(['draft'])
    for (let size = 0; size < seen.size;) {
      size = seen.size
      for (const { from, to } of projectSteps) if (seen.has(from)) seen.add(to)
    }
    expect([...seen].toSorted()).toEqual([...projectStatus.options].toSorted())
    for (const end of ['closed', 'withdrawn', 'cancelled', 'failed'])
      expect(projectSteps.filter(({ from }) => from === end)).toEqual([])
  })

  it('have final statuses for nominations, days and deliverables', () => {
    expect(
      nominationSteps.filter(({ from }: { from: string }) => from === 'declined' || from === 'ended'),
    ).toEqual([])
    expect(daySteps.filter(({ from }: { from: string }) => from === 'confirmed')).toEqual([])
    expect(deliverableSteps.filter(({ from }: { from: string }) => from === 'accepted')).toEqual([])
  })

  it('say how far along a project is', () => {
    expect(mainStatusIndex('draft')).toBe(0)
    expect(mainStatusIndex('active')).toBe(4)
    expect(mainStatusIndex('closed')).toBe(6)
    expect(mainStatusIndex('failed')).toBe(-1)
  })
})

test.each([
  ['withdraw', 'matched', 0, undefined],
  ['withdraw', 'matched', 8, 'capstone.has_begun'],
  ['withdraw', 'awaiting_preceptor', 8, 'capstone.has_begun'],
  ['cancel', 'awaiting_preceptor', 8, undefined],
  ['complete', 'active', 0, undefined],
  ['complete', 'awaiting_preceptor', 8, undefined],
  ['fail', 'awaiting_preceptor', 8, undefined],
  ['fail', 'awaiting_preceptor', 0, 'capstone.not_now'],
] as const)('%s of a project that is %s with %d hours', (event, status, credited_hours, code) => {
  expect(hoursBlocker(event, { status, credited_hours })?.code).toBe(code)
})

describe('a proposal', () => {
  const whole = {
    summary: 'Care of adults after surgery, with a look at falls.',
    start_date: '2027-01-11',
    end_date: '2027-05-14',
    learning_goals: [{ goal: 'Prioritize four patients', measure: '' }],
  }
  test.each([
    ['whole', {}, undefined],
    ['without a word', { summary: 'Soon' }, 'capstone.summary_short'],
    ['without goals', { learning_goals: [] }, 'capstone.goals_missing'],
    ['back in time', { end_date: '2027-01-10' }, 'capstone.days_reversed'],
  ])('%s', (_, more, code) => expect(proposalBlocker({ ...whole, ...more })?.code).toBe(code))
  it('is returned, canceled and failed only with a reason', () => {
    expect(reasonBlocker('request_revisions', ' ')?.code).toBe('capstone.reason_missing')
    expect(reasonBlocker('fail', null)?.code).toBe('capstone.reason_missing')
    expect(reasonBlocker('cancel', 'Left the program')).toBeNull()
    expect(reasonBlocker('submit', null)).toBeNull()
  })
})

describe('a nomination', () => {
  test.each([
    ['withdraw', 'proposed', 'school', true],
    ['withdraw', 'proposed', 'faculty', true],
    ['withdraw', 'proposed', 'facility', false],
    ['withdraw', 'asked', 'school', false],
    ['ask', 'proposed', 'school', false],
    ['end', 'accepted', 'facility', true],
  ] as const)('to %s one that is %s needs a reason of the %s: %s', (decision, status, party, needs) => {
    const codeOf = (reason: string | null) => decisionReasonBlocker(decision, { status, party }, reason)?.code
    expect([codeOf(null), codeOf(' no ')]).toEqual(
      Array(2).fill(needs ? 'capstone.reason_missing' : undefined),
    )
    expect(codeOf('On leave')).toBeUndefined()
  })
  test.each<[ProjectStatus, NominationStatus[], string | undefined]>([
    ['awaiting_preceptor', [], undefined],
    ['awaiting_preceptor', ['declined', 'expired', 'ended', 'withdrawn'], undefined],
    ['awaiting_preceptor', ['asked'], 'capstone.nominated'],
    ['awaiting_preceptor', ['proposed'], 'capstone.nominated'],
    ['approved', [], 'capstone.not_searching'],
    ['matched', ['accepted'], 'capstone.not_searching'],
  ])('during %s next to %j', (status, others, code) =>
    expect(nominationBlocker(status, others)?.code).toBe(code),
  )
})

const unsigned = {
  status: 'accepted' as NominationStatus,
  student_signed_at: null as string | null,
  preceptor_signed_at: null,
  faculty_signed_at: null,
}

describe('the agreement', () => {
  it('is signed by each party once, and blocks hours until all three have signed', () => {
    const blocked = (more: Partial<typeof unsigned>, party: StepParty, project: ProjectStatus = 'matched') =>
      signBlocker({ ...unsigned, ...more }, party, project)?.code
    expect(blocked({}, 'student')).toBeUndefined()
    expect(blocked({ student_signed_at: 'x' }, 'student')).toBe('capstone.signed')
    expect(blocked({ status: 'asked' }, 'preceptor')).toBe('capstone.not_accepted')
    for (const party of ['school', 'facility', 'system'] as const)
      expect(blocked({}, party)).toBe('capstone.not_a_signer')
    for (const ended of ['withdrawn', 'cancelled', 'failed'] as const)
      expect(blocked({}, 'student', ended)).toBe('capstone.not_now')
    expect(isSigned({ ...unsigned, student_signed_at: 'x', preceptor_signed_at: 'x' })).toBe(false)
    expect(
      isSigned({ ...unsigned, student_signed_at: 'x', preceptor_signed_at: 'x', faculty_signed_at: 'x' }),
    ).toBe(true)
  })
})

describe('the hours of a day', () => {
  test.each([
    ['07:00', '19:30', 750],
    ['19:00', '07:00', 720],
    ['07:00', '07:00', 1440],
  ])('%s to %s', (start_time, end_time, minutes) => expect(minutesOf({ start_time, end_time })).toBe(minutes))
  it('are more than none and a day at most, for any two times', () => {
    const time = fc
      .integer({ min: 0, max: 1439 })
      .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`)
    fc.assert(
      fc.property(time, time, (start_time, end_time) => {
        const minutes = minutesOf({ start_time, end_time })
        expect(minutes).toBeGreaterThan(0)
        expect(minutes).toBeLessThanOrEqual(1440)
      }),
    )
  })
  const project = { status: 'matched' as ProjectStatus, start_date: '2027-01-11', end_date: '2027-05-14' }
  const on = (date: string, end_time = '19:00') => [{ date, start_time: '07:00', end_time }]
  test.each([
    [project, on('2027-01-11'), undefined],
    [project, on('2027-05-14'), undefined],
    [project, on('2027-01-10'), 'capstone.day_outside'],
    [project, on('2027-02-01', '06:00'), 'capstone.day_long'],
    [{ ...project, status: 'awaiting_preceptor' as const }, on('2027-02-01'), 'capstone.no_preceptor'],
  ])('planned: %j %j', (one, days, code) => expect(planBlocker(one, days)?.code).toBe(code))

  it('as long as the school allows, and never longer than sixteen hours', () => {
    const long = [project, on('2027-02-01', '06:00')] as const
    expect(planBlocker(...long, 12)).toMatchObject({ code: 'capstone.day_long', values: { most: 12 } })
    expect(planBlocker(...long, 24)).toMatchObject({ values: { most: 16 } })
    expect(planBlocker(project, on('2027-02-01'), 24)).toBeNull()
  })

  const day = {
    status: 'planned' as const,
    has_ended: true,
    minutes: 720,
    is_signed: true,
    is_substitute: false,
    floated_to: null,
    student_ready_at: null,
  }
  test.each([
    ['over, signed', {}, 720, undefined],
    ['twice', { status: 'confirmed' as const }, 720, 'capstone.confirmed'],
    ['removed', { status: 'removed' as const }, 720, 'capstone.day_not_planned'],
    ['to be rescheduled', { status: 'reschedule' as const }, 720, 'capstone.day_not_planned'],
    ['before it is over', { has_ended: false }, 720, 'capstone.day_not_over'],
    ['without a signed agreement', { is_signed: false }, 720, 'capstone.not_signed'],
    ['a day too long', {}, 961, 'capstone.day_long'],
  ])('confirmed: %s', (_, more, minutes, code) =>
    expect(confirmBlocker({ ...day, ...more }, minutes)?.code).toBe(code),
  )
})

describe('the clearance of the student', () => {
  const not = { status: 'not_cleared' as const, missing: ['BLS missing (Lake School)'] }
  it('is checked only when the faculty member signs, who may begin without it for a reason', () => {
    expect(clearanceBlocker('faculty', not, null)).toEqual({
      code: 'capstone.not_cleared',
      values: { why: 'Not cleared: BLS missing (Lake School).' },
    })
    expect(clearanceBlocker('faculty', not, ' x ')?.code).toBe('capstone.not_cleared')
    expect(clearanceBlocker('faculty', not, 'The renewal is on its way.')).toBeNull()
    for (const party of ['student', 'preceptor'] as const)
      expect(clearanceBlocker(party, not, null)).toBeNull()
    expect(clearanceBlocker('faculty', { status: 'cleared', missing: [] }, null)).toBeNull()
    expect(clearanceBlocker('faculty', { status: 'cleared_with_condition', missing: [] }, null)).toBeNull()
    expect(clearanceBlocker('faculty', null, null)).toBeNull()
  })
})

describe('completion', () => {
  const whole = {
    required_hours: 120,
    credited_hours: 120,
    deliverables: [{ status: 'accepted' as const }],
    final: 'verified' as const,
  }
  test.each([
    [{}, undefined],
    [{ credited_hours: 119.75 }, 'capstone.hours_short'],
    [{ deliverables: [{ status: 'submitted' as const }] }, 'capstone.deliverables_open'],
    [{ final: 'submitted' as const }, 'capstone.final_missing'],
    [{ final: 'missing' as const }, 'capstone.final_missing'],
  ])('%j', (more, code) => expect(completionBlocker({ ...whole, ...more })?.code).toBe(code))
})

describe('midterm and final', () => {
  const none: EvaluationStatuses = { midterm: 'missing', final: 'missing' }
  test.each<[ProjectStatus, number, EvaluationStatuses, string | null]>([
    ['active', 59.75, none, null],
    ['active', 60, none, 'midterm'],
    ['active', 90, { ...none, midterm: 'submitted' }, null],
    ['active', 120, none, 'final'],
    ['active', 120, { ...none, final: 'submitted' }, null],
    ['matched', 120, none, null],
    ['awaiting_preceptor', 120, none, null],
  ])('%s after %d of 120 hours with %j', (status, credited_hours, evaluationStatuses, due) =>
    expect(evaluationDue({ status, credited_hours, required_hours: 120, evaluationStatuses })).toBe(due),
  )
  it('at least one is needed before a project can end as failed', () => {
    expect(failBlocker(none)?.code).toBe('capstone.evaluation_missing')
    expect(failBlocker({ ...none, midterm: 'submitted' })).toBeNull()
    expect(failBlocker({ ...none, final: 'verified' })).toBeNull()
  })
})

describe('the next step', () => {
  const nomination = {
    id: 'n',
    preceptor_id: 'p',
    preceptor_name: 'Priya',
    answer_by: null,
    reason: null,
    override_reason: null,
    created_at: '',
    ...unsigned,
  }
  const signed = { ...nomination, student_signed_at: 'x', preceptor_signed_at: 'x', faculty_signed_at: 'x' }
  const day = {
    id: 'd',
    date: '2027-02-01',
    start_time: '07:00',
    end_time: '19:00',
    kind: 'on_unit' as const,
    status: 'planned' as const,
    minutes: 720,
    preceptor_id: 'p',
    preceptor_name: 'Sub',
    reason: null,
    floated_to: null,
    student_ready_at: null,
    preceptor_ready_at: null,
    is_substitute: false,
    is_own: false,
    has_ended: true,
  }
  const facts = {
    nominations: [],
    days: [],
    deliverables: [],
    credited_hours: 0,
    required_hours: 120,
    faculty_name: 'Marcus',
  }
  const evaluationStatuses: EvaluationStatuses = { midterm: 'missing', final: 'missing' }
  type More = Partial<Project> & { evaluationStatuses?: EvaluationStatuses }
  const next = (status: ProjectStatus, more: More = {}) =>
    nextStepOf({ ...facts, evaluationStatuses, status, ...more })
  test.each<[ProjectStatus, More, string, string]>([
    ['draft', {}, 'submit', ''],
    ['under_review', {}, 'await_review', ''],
    ['revisions_requested', {}, 'revise', ''],
    ['approved', {}, 'await_facility', ''],
    ['awaiting_preceptor', {}, 'await_nomination', ''],
    ['awaiting_preceptor', { nominations: [{ ...nomination, status: 'proposed' }] }, 'await_agreement', ''],
    ['awaiting_preceptor', { nominations: [{ ...nomination, status: 'asked' }] }, 'await_answer', 'Priya'],
    ['matched', { nominations: [nomination] }, 'sign', ''],
    [
      'matched',
      { nominations: [{ ...nomination, student_signed_at: 'x' }] },
      'await_signatures',
      'Priya and Marcus',
    ],
    ['matched', { nominations: [signed] }, 'plan', ''],
    ['active', { nominations: [signed], days: [{ ...day, has_ended: false }] }, 'log_hours', ''],
    ['active', { nominations: [signed], days: [day] }, 'await_confirmation', 'Sub'],
    ['active', { nominations: [signed], days: [{ ...day, status: 'reschedule' }] }, 'reschedule', ''],
    [
      'active',
      {
        nominations: [signed],
        credited_hours: 120,
        deliverables: [
          { id: 'x', name: 'Paper', due: '', status: 'returned', file_ids: [], note: null, reason: null },
        ],
      },
      'deliver',
      '',
    ],
    ['active', { nominations: [signed], credited_hours: 120 }, 'await_final', 'Priya'],
    [
      'active',
      {
        nominations: [signed],
        credited_hours: 120,
        evaluationStatuses: { ...evaluationStatuses, final: 'submitted' },
      },
      'await_verification',
      '',
    ],
    [
      'active',
      {
        nominations: [signed],
        credited_hours: 120,
        evaluationStatuses: { ...evaluationStatuses, final: 'verified' },
      },
      'await_completion',
      '',
    ],
    ['completed', {}, 'done', ''],
    ['withdrawn', {}, 'ended', ''],
  ])('%s', (status, more, code, names) => expect(next(status, more)).toEqual({ code, names }))
})

describe('a floated preceptor', () => {
  const day = { status: 'planned' as const, floated_to: null, is_own: true, preceptor_name: 'Lee Moss' }
  const floated = { ...day, floated_to: '5 East' }
  it('is noted on a planned day with the destination, never by the student', () => {
    expect(floatBlocker(day, 'preceptor', '5 East')).toBeNull()
    expect(floatBlocker(day, 'facility', ' ')?.code).toBe('capstone.unit_missing')
    expect(floatBlocker(day, 'student', '5 East')?.code).toBe('capstone.not_now')
    expect(floatBlocker({ ...day, status: 'confirmed' }, 'school', '5 East')?.code).toBe(
      'capstone.day_not_planned',
    )
  })
  it('takes the student along once both have said that they are ready', () => {
    expect(readyBlocker(floated, 'student')).toBeNull()
    expect(readyBlocker({ ...floated, is_own: false }, 'preceptor')).toMatchObject({
      code: 'capstone.day_of_other',
      values: { preceptor: floated.preceptor_name },
    })
    expect(readyBlocker(floated, 'preceptor')).toBeNull()
    expect(readyBlocker(floated, 'faculty')?.code).toBe('capstone.not_now')
    expect(readyBlocker(day, 'student')?.code).toBe('capstone.day_not_planned')
    const over = { ...floated, has_ended: true, is_signed: true }
    expect(confirmBlocker({ ...over, student_ready_at: null }, 480)?.code).toBe('capstone.student_not_ready')
    expect(confirmBlocker({ ...over, student_ready_at: '2026-11-01T08:00:00Z' }, 480)).toBeNull()
  })
})

test.each([
  ['active', 0, null],
  ['active', 1, 'capstone.not_now'],
  ['submitted', 0, 'capstone.not_now'],
  ['completed', 0, 'capstone.not_now'],
] as const)('a goal of a %s project can be marked (goal %i of 1): %s', (status, at, code) => {
  expect(goalBlocker({ status, learning_goals: ['one'] }, at)?.code ?? null).toBe(code)
})
