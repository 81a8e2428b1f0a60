import { describe, expect, it } from 'vitest'
import { defaultSettings } from '#core/school-settings.ts'
import { progressOf, type ProgressFacts, type SchoolFacts } from '#features/hours/rules.ts'
import type { EvaluationLine, ReadinessRow, ReportContent, SemesterReportStatus } from './contract.ts'
import {
  attendanceCounts,
  capstoneLines,
  competenciesOf,
  contentOf,
  contentToPublish,
  decisionAgain,
  differencesOf,
  evaluationFacts,
  isFound,
  isOutdated,
  isShown,
  missingCredentials,
  missingOf,
  publishBlocker,
  type ReportFacts,
  resultWords,
  type SeatFact,
  semesterReportSteps,
  simShare,
  stepBlocker,
  suggestedDecision,
  summaryOf,
  trendOf,
  type WrittenEvaluation,
  type WrittenProject,
} from './rules.ts'

const settings = { ...defaultSettings, late_grace_min: 15, lates_per_absence: 3 }
const student = '11111111-1111-4111-8111-111111111111'
const seat = (more: Partial<SeatFact> = {}): SeatFact => ({
  shift_id: '22222222-2222-4222-8222-222222222222',
  date: '2026-11-05',
  unit: '5 East',
  shift_status: 'closed',
  seat_status: 'completed',
  source: 'assigned',
  attendance: 'completed',
  late_min: 0,
  report_status: 'accepted',
  prepared: true,
  ...more,
})
const facts = (more: Partial<ReportFacts> = {}): ReportFacts => ({
  school_name: 'Lake School',
  semester: { name: 'Fall 2026', start_date: '2026-08-24', end_date: '2026-12-11' },
  seats: [seat()],
  incidents: [],
  make_ups: [],
  reported_hours: [],
  capstone_days: [],
  clearance: [],
  evaluations: [],
  missing_evaluations: [],
  competencies: [],
  capstone: [],
  ...more,
})

const project: WrittenProject = {
  id: student,
  student_id: student,
  title: 'Falls on 5 East',
  course_code: 'NUR 490',
  specialty: 'med_surg',
  status: 'completed',
  facility_name: '5 East',
  preceptor_name: 'Sam Lee',
  required_hours: 120,
  confirmed_hours: 119.999,
  deliverables: 2,
  accepted: 1,
  evaluations: [{ kind: 'final', outcome: 'satisfactory', status: 'verified' }],
}

const school: SchoolFacts = {
  today: '2026-12-14',
  boards: [],
  own_cap_pct: 25,
  semesters: [
    {
      id: 's',
      name: 'Fall 2026',
      start_date: '2026-08-24',
      end_date: '2026-12-11',
      is_active: true,
      is_draft: false,
    },
  ],
}
const hour = (course: string, kind: 'direct_care' | 'simulation', done: number) =>
  ({
    semester_id: 's',
    specialty: 'icu',
    course,
    kind,
    day: null,
    done,
    scheduled: 0,
  }) as const
const person: ProgressFacts = {
  student_id: student,
  full_name: 'Jenna Cole',
  school_id: 'x',
  cohort_id: null,
  cohort_name: 'BSN 2027',
  starts: null,
  ends: null,
  program_name: 'BSN',
  level: 'bsn',
  required: 500,
  requirements: [],
  to_make_up: 0,
  hours: [hour('NUR 301', 'direct_care', 60), hour('NUR 301', 'simulation', 40)],
}
const progress = progressOf(person, school)
const content = (more: Partial<ReportFacts> = {}): ReportContent =>
  contentOf({ program: progress, semester: progress }, facts(more), settings)

describe('attendance', () => {
  const cases: [string, SeatFact[], object][] = [
    ['on time', [seat()], { scheduled: 1, present: 1, late: 0 }],
    ['within the grace', [seat({ late_min: 15 })], { present: 1, late: 0 }],
    ['late', [seat({ late_min: 16 })], { present: 1, late: 1 }],
    ['excused', [seat({ attendance: 'absent_excused' })], { present: 0, excused: 1, unexcused: 0 }],
    ['unexcused', [seat({ attendance: 'absent_unexcused' })], { unexcused: 1 }],
    ['a no-show is unexcused', [seat({ attendance: 'no_show' })], { unexcused: 1 }],
    ['nobody recorded it: there', [seat({ attendance: null })], { present: 1 }],
    [
      'nobody recorded it: the seat says absent',
      [seat({ attendance: null, seat_status: 'no_show' })],
      { unexcused: 1 },
    ],
    ['still ahead', [seat({ shift_status: 'published' })], { scheduled: 0, present: 0 }],
    [
      'not decided',
      [seat({ attendance: 'checked_in' })],
      { scheduled: 1, present: 0, excused: 0, unexcused: 0 },
    ],
  ]
  it.each(cases)('%s', (_name, seats, counts) => {
    expect(attendanceCounts(seats, 0, settings)).toMatchObject(counts)
  })

  it('counts absences from late arrivals by the rule of the school, as when a student is at risk', () => {
    const lates = (count: number) => {
      const said = content({ seats: Array.from({ length: count }, () => seat({ late_min: 16 })) })
      return { ...said, hours: { ...said.hours, over: 0 } }
    }
    const of = (said: ReportContent) => [said.attendance.from_lates, suggestedDecision(said)]
    expect(of(lates(2))).toEqual([0, 'progressing'])
    expect(of(lates(3))).toEqual([1, 'progressing_with_plan'])
    expect(lates(3).attendance.unexcused).toBe(0)
    expect(
      attendanceCounts([seat({ late_min: 16 })], 0, { ...settings, lates_per_absence: 1 }),
    ).toMatchObject({
      from_lates: 1,
    })
    expect(differencesOf(lates(2), lates(3))).toContainEqual({
      label: 'Absences from late arrivals',
      before: '0',
      after: '1',
    })
    // A report from before has no such number, and stays up to date.
    const { from_lates: _later, ...attendance } = lates(3).attendance
    const older = { ...lates(3), attendance }
    expect(suggestedDecision(older)).toBe('progressing')
    expect(isOutdated(older, lates(3))).toBe(false)
  })
})

describe('readiness', () => {
  const shift = '/shift/22222222-2222-4222-8222-222222222222'
  const cases: [string, Partial<ReportFacts>, object[]][] = [
    ['complete', {}, []],
    [
      'attendance that nobody decided',
      { seats: [seat({ attendance: 'no_show_proposed', report_status: null })] },
      [{ code: 'attendance_open', items: [{ label: 'Nov 5, 2026, 5 East', href: shift }] }],
    ],
    [
      'a report that waits',
      { seats: [seat({ report_status: 'submitted' })] },
      [{ code: 'shift_report_open', items: [{ href: shift }] }],
    ],
    ['a shift without a report', { seats: [seat({ report_status: null })] }, []],
    [
      'an incident',
      { incidents: [{ shift_id: seat().shift_id, date: '2026-11-05' }] },
      [{ code: 'incident_open' }],
    ],
    [
      'hours reported',
      { reported_hours: [{ date: '2026-10-02', minutes: 450 }] },
      [
        {
          code: 'hours_to_approve',
          count: 1,
          items: [{ label: '7.5 h on Oct 2, 2026', href: '/school/student-progress' }],
        },
      ],
    ],
    [
      'a capstone day',
      { capstone_days: [{ project_id: student, date: '2026-11-20' }] },
      [
        {
          code: 'capstone_open',
          count: 1,
          items: [{ label: 'Nov 20, 2026', href: `/school/capstone/${student}` }],
        },
      ],
    ],
    [
      'hours owed',
      {
        make_ups: [
          { hours: 7.5, status: 'open' },
          { hours: 4, status: 'made_up' },
          { hours: 4, status: 'waived' },
        ],
      },
      [
        {
          code: 'hours_to_make_up',
          count: 1,
          items: [{ label: '7.5 h', href: `/school/student-progress?student=${student}` }],
        },
      ],
    ],
    [
      'a shift ahead',
      { seats: [seat({ shift_status: 'published', report_status: null })] },
      [{ code: 'shifts_ahead' }],
    ],
    [
      'an evaluation',
      { missing_evaluations: [{ label: 'Final', href: '/x' }] },
      [{ code: 'evaluation_missing', items: [{ label: 'Final' }] }],
    ],
    [
      'a dispute',
      {
        evaluations: [
          {
            id: student,
            name: 'Final',
            kind: 'final',
            status: 'disputed',
            overall: 'U',
            evaluator_name: null,
            date: null,
          },
        ],
      },
      [{ code: 'evaluation_disputed' }],
    ],
  ]
  it.each(cases)('%s', (_name, more, found) => {
    expect(missingOf(student, facts(more))).toMatchObject(found)
    expect(missingOf(student, facts(more))).toHaveLength(found.length)
  })

  const row = (more: Partial<ReadinessRow> = {}): ReadinessRow => ({
    student_id: student,
    full_name: 'Jenna Cole',
    cohort_id: null,
    cohort_name: 'BSN 2027',
    credited: 0,
    missing: [],
    report: null,
    is_outdated: false,
    ...more,
  })
  const report = (status: SemesterReportStatus) =>
    row({ report: { id: student, status, edition: 1, version: 1 } })
  it('filters by view and search', () => {
    expect(isFound(row(), { q: ' bsn ' })).toBe(true)
    expect(isFound(row(), { q: 'marcus' })).toBe(false)
    expect(isFound(row(), { q: '', cohort: student })).toBe(false)
    expect([isShown(row(), 'none'), isShown(report('draft'), 'none')]).toEqual([true, false])
    expect([isShown(report('school_review'), 'working'), isShown(report('withheld'), 'working')]).toEqual([
      true,
      false,
    ])
    expect([isShown(report('acknowledged'), 'published'), isShown(report('draft'), 'published')]).toEqual([
      true,
      false,
    ])
    expect([
      isShown(report('withheld'), 'withheld'),
      isShown(row(), 'missing'),
      isShown(row(), 'all'),
    ]).toEqual([true, false, true])
  })
})

describe('the content of a report', () => {
  it('credits simulation up to the limit and shows the rest', () => {
    expect(content().hours).toMatchObject({
      direct: 60,
      simulation: 40,
      over: 15,
      credited: 85,
      program_gap: 415,
    })
    expect(simShare(content())).toBe(40)
  })

  it('sums direct care in minutes, not rounded courses', () => {
    const hours = ['NUR 301', 'NUR 302', 'NUR 303'].map((course) => hour(course, 'direct_care', 40 + 1 / 3))
    const own = progressOf({ ...person, hours }, school)
    expect(contentOf({ program: own, semester: own }, facts(), settings).hours).toMatchObject({
      direct: 121,
      credited: 121,
    })
  })

  it('counts required credentials', () => {
    const clearance = [
      { state: 'expired', is_mandatory: true },
      { state: 'missing', is_mandatory: true },
      { state: 'missing', is_mandatory: false },
    ] as const
    expect(content({ clearance }).credentials).toEqual({ open: 1, lapsed: 1 })
  })

  it('suggests a decision', () => {
    expect(suggestedDecision({ ...content(), hours: { ...content().hours, over: 0 } })).toBe('progressing')
    expect(suggestedDecision(content())).toBe('progressing_with_plan')
    expect(suggestedDecision(content({ seats: [seat({ report_status: 'due' })] }))).toBe('incomplete')
  })

  const passed = { ...content(), hours: { ...content().hours, over: 0 } }
  const line = (more: Partial<EvaluationLine>): EvaluationLine => ({
    id: student,
    name: 'Final evaluation',
    kind: 'final',
    status: 'verified',
    overall: null,
    outcome: 'satisfactory',
    plan: null,
    evaluator_name: null,
    date: null,
    ...more,
  })
  const due = content({ seats: [seat({ report_status: 'due' })] }).missing
  it.each<[string, Partial<EvaluationLine>, object, string]>([
    ['a final that passed', {}, {}, 'progressing'],
    ['a final that did not pass', { outcome: 'unsatisfactory' }, {}, 'not_progressing'],
    ['the same, with something missing', { outcome: 'unsatisfactory' }, { missing: due }, 'not_progressing'],
    ['a disputed final', { outcome: 'unsatisfactory', status: 'disputed' }, {}, 'progressing'],
    ['a final that needs improvement', { outcome: 'needs_improvement' }, {}, 'progressing_with_plan'],
    ['a midterm with an open plan', { kind: 'midterm', plan: 'open' }, {}, 'progressing_with_plan'],
    ['a plan that was met', { kind: 'midterm', outcome: 'unsatisfactory', plan: 'met' }, {}, 'progressing'],
    ['a plan that was not met', { kind: 'midterm', plan: 'not_met' }, {}, 'not_progressing'],
    ['an older report without outcomes', { outcome: undefined, plan: undefined }, {}, 'progressing'],
  ])('suggests a decision after %s', (_name, more, rest, decision) => {
    expect(suggestedDecision({ ...passed, evaluations: [line(more)], ...rest })).toBe(decision)
  })

  it('suggests not progressing after a failed capstone project, unless it was repeated', () => {
    const decision = (...statuses: string[]) =>
      suggestedDecision({ ...passed, capstone: statuses.map((status) => summaryOf({ ...project, status })) })
    expect(decision('failed')).toBe('not_progressing')
    expect(decision('failed', 'completed')).toBe('progressing')
  })

  it('suggests again what no person decided otherwise', () => {
    const failed = { ...passed, evaluations: [line({ outcome: 'unsatisfactory' })] }
    expect(decisionAgain(undefined, failed)).toBe('not_progressing')
    expect(decisionAgain({ decision: null, content: passed }, failed)).toBe('not_progressing')
    expect(decisionAgain({ decision: 'progressing', content: passed }, failed)).toBe('not_progressing')
    expect(decisionAgain({ decision: 'progressing', content: failed }, failed)).toBe('progressing')
    expect(decisionAgain({ decision: 'incomplete', content: passed }, failed)).toBe('incomplete')
  })
})

describe('differences', () => {
  it('are empty for the same content', () => expect(differencesOf(content(), content())).toEqual([]))
  it('include numbers, courses and specialties that were added or removed', () => {
    const after = content()
    after.hours = {
      ...after.hours,
      credited: 92.5,
      by_specialty: [{ specialty: 'pediatrics', credited: 7.5 }],
    }
    expect(differencesOf(content(), after)).toEqual([
      { label: 'Hours credited', before: '85 h', after: '92.5 h' },
      { label: 'Pediatrics', before: '—', after: '7.5 h' },
      { label: 'Intensive care', before: '100 h', after: '—' },
    ])
  })
  it('include what was missing', () => {
    const before = content({ seats: [seat({ report_status: 'due' })] })
    expect(differencesOf(before, content())).toContainEqual({
      label: 'Not finished',
      before: '1 shift report not accepted',
      after: '—',
    })
  })
})

describe('steps', () => {
  const statuses = [...new Set(semesterReportSteps.flatMap(({ from, to }) => [from, to]))]
  it('nothing follows a superseded report, and a published one is only read or superseded', () => {
    const after = (status: string) =>
      semesterReportSteps.filter(({ from }) => from === status).map(({ event }) => event)
    expect(after('superseded')).toEqual([])
    expect(after('published')).toEqual(['acknowledge', 'supersede'])
    expect(after('acknowledged')).toEqual(['supersede'])
    const ready = statuses.filter(
      (status) => stepBlocker({ status, proctor_id: student }, 'published', 'school') === null,
    )
    expect(ready).toEqual(['school_review'])
  })

  const cases: [
    SemesterReportStatus,
    SemesterReportStatus,
    'school' | 'instructor' | 'student',
    string | null,
  ][] = [
    ['draft', 'proctor_review', 'school', null],
    ['proctor_review', 'school_review', 'instructor', null],
    ['school_review', 'published', 'instructor', 'semester_report.not_now'],
    ['published', 'acknowledged', 'student', null],
    ['published', 'acknowledged', 'school', 'semester_report.not_now'],
    ['acknowledged', 'acknowledged', 'student', 'semester_report.not_now'],
    ['published', 'withheld', 'school', 'semester_report.not_now'],
    ['draft', 'withheld', 'school', 'semester_report.reason_missing'],
  ]
  it.each(cases)('from %s to %s by %s', (status, to, party, code) => {
    expect(stepBlocker({ status, proctor_id: student }, to, party)?.code ?? null).toBe(code)
  })
  it('no comment is requested if no one led a shift', () => {
    expect(stepBlocker({ status: 'draft', proctor_id: null }, 'proctor_review', 'school')?.code).toBe(
      'semester_report.no_instructor',
    )
  })

  it('publishes only what is reviewed, decided, up to date and complete', () => {
    const known = content()
    const report = {
      status: 'school_review',
      proctor_id: null,
      decision: 'progressing',
      content: known,
    } as const
    const lacking = content({ seats: [seat({ report_status: 'due' })] })
    const code = (more: object, now = known, anyway = false) =>
      publishBlocker({ ...report, ...more }, now, anyway)?.code
    expect(code({})).toBe(undefined)
    expect(code({ status: 'draft' })).toBe('semester_report.not_now')
    expect(code({ decision: null })).toBe('semester_report.undecided')
    expect(code({}, lacking)).toBe('semester_report.outdated')
    expect(code({ content: lacking }, lacking)).toBe('semester_report.not_ready')
    expect(code({ content: lacking }, lacking, true)).toBe(undefined)
  })

  it('publishes the hours of the program, names and dates of that day, which outdate no report', () => {
    const said = content()
    const known = {
      ...said,
      school_name: 'Lake College',
      student: { ...said.student, full_name: 'Jenna Cole-Bell' },
      hours: { ...said.hours, program_credited: 420, program_required: 700, program_gap: 280 },
    }
    expect(isOutdated(said, known)).toBe(false)
    expect(contentToPublish(said, known)).toEqual(known)
    const later = { ...known, hours: { ...known.hours, credited: said.hours.credited + 4 } }
    expect(contentToPublish(said, later).hours.credited).toBe(said.hours.credited)
  })
})

describe('evaluations', () => {
  const written = (more: Partial<WrittenEvaluation> = {}): WrittenEvaluation => ({
    id: '33333333-3333-4333-8333-333333333333',
    kind: 'midterm',
    status: 'verified',
    outcome: 'satisfactory',
    score: 30,
    most: 30,
    submitted_at: '2026-10-13T02:00:00Z',
    evaluator_name: 'Marcus Bell',
    is_capstone: false,
    ...more,
  })
  const of = (all: WrittenEvaluation[], asked: ('midterm' | 'final')[] = []) =>
    evaluationFacts(all, asked, 'America/Chicago')

  it("are listed with their result once submitted, by the school's day", () => {
    expect(
      of([written(), written({ kind: 'final', outcome: 'rated', is_capstone: true, status: 'disputed' })]),
    ).toMatchObject({
      evaluations: [
        {
          name: 'Midterm evaluation',
          overall: 'Satisfactory',
          evaluator_name: 'Marcus Bell',
          date: '2026-10-12',
        },
        { name: 'Capstone final evaluation', overall: '30 of 30', status: 'disputed' },
      ],
      missing_evaluations: [],
    })
  })

  it('are missing while open, or if the kind is asked for; capstone evaluations count for neither', () => {
    const labels = (all: WrittenEvaluation[], asked: ('midterm' | 'final')[] = []) =>
      of(all, asked).missing_evaluations.map(({ label }) => label)
    for (const status of ['assigned', 'overdue', 'draft', 'returned'] as const) {
      const open = written({ status, outcome: null, submitted_at: null })
      expect(labels([open])).toEqual(['Midterm evaluation, Marcus Bell'])
      expect(of([open]).evaluations).toEqual([])
    }
    expect(labels([], ['midterm', 'final'])).toEqual(['Midterm evaluation', 'Final evaluation'])
    expect(labels([written()], ['midterm'])).toEqual([])
    expect(labels([written({ is_capstone: true })], ['midterm'])).toEqual(['Midterm evaluation'])
    expect(labels([])).toEqual([])
  })

  it('by two instructors are compared separately', () => {
    const two = content({ evaluations: of([written(), written({ evaluator_name: 'Ana Ruiz' })]).evaluations })
    const changed = content({
      evaluations: of([written({ outcome: 'unsatisfactory' }), written({ evaluator_name: 'Ana Ruiz' })])
        .evaluations,
    })
    expect(differencesOf(two, changed)).toEqual([
      { label: 'Midterm evaluation, Marcus Bell', before: 'Satisfactory', after: 'Unsatisfactory' },
    ])
  })
})

describe('competencies', () => {
  it.each([
    [[], 'once'],
    [[80], 'once'],
    [[67, 100], 'rising'],
    [[100, 67], 'falling'],
    [[80, 84], 'steady'],
    [[80, 85], 'rising'],
    [[60, 100, 60], 'steady'],
  ] as const)('the trend of %s is %s', (percents, trend) => {
    expect(trendOf(percents)).toBe(trend)
  })

  const evaluation = (more: Partial<WrittenEvaluation>): WrittenEvaluation => ({
    id: '33333333-3333-4333-8333-333333333333',
    kind: 'midterm',
    status: 'verified',
    outcome: 'satisfactory',
    score: 30,
    most: 30,
    submitted_at: '2026-10-13T02:00:00Z',
    evaluator_name: 'Marcus Bell',
    is_capstone: false,
    ...more,
  })

  it("have each domain's scores in chronological order, by the school's day", () => {
    const midterm = evaluation({
      domains: [
        { title: 'Safety', percent: 67 },
        { title: 'Informatics', percent: 50 },
      ],
    })
    const final = evaluation({
      kind: 'final',
      submitted_at: '2026-12-01T18:00:00Z',
      domains: [{ title: 'Safety', percent: 100 }],
    })
    expect(competenciesOf([final, midterm], 'America/Chicago')).toEqual([
      {
        domain: 'Safety',
        scores: [
          { label: 'Midterm', date: '2026-10-12', percent: 67 },
          { label: 'Final', date: '2026-12-01', percent: 100 },
        ],
        trend: 'rising',
      },
      {
        domain: 'Informatics',
        scores: [{ label: 'Midterm', date: '2026-10-12', percent: 50 }],
        trend: 'once',
      },
    ])
    const drafts = evaluationFacts([{ ...midterm, status: 'draft' }], [], 'America/Chicago')
    expect(drafts.competencies).toEqual([])
  })

  it('are corrected in a report when they change; a report that never had them stays up to date', () => {
    const said = content({
      competencies: competenciesOf(
        [evaluation({ domains: [{ title: 'Safety', percent: 67 }] })],
        'America/Chicago',
      ),
    })
    const known = content({
      competencies: competenciesOf(
        [evaluation({ domains: [{ title: 'Safety', percent: 100 }] })],
        'America/Chicago',
      ),
    })
    expect(differencesOf(said, known)).toEqual([
      { label: 'Safety', before: 'Midterm 67%', after: 'Midterm 100%' },
    ])
    const { competencies: _later, capstone: _too, ...older } = content()
    expect(isOutdated(older, known)).toBe(false)
    expect(isOutdated(content(), known)).toBe(true)
  })

  it('without a result, an evaluation shows its status', () => {
    expect(resultWords({ overall: 'Satisfactory', status: 'verified' })).toBe('Satisfactory')
    expect(resultWords({ overall: null, status: 'under_verification' })).toBe('No result, under verification')
  })

  it('names the remediation plan, which an older report does not have', () => {
    const failed = { outcome: 'unsatisfactory' } as const
    const at = (plan: 'open' | 'not_met' | null) =>
      content({
        evaluations: evaluationFacts([evaluation({ ...failed, plan })], [], 'America/Chicago').evaluations,
      })
    expect(differencesOf(at('open'), at('not_met'))).toEqual([
      {
        label: 'Midterm evaluation, Marcus Bell',
        before: 'Unsatisfactory, remediation plan open',
        after: 'Unsatisfactory, remediation plan not met',
      },
    ])
    const older = { ...at(null), evaluations: at(null).evaluations.map(({ plan: _later, ...one }) => one) }
    expect([isOutdated(older, at('open')), isOutdated(at('open'), at('not_met'))]).toEqual([false, true])
  })
})

describe('a capstone project', () => {
  it('is summarized in hours, deliverables and results', () => {
    const summary = summaryOf(project)
    expect(capstoneLines(summary).map(([label, value]) => `${label}: ${value}`)).toEqual([
      'Project: Falls on 5 East (NUR 490)',
      'Status: Completed',
      'Preceptor: Sam Lee',
      'Facility: 5 East',
      'Hours: 120 h of 120 h confirmed',
      'Deliverables: 1 of 2 accepted',
      'Final evaluation: Satisfactory',
    ])
    expect(differencesOf(content(), content({ capstone: [summary] }))).toContainEqual({
      label: 'Capstone: hours',
      before: '—',
      after: '120 h of 120 h confirmed',
    })
    const two = (hours: number) =>
      content({ capstone: [{ ...summary, status: 'failed', confirmed_hours: hours }, summary] })
    expect(differencesOf(two(30), two(40))).toEqual([
      { label: 'Capstone: hours', before: '30 h of 120 h confirmed', after: '40 h of 120 h confirmed' },
    ])
    const again = content({ capstone: [summary, { ...summary, accepted: 2 }] })
    expect(differencesOf(content({ capstone: [summary, summary] }), again)).toEqual([
      { label: 'Capstone: deliverables (2)', before: '1 of 2 accepted', after: '2 of 2 accepted' },
    ])
  })
})

describe('credentials on the board', () => {
  it("are named if mandatory and open or lapsed, and don't block a report", () => {
    const clearance = [
      { state: 'missing', is_mandatory: true },
      { state: 'expired', is_mandatory: true },
      { state: 'lapses', is_mandatory: true },
      { state: 'missing', is_mandatory: false },
      { state: 'ok', is_mandatory: true },
    ] as ReportFacts['clearance']
    expect(missingCredentials('Jenna Cole', clearance).map(({ code, count }) => [code, count])).toEqual([
      ['credential_open', 1],
      ['credential_lapsed', 2],
    ])
    expect(content({ clearance }).missing).toEqual([])
    expect(missingCredentials('Jenna Cole', clearance)[0]!.items[0]!.href).toBe(
      '/school/compliance/students?q=Jenna+Cole',
    )
    expect(missingCredentials('Jenna Cole', [])).toEqual([])
  })
})
