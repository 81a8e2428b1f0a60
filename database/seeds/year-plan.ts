import { shiftInstants } from '#core/clock-time.ts'
import { diffDays, eachDay, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import type { Term } from './demo-terms.ts'
import { addressOf, cohortsOf, type Dated, instructors, type Student, yearStudents } from './year-people.ts'
import { type Organization, partnersOf, type School, unitFacts, units } from './year-facilities.ts'
import { type YearTerms, yearTerms } from './year-terms.ts'

type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7
type Specialty = keyof typeof courses
type Unit = (typeof units)[number]

const courses = {
  med_surg: ['Adult Health II', 'NURS 320'],
  pediatrics: ['Child Health', 'NURS 340'],
  maternal_newborn: ['Childbearing Families', 'NURS 345'],
  mental_health: ['Mental Health Nursing', 'NURS 360'],
  community: ['Community Health', 'NURS 430'],
  geriatrics_ltc: ['Care of Older Adults', 'NURS 215'],
  icu: ['Critical Care', 'NURS 450'],
  emergency: ['Emergency Nursing', 'NURS 455'],
  perioperative: ['Perioperative Nursing', 'NURS 458'],
  fundamentals: ['Simulation lab', 'NURS 299'],
} as const

/** The courses of each cohort: past, current and next terms; two days a week, each a different course. */
const curriculum: Record<string, readonly (readonly [Specialty, Specialty])[]> = {
  'bsn-fall-2024': [
    ['pediatrics', 'mental_health'],
    ['med_surg', 'community'],
    ['icu', 'emergency'],
  ],
  'bsn-fall-2025': [
    ['med_surg', 'community'],
    ['maternal_newborn', 'med_surg'],
    ['pediatrics', 'mental_health'],
  ],
  'absn-spring-2026': [
    ['med_surg', 'mental_health'],
    ['pediatrics', 'maternal_newborn'],
    ['community', 'med_surg'],
  ],
  'absn-spring-2027': [
    ['med_surg', 'med_surg'],
    ['med_surg', 'community'],
    ['med_surg', 'mental_health'],
  ],
  'adn-fall-2025': [
    ['med_surg', 'maternal_newborn'],
    ['mental_health', 'med_surg'],
    ['med_surg', 'community'],
  ],
  'adn-spring-2026': [
    ['med_surg', 'mental_health'],
    ['med_surg', 'community'],
    ['maternal_newborn', 'geriatrics_ltc'],
  ],
}

const weekdayPairs: readonly (readonly [Weekday, Weekday])[] = [
  [1, 3],
  [2, 4],
  [3, 5],
  [1, 4],
  [2, 5],
]
/** The simulation lab day for each of these pairs. */
const labDays: readonly Weekday[] = [5, 3, 2, 5, 3]

export type Group = { key: string; cohort: Dated; students: string[] }

/** A series of shifts for a group, or with self sign-up, on one weekday of a term. */
export type Series = {
  key: string
  school: School
  cohorts: string[]
  term: Term
  stage: 'past' | 'current' | 'planning'
  title: string
  course: string
  specialty: string
  kind: 'group' | 'observation' | 'simulation'
  unit: Unit | null
  weekday: Weekday
  start: string
  end: string
  instructor: string | null
  /** True if no instructor is named from today on. */
  isUnnamed: boolean
  capacity: number
  signup: 'assigned' | 'self_signup' | 'request'
  students: string[]
  /** The status of a request for the next semester. */
  status: string
  reason?: string
}
export type YearShift = {
  key: string
  series: Series
  date: PlainDate
  status: string
  reason?: string
  instructor: string | null
}
export type YearSeat = { shift: YearShift; student: string; status: string }
export type Year = { terms: YearTerms; series: Series[]; shifts: YearShift[]; seats: YearSeat[] }

const ana = 'ana.coordinator@lakeshore.example'
const jenna = 'jenna.student@lakeshore.example'
/** Instructors of the small demonstration: the weekdays on which they teach there, and how many additional series they take. */
const busy: Record<School, { email: string; off: Weekday[]; most: number }[]> = {
  lakeshore: [
    { email: 'marcus.proctor@lakeshore.example', off: [2, 5, 6], most: 1 },
    { email: 'denise.carter@lakeshore.example', off: [1, 4], most: 2 },
  ],
  prairie: [{ email: 'tomas.eriksen@prairie.example', off: [3], most: 3 }],
}

/** A time span, in milliseconds, in which an instructor leads a shift of the small demonstration or rests after it. */
export type Held = { email: string; from: number; to: number }
/** When a series takes place. */
type Meeting = Pick<Series, 'term' | 'weekday' | 'start' | 'end'>
export const zone = 'America/Chicago'

/** A number from 0 to 1023 that depends only on the text. */
export function dice(text: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619)
  return ((hash ^ (hash >>> 13)) >>> 0) % 1024
}

/** Groups of eight students of one cohort; the sign-in student is in the fourth, which is one smaller. */
export function groupsOf(cohorts: readonly Dated[]): Group[] {
  return cohorts.flatMap((cohort) => {
    const students = yearStudents.filter((student: Student) => student.cohort === cohort.key)
    const count = Math.ceil(students.length / 8)
    const groups = Array.from({ length: count }, (_, at) => ({
      key: `${cohort.key} ${at + 1}`,
      cohort,
      students: students.filter((_student, n) => n % count === at).map(({ email }) => email),
    }))
    return groups
  })
}

const requests: readonly [status: string, reason?: string][] = [
  ['pending_facility'],
  ['approved'],
  ['draft'],
  ['countered', 'Our own orientation takes that morning; the afternoon has room.'],
  ['pending_facility'],
  ['draft'],
  ['needs_info', 'Who will be with the students on the unit?'],
  ['approved'],
  ['declined', 'Another school has the unit on that day.'],
  ['pending_facility'],
]

/** Assigns units and instructors without conflicts. */
class Roster {
  private readonly taken = new Set<string>()
  private readonly load = new Map<string, number>()
  private readonly held: Map<string, Held[]>
  constructor(held: readonly Held[]) {
    this.held = Map.groupBy(held, ({ email }) => email)
  }

  unitFor(school: School, specialty: string, slot: string): Unit {
    const partners: readonly Organization[] = partnersOf[school]
    const fits = units.filter(
      (unit) =>
        unitFacts(unit).specialty === specialty &&
        partners.includes(unit.organization) &&
        !this.taken.has(`${unit.key} ${slot}`),
    )
    // Half at the sign-ins' hospital group, the rest with each partner in turn.
    const turn = dice(`${school} ${specialty} ${slot}`)
    const own = fits.filter(({ organization }) => organization === 'harborview')
    const pool = own.length > 0 && turn % 2 === 0 ? own : fits
    const unit = pool[turn % Math.max(1, pool.length)]
    if (!unit) throw new Error(`No unit for ${specialty} of ${school}, ${slot}`)
    this.taken.add(`${unit.key} ${slot}`)
    return unit
  }

  instructorFor(school: School, meeting: Meeting): string | null {
    const { term, weekday } = meeting
    const slot = `${weekday} ${term.key}`
    const people = [
      ...instructors[school].map((name) => ({
        email: addressOf(name, school),
        off: [] as Weekday[],
        most: 4,
      })),
      ...busy[school],
    ]
    const loadOf = (email: string): number => this.load.get(`${email} ${term.key}`) ?? 0
    const free = people
      .filter(
        ({ email, off, most }) =>
          !off.includes(weekday) && loadOf(email) < most && !this.taken.has(`${email} ${slot}`),
      )
      .toSorted((a, b) => loadOf(a.email) / a.most - loadOf(b.email) / b.most)
      .find(({ email }) => !this.isHeld(email, meeting))
    if (!free) return null
    this.taken.add(`${free.email} ${slot}`)
    this.load.set(`${free.email} ${term.key}`, loadOf(free.email) + 1)
    return free.email
  }

  /** True if they lead another shift, or rest, on one of its days. The year has no night shifts and therefore no rest of its own. */
  private isHeld(email: string, meeting: Meeting): boolean {
    const held = this.held.get(email) ?? []
    if (held.length === 0) return false
    return datesOf(meeting).some((date) => {
      const { startsAt, endsAt } = shiftInstants({
        date,
        start: meeting.start,
        end: meeting.end,
        timeZone: zone,
      })
      return held.some(({ from, to }) => from < Date.parse(endsAt) && to > Date.parse(startsAt))
    })
  }
}

type Draft = { term: Term; stage: Series['stage']; nth: number; groups: Group[]; roster: Roster }

/** The series of a term: two days a week for each group, the lab for the oldest, and observation shifts with self sign-up. */
function* seriesOf({ term, stage, nth: before, groups, roster }: Draft): Generator<Series> {
  for (const [at, group] of groups.entries()) {
    const { cohort } = group
    const days = weekdayPairs[at % weekdayPairs.length]!
    const isLab = cohort.key === 'bsn-fall-2024' && stage !== 'planning'
    const courseDays = days.slice(0, stage === 'planning' && at % 3 > 0 ? 1 : 2)
    for (const [nth, weekday] of courseDays.entries()) {
      const specialty = term.type === 'summer' ? 'med_surg' : curriculum[cohort.key]![before]![nth]!
      const isEvening = cohort.key.startsWith('absn')
      const slot = `${weekday} ${term.key}${isEvening ? ' evening' : ''}`
      const unit = roster.unitFor(cohort.school, specialty, slot)
      const [title, course] = courses[specialty]
      const hours = isEvening ? { start: '14:30', end: '21:00' } : { start: '07:00', end: '13:30' }
      const [status, reason] =
        stage === 'planning' ? requests[(at * 2 + nth) % requests.length]! : (['published'] as const)
      yield {
        key: `year ${group.key} ${term.key} ${nth}`,
        school: cohort.school,
        cohorts: [cohort.key],
        term,
        stage,
        title,
        course,
        specialty,
        kind: 'group',
        unit,
        weekday,
        ...hours,
        instructor: roster.instructorFor(cohort.school, { term, weekday, ...hours }),
        isUnnamed: stage === 'current' && (at === 4 || at === 13) && nth === 1,
        capacity: unitFacts(unit).seats,
        signup: stage === 'current' && at % 4 === 2 && nth === 1 ? 'self_signup' : 'assigned',
        students: [
          ...group.students,
          ...(at === 3 && nth === 0 && cohort.key === 'bsn-fall-2024' && stage === 'current' ? [jenna] : []),
        ],
        status,
        ...(reason && { reason }),
      }
    }
    if (isLab) yield labOf({ group, term, stage, roster, weekday: labDays[at % labDays.length]! })
  }
  if (stage !== 'planning') yield* observations({ term, stage, groups, roster })
}

function labOf({
  group,
  term,
  stage,
  roster,
  weekday,
}: Omit<Draft, 'groups' | 'nth'> & { group: Group; weekday: Weekday }): Series {
  const hours = { start: '13:30', end: '16:30' }
  return {
    key: `year ${group.key} ${term.key} lab`,
    school: group.cohort.school,
    cohorts: [group.cohort.key],
    term,
    stage,
    title: 'Simulation lab',
    course: 'NURS 299',
    specialty: 'fundamentals',
    kind: 'simulation',
    unit: null,
    weekday,
    ...hours,
    instructor: roster.instructorFor(group.cohort.school, { term, weekday, ...hours }),
    isUnnamed: false,
    capacity: 8,
    signup: 'assigned',
    students: group.students,
    status: 'published',
  }
}

function* observations({ term, stage, groups, roster }: Omit<Draft, 'nth'>): Generator<Series> {
  const seniors = groups.filter(({ cohort }) => cohort.key === 'bsn-fall-2024')
  if (seniors.length === 0) return
  const hours = { weekday: 6, start: '08:00', end: '12:00' } as const
  for (const specialty of ['emergency', 'perioperative', 'icu'] as const) {
    const [title, course] = courses[specialty]
    const unit = roster.unitFor('lakeshore', specialty, `6 ${term.key}`)
    yield {
      key: `year observation ${specialty} ${term.key}`,
      school: 'lakeshore',
      cohorts: ['bsn-fall-2024', 'bsn-fall-2025'],
      term,
      stage,
      title: `${title}, observation`,
      course,
      specialty,
      kind: 'observation',
      unit,
      ...hours,
      instructor: roster.instructorFor('lakeshore', { term, ...hours }),
      isUnnamed: false,
      capacity: 2,
      signup: specialty === 'icu' ? 'request' : 'self_signup',
      students: seniors.flatMap(({ students }) => students),
      status: 'published',
    }
  }
}

/**
 * The whole year around a day: past, current and requested shifts. `hour` is the current hour, 0 to 23; `held` is when its instructors are
 * already busy.
 */
export function planYear(today: PlainDate, hour: number, held: readonly Held[]): Year {
  const terms = yearTerms(today)
  const cohorts = cohortsOf(terms)
  const all = groupsOf(cohorts)
  const roster = new Roster(held)
  const series: Series[] = []
  const stages = [
    ...terms.past.map((term) => ({ term, stage: 'past' as const })),
    { term: terms.current, stage: 'current' as const },
    { term: terms.planning, stage: 'planning' as const },
  ]
  for (const [at, { term, stage }] of stages.entries()) {
    const enrolled = all.filter(({ cohort }) => cohort.start <= term.start && cohort.graduation > term.start)
    // In summer every other group is away.
    const groups = enrolled.filter((_group, index) => term.type !== 'summer' || index % 2 === 0)
    series.push(...seriesOf({ term, stage, nth: stage === 'planning' ? 2 : Math.min(at, 1), groups, roster }))
  }
  const shifts = series.flatMap((each) => shiftsOf(each, today, hour))
  return { terms, series, shifts, seats: shifts.flatMap((shift) => seatsOf(shift, today)) }
}

const isOff = ({ breaks }: Term, date: PlainDate): boolean =>
  breaks.some(({ from, to }) => from <= date && date <= to)

const datesOf = ({ term, weekday }: Pick<Series, 'term' | 'weekday'>): PlainDate[] =>
  eachDay(term.start, term.end).filter((date) => weekdayOf(date) === weekday && !isOff(term, date))

function shiftsOf(series: Series, today: PlainDate, hour: number): YearShift[] {
  return datesOf(series).map((date, nth) => {
    const key = `${series.key} ${date}`
    const status = statusOf(series, { date, key, nth }, today, hour)
    return {
      key,
      series,
      date,
      status,
      ...(status === 'cancelled' && { reason: 'The county closed the roads: a winter storm.' }),
      ...(series.reason && status === series.status && { reason: series.reason }),
      instructor: series.isUnnamed && date >= today ? null : series.instructor,
    }
  })
}

type Day = { date: PlainDate; key: string; nth: number }

function statusOf(series: Series, { date, key, nth }: Day, today: PlainDate, hour: number): string {
  // A hospital's questions and proposals concern the first weeks; the rest of the series has no answer yet.
  const isOpen = series.status === 'needs_info' || series.status === 'countered'
  if (series.stage === 'planning') return isOpen && nth > 3 ? 'pending_facility' : series.status
  if (dice(key) % 97 === 3) return 'cancelled'
  if (date !== today) return date < today ? 'completed' : 'published'
  const [start, end] = [Number(series.start.slice(0, 2)), Number(series.end.slice(0, 2))]
  return hour > end ? 'completed' : hour > start ? 'in_progress' : 'published'
}

/** The seats of a shift: the group, students who sign up over time, and no one if it was canceled. */
function seatsOf(shift: YearShift, today: PlainDate): YearSeat[] {
  const { series, date, status } = shift
  if (!['completed', 'published', 'in_progress'].includes(status)) return []
  const ahead = diffDays(today, date)
  const settled = (student: string): string => {
    if (status === 'published') return 'assigned'
    const rolled = dice(`${student} ${date} seat`)
    if (status === 'in_progress') return rolled < 900 ? 'checked_in' : 'assigned'
    return rolled < 31
      ? 'absent_excused'
      : rolled < 41
        ? 'no_show'
        : rolled < 49
          ? 'absent_unexcused'
          : 'completed'
  }
  if (series.kind === 'observation') {
    const week = Math.floor(diffDays(series.term.start, date) / 7)
    const count = ahead < 0 ? 2 : ahead < 9 ? 1 : 0
    const turn = week * 6 + ['emergency', 'perioperative', 'icu'].indexOf(series.specialty) * 2
    return Array.from(
      { length: count },
      (_, at) => series.students[(turn + at) % series.students.length]!,
    ).map((student) => ({ shift, student, status: settled(student) }))
  }
  const students =
    series.signup === 'self_signup' && ahead > 7
      ? series.students.filter((_student, at) => at < (ahead > 28 ? 3 : 5))
      : series.students
  return students.map((student) => ({ shift, student, status: settled(student) }))
}

export const planner: Record<School, string> = { lakeshore: ana, prairie: 'robert.kline@prairie.example' }
