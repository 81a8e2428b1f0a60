import { roundToHundredths } from '#core/number-text.ts'
import { type PlainDate, addDays, comparePlainDates, diffDays, weekdayOf } from '#core/plain-date.ts'
import type { HourRequirement } from '#features/schools/contract.ts'
import type { CourseCredit, HoursKind, Progress, Risk, Week } from '../contract.ts'

/** A board's rules on hours, with the dates they are in force (Domain 2.2: RegulatoryProfile). */
export type BoardRule = {
  jurisdiction: string
  level: string
  effective_from: PlainDate
  effective_to: PlainDate | null
  sim_cap_pct: number | null
  sim_cap_scope: 'course' | 'program'
  sim_exchange_ratio: number
  min_total_hours: number | null
  min_hours_per_area: readonly { area: string; hours: number }[]
  source_url: string | null
}

/** The board rule in force on a day, the latest if there are several; undefined if there is none (Domain 2.0: dated data). */
export function boardOn(boards: readonly BoardRule[], day: PlainDate): BoardRule | undefined {
  return boards
    .filter(
      (board) => board.effective_from <= day && (board.effective_to === null || day <= board.effective_to),
    )
    .toSorted((a, b) => comparePlainDates(b.effective_from, a.effective_from))[0]
}

/** The hours of one course, split as simulation rules need it. */
type CourseHours = { direct: number; other: number; simulation: number }

/**
 * What a course is credited with: patient care, and simulation by the exchange ratio up to the cap, a share of the course's required hours.
 * Hours above the cap are reported, never hidden (Domain 2.11). Without a cap all of it counts. All values are hours.
 */
export function creditOf(
  { direct, other, simulation }: CourseHours,
  rule: { ratio: number; cap: number | null },
): Pick<CourseCredit, 'sim_credited' | 'over' | 'credited'> {
  const raw = simulation * rule.ratio
  const credited = rule.cap === null ? raw : Math.min(raw, rule.cap)
  return { sim_credited: credited, over: raw - credited, credited: direct + other + credited }
}

export type HoursFact = {
  semester_id: string | null
  specialty: string
  course: string | null
  /** Null for scheduled hours. */
  kind: HoursKind | null
  day: PlainDate | null
  done: number
  scheduled: number
}

/** The data that a student's progress is computed from. */
export type ProgressFacts = {
  student_id: string
  full_name: string
  school_id: string
  cohort_id: string | null
  cohort_name: string | null
  starts: PlainDate | null
  ends: PlainDate | null
  program_name: string | null
  level: string | null
  required: number | null
  requirements: readonly HourRequirement[] | null
  to_make_up: number | null
  hours: readonly HoursFact[] | null
}

/** A semester of the school; the name only if the reader may see it. */
export type SemesterFact = {
  id: string
  name: string | null
  start_date: PlainDate
  end_date: PlainDate
  is_active: boolean
  /** Never activated so far, like a copy for next year. */
  is_draft: boolean
}

/** The data that is the same for all students of a school. */
export type SchoolFacts = {
  today: PlainDate
  boards: readonly BoardRule[]
  /** The school's own simulation cap in percent; the stricter of this and the board's counts. */
  own_cap_pct: number | null
  /** All of them, whether the reader may see them or not, so that everyone gets the same numbers. */
  semesters: readonly SemesterFact[]
}

const exactSum = <Row>(rows: readonly Row[], hours: (row: Row) => number): number =>
  rows.reduce((total, row) => total + hours(row), 0)
export const sum = <Row>(rows: readonly Row[], hours: (row: Row) => number): number =>
  roundToHundredths(exactSum(rows, hours))

const kindSum =
  (rows: readonly HoursFact[]) =>
  (...kinds: HoursKind[]): number =>
    exactSum(
      rows.filter(({ kind }) => kind !== null && kinds.includes(kind)),
      (row) => row.done,
    )
const known = (limits: readonly (number | null | undefined)[]): number[] =>
  limits.filter((limit) => limit !== null && limit !== undefined)

/** A student's progress: required, credited, scheduled, projected and missing hours, by specialty, course and semester (Domain 2.11). */
export function progressOf(facts: ProgressFacts, school: SchoolFacts): Progress {
  const hours = facts.hours ?? []
  const requirements = facts.requirements ?? []
  const board = boardOn(school.boards, school.today)
  const asks = board?.level === facts.level ? board : undefined
  const required = Math.max(facts.required ?? 0, asks?.min_total_hours ?? 0) || null
  const courses = coursesOf(hours, requirements, required, school)
  const scheduled = sum(hours, (row) => row.scheduled)
  const credited = sum(courses, (course) => course.credited)
  const projected = roundToHundredths(credited + scheduled)
  const by_specialty = specialtiesOf(hours, requirements, asks?.min_hours_per_area ?? [])
  const semesters = new Map(school.semesters.filter(({ name }) => name !== null).map((one) => [one.id, one]))
  // Hours in a semester that the reader cannot see are listed as earlier, like hours in none.
  const by_semester = [...Map.groupBy(hours, (row) => semesters.get(row.semester_id ?? ''))]
    .map(([semester, rows]) => {
      return {
        semester_id: semester?.id ?? null,
        name: semester?.name ?? 'Earlier hours',
        start_date: semester?.start_date ?? null,
        ...towards(
          semester && required !== null ? partOf(semester, facts, school) * required : null,
          sum(rows, (row) => row.done),
          sum(rows, (row) => row.scheduled),
        ),
      }
    })
    .toSorted((a, b) => comparePlainDates(a.start_date ?? '', b.start_date ?? ''))
  const share = shareAhead(facts, school)
  const target = required === null ? null : roundToHundredths(required * share)
  const over = sum(courses, (course) => course.over)
  const totals = { required, credited, scheduled, projected, target, over, to_make_up: facts.to_make_up ?? 0 }
  const risks = risksOf(totals, by_specialty, share)
  return {
    student_id: facts.student_id,
    full_name: facts.full_name,
    cohort_id: facts.cohort_id,
    cohort_name: facts.cohort_name,
    program_name: facts.program_name,
    today: school.today,
    ends: facts.ends,
    ...totals,
    gap: gapOf(required, projected, by_specialty),
    standing: progressStatusOf(required, credited, by_specialty, risks),
    risks,
    by_specialty,
    by_course: courses.map(roundCourse),
    by_semester,
    weeks: weeksOf(hours),
    board: namedBoard(board),
  }
}

/** What is shown of a board's rule. */
const namedBoard = (board: BoardRule | undefined): Progress['board'] =>
  board
    ? {
        jurisdiction: board.jurisdiction,
        effective_from: board.effective_from,
        source_url: board.source_url,
      }
    : null

/** What a semester adds to a student's hours. */
export type SemesterCredit = Pick<Progress, 'credited' | 'scheduled' | 'over' | 'by_course' | 'by_specialty'>

/**
 * The hours of one semester: progress with it and the semesters before, minus progress with only those. So what earlier semesters used of
 * a limit on simulation is used, and the semesters of a student sum up to their progress.
 */
export function creditOfSemester(
  facts: ProgressFacts,
  school: SchoolFacts,
  semesterId: string,
): SemesterCredit {
  const order = school.semesters
    .toSorted((a, b) => comparePlainDates(a.start_date, b.start_date) || a.id.localeCompare(b.id))
    .map(({ id }) => id)
  const index = order.indexOf(semesterId)
  const through = (last: number): Progress => {
    const ids = new Set(order.slice(0, last))
    return progressOf(
      { ...facts, hours: (facts.hours ?? []).filter(({ semester_id: id }) => id !== null && ids.has(id)) },
      school,
    )
  }
  const [before, now] = [through(index), through(index + 1)]
  const less = (more: number, part = 0): number => roundToHundredths(more - part)
  return {
    credited: less(now.credited, before.credited),
    scheduled: less(now.scheduled, before.scheduled),
    // A course with more hours may have room for simulation that exceeded its share before.
    over: Math.max(0, less(now.over, before.over)),
    by_course: now.by_course
      .map((line) => {
        const was = before.by_course.find(({ course }) => course === line.course)
        const credited = less(line.credited, was?.credited)
        const scheduled = less(line.scheduled, was?.scheduled)
        return {
          ...line,
          direct: less(line.direct, was?.direct),
          other: less(line.other, was?.other),
          simulation: less(line.simulation, was?.simulation),
          cap: line.cap === null ? null : Math.max(0, less(line.cap, was?.sim_credited)),
          sim_credited: less(line.sim_credited, was?.sim_credited),
          over: Math.max(0, less(line.over, was?.over)),
          ...towards(line.required, credited, scheduled),
        }
      })
      .filter((line) => line.direct || line.other || line.simulation || line.scheduled),
    // As posted: what a specialty's requirement does not credit is said of the whole program, not of a semester.
    by_specialty: now.by_specialty.map((line) => {
      const was = before.by_specialty.find(({ specialty }) => specialty === line.specialty)
      const credited = less(line.credited + line.over, was && was.credited + was.over)
      const scheduled = less(line.scheduled, was?.scheduled)
      return { specialty: line.specialty, over: 0, ...towards(line.required, credited, scheduled) }
    }),
  }
}

/** A course that a student has hours in so far, with the date it began; today if no semester gives one. */
type Course = { course: string | null; rows: readonly HoursFact[]; began: PlainDate }

/**
 * The credit of each course under the board’s rule in force when its semester began; hours without a course form a group. If the board caps
 * simulation for the whole program, courses use up the allowance semester by semester, so that later hours never take away earlier credit.
 */
function coursesOf(
  hours: readonly HoursFact[],
  requirements: readonly HourRequirement[],
  required: number | null,
  school: SchoolFacts,
): CourseCredit[] {
  const ofProgram = required ?? sum(hours, (row) => row.done)
  const courses = new Map<string | null, Course>()
  const credits = new Map<string | null, CourseCredit>()
  const byCourse = (a: { course: string | null }, b: { course: string | null }) =>
    (a.course ?? '~').localeCompare(b.course ?? '~')
  for (const { id, start } of semestersOfHours(hours, school)) {
    const here = Map.groupBy(
      hours.filter((row) => row.semester_id === id),
      (row) => row.course,
    )
    const added = [...here].map(([course, rows]) => ({ course, rows }))
    for (const { course, rows } of added.toSorted(byCourse)) {
      const before = courses.get(course)
      const one = { course, rows: [...(before?.rows ?? []), ...rows], began: before?.began ?? start }
      const others = [...credits.values()].filter((credit) => credit.course !== course)
      const used = exactSum(others, ({ sim_credited }) => sim_credited)
      courses.set(course, one)
      credits.set(course, courseCreditOf(one, requirements, { ofProgram, used }, school))
    }
  }
  return [...credits.values()].toSorted(byCourse)
}

/** The semesters that a student has hours in, in order, with the day each began; hours of none come last, as of today. */
function semestersOfHours(hours: readonly HoursFact[], { semesters, today }: SchoolFacts) {
  return [...new Set(hours.map((row) => row.semester_id))]
    .map((id) => ({ id, start: semesters.find((one) => one.id === id)?.start_date }))
    .toSorted(
      (a, b) =>
        comparePlainDates(a.start ?? '9999-12-31', b.start ?? '9999-12-31') ||
        (a.id ?? '~').localeCompare(b.id ?? '~'),
    )
    .map(({ id, start }) => ({ id, start: start ?? today }))
}

/** The credit of one course, not rounded, after other courses have used part of the program's simulation allowance. */
function courseCreditOf(
  { course, rows, began }: Course,
  requirements: readonly HourRequirement[],
  program: { ofProgram: number; used: number },
  { boards, own_cap_pct: own }: SchoolFacts,
): CourseCredit {
  const board = boardOn(boards, began)
  const of = course === null ? [] : requirements.filter((one) => one.course_code === course)
  const ofKind = kindSum(rows)
  const simulation = ofKind('simulation')
  const direct = ofKind('direct_care', 'indirect_care')
  const done = exactSum(rows, (row) => row.done)
  // A row may only limit simulation: no hours are no requirement.
  const required = sum(of, ({ min_hours }) => min_hours ?? 0) || null
  const isOfProgram = board?.sim_cap_scope === 'program'
  const general = known([board?.sim_cap_pct, own])
  const most = known(of.map(({ max_sim_hours }) => max_sim_hours))
  const caps = [
    ...[...(isOfProgram ? [] : general), ...known(of.map(({ sim_pct }) => sim_pct))].map(
      (percent) => (percent / 100) * (required ?? done),
    ),
    ...(isOfProgram ? general : []).map((percent) =>
      Math.max(0, (percent / 100) * program.ofProgram - program.used),
    ),
    ...(most.length > 0 ? [sum(most, (hour) => hour)] : []),
  ]
  const parts = { direct, simulation, other: done - direct - simulation }
  const cap = caps.length > 0 ? Math.min(...caps) : null
  const credit = creditOf(parts, { ratio: board?.sim_exchange_ratio ?? 1, cap })
  return {
    course,
    ...parts,
    cap,
    exchange_ratio: board?.sim_exchange_ratio ?? 1,
    board: namedBoard(board),
    ...credit,
    ...towards(
      required,
      credit.credited,
      exactSum(rows, (row) => row.scheduled),
    ),
  }
}

/** A course's credit for display. */
const roundCourse = (one: CourseCredit): CourseCredit => ({
  ...one,
  direct: roundToHundredths(one.direct),
  other: roundToHundredths(one.other),
  simulation: roundToHundredths(one.simulation),
  cap: one.cap === null ? null : roundToHundredths(one.cap),
  sim_credited: roundToHundredths(one.sim_credited),
  over: roundToHundredths(one.over),
  credited: roundToHundredths(one.credited),
  scheduled: roundToHundredths(one.scheduled),
})

/** Compares hours with a requirement: projected is credited plus scheduled, the gap is what is still missing then. */
function towards(required: number | null, credited: number, scheduled: number) {
  const projected = roundToHundredths(credited + scheduled)
  return {
    required: required === null ? null : roundToHundredths(required),
    credited,
    scheduled,
    projected,
    gap: required === null ? null : roundToHundredths(Math.max(0, required - projected)),
  }
}

/**
 * The share of the program within a semester: from the end of the last one that was over before it, or its own start if there is none or
 * another is still running then, to its end.
 */
function partOf(
  { start_date: start, end_date: end }: SemesterFact,
  facts: ProgressFacts,
  { semesters }: SchoolFacts,
): number {
  const others = semesters.filter((one) => !one.is_draft)
  const isWithin = others.some((one) => one.start_date < start && one.end_date >= start)
  const before = others
    .map(({ end_date }) => end_date)
    .filter((date) => date < start)
    .toSorted(comparePlainDates)
    .at(-1)
  return shareAt(facts, end) - shareAt(facts, isWithin ? start : (before ?? start))
}

/** Hours by specialty; the requirement is the program's or the board's, whichever is more. */
function specialtiesOf(
  hours: readonly HoursFact[],
  requirements: readonly HourRequirement[],
  areas: BoardRule['min_hours_per_area'],
): Progress['by_specialty'] {
  const names = new Set([
    ...requirements.map((one) => one.specialty as string),
    ...areas.map(({ area }) => area),
    ...hours.map((row) => row.specialty),
  ])
  return [...names].toSorted().map((specialty) => {
    const rows = hours.filter((row) => row.specialty === specialty)
    const asked = requirements.filter((one) => one.specialty === specialty)
    const least = areas.filter(({ area }) => area === specialty)
    const own = sum(asked, ({ min_hours }) => min_hours ?? 0)
    const required = asked.length + least.length > 0 ? Math.max(own, ...least.map((one) => one.hours)) : null
    const done = exactSum(rows, (row) => row.done)
    const credited = areaCreditOf(rows, asked, required ?? 0)
    return {
      specialty,
      over: roundToHundredths(done - credited),
      ...towards(
        required,
        roundToHundredths(credited),
        sum(rows, (row) => row.scheduled),
      ),
    }
  })
}

/**
 * The hours that count toward what a specialty requires. Simulation counts up to the limit of a requirement that names no course. While
 * fewer hours than required are with patients, other hours count only up to the rest. Of scheduled hours the kind is not known yet.
 */
function areaCreditOf(
  rows: readonly HoursFact[],
  asked: readonly HourRequirement[],
  required: number,
): number {
  const ofKind = kindSum(rows)
  const done = exactSum(rows, (row) => row.done)
  const direct = ofKind('direct_care', 'indirect_care')
  const simulation = ofKind('simulation')
  const limits = asked.filter(({ course_code: course }) => !course)
  const counted = Math.min(
    simulation,
    ...known(limits.map(({ max_sim_hours }) => max_sim_hours)),
    ...limits.flatMap(({ sim_pct: percent, min_hours: least }) =>
      known([percent]).map((most) => (most / 100) * (least || done)),
    ),
  )
  const others = done - direct - simulation + counted
  const withPatients = exactSum(asked, ({ min_direct_hours: least }) => least ?? 0)
  return direct + (direct < withPatients ? Math.min(others, Math.max(0, required - withPatients)) : others)
}

/** The share of the program that is over at the end of the current semester, or today if there is none. A draft is none. */
function shareAhead(facts: ProgressFacts, { today, semesters }: SchoolFacts): number {
  const running = semesters.filter(
    ({ start_date, end_date, is_active }) => is_active && start_date <= today && today <= end_date,
  )
  return shareAt(
    facts,
    [today, ...running.map(({ end_date }) => end_date)].toSorted(comparePlainDates).at(-1)!,
  )
}

/** The share of the program that is over on a day; all of it if its dates are unknown. */
function shareAt({ starts, ends }: Pick<ProgressFacts, 'starts' | 'ends'>, day: PlainDate): number {
  if (!starts || !ends || ends <= starts) return 1
  return Math.min(1, Math.max(0, diffDays(starts, day) / diffDays(starts, ends)))
}

/** Missing fewer hours than this is no risk, because a shift planned later makes up for it. */
const SLACK = 8

/** Why a student may not finish in time, most hours first (Domain 2.11: at-risk codes). `concernsOf` has the other risks. */
function risksOf(
  { projected, target, over, to_make_up }: Pick<Progress, 'projected' | 'target' | 'over' | 'to_make_up'>,
  specialties: Progress['by_specialty'],
  share: number,
): Risk[] {
  const short = target === null ? 0 : roundToHundredths(target - projected)
  return [
    ...(short > SLACK ? [{ code: 'hours_short' as const, hours: short, specialty: null }] : []),
    ...specialties.flatMap(({ specialty, required, credited, scheduled }) => {
      const missing = roundToHundredths((required ?? 0) * share - credited - scheduled)
      return missing > SLACK ? [{ code: 'specialty_short' as const, hours: missing, specialty }] : []
    }),
    ...(over > 0 ? [{ code: 'sim_over' as const, hours: over, specialty: null }] : []),
    ...(to_make_up > 0 ? [{ code: 'make_up' as const, hours: to_make_up, specialty: null }] : []),
  ].toSorted((a, b) => b.hours - a.hours)
}

type Areas = Progress['by_specialty']

/** The hours neither done nor planned: in total, or the sum of the areas if that is more. */
function gapOf(required: number | null, projected: number, areas: Areas): number | null {
  if (required === null && areas.every(({ gap }) => gap === null)) return null
  return roundToHundredths(
    Math.max(
      0,
      (required ?? 0) - projected,
      sum(areas, ({ gap }) => gap ?? 0),
    ),
  )
}

/** The standing of a student; complete means the hours in total and in each required area are done (Domain 2.11). */
function progressStatusOf(
  required: number | null,
  credited: number,
  areas: Areas,
  risks: readonly Risk[],
): Progress['standing'] {
  if (required === null) return 'unknown'
  if (credited >= required && areas.every((area) => area.credited >= (area.required ?? 0))) return 'done'
  return risks.some(({ code }) => code === 'hours_short' || code === 'specialty_short')
    ? 'at_risk'
    : 'on_track'
}

/** Hours by week, from the first to the last with any: the running totals done and scheduled by its Sunday. */
function weeksOf(hours: readonly HoursFact[]): Week[] {
  const byWeek = Map.groupBy(
    hours.filter((row) => row.day !== null),
    ({ day }) => addDays(day!, 7 - weekdayOf(day!)),
  )
  let done = 0
  let scheduled = 0
  return [...byWeek]
    .toSorted(([a], [b]) => comparePlainDates(a, b))
    .map(([until, rows]) => {
      done += exactSum(rows, (row) => row.done)
      scheduled += exactSum(rows, (row) => row.scheduled)
      return { until, done: roundToHundredths(done), projected: roundToHundredths(done + scheduled) }
    })
}
