import { specialtyLabels } from '#core/specialties.ts'
import { refusal } from '#core/refusal.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { type AgreementGap, agreementGapText } from '#features/partnerships/rules.ts'
import type { ExperienceType, SeatLimit } from '../contract.ts'
import { seatsTakenBy } from './seats-taken-by.ts'

/** The seats that students can take: the smallest limit, ignoring those that refuse a whole shift. */
export const seatsFor = (limits: readonly SeatLimit[]): SeatLimit | null =>
  effectiveSeats(limits.filter(({ limit_name: name }) => name !== 'closed' && name !== 'agreement'))

/**
 * The seats of an approved shift after rules changed, or null if they stay the same. No student loses a seat: `isOver` means that more
 * students are on the shift than the rule allows. Closed days and units reserved for one school concern the shift as a whole and are
 * ignored.
 */
export function recountedSeats(
  limits: readonly SeatLimit[],
  shift: { seats: number; seats_limit: SeatLimit['limit_name'] | null; seats_taken: number },
) {
  const room = effectiveSeats(
    limits.filter(({ limit_name: name }) => name !== 'closed' && name !== 'exclusive'),
  )!
  const seats = Math.max(room.seats, shift.seats_taken)
  return seats === shift.seats && room.limit_name === shift.seats_limit
    ? null
    : { seats, seats_limit: room.limit_name, why: room.why, isOver: room.seats < shift.seats_taken }
}

/** Why a party can't continue a shift with these seats, or null: none are left, or fewer than the students on it. */
export function fewSeatsBlocker(
  room: SeatLimit,
  seatsTaken: number,
  by: 'school' | 'facility' | 'platform' = 'school',
) {
  return room.seats < Math.max(seatsTaken, 1)
    ? refusal('shift.too_few_seats', { why: room.why, seatsTaken, by })
    : null
}

/** A limit: its number and the values of its sentence. */
export type CountedLimit = Omit<SeatLimit, 'why'> & { values: object }

/** A day on which a unit takes no students: its own closed day, or one of its site. */
export type ClosedDay = { name: string; date: PlainDate; reason: string | null; isSite: boolean }

type YearsOfLimit = { year: string; most: number; taken: number }[]
/** The values in the sentences of limits. */
type LimitValues = {
  closed: ClosedDay
  exclusive: { name: string }
  agreement: AgreementGap
  unit: { name: string; most: number; taken: number; capstones?: number }
  level: { name: string; years: YearsOfLimit }
  ratio: {
    name: string
    /** Per instructor. */
    most: number
    instructors?: number
    from?: PlainDate
    begun?: boolean
    exempt?: 'simulation' | 'skills_lab' | null
  }
  school: { name: string; most: number; instructors?: number; specialty?: Specialty }
  preceptor: { preceptors?: number }
  shift: object
}

/** The facts that the limits on a shift's seats are computed from, as PostgreSQL counts them (app.shift_limits). */
export type LimitFacts = {
  closed: { name: string; reason: string | null; is_site: boolean } | null
  unit: {
    name: string
    most: number
    /** Seats of other shifts, and of students on days of their capstone projects. */
    taken: number
    /** How many of these have capstone students. */
    capstones?: number
    ratio: number | null
    has_others: boolean
  } | null
  years: YearsOfLimit | null
  rules: {
    school: string
    jurisdiction: string | null
    source_url: string | null
    effective_from: PlainDate | null
    board: number | null
    own: number | null
    own_specialty: number | null
    preceptor: number
    is_instructed: boolean
    instructors: number
    preceptors: number
  } | null
  /** Null seats if the agreement sets no number. */
  agreement: { seats: number | null; facts: AgreementGap } | null
  date: PlainDate
  experience_type: ExperienceType
  specialty: Specialty
  capacity: number | null
}

const limitOrder: readonly SeatLimit['limit_name'][] = [
  'closed',
  'exclusive',
  'agreement',
  'unit',
  'level',
  'ratio',
  'school',
  'preceptor',
  'shift',
]

/**
 * Every limit on the seats of a shift. The smallest decides; if several are equal, the first. Rules that don't apply to this kind of shift
 * are included, so that the page can say so (domain §2.4, effective capacity).
 */
export function countedLimits(facts: LimitFacts, capacity = facts.capacity): CountedLimit[] {
  const { closed, unit, years, agreement, date } = facts
  const found: CountedLimit[] = [...ratioLimits(facts)]
  const add = (limit_name: CountedLimit['limit_name'], seats: number | null, values: object) =>
    seats !== null && found.push({ limit_name, seats, values, applies: true, source_url: null })
  if (closed) add('closed', 0, { name: closed.name, date, reason: closed.reason, isSite: closed.is_site })
  if (unit?.has_others) add('exclusive', 0, { name: unit.name })
  if (agreement) add('agreement', agreement.seats, agreement.facts)
  if (unit) {
    const { name, most, taken, capstones } = unit
    add('unit', left(unit), { name, most, taken, ...(capstones && { capstones }) })
  }
  if (unit && years)
    add(
      'level',
      years.reduce((sum, year) => sum + left(year), 0),
      { name: unit.name, years },
    )
  add('shift', capacity, {})
  const nameOf = ({ values }: CountedLimit) => (values as { name?: string }).name ?? ''
  const specialtyOf = ({ values }: CountedLimit) => (values as { specialty?: string }).specialty ?? ''
  return found.toSorted(
    (a, b) =>
      Number(b.applies) - Number(a.applies) ||
      a.seats - b.seats ||
      limitOrder.indexOf(a.limit_name) - limitOrder.indexOf(b.limit_name) ||
      nameOf(a).localeCompare(nameOf(b)) ||
      specialtyOf(a).localeCompare(specialtyOf(b)),
  )
}
const left = ({ most, taken }: { most: number; taken: number }): number => Math.max(most - taken, 0)

/** The limits per instructor and per preceptor: of the board (listed even if it doesn't apply), of the unit and of the school. */
function ratioLimits({ rules, unit, date, experience_type: kind, specialty }: LimitFacts): CountedLimit[] {
  if (!rules) return []
  const { is_instructed: applies, instructors, preceptors } = rules
  const exempt = !applies && (kind === 'simulation' || kind === 'skills_lab') ? kind : null
  const each = (limit_name: 'ratio' | 'school', most: number | null | undefined, values: object) =>
    typeof most === 'number'
      ? [
          {
            limit_name,
            seats: most * instructors,
            values: { ...values, most, instructors },
            applies,
            source_url: null,
          },
        ]
      : []
  const from = rules.effective_from
  const board = { name: rules.jurisdiction, from, begun: from && from <= date, exempt }
  const ofBoard = each('ratio', rules.board, board).map((one) => ({ ...one, source_url: rules.source_url }))
  return [
    ...(applies || exempt ? ofBoard : []),
    ...(applies ? each('ratio', unit?.ratio, { name: unit?.name }) : []),
    ...(applies ? each('school', rules.own, { name: rules.school }) : []),
    ...(applies ? each('school', rules.own_specialty, { name: rules.school, specialty }) : []),
    ...(kind === 'precepted'
      ? [
          {
            limit_name: 'preceptor' as const,
            seats: rules.preceptor * preceptors,
            values: { preceptors },
            applies: true,
            source_url: null,
          },
        ]
      : []),
  ]
}

const studentsCounted = (count: number): string => `${count} ${count === 1 ? 'student' : 'students'}`

/** Explains why a unit takes no students on a day. */
export const closedWords = ({ name, date, reason, isSite }: ClosedDay): string => {
  const day = formatDate(date, 'long').replace(/, \d{4}$/, '')
  if (isSite) return `${name} is closed to students on ${day}.`
  return `${name} takes no students on ${day}${reason ? `: ${reason}` : ''}.`
}

function yearsWords({ name, years }: LimitValues['level']): string {
  const each = years.map(
    ({ year, most, taken }) =>
      `${most} ${year.replaceAll('_', '-')} students${taken > 0 ? ` (${taken} of these seats are taken by other shifts)` : ''}`,
  )
  return `${name} takes ${each.join(' and ')} at a time.`
}

/** How many students several instructors may supervise together. */
const together = (most: number, instructors = 1): string =>
  instructors > 1 ? ` With ${instructors} instructors that is ${most * instructors}.` : ''

/** True for a limit of students per instructor, which another instructor raises. */
export const isRatio = ({ limit_name: name }: Pick<CountedLimit, 'limit_name'>): boolean =>
  name === 'ratio' || name === 'school'

/** Explains that the ratio is the limit, and how to raise it (domain §2.4). */
export function ratioLimitWords({ values }: Pick<CountedLimit, 'values'>): string {
  const { most, instructors = 1 } = values as LimitValues['ratio']
  const who = instructors === 1 ? '1 instructor' : `${instructors} instructors`
  return `${who} may supervise ${studentsCounted(most * instructors)} here. Add an instructor or move a student.`
}

function ratioWords({ name, most, instructors, from, begun, exempt }: LimitValues['ratio']): string {
  const since = from ? ` (in effect ${begun ? 'since' : 'from'} ${formatDate(from, 'long')})` : ''
  const unless = exempt
    ? ` This rule does not apply to ${exempt === 'simulation' ? 'simulation' : 'the skills lab'}.`
    : ''
  return `${name} allows ${studentsCounted(most)} per instructor${since}.${together(most, instructors)}${unless}`
}

const preceptorWords = (seats: number, preceptors = 1): string =>
  preceptors > 1
    ? `${preceptors} preceptors take ${seats} students at a time.`
    : `A preceptor takes ${seats === 1 ? '1 student' : `${seats} students`} at a time.`

/** The rule of a seat limit as a sentence (domain §2.4, effective capacity). */
export function limitWords({ limit_name: name, seats, values }: CountedLimit): string {
  const of = <Name extends keyof LimitValues>(_name: Name) => values as LimitValues[Name]
  switch (name) {
    case 'closed':
      return closedWords(of(name))
    case 'exclusive':
      return `Another school has ${of(name).name} at that time, and it takes one school at a time.`
    case 'agreement':
      return agreementGapText(of(name))
    case 'unit': {
      const { name: unit, most, taken, capstones } = of(name)
      return `${unit} takes ${studentsCounted(most)} at a time${taken > 0 ? `; ${seatsTakenBy(taken, capstones)}.` : '.'}`
    }
    case 'level':
      return yearsWords(of(name))
    case 'ratio':
      return ratioWords(of(name))
    case 'school': {
      const { name: school, most, instructors, specialty } = of(name)
      return `${school} allows ${studentsCounted(most)} per instructor${specialty ? ` in ${specialtyLabels[specialty]}` : ''}.${together(most, instructors)}`
    }
    case 'preceptor':
      return preceptorWords(seats, of(name).preceptors)
    case 'shift':
      return `The shift has ${seats === 1 ? '1 seat' : `${seats} seats`}.`
  }
}

/** Adds the sentences to limits. */
export const wordedLimits = (limits: readonly CountedLimit[]): SeatLimit[] =>
  limits.map((limit) => ({
    ...limit,
    why: limitWords(limit),
    ...(isRatio(limit) && { way_out: ratioLimitWords(limit) }),
  }))

/** The limits of a shift with their sentences, for this many seats. */
export const limitsFrom = (facts: LimitFacts, seats?: number): SeatLimit[] =>
  wordedLimits(countedLimits(facts, seats))

/** The limit with the fewest seats among those that apply; if several are equal, the first in the list. */
export function effectiveSeats(limits: readonly SeatLimit[]): SeatLimit | null {
  return limits.reduce<SeatLimit | null>(
    (least, one) => (one.applies && (!least || one.seats < least.seats) ? one : least),
    null,
  )
}

/** Limits that refuse an approval or a proposal; the others only reduce the seats that students can take. */
export const hardLimits: readonly SeatLimit['limit_name'][] = [
  'closed',
  'exclusive',
  'agreement',
  'unit',
  'level',
]

/** How many seats the refusing limits leave, at most the most seats a shift can have. */
export const hardRoom = (facts: LimitFacts): number =>
  Math.min(
    500,
    ...countedLimits(facts)
      .filter(({ applies, limit_name: name }) => applies && hardLimits.includes(name))
      .map(({ seats }) => seats),
  )

/** Why there is no room for this many seats, or null: lists each limit that refuses, and what would work. */
export function roomBlocker(limits: readonly SeatLimit[], wanted: number, verb: string): string | null {
  const refusing = limits.filter(
    ({ limit_name: name, applies, seats }) => applies && hardLimits.includes(name) && seats < wanted,
  )
  if (refusing.length === 0) return null
  const room = Math.min(...refusing.map(({ seats }) => seats))
  const wayOut = 'hoose another unit, day or time.'
  return [
    ...refusing.map(({ why }) => why),
    room > 0 ? `${verb} ${room} or fewer, or c${wayOut}` : `C${wayOut}`,
  ].join(' ')
}
