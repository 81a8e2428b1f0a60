import { addDays, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import type { planners } from './demo-partnerships.ts'
import { planningEnd, planningStart, type Term, termsOf } from './demo-terms.ts'

const marcus = 'marcus.proctor@lakeshore.example'
const denise = 'denise.carter@lakeshore.example'

export type Shift = {
  name: string
  school?: keyof typeof planners
  /** The key of a term. */
  term: string
  title: string
  date: PlainDate
  start: string
  end: string
  unit: string | null
  specialty: string
  kind?: string
  status: string
  proctor?: string | null
  capacity?: number
  seats?: number
  signup?: 'assigned' | 'self_signup' | 'request'
  series?: string
  reason?: string
  more?: Record<string, unknown>
}

export const weekly = [
  {
    unit: 'main-5e',
    title: 'Adult Health I',
    weekday: 2,
    start: '07:00',
    end: '15:00',
    specialty: 'med_surg',
    proctor: marcus,
    signup: 'assigned',
  },
  {
    unit: 'main-5e',
    title: 'Adult Health I',
    weekday: 4,
    start: '07:00',
    end: '15:00',
    specialty: 'med_surg',
    proctor: denise,
    signup: 'assigned',
  },
  {
    unit: 'main-icu',
    title: 'Critical Care',
    weekday: 5,
    start: '19:00',
    end: '07:00',
    specialty: 'icu',
    proctor: marcus,
    signup: 'request',
  },
  {
    unit: 'west-peds',
    title: 'Child Health',
    weekday: 3,
    start: '15:00',
    end: '23:00',
    specialty: 'pediatrics',
    proctor: null,
    signup: 'self_signup',
  },
] as const

/** The days in a range that fall on a weekday. */
export function* days(from: PlainDate, to: PlainDate, weekday: number): Generator<PlainDate> {
  for (let date = from; date <= to; date = addDays(date, 1)) if (weekdayOf(date) === weekday) yield date
}

/** The teaching terms that are planned, not earlier than the demonstration's agreements. */
export const teachingTerms = (today: PlainDate): Term[] =>
  termsOf(today)
    .filter(
      ({ type, start }) =>
        type !== 'intersession' && start >= addDays(today, -320) && start <= planningEnd(today),
    )
    .map((term) => ({ ...term, end: term.end < planningEnd(today) ? term.end : planningEnd(today) }))

/** The key of the term on a day; undefined between terms. */
export const termOn = (date: PlainDate, today: PlainDate): string | undefined =>
  termsOf(today).find(({ start, end }) => start <= date && date <= end)?.key

/** The status of a shift on a day before planning begins. */
const gone = (date: PlainDate, today: PlainDate): string => (date < today ? 'completed' : 'published')

/**
 * Shifts in every status for any day: the terms as they progress (past shifts are completed, those of the next weeks published, one is
 * under way), then shifts between draft and published, including a question, a proposal, a refusal and a cancellation. Some become full or
 * closed later, when seats are filled and days have passed. `hour` is the current hour, 0 to 23.
 */
export const planShifts = (today: PlainDate, hour: number): Shift[] => [
  ...ofLakeshore(today),
  ...underWay(today, hour),
  ...delivery(today),
  ...ofNorthwoods(today),
  ...onCampus(today),
]

/** The weekly series: the closer the week, the further along its shifts. */
function* ofLakeshore(today: PlainDate): Generator<Shift> {
  for (const { weekday, ...pattern } of weekly) {
    let week = 0
    for (const term of teachingTerms(today))
      for (const date of days(term.start, term.end, weekday)) {
        const shift = {
          ...pattern,
          name: `${term.key === 'fall-2026' ? 'shift' : 'spring'} ${pattern.unit} ${date}`,
          term: term.key,
          date,
          series: seriesOf(pattern.unit, weekday, term.key),
        }
        if (date < planningStart(today)) {
          yield { ...shift, status: gone(date, today), seats: pattern.unit === 'west-peds' ? 5 : 8 }
          continue
        }
        week += 1
        const status =
          week <= 3 ? 'published' : week <= 6 ? 'approved' : week <= 10 ? 'pending_facility' : 'draft'
        yield { ...shift, status: pattern.unit === 'west-peds' && week > 6 ? 'draft' : status }
      }
  }
}

/** The key of a unit's series in a term. */
export const seriesOf = (unit: string, weekday: number, term: string): string =>
  `series ${unit} ${weekday}${term === 'fall-2026' ? '' : ` ${term}`}`

/** A shift that is always under way: it began two hours ago in the other school's laboratory. */
function* underWay(today: PlainDate, now: number): Generator<Shift> {
  const term = termOn(today, today)
  if (!term) return
  const hour = Math.max(0, now - 2)
  const at = (n: number) => `${String(n % 24).padStart(2, '0')}:00`
  yield {
    name: 'prairie lab in_progress',
    school: 'prairie',
    term,
    title: 'Open laboratory',
    date: today,
    start: at(hour),
    end: at(hour + 8),
    unit: null,
    specialty: 'fundamentals',
    kind: 'skills_lab',
    status: 'in_progress',
    proctor: 'tomas.eriksen@prairie.example',
    capacity: 12,
    signup: 'assigned',
  }
}

/** One shift in each other status, on the next planned Mondays, in Labor and Delivery. */
function* delivery(today: PlainDate): Generator<Shift> {
  const begin = planningStart(today)
  const mondays = [...days(begin, addDays(begin, 150), 1)].flatMap((date) => {
    const term = termsOf(today).find(
      ({ type, start, end }) => type !== 'intersession' && start <= date && date <= end,
    )
    return term ? [{ date, term: term.key }] : []
  })
  const shift = {
    title: 'Childbearing Families',
    unit: 'main-ob',
    specialty: 'maternal_newborn',
    start: '07:00',
    end: '19:00',
    proctor: denise,
    capacity: 6,
    signup: 'self_signup',
  } as const
  const states: [string, string | undefined, Record<string, unknown>?][] = [
    ['published', undefined],
    ['needs_info', 'Have they had the newborn simulation?'],
    ['countered', 'Mondays are full; Thursdays have room.', { counter: 'thursday' }],
    ['declined', 'Two units are joined for the winter.', { decision_code: 'construction_or_system_change' }],
    ['expired', 'The facility did not answer in time.'],
    ['withdrawn', 'The cohort is smaller than planned.'],
    ['postponed', 'The new monitors come that week.'],
    ['cancelled', 'The instructor was called away.', { cancel_code: 'instructor_unavailable' }],
    ['pending_facility', undefined],
    ['draft', undefined],
  ]
  for (const [at, [status, reason, more]] of states.entries())
    yield {
      ...shift,
      ...mondays[at]!,
      name: `delivery ${status}`,
      status,
      ...(reason && { reason }),
      ...(more && { more }),
    }
}

/** Another partner of the hospital: Mondays in intensive care, Tuesdays and Thursdays in pediatrics; it begins later. */
function* ofNorthwoods(today: PlainDate): Generator<Shift> {
  const luis = 'luis.ferreira@northwoods.example'
  const begin = planningStart(today)
  for (const { weekday, ...pattern } of [
    {
      unit: 'main-icu',
      title: 'Complex Care',
      weekday: 1,
      start: '07:00',
      end: '19:00',
      specialty: 'icu',
      proctor: luis,
      capacity: 6,
    },
    {
      unit: 'west-peds',
      title: 'Families and Children',
      weekday: 2,
      start: '07:00',
      end: '15:00',
      specialty: 'pediatrics',
      proctor: luis,
      capacity: 6,
    },
    {
      unit: 'west-peds',
      title: 'Families and Children',
      weekday: 4,
      start: '07:00',
      end: '15:00',
      specialty: 'pediatrics',
      proctor: null,
      capacity: 4,
    },
  ] as const)
    // prettier-ignore
    for (const { key: term, type, start, end } of teachingTerms(today)) {
      const [late, early] = type === 'fall' ? [7, 0] : [13, -7]
      for (const date of days(addDays(start, late), addDays(end, early), weekday))
        yield {
          ...pattern,
          school: 'northwoods',
          name: `northwoods ${pattern.unit} ${date}`,
          term,
          date,
          series: `northwoods ${seriesOf(pattern.unit, weekday, term)}`,
          status: date < begin ? gone(date, today) : date < addDays(begin, 55) ? 'pending_facility' : 'draft',
        }
    }
}

/** Shifts of the other school in its own laboratory. */
function* onCampus(today: PlainDate): Generator<Shift> {
  const begin = planningStart(today)
  let week = 0
  for (const date of days(begin, addDays(begin, 45), 3)) {
    const term = termOn(date, today)
    if (!term) continue
    week += 1
    yield {
      name: `prairie lab ${date}`,
      school: 'prairie',
      term,
      title: 'Skills lab',
      date,
      start: '09:00',
      end: '13:00',
      unit: null,
      specialty: 'fundamentals',
      kind: 'skills_lab',
      status: week <= 3 ? 'published' : 'draft',
      proctor: 'tomas.eriksen@prairie.example',
      capacity: 12,
      signup: 'self_signup',
    }
  }
}
