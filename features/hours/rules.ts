import { specialtyLabels } from '#core/specialties.ts'
import { formatNumber } from '#core/number-text.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import type { ExperienceType } from '#features/shifts/contract.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { HourRequirement } from '#features/schools/contract.ts'
import { GRADING_DAYS } from '#features/semesters/rules.ts'
import {
  addDays,
  comparePlainDates,
  diffDays,
  formatDate,
  formatInstant,
  type PlainDate,
  weekdayOf,
} from '#core/plain-date.ts'
import type { CohortHours } from '#features/cohorts/contract.ts'
import type {
  CourseCredit,
  Concern,
  CredentialRisk,
  HeatRow,
  HoursKind,
  HoursSource,
  Progress,
  ProgressFilter,
  Risk,
  SchoolProgress,
  Standing,
  Week,
} from './contract.ts'

/** What the hours of a shift count as: care of patients, unless the shift is of another kind (domain §2.11). */
export function kindOfShift(experience: ExperienceType): HoursKind {
  return experience === 'simulation' ||
    experience === 'skills_lab' ||
    experience === 'observation' ||
    experience === 'orientation'
    ? experience
    : 'direct_care'
}

/** Minutes to the nearest step of the school's rounding, halves up; a step of 0 or 1 rounds nothing (domain §2.2: hours_rounding_min). */
export function roundMinutes(minutes: number, step: number): number {
  return step > 1 ? Math.round(minutes / step) * step : Math.round(minutes)
}

/** A line of the ledger as far as sums go: minutes, less than none where it takes something back. */
export type Line = {
  id: string
  minutes: number
  kind: HoursKind
  source: HoursSource
  reverses: string | null
}

/** The balance of some lines, in minutes: their sum, in whatever order they came (domain §2.11). */
export function balance(lines: readonly Pick<Line, 'minutes'>[]): number {
  return lines.reduce((sum, { minutes }) => sum + minutes, 0)
}

/** What a seat is to count for. Zero minutes: the student was not there. */
export type SeatHours = {
  minutes: number
  kind: HoursKind
  source: 'attendance' | 'makeup' | 'adjustment'
  reason?: string | null | undefined
}

/** A line to add for a seat: the reversal of a line that stands, or the hours themselves. */
export type SeatLine = Pick<Line, 'minutes' | 'kind' | 'source' | 'reverses'> & { reason: string | null }

const DAY = 24 * 60

/**
 * The lines that make a seat count for what it should, given the lines it has: none where it does already, so that posting twice posts
 * once. What counted before attendance was recorded is replaced; what was recorded is changed with a reason only (domain §2.11).
 */
export function seatPosting(
  standing: readonly Line[],
  { minutes, kind, source, reason }: SeatHours,
): SeatLine[] | Refusal<'hours.not_a_day' | 'hours.reason_missing', Readonly<Record<never, never>>> {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > DAY) return refusal('hours.not_a_day')
  const live = liveLines(standing)
  const isSame = live.every((line) => line.kind === kind && line.source === source)
  if (isSame && balance(live) === minutes) return []
  const why = reason?.trim() || null
  if (!why && (source === 'adjustment' || live.some((line) => line.source !== 'before_attendance')))
    return refusal('hours.reason_missing')
  const undone = live.map((line): SeatLine => ({
    minutes: -line.minutes,
    kind: line.kind,
    source: 'adjustment',
    reverses: line.id,
    reason: why ?? 'Attendance was recorded.',
  }))
  return minutes === 0 ? undone : [...undone, { minutes, kind, source, reverses: null, reason: why }]
}

/** The lines of a seat that count: neither taken back nor taking back. */
function liveLines(standing: readonly Line[]): Line[] {
  const takenBack = new Set(standing.map(({ reverses }) => reverses))
  return standing.filter((line) => line.reverses === null && !takenBack.has(line.id))
}

/**
 * What a seat with hours counts for once they are corrected: they keep their source, but for those of before attendance, which no one
 * recorded. Null where it has none, or the school took them back.
 */
export function correctionOf(
  standing: readonly Line[],
  { minutes, kind, reason }: Pick<SeatHours, 'minutes' | 'kind'> & { reason: string },
): SeatHours | null {
  const [live] = liveLines(standing)
  if (!live) return null
  const source = live.source === 'attendance' || live.source === 'makeup' ? live.source : 'adjustment'
  return { minutes, kind, source, reason }
}

/** The rule of a board in force from one day to another, as far as hours go (domain §2.2: RegulatoryProfile). */
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

/** The rule of a board in force on a day: of several, the one that began last; undefined where none was (domain §2.0: dated data). */
export function boardOn(boards: readonly BoardRule[], day: PlainDate): BoardRule | undefined {
  return boards
    .filter(
      (board) => board.effective_from <= day && (board.effective_to === null || day <= board.effective_to),
    )
    .toSorted((a, b) => comparePlainDates(b.effective_from, a.effective_from))[0]
}

/** Hours of one course, by what counts for simulation. */
type CourseHours = { direct: number; other: number; simulation: number }

/**
 * What a course is credited with: care of patients, and simulation by the exchange ratio up to the cap of the hours that the course asks
 * for; what is above the cap is told, never hidden (domain §2.11). Hours in, hours out. Without a cap all of it counts.
 */
export function creditOf(
  { direct, other, simulation }: CourseHours,
  rule: { ratio: number; cap: number | null },
): Pick<CourseCredit, 'sim_credited' | 'over' | 'credited'> {
  const raw = simulation * rule.ratio
  const credited = rule.cap === null ? raw : Math.min(raw, rule.cap)
  return {
    sim_credited: tidy(credited),
    over: tidy(raw - credited),
    credited: tidy(direct + other + credited),
  }
}

/** Hours to the nearest hundredth: sums of halves and thirds of an hour carry no dust. */
const tidy = (hours: number): number => Math.round(hours * 100) / 100

export type HoursFact = {
  semester_id: string | null
  specialty: string
  course: string | null
  /** Of what is scheduled it is not said. */
  kind: HoursKind | null
  day: PlainDate | null
  done: number
  scheduled: number
}

/** What the progress of a student follows from. */
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

/** What holds for all students of a school. */
export type SchoolFacts = {
  today: PlainDate
  boards: readonly BoardRule[]
  /** The school's own cap of simulation, in percent: the stricter of both counts. */
  own_cap_pct: number | null
  semesters: readonly { id: string; name: string; start_date: PlainDate; end_date: PlainDate }[]
}

const sum = <Row>(rows: readonly Row[], hours: (row: Row) => number): number =>
  tidy(rows.reduce((total, row) => total + hours(row), 0))

/** How far a student is: required, credited, scheduled, projected and missing hours, by specialty, course and semester (domain §2.11). */
export function progressOf(facts: ProgressFacts, school: SchoolFacts): Progress {
  const hours = facts.hours ?? []
  const requirements = facts.requirements ?? []
  const board = boardOn(school.boards, school.today)
  const asks = board?.level === facts.level ? board : undefined
  const required = Math.max(facts.required ?? 0, asks?.min_total_hours ?? 0) || null
  const by_course = coursesOf(hours, requirements, required, school)
  const scheduled = sum(hours, (row) => row.scheduled)
  const credited = sum(by_course, (course) => course.credited)
  const projected = tidy(credited + scheduled)
  const by_specialty = specialtiesOf(hours, requirements, asks?.min_hours_per_area ?? [])
  const semesters = new Map(school.semesters.map((one) => [one.id, one]))
  // What lies in a semester that the reader does not see is earlier, as what lies in none.
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
  const target = required === null ? null : tidy(required * share)
  const over = sum(by_course, (course) => course.over)
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
    standing: standingOf(required, credited, by_specialty, risks),
    risks,
    by_specialty,
    by_course,
    by_semester,
    weeks: weeksOf(hours),
    board: board
      ? {
          jurisdiction: board.jurisdiction,
          effective_from: board.effective_from,
          source_url: board.source_url,
        }
      : null,
  }
}

/** A course that a student has hours of, with the day it began; today where no semester says so. */
type Course = { course: string | null; rows: readonly HoursFact[]; began: PlainDate }

/**
 * The credit of each course under the board’s rule in force when its semester began; hours without a course are one of their own. Where the
 * board caps simulation over the whole program, courses use the allowance up in the order in which they began.
 */
function coursesOf(
  hours: readonly HoursFact[],
  requirements: readonly HourRequirement[],
  required: number | null,
  school: SchoolFacts,
): CourseCredit[] {
  const began = (rows: readonly HoursFact[]): PlainDate =>
    rows
      .map((row) => school.semesters.find(({ id }) => id === row.semester_id)?.start_date)
      .filter((date) => date !== undefined)
      .toSorted(comparePlainDates)[0] ?? school.today
  const courses = [...Map.groupBy(hours, (row) => row.course)]
    .map(([course, rows]): Course => ({ course, rows, began: began(rows) }))
    .toSorted(
      (a, b) => comparePlainDates(a.began, b.began) || (a.course ?? '~').localeCompare(b.course ?? '~'),
    )
  const ofProgram = required ?? sum(hours, (row) => row.done)
  const credits: CourseCredit[] = []
  for (const one of courses) {
    const used = sum(credits, ({ sim_credited }) => sim_credited)
    credits.push(courseCreditOf(one, requirements, { ofProgram, used }, school))
  }
  return credits.toSorted((a, b) => (a.course ?? '~').localeCompare(b.course ?? '~'))
}

/** The credit of one course, after the earlier ones used so much of the simulation that a program may have. */
function courseCreditOf(
  { course, rows, began }: Course,
  requirements: readonly HourRequirement[],
  program: { ofProgram: number; used: number },
  { boards, own_cap_pct: own }: SchoolFacts,
): CourseCredit {
  const board = boardOn(boards, began)
  const of = course === null ? [] : requirements.filter((one) => one.course_code === course)
  const ofKind = (...kinds: HoursKind[]) =>
    sum(
      rows.filter(({ kind }) => kind !== null && kinds.includes(kind)),
      (row) => row.done,
    )
  const simulation = ofKind('simulation')
  const direct = ofKind('direct_care', 'indirect_care')
  const done = sum(rows, (row) => row.done)
  const required = of.length > 0 ? sum(of, ({ min_hours }) => min_hours ?? 0) : null
  const known = (percents: readonly (number | null | undefined)[]): number[] =>
    percents.filter((percent) => percent !== null && percent !== undefined)
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
  const parts = { direct, simulation, other: tidy(done - direct - simulation) }
  const cap = caps.length > 0 ? tidy(Math.min(...caps)) : null
  const credit = creditOf(parts, { ratio: board?.sim_exchange_ratio ?? 1, cap })
  return {
    course,
    ...parts,
    cap,
    exchange_ratio: board?.sim_exchange_ratio ?? 1,
    ...credit,
    ...towards(
      required,
      credit.credited,
      sum(rows, (row) => row.scheduled),
    ),
  }
}

/** Hours of a part of the program next to what it requires: projected is credited and scheduled, the gap is what of it is missing then. */
function towards(required: number | null, credited: number, scheduled: number) {
  const projected = tidy(credited + scheduled)
  return {
    required: required === null ? null : tidy(required),
    credited,
    scheduled,
    projected,
    gap: required === null ? null : tidy(Math.max(0, required - projected)),
  }
}

/** The share of the program that is planned for a semester: from the end of the one before, or its own start where none is known, to its end. */
function partOf(
  { start_date: start, end_date: end }: { start_date: PlainDate; end_date: PlainDate },
  facts: ProgressFacts,
  { semesters }: SchoolFacts,
): number {
  const before = semesters
    .map(({ end_date }) => end_date)
    .filter((date) => date < end)
    .toSorted(comparePlainDates)
    .at(-1)
  return shareAt(facts, end) - shareAt(facts, before ?? start)
}

/** Hours by specialty; each asks for what the program asks, or the board where that is more. */
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
    const credited = sum(rows, (row) => row.done)
    const scheduled = sum(rows, (row) => row.scheduled)
    return {
      specialty,
      required,
      credited,
      scheduled,
      projected: tidy(credited + scheduled),
      gap: required === null ? null : tidy(Math.max(0, required - credited - scheduled)),
    }
  })
}

/** The share of the program that is over when what is planned now is over: at the end of the semester under way, or today. */
function shareAhead(facts: ProgressFacts, { today, semesters }: SchoolFacts): number {
  const running = semesters.filter(({ start_date, end_date }) => start_date <= today && today <= end_date)
  return shareAt(
    facts,
    [today, ...running.map(({ end_date }) => end_date)].toSorted(comparePlainDates).at(-1)!,
  )
}

/** The share of the program that is over on a day; all of it where no days are known. */
function shareAt({ starts, ends }: Pick<ProgressFacts, 'starts' | 'ends'>, day: PlainDate): number {
  if (!starts || !ends || ends <= starts) return 1
  return Math.min(1, Math.max(0, diffDays(starts, day) / diffDays(starts, ends)))
}

/** Missing less than this is no risk: a shift more or less, planned later, makes up for it. In hours. */
const SLACK = 8

/** Why a student may not finish in time, the most hours first (domain §2.11: at-risk codes); what besides hours does is `concernsOf`. */
function risksOf(
  { projected, target, over, to_make_up }: Pick<Progress, 'projected' | 'target' | 'over' | 'to_make_up'>,
  specialties: Progress['by_specialty'],
  share: number,
): Risk[] {
  const short = target === null ? 0 : tidy(target - projected)
  return [
    ...(short > SLACK ? [{ code: 'hours_short' as const, hours: short, specialty: null }] : []),
    ...specialties.flatMap(({ specialty, required, credited, scheduled }) => {
      const missing = tidy((required ?? 0) * share - credited - scheduled)
      return missing > SLACK ? [{ code: 'specialty_short' as const, hours: missing, specialty }] : []
    }),
    ...(over > 0 ? [{ code: 'sim_over' as const, hours: over, specialty: null }] : []),
    ...(to_make_up > 0 ? [{ code: 'make_up' as const, hours: to_make_up, specialty: null }] : []),
  ].toSorted((a, b) => b.hours - a.hours)
}

type Areas = Progress['by_specialty']

/** Hours that are neither done nor planned: in all, or in the areas together where these ask for more. */
function gapOf(required: number | null, projected: number, areas: Areas): number | null {
  if (required === null && areas.every(({ gap }) => gap === null)) return null
  return tidy(Math.max(0, (required ?? 0) - projected, sum(areas, ({ gap }) => gap ?? 0))) // prettier-ignore
}

/** Complete is who has the hours in all and in each area that asks for some (domain §2.11). */
function standingOf(
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

/** Hours by week, from the first to the last that has any: how many were done and are scheduled in all by its Sunday. */
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
      done = tidy(done + sum(rows, (row) => row.done))
      scheduled = tidy(scheduled + sum(rows, (row) => row.scheduled))
      return { until, done, projected: tidy(done + scheduled) }
    })
}

/** As many schools are looked at at once: each student of each is computed. */
export const SCHOOLS_PAGE = 10

/** How the students of a school are together; more than is asked of one helps no other. */
export function schoolSums(
  all: readonly Progress[],
): Pick<SchoolProgress, 'students' | 'counts' | 'required' | 'projected' | 'gap'> {
  const counts: Record<Standing, number> = { at_risk: 0, on_track: 0, done: 0, unknown: 0 }
  for (const { standing } of all) counts[standing] += 1
  const asked = all.filter(({ required }) => required !== null)
  return {
    students: all.length,
    counts,
    required: sum(asked, ({ required }) => required!),
    projected: sum(asked, ({ required, projected }) => Math.min(required!, projected)),
    gap: sum(all, ({ gap }) => gap ?? 0),
  }
}

type Found = Pick<ProgressFilter, 'q' | 'cohort' | 'standing' | 'specialty' | 'sort' | 'dir'>

/** Is this student found by a filter, its standing aside? A specialty finds those who miss hours in it. */
function isFound(one: Progress, { q, cohort, specialty }: Found): boolean {
  const words = q.trim().toLowerCase()
  return (
    (words === '' || `${one.full_name} ${one.cohort_name ?? ''}`.toLowerCase().includes(words)) &&
    (cohort === undefined || one.cohort_id === cohort) &&
    (specialty === undefined ||
      one.by_specialty.some((row) => row.specialty === specialty && (row.gap ?? 0) > 0))
  )
}

/** The students that a filter finds, in its order; how many there are of each standing; and the heat map of those found. */
export function foundIn(all: readonly Progress[], filter: Found) {
  const found = all.filter((one) => isFound(one, filter))
  const counts: Record<Standing, number> = { at_risk: 0, on_track: 0, done: 0, unknown: 0 }
  for (const one of found) counts[one.standing] += 1
  const { sort, dir, standing } = filter
  const rows = found
    .filter((one) => standing === undefined || one.standing === standing)
    .toSorted(
      (a, b) =>
        (dir === 'asc' ? 1 : -1) *
          (sort === 'full_name'
            ? a.full_name.localeCompare(b.full_name)
            : (a[sort] ?? -1) - (b[sort] ?? -1)) ||
        a.full_name.localeCompare(b.full_name) ||
        a.student_id.localeCompare(b.student_id),
    )
  return { rows, counts, heat: heatOf(rows) }
}

/** What each cohort has and is scheduled for of what each specialty asks, over its students; more than is asked of one helps no other. */
function heatOf(rows: readonly Progress[]): HeatRow[] {
  return [...Map.groupBy(rows, ({ cohort_id }) => cohort_id)]
    .map(([cohort_id, students]) => {
      const asked = students.flatMap((one) => one.by_specialty.filter(({ required }) => required))
      return {
        cohort_id,
        cohort_name: students[0]!.cohort_name,
        students: students.length,
        at_risk: students.filter(({ standing }) => standing === 'at_risk').length,
        cells: [...Map.groupBy(asked, ({ specialty }) => specialty)]
          .map(([specialty, each]) => ({
            specialty,
            required: sum(each, ({ required }) => required!),
            projected: sum(each, ({ required, credited, scheduled }) =>
              Math.min(required!, credited + scheduled),
            ),
          }))
          .toSorted((a, b) => a.specialty.localeCompare(b.specialty)),
      }
    })
    .toSorted((a, b) => (a.cohort_name ?? '~').localeCompare(b.cohort_name ?? '~'))
}

/** How far each cohort is, over its students of whom hours are asked; more than is asked of one helps no other. */
export function hoursByCohort(all: readonly Progress[]): CohortHours[] {
  const asked = all.filter(({ cohort_id, required }) => cohort_id !== null && required !== null)
  return [...Map.groupBy(asked, ({ cohort_id }) => cohort_id!)].map(([cohort_id, students]) => ({
    cohort_id,
    students: students.length,
    required: sum(students, ({ required }) => required!),
    done: sum(students, ({ required, credited }) => Math.min(required!, credited)),
    projected: sum(students, ({ required, projected }) => Math.min(required!, projected)),
  }))
}

/** How a student stands, as people read it. */
export const standingLabels: Record<Standing, string> = {
  at_risk: 'At risk',
  on_track: 'On track',
  done: 'Complete',
  unknown: 'No requirement',
}

/** Hours as people read them: 7.5 h. */
export const hoursWords = (hours: number): string => `${formatNumber(hours)} h`

/** The areas in which hours are neither done nor planned, in words: "28 h in Community, 6 h in Pediatrics"; empty where none are. */
export const areaGapWords = (areas: Progress['by_specialty']): string =>
  areas
    .filter(({ gap }) => (gap ?? 0) > 0)
    .toSorted((a, b) => b.gap! - a.gap!)
    .map(
      ({ specialty, gap }) =>
        `${hoursWords(gap!)} in ${specialtyLabels[specialty as Specialty] ?? specialty}`,
    )
    .join(', ')

/** Why a student is at risk, in a sentence (domain §2.11). */
export function riskWords({ code, hours, specialty }: Risk): string {
  const amount = hoursWords(Math.ceil(hours))
  switch (code) {
    case 'hours_short':
      return `${amount} behind the program’s pace by the end of this semester.`
    case 'specialty_short':
      return `${amount} behind the program’s pace in ${specialtyLabels[specialty as Specialty] ?? specialty}.`
    case 'sim_over':
      return `${amount} of simulation above the limit are not credited.`
    case 'make_up':
      return `${hoursWords(hours)} to make up.`
  }
}

type Readiness = CredentialRisk & { status: string }

/** What of someone's credentials puts them at risk; null where they are cleared, or no one asks for any. */
export const credentialRiskOf = (readiness: Readiness | undefined): CredentialRisk | null =>
  readiness?.status === 'not_cleared' && readiness.missing.length > 0
    ? { missing: readiness.missing, next_shift: readiness.next_shift }
    : null

/** Which credentials put a student at risk, in a sentence. */
export function credentialRiskWords({ missing, next_shift: next }: CredentialRisk): string {
  const shift = next ? `Not cleared for the shift on ${formatDate(next)}` : 'Not cleared for shifts'
  return `${shift}: ${missing.join('; ')}.`
}

type Absent = { unexcused: number; fromLates: number }
type Evaluated = NonNullable<Concern['evaluation']> & { is_overdue: boolean }

/** What of attendance and evaluations puts a student at risk: absences at the school’s limit, evaluations that are overdue or found something to improve (domain §2.11). */
export function concernsOf(absences: Absent | undefined, evaluations: readonly Evaluated[]): Concern[] {
  const of = (code: Concern['code'], those: readonly Evaluated[]): Concern[] => {
    const [first] = those
    if (!first) return []
    const { id, shift_id, kind } = first
    return [{ code, count: those.length, from_lates: 0, evaluation: { id, shift_id, kind } }]
  }
  return [
    ...(absences
      ? [{ code: 'absence_limit' as const, count: absences.unexcused, from_lates: absences.fromLates, evaluation: null }]
      : []),
    ...of('eval_ni', evaluations.filter((one) => !one.is_overdue)),
    ...of('evaluation_missing', evaluations.filter((one) => one.is_overdue)),
  ]
} // prettier-ignore

/** What of attendance or evaluations puts a student at risk, in a sentence. */
export function concernWords({ code, count, from_lates: lates }: Concern): string {
  switch (code) {
    case 'absence_limit':
      return `${count === 1 ? 'One unexcused absence' : `${count} unexcused absences`} this semester${lates > 0 ? `, ${lates === count ? 'from late arrivals' : `${lates} of them from late arrivals`}` : ''}: the school’s limit is reached.`
    case 'evaluation_missing':
      return count === 1 ? 'An evaluation is overdue.' : `${count} evaluations are overdue.`
    case 'eval_ni':
      return count === 1 ? 'An evaluation found something to improve.' : `${count} evaluations found something to improve.`
  }
} // prettier-ignore

/** Why hours cannot be entered by hand, or null: none at all, or on a day that is not over (domain §2.11: no future dates). */
export function entryBlocker(
  { date, minutes }: { date: PlainDate; minutes: number },
  today: PlainDate,
): Refusal<'hours.none' | 'hours.future', Readonly<Record<never, never>>> | null {
  if (minutes === 0) return refusal('hours.none')
  return date > today ? refusal('hours.future') : null
}

/** What a line counts as, for people. */
export const kindLabels: Record<HoursKind, string> = {
  direct_care: 'Direct care',
  indirect_care: 'Indirect care',
  simulation: 'Simulation',
  skills_lab: 'Skills lab',
  observation: 'Observation',
  conference: 'Conference',
  orientation: 'Orientation',
  telehealth: 'Telehealth',
  other: 'Other',
}

/** Where a line comes from, for people. */
export const sourceLabels: Record<HoursSource, string> = {
  before_attendance: 'Schedule',
  attendance: 'Attendance',
  makeup: 'Make-up',
  manual: 'Entered by the school',
  import: 'Import',
  adjustment: 'Adjustment',
  preceptor: 'Confirmed by the preceptor',
}

/** Who made a file of hours, when by the clock of which school. */
export type Made = { by: string; by_support: boolean; school_name: string; at: string; time_zone: string }

/** The semesters that the hours of some students fall in, the first one first, each once. */
export const semestersOf = (rows: readonly Pick<Progress, 'by_semester'>[]): string[] => [
  ...new Map(
    rows
      .flatMap(({ by_semester }) => by_semester)
      .filter(({ start_date }) => start_date !== null)
      .toSorted((a, b) => a.start_date!.localeCompare(b.start_date!))
      .map(({ semester_id, name }) => [semester_id, name]),
  ).values(),
]

type Stamped = { what: string; semesters: readonly string[]; rows?: number; of?: number }

/** The generation stamp inside a file of hours (Domain 2.11): what it is of, the school, the semesters, when and by whom. */
export function stampLines(made: Made, { what, semesters, rows, of }: Stamped): string[] {
  const part = rows !== undefined && of !== undefined && rows < of ? `: ${rows} of ${of} students, as filtered` : ''
  const support = made.by_support ? ', opened by Placewell support' : ''
  return [
    `${what}${part}`,
    `School: ${made.school_name}`,
    `Semesters: all${semesters.length > 0 ? ` (${semesters.join(', ')})` : ''}`,
    `Generated ${formatInstant(made.at, made.time_zone, 'long')} (${made.time_zone}) by ${made.by}${support}`,
  ]
} // prettier-ignore

/** Students that one PDF of the list has at most: more would keep others waiting. */
export const MOST_IN_PDF = 200

/** Why a list is not put on paper; null when it is. */
export const pdfBlocker = (rows: readonly unknown[]) =>
  rows.length > MOST_IN_PDF ? refusal('hours.pdf_too_long', { rows: rows.length, most: MOST_IN_PDF }) : null

/** What decides whether the hours of a semester are locked. */
export type LockableSemester = {
  name: string
  start_date: PlainDate
  end_date: PlainDate
  is_active: boolean
  activated_at: string | null
  archived_at: string | null
  reopened_at: string | null
  hours_lock_at: string | null
  /** The last day of its grading window. */
  graded_until: PlainDate | null
}

/**
 * The name of the semester of a day whose hours are locked, null where they are not: archived, over and deactivated, or past its lock or its grading
 * window, and not reopened. The trigger of the ledger holds the same (db/guards.sql).
 */
export function lockedSemester(
  date: PlainDate,
  semesters: readonly LockableSemester[],
  at: { today: PlainDate; now: number },
): string | null {
  const isLocked = (semester: LockableSemester) =>
    semester.archived_at !== null ||
    (!semester.is_active && semester.activated_at !== null && at.today > semester.end_date) ||
    (semester.hours_lock_at
      ? at.now >= Date.parse(semester.hours_lock_at)
      : at.today > (semester.graded_until ?? addDays(semester.end_date, GRADING_DAYS)))
  const locked = semesters.find(
    (one) => one.reopened_at === null && one.start_date <= date && date <= one.end_date && isLocked(one),
  )
  return locked?.name ?? null
}
