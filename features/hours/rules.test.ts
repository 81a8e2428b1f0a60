import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  areaGapWords,
  balance,
  boardOn,
  type BoardRule,
  concernsOf,
  concernWords,
  correctionOf,
  creditOf,
  creditOfSemester,
  credentialRiskOf,
  credentialRiskWords,
  filterProgress,
  hoursByCohort,
  hoursWords,
  type HoursFact,
  kindOfShift,
  type Line,
  type LockableSemester,
  lockedSemester,
  MAX_IN_PDF,
  pdfBlocker,
  type ProgressFacts,
  progressOf,
  noneRequiredWords,
  riskWords,
  roundMinutes,
  type SchoolFacts,
  type SemesterFact,
  schoolSums,
  type SeatHours,
  seatPosting,
  semestersOf,
  stampLines,
  missingHoursWords,
  uncreditedWords,
} from './rules.ts'

const kinds = fc.constantFrom('direct_care' as const, 'simulation' as const, 'orientation' as const)
const seat = fc.record<SeatHours>({
  minutes: fc.nat(24 * 60),
  kind: kinds,
  source: fc.constantFrom('attendance', 'makeup'),
  reason: fc.constant('The instructor corrected the report.'),
})

/** Adds the lines of a posting to the existing ones, as the ledger does. */
const post = (lines: readonly Line[], hours: SeatHours): Line[] => {
  const added = seatPosting(lines, hours)
  if ('code' in added) throw new Error(added.code)
  return [...lines, ...added.map((line, at) => ({ ...line, id: `${lines.length + at}` }))]
}

describe('a seat', () => {
  it('counts for what was posted last, whatever came before, and repeating it adds nothing', () => {
    fc.assert(
      fc.property(fc.array(seat, { minLength: 1, maxLength: 8 }), fc.boolean(), (postings, counted) => {
        const first: Line[] = counted
          ? [{ id: 'first', minutes: 480, kind: 'direct_care', source: 'before_attendance', reverses: null }]
          : []
        const lines = postings.reduce(post, first)
        expect(balance(lines)).toBe(postings.at(-1)!.minutes)
        expect(post(lines, postings.at(-1)!)).toEqual(lines)
        // Nothing is taken back twice, and all lines that count are of one kind.
        const undone = lines.flatMap(({ reverses }) => reverses ?? [])
        expect(new Set(undone).size).toBe(undone.length)
        expect(lines.filter(({ id, reverses }) => !reverses && !undone.includes(id)).length).toBeLessThan(2)
      }),
    )
  })

  it('has the same sum in any order', () => {
    fc.assert(
      fc.property(
        fc
          .array(seat, { maxLength: 6 })
          .map((postings) => postings.reduce(post, []))
          .chain((lines) =>
            fc.tuple(
              fc.constant(lines),
              fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
            ),
          ),
        ([lines, shuffled]) => {
          expect(balance(shuffled)).toBe(balance(lines))
        },
      ),
    )
  })

  it('is corrected based on its hours; not without hours or after they were taken back', () => {
    const reason = 'The unit closed at one.'
    fc.assert(
      fc.property(fc.array(seat, { maxLength: 5 }), fc.nat(24 * 60), (postings, minutes) => {
        const lines = postings.reduce(post, [])
        const hours = correctionOf(lines, { minutes, kind: 'direct_care', reason })
        expect(hours === null).toBe(balance(lines) === 0)
        fc.pre(hours !== null)
        const corrected = post(lines, hours!)
        expect(balance(corrected)).toBe(minutes)
        expect(hours!.source).toBe(postings.at(-1)!.source)
        // Corrections add lines; earlier ones stay in their position.
        expect(corrected.slice(0, lines.length)).toEqual(lines)
        const added = seatPosting(lines, hours!)
        if ('code' in added) throw new Error(added.code)
        expect(added.every((line) => line.reason === reason)).toBe(true)
      }),
    )
  })

  const attended: SeatHours = { minutes: 450, kind: 'direct_care', source: 'attendance' }
  it('changes recorded hours only with a reason', () => {
    const lines = post([], attended)
    expect(seatPosting(lines, { ...attended, minutes: 400 })).toMatchObject({ code: 'hours.reason_missing' })
    expect(seatPosting(lines, { ...attended, minutes: 400, reason: '  ' })).toMatchObject({
      code: 'hours.reason_missing',
    })
    expect(seatPosting(lines, { ...attended, minutes: 0, reason: 'Left before it began.' })).toMatchObject([
      { minutes: -450, source: 'adjustment', reverses: '0' },
    ])
  })

  it('replaces hours credited before attendance without a reason', () => {
    const before: Line = {
      id: 'b',
      minutes: 450,
      kind: 'direct_care',
      source: 'before_attendance',
      reverses: null,
    }
    expect(seatPosting([before], attended)).toMatchObject([
      { minutes: -450, reverses: 'b' },
      { minutes: 450, source: 'attendance', reverses: null },
    ])
  })

  it.each([-1, 1.5, 1441, NaN])('cannot count for %s minutes', (minutes) => {
    expect(seatPosting([], { ...attended, minutes })).toMatchObject({ code: 'hours.not_a_day' })
  })
})

it('counts as patient care, unless the shift has another experience type', () => {
  expect((['group', 'precepted', 'community', 'makeup'] as const).map(kindOfShift)).toEqual(
    Array(4).fill('direct_care'),
  )
  expect((['simulation', 'skills_lab', 'observation', 'orientation'] as const).map(kindOfShift)).toEqual([
    'simulation',
    'skills_lab',
    'observation',
    'orientation',
  ])
})

it('rounds to the nearest step, never further than half of it', () => {
  expect([452, 453, 457, 458].map((minutes) => roundMinutes(minutes, 15))).toEqual([450, 450, 450, 465])
  fc.assert(
    fc.property(fc.nat(3000), fc.nat(60), (minutes, step) => {
      const rounded = roundMinutes(minutes, step)
      expect(Math.abs(rounded - minutes)).toBeLessThanOrEqual(step / 2)
      expect(rounded % Math.max(step, 1)).toBe(0)
    }),
  )
})

const half = (most: number) => fc.nat(most * 2).map((halves) => halves / 2)

describe('the credit of a course', () => {
  it('matches the formula of the field, whatever the hours', () => {
    fc.assert(
      fc.property(
        half(400),
        half(100),
        half(400),
        fc.constantFrom(0.5, 1, 1.5, 2),
        fc.option(half(200), { nil: null }),
        (direct, other, simulation, ratio, cap) => {
          // Minute by minute, as a registrar would count.
          let credited = 0
          for (let tick = 0; tick < simulation * 4; tick += 1)
            if (cap === null || credited + ratio / 4 <= cap) credited += ratio / 4
            else {
              credited = cap
              break
            }
          const found = creditOf({ direct, other, simulation }, { ratio, cap })
          expect(found.sim_credited).toBeCloseTo(credited, 2)
          expect(found.credited).toBeCloseTo(direct + other + credited, 2)
          expect(found.sim_credited + found.over).toBeCloseTo(simulation * ratio, 2)
        },
      ),
    )
  })
})

const board: BoardRule = {
  jurisdiction: 'Washington',
  level: 'BSN',
  effective_from: '2025-01-01',
  effective_to: '2025-12-31',
  sim_cap_pct: 50,
  sim_cap_scope: 'course',
  sim_exchange_ratio: 1,
  min_total_hours: 600,
  min_hours_per_area: [],
  source_url: 'https://example.org/rule',
}
const stricter: BoardRule = { ...board, effective_from: '2026-01-01', effective_to: null, sim_cap_pct: 25 }
const later: BoardRule = { ...board, effective_from: '2027-01-01', effective_to: null, sim_cap_pct: 10 }

it('a board’s rule is the one in force on that day', () => {
  expect(boardOn([stricter, board], '2025-12-31')?.sim_cap_pct).toBe(50)
  expect(boardOn([board, stricter], '2026-01-01')?.sim_cap_pct).toBe(25)
  expect(boardOn([board, stricter], '2024-12-31')).toBeUndefined()
})

const need = (specialty: 'med_surg' | 'pediatrics', min_hours: number, course: string | null = null) => ({
  specialty,
  course_code: course,
  min_hours,
  min_direct_hours: null,
  max_sim_hours: null,
  sim_pct: null,
  scope: 'course' as const,
})
const fact = (more: Partial<HoursFact>): HoursFact => ({
  semester_id: 'spring',
  specialty: 'med_surg',
  course: 'NUR 301',
  kind: 'direct_care',
  day: null,
  done: 0,
  scheduled: 0,
  ...more,
})
const facts = (more: Partial<ProgressFacts>): ProgressFacts => ({
  student_id: 'a',
  full_name: 'Ada Abbott',
  school_id: 's',
  cohort_id: 'c',
  cohort_name: 'Fall',
  starts: '2026-01-01',
  ends: '2027-01-01',
  program_name: 'BSN',
  level: 'BSN',
  required: 400,
  requirements: [],
  to_make_up: null,
  hours: [],
  ...more,
})
const term = (more: Partial<SemesterFact>): SemesterFact => ({
  id: 'fall',
  name: 'Fall',
  start_date: '2026-08-10',
  end_date: '2026-12-31',
  is_active: true,
  is_draft: false,
  ...more,
})
const school: SchoolFacts = {
  today: '2026-04-01',
  boards: [board, stricter],
  own_cap_pct: null,
  semesters: [term({ id: 'spring', name: 'Spring', start_date: '2026-01-10', end_date: '2026-07-02' })],
}

describe('progress', () => {
  it('caps simulation by the rule in force when the course began, and reports what exceeds it', () => {
    const hours = [fact({ done: 60 }), fact({ kind: 'simulation', done: 50 })]
    const of = (more: Partial<SchoolFacts>) =>
      progressOf(facts({ hours, requirements: [need('med_surg', 120, 'NUR 301')] }), { ...school, ...more })
    expect(of({})).toMatchObject({ credited: 90, over: 20, by_course: [{ cap: 30, sim_credited: 30 }] })
    // The course names the rule that it is credited by, also after another came into force.
    expect(
      of({ today: '2027-06-01', boards: [board, { ...stricter, effective_to: '2026-12-31' }, later] }),
    ).toMatchObject({
      by_course: [{ cap: 30, board: { effective_from: '2026-01-01' } }],
      board: { effective_from: '2027-01-01' },
    })
    expect(
      of({ boards: [board], semesters: [{ ...school.semesters[0]!, start_date: '2025-09-01' }] }),
    ).toMatchObject({ credited: 110, over: 0 })
    // A school may be stricter than its board, never more lenient.
    expect(of({ own_cap_pct: 10 })).toMatchObject({ credited: 72, over: 38 })
    expect(of({ own_cap_pct: 90 })).toMatchObject({ credited: 90, over: 20 })
  })

  it('shows for each semester and course what is required, and what is neither done nor planned', () => {
    const semesters = [...school.semesters, term({})]
    const hours = [
      fact({ done: 100, scheduled: 32, course: 'NUR 301', semester_id: 'spring' }),
      fact({ done: 200, course: 'NUR 401', semester_id: 'fall' }),
      fact({ done: 8, course: null, semester_id: null }),
      fact({ done: 2, course: null, semester_id: 'hidden' }),
    ]
    const found = progressOf(
      facts({ level: 'ADN', required: 365, hours, requirements: [need('med_surg', 120, 'NUR 301')] }),
      { ...school, boards: [], semesters },
    )
    expect(found.by_semester).toMatchObject([
      { name: 'Earlier hours', required: null, credited: 10, gap: null },
      { name: 'Spring', required: 173, credited: 100, scheduled: 32, projected: 132, gap: 41 },
      { name: 'Fall', required: 182, credited: 200, projected: 200, gap: 0 },
    ])
    expect(found.by_course).toMatchObject([
      { course: null, projected: 10, gap: null },
      { course: 'NUR 301', required: 120, projected: 132, gap: 0 },
      { course: 'NUR 401', required: null, projected: 200, gap: null },
    ])
  })

  it('counts semesters that the reader cannot see, and no drafts', () => {
    const past = term({ id: 'past', start_date: '2025-08-20', end_date: '2025-12-20', is_active: false })
    const hours = [
      fact({ semester_id: 'past', kind: 'simulation', done: 60 }),
      fact({ semester_id: 'past', done: 60 }),
      fact({ semester_id: 'spring', course: null, done: 20 }),
    ]
    const drafts = [
      term({ id: 'x', start_date: '2026-01-02', end_date: '2026-05-02', is_active: false, is_draft: true }),
      term({ id: 'y', start_date: '2026-03-02', end_date: '2026-09-02', is_active: false, is_draft: true }),
    ]
    const of = (semesters: readonly SemesterFact[]) =>
      progressOf(facts({ hours, starts: '2025-08-01' }), {
        ...school,
        semesters: [...school.semesters, ...semesters],
      })
    const [seen, hidden] = [of([past]), of([{ ...past, name: null }])]
    expect(seen).toMatchObject({ credited: 140, over: 0, target: 388.03 })
    const { by_semester, ...same } = seen
    expect(hidden).toMatchObject(same)
    // Without its name, its hours are earlier ones.
    expect(by_semester.map(({ name }) => name)).toEqual(['Fall', 'Spring'])
    expect(hidden.by_semester).toMatchObject([{ name: 'Earlier hours', credited: 120 }, by_semester[1]])
    expect(of([past, ...drafts])).toEqual(seen)
  })

  it('caps simulation over the whole program if the board does, however it is spread over courses', () => {
    const ofProgram: BoardRule = { ...board, effective_to: null, sim_cap_pct: 25, sim_cap_scope: 'program' }
    const semesters = ['a', 'b', 'c'].map((id, n) =>
      term({ id, start_date: `2025-0${n + 2}-01`, end_date: `2025-0${n + 2}-28` }),
    )
    fc.assert(
      fc.property(
        fc.array(half(200), { minLength: 3, maxLength: 3 }),
        half(300),
        fc.option(fc.nat(40), { nil: null }),
        (sims, direct, own_cap_pct) => {
          const hours = sims.flatMap((done, n) => [
            fact({ course: `NUR ${n}`, semester_id: 'abc'[n]!, kind: 'simulation', done }),
            fact({ course: `NUR ${n}`, semester_id: 'abc'[n]!, done: direct }),
          ])
          const found = progressOf(facts({ hours, required: 600 }), {
            ...school,
            boards: [ofProgram],
            semesters,
            own_cap_pct,
          })
          // The registrar’s way: all simulation of the program together, at most the stricter share of the required hours.
          const all = sims.reduce((sum, one) => sum + one, 0)
          const most = (Math.min(25, own_cap_pct ?? 100) / 100) * 600
          expect(found.credited).toBeCloseTo(3 * direct + Math.min(all, most), 2)
          expect(found.over).toBeCloseTo(Math.max(0, all - most), 2)
          // The courses that began first use the allowance up.
          expect(found.by_course[0]!.sim_credited).toBeCloseTo(Math.min(sims[0]!, most), 2)
        },
      ),
    )
  })

  describe('of a semester', () => {
    const fall = term({ id: 'fall', start_date: '2025-09-01', end_date: '2025-12-20' })
    const semesters = [...school.semesters, fall]
    const ofProgram: BoardRule = { ...board, effective_to: null, sim_cap_pct: 25, sim_cap_scope: 'program' }
    const twice = (course: readonly string[], simulation: number, direct: number) =>
      ['fall', 'spring'].flatMap((semester_id, n) => [
        fact({ semester_id, course: course[n]!, kind: 'simulation', done: simulation }),
        fact({ semester_id, course: course[n]!, done: direct }),
      ])

    it('is credited what earlier semesters left of the program’s simulation', () => {
      const own = facts({ required: 600, hours: twice(['NUR 301', 'NUR 302'], 100, 150) })
      const now = { ...school, boards: [ofProgram], semesters }
      expect(creditOfSemester(own, now, 'fall')).toMatchObject({
        credited: 250,
        over: 0,
        by_course: [{ course: 'NUR 301', cap: 150, sim_credited: 100 }],
      })
      expect(creditOfSemester(own, now, 'spring')).toMatchObject({
        credited: 200,
        over: 50,
        by_course: [{ course: 'NUR 302', direct: 150, cap: 50, sim_credited: 50, over: 50 }],
      })
      expect(progressOf(own, now)).toMatchObject({ credited: 450, over: 50 })
    })

    it('of a course that is repeated is credited what the course has room for', () => {
      const own = facts({ hours: twice(['NUR 301', 'NUR 301'], 20, 40) })
      const limited = facts({ ...own, requirements: [need('med_surg', 120, 'NUR 301')] })
      const now = { ...school, boards: [{ ...ofProgram, sim_cap_scope: 'course' as const }], semesters }
      expect(creditOfSemester(limited, now, 'fall')).toMatchObject({ credited: 60, over: 0 })
      expect(creditOfSemester(limited, now, 'spring')).toMatchObject({
        credited: 50,
        over: 10,
        by_course: [{ simulation: 20, cap: 10, sim_credited: 10, over: 10 }],
      })
    })

    it('is credited what earlier semesters left, in each course: what came first is credited first', () => {
      const simulation = (course: string, semester_id: string, done: number) =>
        fact({ course, semester_id, done, kind: 'simulation' })
      const own = facts({
        required: 500,
        hours: [
          simulation('NUR 301', 'fall', 20),
          simulation('NUR 302', 'fall', 30),
          simulation('NUR 301', 'spring', 20),
        ],
      })
      const tenth = { ...ofProgram, sim_cap_pct: 10, sim_exchange_ratio: 1, min_total_hours: null }
      const now = { ...school, boards: [tenth], semesters }
      expect(creditOfSemester(own, now, 'fall')).toMatchObject({ credited: 50, over: 0 })
      expect(creditOfSemester(own, now, 'spring')).toMatchObject({
        credited: 0,
        over: 20,
        by_course: [{ course: 'NUR 301', simulation: 20, sim_credited: 0, credited: 0, over: 20 }],
      })
      expect(progressOf(own, now)).toMatchObject({
        credited: 50,
        over: 20,
        by_course: [
          { course: 'NUR 301', credited: 20, over: 20 },
          { course: 'NUR 302', credited: 30, over: 0 },
        ],
      })
    })

    it('sums up with the others to the progress of the student', () => {
      const row = fc.record({
        semester_id: fc.constantFrom('fall', 'spring'),
        course: fc.constantFrom('NUR 301', 'NUR 302', null),
        kind: fc.constantFrom('simulation' as const, 'direct_care' as const, 'conference' as const),
        done: half(100),
        scheduled: half(20),
      })
      const scope = fc.constantFrom('course' as const, 'program' as const)
      fc.assert(
        fc.property(fc.array(row, { maxLength: 8 }), scope, (rows, sim_cap_scope) => {
          const own = facts({ hours: rows.map((one) => fact(one)), required: 600 })
          const now = { ...school, boards: [{ ...ofProgram, sim_cap_scope }], semesters }
          const [whole, ...parts] = [
            progressOf(own, now),
            creditOfSemester(own, now, 'fall'),
            creditOfSemester(own, now, 'spring'),
          ]
          const total = (pick: (part: (typeof parts)[0]) => number) =>
            parts.reduce((sum, part) => sum + pick(part), 0)
          expect(total(({ credited }) => credited)).toBeCloseTo(whole.credited, 2)
          expect(total(({ scheduled }) => scheduled)).toBeCloseTo(whole.scheduled, 2)
          // Its courses sum up to the semester: none loses what it was credited before.
          for (const part of parts)
            expect(part.by_course.reduce((sum, line) => sum + line.credited, 0)).toBeCloseTo(part.credited, 1)
        }),
      )
    })
  })

  it("requires in each area the board's hours if they are more", () => {
    const asks: BoardRule = {
      ...board,
      effective_to: null,
      min_hours_per_area: [
        { area: 'pediatrics', hours: 30 },
        { area: 'med_surg', hours: 30 },
      ],
    }
    const of = (more: Partial<ProgressFacts>) =>
      progressOf(facts({ requirements: [need('med_surg', 120)], hours: [fact({ done: 700 })], ...more }), {
        ...school,
        boards: [asks],
      })
    expect(of({})).toMatchObject({
      standing: 'at_risk',
      by_specialty: [
        { specialty: 'med_surg', required: 120 },
        { specialty: 'pediatrics', required: 30, gap: 30 },
      ],
    })
    // A board’s rule is for one level.
    expect(of({ level: 'ADN' }).by_specialty.map(({ specialty }) => specialty)).toEqual(['med_surg'])
  })

  it('reads requirements that were stored with missing fields', () => {
    const bare = { specialty: 'med_surg', course_code: 'NUR 301', min_hours: 100 } as ReturnType<typeof need>
    const found = progressOf(
      facts({ requirements: [bare], hours: [fact({ kind: 'simulation', done: 40 })] }),
      { ...school, boards: [] },
    )
    expect(found.by_course).toMatchObject([{ cap: null, credited: 40, over: 0 }])
  })

  it('reads a course with no hours required as one without a requirement', () => {
    const limited = { ...need('med_surg', 0, 'NUR 301'), sim_pct: 50 as number | null }
    const hours = [fact({ done: 50 }), fact({ kind: 'simulation', done: 20 })]
    const of = (requirements: (typeof limited)[], own_cap_pct: number | null) =>
      progressOf(facts({ requirements, hours }), { ...school, boards: [], own_cap_pct }).by_course
    const share = [{ required: null, cap: 35, credited: 70, over: 0, gap: null }]
    expect(of([limited], null)).toMatchObject(share)
    expect(of([{ ...limited, sim_pct: null }], 50)).toMatchObject(share)
    expect(of([], 50)).toMatchObject(share)
  })

  it("requires the board's hours if they are more", () => {
    expect(progressOf(facts({ required: 400 }), school).required).toBe(600)
    expect(progressOf(facts({ required: 800 }), school).required).toBe(800)
    expect(progressOf(facts({ required: null, level: 'ADN' }), school).required).toBeNull()
  })

  it('is at risk when planned hours fall behind the pace of the program, and on track otherwise', () => {
    const at = (scheduled: number) =>
      progressOf(facts({ level: 'ADN', hours: [fact({ done: 100, scheduled })] }), school)
    // Half of the program is over at the end of the semester: half of 400 hours.
    expect(at(0)).toMatchObject({
      standing: 'at_risk',
      target: 199.45,
      gap: 300,
      risks: [{ code: 'hours_short', hours: 99.45 }],
    })
    expect(at(100)).toMatchObject({ standing: 'on_track', risks: [], projected: 200 })
    expect(at(0).risks.map(riskWords)).toEqual([
      '100 h behind the program’s pace by the end of this semester.',
    ])
  })

  it('is at risk only with more than eight hours missing', () => {
    const total = (scheduled: number) =>
      progressOf(facts({ level: 'ADN', hours: [fact({ done: 100, scheduled })] }), school)
    expect(total(91.45)).toMatchObject({ standing: 'on_track', risks: [] })
    expect(total(91.44)).toMatchObject({
      standing: 'at_risk',
      risks: [{ code: 'hours_short', hours: 8.01 }],
    })
    const area = (scheduled: number) =>
      progressOf(
        facts({
          level: 'ADN',
          requirements: [need('pediatrics', 60)],
          hours: [fact({ done: 400 }), fact({ specialty: 'pediatrics', scheduled })],
        }),
        { ...school, boards: [] },
      )
    expect(area(21.92)).toMatchObject({ standing: 'on_track', risks: [] })
    expect(area(21.91)).toMatchObject({
      standing: 'at_risk',
      risks: [{ code: 'specialty_short', hours: 8.01, specialty: 'pediatrics' }],
    })
  })

  it('names the missing specialty, and hours to make up', () => {
    const hours = [fact({ done: 400 })]
    const requirements = [need('med_surg', 200), need('pediatrics', 60)]
    expect(
      progressOf(facts({ level: 'ADN', hours, requirements, required: 500, to_make_up: 8 }), school).risks,
    ).toEqual([
      { code: 'specialty_short', hours: 29.92, specialty: 'pediatrics' },
      { code: 'make_up', hours: 8, specialty: null },
    ])
    expect(riskWords({ code: 'specialty_short', hours: 29.92, specialty: 'pediatrics' })).toBe(
      '30 h behind the program’s pace in Pediatrics.',
    )
    // Formatted as on the student's other pages.
    expect(riskWords({ code: 'make_up', hours: 11.5, specialty: null })).toBe('11.5 h to make up.')
  })

  it('is complete once each area has its hours too, and its gap names the areas', () => {
    const requirements = [need('med_surg', 200), need('pediatrics', 60)]
    const at = (peds: number, more: Partial<HoursFact> = {}) =>
      progressOf(
        facts({
          level: 'ADN',
          requirements,
          hours: [fact({ done: 400 }), fact({ specialty: 'pediatrics', done: peds, ...more })],
        }),
        { ...school, boards: [] },
      )
    expect(at(20)).toMatchObject({ standing: 'at_risk', credited: 420, required: 400, gap: 40 })
    expect(areaGapWords(at(20).by_specialty)).toBe('40 h in Pediatrics')
    expect(
      at(20, { scheduled: 15 }).by_specialty.find((one) => one.specialty === 'pediatrics'),
    ).toMatchObject({
      credited: 20,
      scheduled: 15,
      projected: 35,
      gap: 25,
    })
    expect(at(20, { scheduled: 40 })).toMatchObject({ standing: 'on_track', gap: 0 })
    expect(areaGapWords(at(20, { scheduled: 40 }).by_specialty)).toBe('')
    expect(at(60)).toMatchObject({ standing: 'done', gap: 0 })
  })

  it('credits an area only with enough hours with patients, and with simulation up to its limit', () => {
    const of = (more: object, direct: number, other: number, kind: 'observation' | 'simulation') =>
      progressOf(
        facts({
          level: 'ADN',
          required: 120,
          requirements: [{ ...need('pediatrics', 120), ...more }],
          hours: [
            fact({ specialty: 'pediatrics', done: direct }),
            fact({ specialty: 'pediatrics', kind, done: other, course: null }),
          ],
        }),
        { ...school, boards: [] },
      )
    const patients = { min_direct_hours: 100 }
    const short = of(patients, 60, 60, 'observation')
    expect(short).toMatchObject({
      credited: 120,
      gap: 40,
      by_specialty: [{ required: 120, credited: 80, over: 40, projected: 80, gap: 40 }],
    })
    expect(short.standing).not.toBe('done')
    expect(missingHoursWords(short)).toBe('Pediatrics 80 of 120 h')
    expect(uncreditedWords(short.by_specialty)).toEqual([
      'Not credited in Pediatrics: 40 h. Too few hours with patients, or too much simulation.',
    ])
    expect(of(patients, 100, 60, 'observation')).toMatchObject({
      standing: 'done',
      by_specialty: [{ credited: 160, over: 0, gap: 0 }],
    })
    // A limit without a course is about the specialty.
    for (const limit of [{ sim_pct: 25 }, { max_sim_hours: 30 }])
      expect(of(limit, 70, 50, 'simulation')).toMatchObject({
        by_specialty: [{ credited: 100, over: 20, gap: 20 }],
      })
    expect(of({ sim_pct: 25 }, 90, 50, 'simulation')).toMatchObject({ standing: 'done' })
    // One with a course is about the course.
    expect(of({ sim_pct: 25, course_code: 'NUR 301' }, 70, 50, 'simulation')).toMatchObject({
      by_specialty: [{ credited: 120, over: 0 }],
    })
    // A semester has the hours as posted.
    const posted = facts({
      requirements: [{ ...need('pediatrics', 120), ...patients }],
      hours: [60, 60].map((done, index) =>
        fact({ specialty: 'pediatrics', done, kind: index ? 'observation' : 'direct_care' }),
      ),
    })
    expect(creditOfSemester(posted, school, 'spring').by_specialty).toMatchObject([{ credited: 120 }])
  })

  it('requires of a semester its own part, also if another runs inside it', () => {
    const semesters = [
      term({ id: 'spring', name: 'Spring', start_date: '2026-01-12', end_date: '2026-05-08' }),
      term({ start_date: '2026-08-24', end_date: '2026-12-12' }),
      term({ id: 'mini', name: 'Mini', start_date: '2026-10-01', end_date: '2026-11-20' }),
    ]
    const found = progressOf(
      facts({
        level: 'ADN',
        required: 365,
        hours: ['spring', 'fall', 'mini'].map((semester_id) => fact({ done: 8, semester_id })),
      }),
      { ...school, boards: [], semesters },
    )
    // One hour a day: of the fall those since the spring ended, of the mini term its own.
    expect(found.by_semester.map(({ name, required }) => [name, required])).toEqual([
      ['Spring', 116],
      ['Fall', 218],
      ['Mini', 50],
    ])
  })

  it('rounds once: minutes spread over courses and weeks add up to what they are', () => {
    const third = (course: string, minutes: number, more: Partial<HoursFact> = {}) =>
      fact({ course, done: minutes / 60, ...more })
    const hours = [
      third('NUR 301', 40 * 60 + 20, { day: '2026-01-14' }),
      third('NUR 302', 40 * 60 + 20, { day: '2026-01-21', kind: 'simulation' }),
      third('NUR 303', 39 * 60 + 20, { day: '2026-01-28' }),
    ]
    const one = progressOf(facts({ level: 'ADN', required: 120, hours }), { ...school, boards: [] })
    expect(one).toMatchObject({ credited: 120, projected: 120, gap: 0, standing: 'done' })
    expect(one.by_course.map(({ credited }) => credited)).toEqual([40.33, 40.33, 39.33])
    expect(one.weeks.at(-1)).toMatchObject({ done: 120, projected: 120 })
    expect(missingHoursWords(one)).toBeNull()
    // A limit of a third of a course, in each of three courses.
    const limited = { ...board, effective_to: null, sim_cap_pct: 100 / 3, min_total_hours: null }
    const capped = hours.map((row) => ({ ...row, kind: 'simulation' as const }))
    const over = progressOf(facts({ hours: capped }), { ...school, boards: [limited] })
    expect(over).toMatchObject({ credited: 40, over: 80 })
  })

  it('adds up by week to the totals, in any order', () => {
    const rows = fc.array(
      fc
        .record({ day: fc.integer({ min: 1, max: 28 }), done: half(12), scheduled: half(12) })
        .map(({ day, ...more }) =>
          fact({ ...more, day: `2026-0${1 + (day % 9)}-${String(day).padStart(2, '0')}` }),
        ),
      { minLength: 1, maxLength: 30 },
    )
    fc.assert(
      fc.property(rows, (hours) => {
        const one = progressOf(facts({ hours }), { ...school, boards: [] })
        const last = one.weeks.at(-1)!
        expect(last.done).toBeCloseTo(one.credited, 2)
        expect(last.projected).toBeCloseTo(one.projected, 2)
        expect(one.weeks).toEqual(
          progressOf(facts({ hours: hours.toReversed() }), { ...school, boards: [] }).weeks,
        )
        expect(one.weeks.every((week, at) => week.done >= (one.weeks[at - 1]?.done ?? 0))).toBe(true)
      }),
    )
  })
})

it('says why no hours are required, and whom to ask', () => {
  const words = (isOwn: boolean, isInCohort: boolean) => noneRequiredWords({ isOwn, isInCohort })
  expect(words(true, false)).toMatch(/^You are in no cohort now.* Unless you graduated, ask your coordinator/)
  expect(words(true, true)).toMatch(/^Your program has not entered.* Ask your coordinator/)
  expect(words(false, false)).toMatch(/^In no cohort now/)
  expect(words(false, true)).toMatch(/^The program has not entered/)
})

describe('the list', () => {
  const one = (name: string, done: number) =>
    progressOf(
      facts({
        student_id: name,
        full_name: name,
        level: 'ADN',
        hours: [fact({ done })],
        requirements: [need('med_surg', 100)],
      }),
      school,
    )
  const all = [one('Ada', 50), one('Ben', 250), one('Cy', 420)]
  const filter = { q: '', sort: 'gap' as const, dir: 'desc' as const }

  it('filters by name, standing and missing specialty; counts and colors the matches', () => {
    const found = filterProgress(all, filter)
    expect(found.rows.map(({ full_name }) => full_name)).toEqual(['Ada', 'Ben', 'Cy'])
    expect(found.counts).toEqual({ at_risk: 1, on_track: 1, done: 1, unknown: 0 })
    // A student's extra hours in a specialty do not help another.
    expect(found.heat).toMatchObject([
      { students: 3, at_risk: 1, cells: [{ specialty: 'med_surg', required: 300, projected: 250 }] },
    ])
    expect(schoolSums(all)).toMatchObject({
      students: 3,
      counts: found.counts,
      required: 1200,
      projected: 700,
      gap: 500,
    })
    expect(filterProgress(all, { ...filter, q: 'be' }).rows).toHaveLength(1)
    expect(
      filterProgress(all, { ...filter, standing: 'done' }).rows.map(({ full_name }) => full_name),
    ).toEqual(['Cy'])
    expect(
      filterProgress(all, { ...filter, specialty: 'med_surg' }).rows.map(({ full_name }) => full_name),
    ).toEqual(['Ada'])
  })
})

describe('the hours of a cohort', () => {
  const one = (name: string, changes: object) =>
    progressOf(facts({ student_id: name, full_name: name, level: 'ADN', ...changes }), school)
  it('are those of its students together, each counted up to their requirement', () => {
    const id = '00000000-0000-4000-8000-000000000001'
    const all = [
      one('Ada', { cohort_id: id, required: 400, hours: [fact({ done: 50, scheduled: 30 })] }),
      one('Cy', { cohort_id: id, required: 400, hours: [fact({ done: 420 })] }),
      one('No requirement', { cohort_id: id, required: null, hours: [fact({ done: 10 })] }),
      one('No cohort', { cohort_id: null, required: 400, hours: [fact({ done: 10 })] }),
    ]
    expect(hoursByCohort(all)).toEqual([
      { cohort_id: id, students: 2, required: 800, done: 450, projected: 480 },
    ])
    expect(hoursByCohort([])).toEqual([])
  })
})

/** The actions on a ledger: seats are posted and corrected, the school enters hours and takes lines back. */
type Action =
  | { what: 'post' | 'correct'; seat: number; minutes: number }
  | { what: 'enter'; minutes: number }
  | { what: 'take_back'; at: number }
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    what: fc.constantFrom('post' as const, 'correct' as const),
    seat: fc.nat(3),
    minutes: fc.nat(720),
  }),
  fc.record({ what: fc.constant('enter' as const), minutes: fc.integer({ min: -300, max: 600 }) }),
  fc.record({ what: fc.constant('take_back' as const), at: fc.nat(30) }),
)
type Kept = Line & { seat: number | null }
const why = 'The school looked at it again.'

/** The ledger after an action, by the rules; refused actions add nothing. */
function after(lines: readonly Kept[], done: Action): Kept[] {
  const add = (more: readonly Omit<Kept, 'id'>[]) => [
    ...lines,
    ...more.map((line, n) => ({ ...line, id: `${lines.length + n}` })),
  ]
  if (done.what === 'enter')
    return done.minutes === 0
      ? [...lines]
      : add([{ minutes: done.minutes, kind: 'other', source: 'manual', reverses: null, seat: null }])
  if (done.what === 'take_back') {
    const line = lines[done.at]
    if (!line || line.reverses || lines.some(({ reverses }) => reverses === line.id)) return [...lines]
    return add([{ ...line, minutes: -line.minutes, source: 'adjustment', reverses: line.id }])
  }
  const standing = lines.filter(({ seat: of }) => of === done.seat)
  const attended: SeatHours = {
    minutes: done.minutes,
    kind: 'direct_care',
    source: 'attendance',
    reason: why,
  }
  const hours =
    done.what === 'post'
      ? attended
      : correctionOf(standing, { minutes: done.minutes, kind: 'direct_care', reason: why })
  const added = hours && seatPosting(standing, hours)
  if (!added || 'code' in added) return [...lines]
  return add(added.map((line) => ({ ...line, seat: done.seat })))
}

describe('a ledger, after any actions', () => {
  it('only grows, sums up to its balance in any order, and takes nothing back twice', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 25 }), fc.infiniteStream(fc.nat()), (actions, dice) => {
        let lines: Kept[] = []
        for (const done of actions) {
          const next = after(lines, done)
          expect(next.slice(0, lines.length)).toEqual(lines)
          // Repeating the action at once changes nothing.
          const again = done.what === 'enter' ? next : after(next, done)
          expect(balance(again)).toBe(balance(next))
          lines = next
        }
        const undone = lines.flatMap(({ reverses }) => reverses ?? [])
        expect(new Set(undone).size).toBe(undone.length)
        const live = lines.filter(({ id, reverses }) => !reverses && !undone.includes(id))
        expect(balance(live)).toBe(balance(lines))
        // At most one line of a seat counts at a time.
        for (const nth of [0, 1, 2, 3])
          expect(live.filter((line) => line.seat === nth).length).toBeLessThan(2)
        expect(balance(lines.toSorted(() => (dice.next().value % 2 ? 1 : -1)))).toBe(balance(lines))
      }),
    )
  })

  it('is the same whichever of two seats, or of two entries, came first', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 12 }), fc.array(action, { maxLength: 12 }), (one, other) => {
        // Two people work on different seats, in any order: neither changes what the other's counts for.
        const mine = one
          .filter((done) => done.what !== 'take_back')
          .map((done) => ('seat' in done ? { ...done, seat: 0 } : done))
        const theirs = other
          .filter((done) => done.what !== 'take_back')
          .map((done) => ('seat' in done ? { ...done, seat: 1 } : done))
        const sum = (actions: readonly Action[]) => balance(actions.reduce<Kept[]>(after, []))
        expect(sum([...mine, ...theirs])).toBe(sum([...theirs, ...mine]))
        expect(sum([...mine, ...theirs])).toBe(sum(mine) + sum(theirs))
      }),
    )
  })
})

describe('credentials as a risk', () => {
  const readiness = {
    status: 'not_cleared',
    missing: ['Flu vaccine expired (Lake School)'],
    next_shift: '2026-11-30',
  }
  it('exist if someone is not cleared', () => {
    expect(credentialRiskOf(undefined)).toBeNull()
    for (const status of ['cleared', 'cleared_with_condition', 'unknown'])
      expect(credentialRiskOf({ ...readiness, status })).toBeNull()
    expect(credentialRiskOf(readiness)).toEqual({ missing: readiness.missing, next_shift: '2026-11-30' })
  })
  it('are named with the shift they prevent', () => {
    expect(credentialRiskWords(readiness)).toBe(
      'Not cleared for the shift on Nov 30, 2026: Flu vaccine expired (Lake School).',
    )
    expect(credentialRiskWords({ ...readiness, next_shift: null })).toBe(
      'Not cleared for shifts: Flu vaccine expired (Lake School).',
    )
  })
})

describe('attendance and evaluations as a risk', () => {
  const evaluation = (id: string, is_overdue: boolean) => ({
    id,
    shift_id: null,
    kind: 'midterm' as const,
    is_overdue,
  })
  it('exist if absences reach the limit, or evaluations are overdue or need improvement', () => {
    expect(concernsOf(undefined, [])).toEqual([])
    const found = concernsOf({ unexcused: 2, fromLates: 1 }, [
      evaluation('a', true),
      evaluation('b', false),
      evaluation('c', true),
    ])
    expect(found).toMatchObject([
      { code: 'absence_limit', count: 2, from_lates: 1, evaluation: null },
      { code: 'eval_ni', count: 1, evaluation: { id: 'b' } },
      { code: 'evaluation_missing', count: 2, evaluation: { id: 'a' } },
    ])
    expect(found.map(concernWords)).toEqual([
      '2 unexcused absences this semester, 1 of them from late arrivals: the school’s limit is reached.',
      'An evaluation shows a need for improvement.',
      '2 evaluations are overdue.',
    ])
    expect(concernWords({ ...found[0]!, count: 1 })).toBe(
      '1 unexcused absence this semester, from late arrivals: the school’s limit is reached.',
    )
  })
})

describe('the stamp of a file', () => {
  const made = {
    by: 'Ana Maria Ruiz',
    by_support: false,
    school_name: 'Lakeshore',
    at: '2026-11-27T13:20:00Z',
    time_zone: 'America/Chicago',
  }
  const semesters = [
    { semester_id: 'b', name: 'Spring 2027', start_date: '2027-01-12' },
    { semester_id: null, name: 'No semester', start_date: null },
    { semester_id: 'a', name: 'Fall 2026', start_date: '2026-08-24' },
  ].map((one) => ({ ...one, required: null, credited: 0, scheduled: 0, projected: 0, gap: null }))

  it('names the subject, the school, the semesters, the time and the author', () => {
    const names = semestersOf([{ by_semester: semesters }, { by_semester: semesters }])
    expect(names).toEqual(['Fall 2026', 'Spring 2027'])
    expect(stampLines(made, { what: 'Student progress', semesters: names, rows: 2, of: 2 })).toEqual([
      'Student progress',
      'School: Lakeshore',
      'Semesters: all (Fall 2026, Spring 2027)',
      'Generated November 27, 2026 at 7:20 AM (Central Time) by Ana Maria Ruiz',
    ])
  })

  it('says if a list is filtered, and if support made it', () => {
    const lines = stampLines(
      { ...made, by_support: true },
      { what: 'Student progress', semesters: [], rows: 1, of: 9 },
    )
    expect(lines[0]).toBe('Student progress: 1 of 9 students, as filtered')
    expect(lines[2]).toBe('Semesters: all')
    expect(lines[3]).toMatch(/by Ana Maria Ruiz, opened by Placewell support$/)
  })

  it('a PDF with too many students is refused, with what to do', () => {
    expect(pdfBlocker(Array.from({ length: MAX_IN_PDF }))).toBeNull()
    expect(pdfBlocker(Array.from({ length: MAX_IN_PDF + 1 }))).toMatchObject({ code: 'hours.pdf_too_long' })
  })
})

describe('the hours of a semester', () => {
  const fall: LockableSemester = {
    id: 'a',
    name: 'Fall',
    start_date: '2026-08-24',
    end_date: '2026-12-18',
    is_active: true,
    activated_at: '2026-08-01T12:00Z',
    archived_at: null,
    reopened_at: null,
    hours_lock_at: null,
    graded_until: null,
  }
  const asOf = (today: string, change: Partial<LockableSemester> = {}) =>
    lockedSemester('2026-09-01', [{ ...fall, ...change }], { today, now: Date.parse(`${today}T12:00Z`) })

  it.each([
    ['are open through the days of grading', '2027-01-17', {}, null],
    ['are locked after them', '2027-01-18', {}, 'Fall'],
    ['are locked after its grading window', '2026-12-24', { graded_until: '2026-12-23' }, 'Fall'],
    ['are locked at its lock, though it runs', '2026-10-02', { hours_lock_at: '2026-10-01T12:00Z' }, 'Fall'],
    ['are open until its lock', '2027-03-01', { hours_lock_at: '2027-04-01T12:00Z' }, null],
    ['are locked when it was deactivated after its end', '2026-12-19', { is_active: false }, 'Fall'],
    ['are open in a draft', '2026-12-19', { is_active: false, activated_at: null }, null],
    ['are locked when it is archived', '2026-10-01', { archived_at: '2026-09-30T12:00Z' }, 'Fall'],
    ['are open when it was reopened', '2027-03-01', { reopened_at: '2027-02-01T12:00Z' }, null],
    ['of another time do not matter', '2027-03-01', { start_date: '2026-09-02' }, null],
  ] as const)('%s', (_, today, change, locked) => expect(asOf(today, change)).toBe(locked))

  it('are those of the semester that a line of the day belongs to, where several have it', () => {
    const copy = { ...fall, id: 'b', name: 'Copy', is_active: false, archived_at: '2026-09-01T12:00Z' }
    const short = { ...fall, id: 'c', name: 'Short', start_date: '2026-08-31', end_date: '2026-10-23' }
    const on = (date: string, semesters: LockableSemester[]) =>
      lockedSemester(date, semesters, { today: '2026-12-01', now: Date.parse('2026-12-01T12:00Z') })
    expect(on('2026-10-05', [copy, fall])).toBeNull()
    expect(on('2026-10-05', [copy])).toBe('Copy')
    expect(on('2026-10-05', [fall, short])).toBe('Short')
    expect(on('2026-11-05', [fall, short])).toBeNull()
    // Inactive ones: the later, or else the first by its ID.
    expect(on('2026-10-05', [{ ...fall, is_active: false }, copy])).toBeNull()
    expect(on('2026-10-05', [copy, { ...fall, id: 'z', is_active: false }])).toBe('Copy')
  })
})

it('formats deducted hours with a minus sign', () => {
  expect(hoursWords(-6)).toBe('−6 h')
})

it('says which required hours a student is missing', () => {
  const area = {
    specialty: 'med_surg',
    required: 300,
    over: 0,
    credited: 120,
    scheduled: 0,
    projected: 120,
    gap: 180,
  }
  expect(missingHoursWords({ credited: 549.75, required: 720, by_specialty: [area] })).toBe('549.75 of 720 h')
  expect(missingHoursWords({ credited: 720, required: 720, by_specialty: [area] })).toBe(
    'Medical-surgical 120 of 300 h',
  )
  expect(missingHoursWords({ credited: 720, required: 720, by_specialty: [] })).toBeNull()
  expect(missingHoursWords({ credited: 7, required: null, by_specialty: [] })).toBeNull()
})
