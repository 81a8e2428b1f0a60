import { describe, expect, it } from 'vitest'
import { canTransition } from '#core/steps.ts'
import type { InstrumentContent } from '#features/instruments/contract.ts'
import { templates } from '#features/instruments/server/public.ts'
import type { EvaluationStatus, Plan } from './contract.ts'
import {
  answerBlocker,
  answeredOf,
  mergeAnswers,
  pointLabel,
  closeBlocker,
  counted,
  decisionBlocker,
  type EvaluationParty,
  evaluationSteps,
  failedChecks,
  isLate,
  isOpenEvaluation,
  leftToEvaluate,
  mayAmend,
  opensPlan,
  partiesOf,
  planSteps,
  prefillOf,
  projectBlocker,
  signBlocker,
  signsAs,
  evaluationTaskStatusOf,
  submitBlocker,
  withoutInstructor,
} from './rules.ts'

const quick: InstrumentContent = templates.find(({ key }) => key === 'shift-quick-check')!.content
const points = (given: Record<string, string>) =>
  Object.entries(given).map(([code, point]) => ({ code, point, comment: null as string | null }))
const whole = points({ K1: 'S', K2: 'S', K3: 'S', K4: 'S', K5: 'S' })

describe('transitions', () => {
  it.each<[EvaluationStatus, EvaluationStatus, EvaluationParty, boolean]>([
    ['draft', 'submitted', 'evaluator', true],
    ['draft', 'submitted', 'school', false],
    ['submitted', 'acknowledged', 'student', true],
    ['submitted', 'acknowledged', 'evaluator', false],
    ['submitted', 'disputed', 'student', true],
    ['acknowledged', 'disputed', 'student', false],
    ['submitted', 'verified', 'school', false],
    ['acknowledged', 'under_verification', 'system', true],
    ['submitted', 'under_verification', 'system', false],
    ['disputed', 'locked', 'system', false],
    ['verified', 'locked', 'system', true],
    ['verified', 'voided', 'school', true],
    ['locked', 'voided', 'school', false],
    ['locked', 'draft', 'evaluator', false],
    ['returned', 'draft', 'evaluator', true],
  ])('%s → %s by %s: %s', (from, to, party, may) => {
    expect(canTransition(evaluationSteps, from, to, party)).toBe(may)
  })

  it('closes a plan once', () => {
    expect(canTransition(planSteps, 'open', 'met', 'school')).toBe(true)
    expect(canTransition(planSteps, 'met', 'not_met', 'school')).toBe(false)
  })
})

describe('submitting', () => {
  const draft = { status: 'draft' as const, kind: 'shift' as const, student_name: 'Jenna', answers: whole }
  it('accepts a complete draft', () => expect(submitBlocker(draft, quick)).toBeNull())
  it('refuses a second submission', () =>
    expect(submitBlocker({ ...draft, status: 'submitted' }, quick)).toMatchObject({
      code: 'evaluation.not_a_draft',
    }))
  it('refuses one in which no item applies', () => {
    const content = { ...quick, scale: { ...quick.scale, na_allowed: true, na_forbidden_items: [] } }
    const none = { ...draft, answers: whole.map((one) => ({ ...one, point: 'NA' })) }
    const items = content.sections.flatMap(({ items: all }) =>
      all.map((one) => ({ ...one, critical: false })),
    )
    const lenient = { ...content, sections: [{ ...content.sections[0]!, items }] }
    expect(submitBlocker(none, lenient)?.code).toBe('evaluation.nothing_applies')
    expect(submitBlocker({ ...none, answers: [whole[0]!, ...none.answers.slice(1)] }, lenient)).toBeNull()
  })
  it('names what is missing', () =>
    expect(submitBlocker({ ...draft, answers: whole.slice(1) }, quick)).toMatchObject({
      code: 'evaluation.not_whole',
      values: { faults: [{ code: 'K1', fault: 'missing' }] },
    }))
})

describe('checks', () => {
  const here = { supervised: true, attended: true }
  it.each([
    ['all pass', whole, here, []],
    ['not led', whole, { ...here, supervised: false }, ['supervised']],
    ['absent', whole, { ...here, attended: false }, ['attended']],
    [
      'a critical item without a comment',
      points({ K1: 'S', K2: 'U', K3: 'S', K4: 'S', K5: 'S' }),
      here,
      ['critical_commented'],
    ],
    ['N/A on a core item', points({ K1: 'NA', K2: 'S', K3: 'S', K4: 'S', K5: 'S' }), here, ['no_na_on_core']],
    [
      'a point that is not allowed',
      points({ K1: '9', K2: 'S', K3: 'S', K4: 'S', K5: 'S' }),
      here,
      ['legal_for_timing'],
    ],
  ])('%s', (_what, answers, facts, failed) => {
    expect(failedChecks({ kind: 'shift', answers }, quick, facts)).toEqual(failed)
  })
})

describe('a plan', () => {
  const unsafe = points({ K1: 'S', K2: 'U', K3: 'S', K4: 'S', K5: 'S' })
  const of = (actions: string | null) => ({ evaluation: { plan: { actions } } })
  it.each([
    ['no plan was opened', { evaluation: null }, unsafe, true],
    ['it has no actions', of(null), unsafe, true],
    ['a returned evaluation has one that is written', of('Two articles.'), unsafe, false],
    ['the answers open none', { evaluation: null }, whole, false],
  ])('is to be written: %s', (_what, start, answers, toWrite) => {
    expect(opensPlan({ ...start, content: quick }, 'final', answers)).toBe(toWrite)
  })
})

describe('responses and decisions', () => {
  it.each([
    ['submitted', 'acknowledge', null, undefined],
    ['verified', 'acknowledge', null, 'evaluation.answered'],
    ['submitted', 'dispute', 'It was another student.', undefined],
    ['submitted', 'dispute', ' ', 'evaluation.dispute_reason_missing'],
    ['acknowledged', 'dispute', 'It was another student.', 'evaluation.answered'],
    ['disputed', 'reply', 'More to say.', undefined],
    ['acknowledged', 'reply', '', 'evaluation.reply_missing'],
    ['locked', 'reply', 'More to say.', 'evaluation.settled'],
  ] as const)('a student: %s, %s %s', (status, what, reply, code) => {
    expect(answerBlocker(status, what, reply)?.code).toBe(code)
  })

  it.each([
    ['disputed', 'verify', null, 'evaluation.reason_missing'],
    ['disputed', 'verify', 'You signed in at 7:00.', undefined],
    ['acknowledged', 'verify', null, undefined],
    ['draft', 'verify', null, 'evaluation.not_in_queue'],
    ['submitted', 'return', null, 'evaluation.reason_missing'],
    ['submitted', 'return', 'Which week?', undefined],
    ['draft', 'void', 'Wrong student.', undefined],
    ['locked', 'void', 'Wrong student.', 'evaluation.not_in_queue'],
  ] as const)('a school: %s, %s %s', (status, decision, reason, code) => {
    expect(decisionBlocker(status, decision, reason)?.code).toBe(code)
  })

  it('amends a verified evaluation, once, and never a self-evaluation', () => {
    const verified = { status: 'verified' as const, is_superseded: false, is_self: false }
    expect(mayAmend(verified)).toBe(true)
    expect(mayAmend({ ...verified, status: 'submitted' })).toBe(false)
    expect(mayAmend({ ...verified, is_superseded: true })).toBe(false)
    expect(mayAmend({ ...verified, is_self: true })).toBe(false)
  })
})

describe('plans', () => {
  const plan = {
    student_id: 's',
    faculty_id: 'f',
    faculty_left: false,
    status: 'open',
    actions: 'Read.',
    signatures: [],
  } as const
  const signed = (...parties: Plan['signatures'][number]['party'][]): Plan['signatures'] =>
    parties.map((party) => ({ party, name: 'A', signed_at: '2030-01-08T12:00:00Z' }))
  it("knows each person's party", () => {
    expect(partiesOf(plan, { id: 's', role: 'student' })).toEqual(['student'])
    expect(partiesOf(plan, { id: 'f', role: 'proctor' })).toEqual(['faculty'])
    expect(partiesOf(plan, { id: 'x', role: 'school_admin' })).toEqual(['lead'])
    expect(partiesOf(plan, { id: 'x', role: 'proctor' })).toEqual([])
  })
  it('lets the school act for faculty who left, after its own signature', () => {
    const left = { ...plan, faculty_left: true, signatures: signed() }
    const parties = partiesOf(left, { id: 'x', role: 'school_super_admin' })
    expect(parties).toEqual(['lead', 'faculty'])
    expect(partiesOf(left, { id: 'x', role: 'proctor' })).toEqual([])
    expect(signsAs(left, parties)).toBe('lead')
    expect(signsAs({ signatures: signed('lead') }, parties)).toBe('faculty')
    expect(signsAs({ signatures: signed('lead', 'faculty') }, parties)).toBe('lead')
    expect(signsAs(left, [])).toBeNull()
  })
  it('is signed once by each party, after its actions are written', () => {
    const now = { ...plan, signatures: signed('faculty') }
    expect(signBlocker(now, 'student')).toBeNull()
    expect(signBlocker(now, 'faculty')?.code).toBe('plan.signed_already')
    expect(signBlocker({ ...now, actions: null }, 'student')?.code).toBe('plan.not_written')
    expect(signBlocker({ ...now, status: 'met' }, 'student')?.code).toBe('plan.closed')
    expect(signBlocker(now, null)?.code).toBe('plan.not_yours')
  })
  it('is closed with three signatures', () => {
    const all = { ...plan, signatures: signed('student', 'faculty', 'lead') }
    expect(closeBlocker({ ...plan, signatures: signed('student', 'faculty') }, 'met', null)?.code).toBe(
      'plan.not_signed',
    )
    expect(closeBlocker(all, 'met', null)).toBeNull()
    expect(closeBlocker(all, 'not_met', ' ')?.code).toBe('plan.note_missing')
  })
})

describe('the form', () => {
  it('keeps the answers of both devices', () => {
    const mine = { answers: points({ K1: 'NI', K2: 'S' }), strengths: 'Mine', improvements: null }
    const theirs = { answers: points({ K1: 'S', K3: 'U' }), strengths: 'Theirs', improvements: 'Theirs' }
    const merged = mergeAnswers(theirs, mine, new Set(['K1', 'K2']))
    expect(Object.fromEntries(merged.answers.map(({ code, point }) => [code, point]))).toEqual({
      K1: 'NI',
      K2: 'S',
      K3: 'U',
    })
    expect(merged).toMatchObject({ strengths: 'Theirs', improvements: 'Theirs' })
    expect(mergeAnswers(theirs, { ...mine, answers: [] }, new Set(['K3', 'strengths'])).answers).toEqual(
      points({ K1: 'S' }),
    )
  })
  it('counts answers and labels points', () => {
    expect(answeredOf(quick, { answers: points({ K1: 'S', K2: 'NA', other: 'S' }) })).toEqual({
      given: 2,
      of: 5,
    })
    expect([pointLabel(quick, 'NI'), pointLabel(quick, 'NA')]).toEqual([
      'Needs improvement',
      'Not applicable',
    ])
  })
  it('is late once its due time has passed', () => {
    const now = '2030-01-08T12:00:00Z'
    expect(isLate({ status: 'draft', due_at: '2030-01-08T11:00:00Z' }, now)).toBe(true)
    expect(isLate({ status: 'submitted', due_at: '2030-01-08T11:00:00Z' }, now)).toBe(false)
    expect(isLate({ status: 'draft', due_at: null }, now)).toBe(false)
    expect(counted.some((status) => isOpenEvaluation(status))).toBe(false)
  })
})

describe('the evaluation of a capstone project', () => {
  it('is a midterm or a final, while hours are being logged', () => {
    expect(projectBlocker({ status: 'active', kind: 'midterm' })).toBeNull()
    expect(projectBlocker({ status: 'active', kind: 'final' })).toBeNull()
    expect(projectBlocker({ status: 'active', kind: 'shift' })?.code).toBe('evaluation.not_of_a_project')
    for (const status of ['matched', 'awaiting_preceptor', 'completed', 'closed', 'failed'])
      expect(projectBlocker({ status, kind: 'final' })?.code).toBe('evaluation.project_not_active')
  })
  it('is missing until it is submitted, and verified once it is settled', () => {
    const task = (status: EvaluationStatus, verified_at: string | null = null) =>
      evaluationTaskStatusOf([
        { status: 'draft', verified_at: null },
        { status, verified_at },
      ])
    expect(evaluationTaskStatusOf([])).toBe('missing')
    for (const status of ['assigned', 'overdue', 'draft', 'returned', 'voided'] as const)
      expect(task(status)).toBe('missing')
    for (const status of ['submitted', 'acknowledged', 'disputed', 'under_verification'] as const)
      expect(task(status)).toBe('submitted')
    for (const status of ['verified', 'locked'] as const) expect(task(status, '2027-03-01')).toBe('verified')
    // Locked because no one looked at it for 14 days.
    expect(task('locked')).toBe('submitted')
  })
})

describe('a midterm starts with the notes after shifts', () => {
  const note = (date: string, strengths: string | null, improvements: string | null = null) => ({
    date,
    strengths,
    improvements,
  })
  it('in the order of their dates, field by field', () => {
    expect(prefillOf([])).toBeNull()
    expect(prefillOf([note('2026-09-14', ' ', null)])).toBeNull()
    expect(
      prefillOf([
        note('2026-09-21', 'Calm.', 'Charting.'),
        note('2026-09-14', 'On time.'),
        note('2026-09-28', null),
      ]),
    ).toEqual({
      shifts: 2,
      strengths: 'Sep 14, 2026: On time.\nSep 21, 2026: Calm.',
      improvements: 'Sep 21, 2026: Charting.',
    })
  })
  it('without the oldest if the field would be too long', () => {
    const long = [note('2026-09-14', 'x'.repeat(1500)), note('2026-09-21', 'y'.repeat(900))]
    expect(prefillOf(long)?.strengths).toBe(`Sep 21, 2026: ${'y'.repeat(900)}`)
  })
})

it('says how many evaluations of a shift are left, and when all are submitted', () => {
  expect(leftToEvaluate(6, 6)).toMatch(/Begin with one/)
  expect(leftToEvaluate(2, 6)).toBe('2 of 6 still to submit.')
  expect(leftToEvaluate(0, 6)).toBe('All 6 are submitted.')
  expect(leftToEvaluate(0, 1)).toBe('Submitted.')
})

it('students without an instructor are named, and not all of many', () => {
  expect(withoutInstructor(['Ada', 'Ben'])).toMatch(/^No instructor of Ada or Ben is at the school anymore/)
  expect(withoutInstructor(['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toContain('A, B, C, D, E, or 2 more')
})
