import { roundToHundredths } from '#core/number-text.ts'
import { type PlainDate, addDays } from '#core/plain-date.ts'
import { activeSeats, askedSeats, comingSeats, waitingSeats } from '#core/seat-statuses.ts'
import { liveStates, upcomingStates } from '#core/shift-statuses.ts'
import type { ShiftRow } from '#features/shifts/contract.ts'
import type { AssignmentStatus, MySeat, OpenShift, Progress, StudentShift } from '../contract.ts'
import { endedStates, isPast, hasReportedSince, keepBlocker } from './seats.ts'

/** True while a student's clearance for a shift matters: until it ends, or does not take place. */
export const isClearanceAsked = ({ status }: Pick<ShiftRow, 'status'>): boolean =>
  status !== 'completed' && status !== 'closed' && status !== 'cancelled'

/** How far ahead a device keeps shifts for offline use, and how long it keeps them. */
const KEPT_AHEAD_MS = 36 * 3_600_000

/** Which upcoming shifts a student's device keeps: the next five with a seat they hold, not over and within 36 hours. */
export function shiftsToKeep(
  seats: readonly { status: AssignmentStatus; shift: { id: string; starts_at: string; ends_at: string } }[],
  now: string,
): string[] {
  const at = Date.parse(now)
  return seats
    .filter(({ status }) => activeSeats.includes(status))
    .map(({ shift }) => shift)
    .filter((shift) => Date.parse(shift.ends_at) > at && Date.parse(shift.starts_at) < at + KEPT_AHEAD_MS)
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
    .slice(0, 5)
    .map(({ id }) => id)
}

/** True if a seat is free and about to be offered to the next student on the waitlist. */
export const isOfferComing = (
  shift: Pick<ShiftRow, 'status' | 'seats' | 'seats_taken' | 'waiting'>,
): boolean => shift.status === 'published' && shift.waiting > 0 && shift.seats_taken < (shift.seats ?? 0)

/** What a student may do about a shift (Domain 2.4, assignment). */
export type SeatAction =
  | 'take'
  | 'request'
  | 'wait'
  | 'withdraw'
  | 'accept'
  | 'decline'
  | 'drop'
  | 'ask_drop'
  | 'conflict'
  | 'stay'
  | 'swap'

/** The fields of a shift that the decision needs; what a list does not include (the sign-up window) counts as open. */
export type AskedShift = Pick<
  ShiftRow,
  'id' | 'status' | 'starts_at' | 'seats' | 'seats_taken' | 'waiting' | 'signup_mode'
> & {
  signup_policy?: string
  is_first_come?: boolean
  signup_opens_at?: string | null
  signup_closes_at?: string | null
}

/** An action as the device stores it while offline. */
type StoredAction = { action: SeatAction } | { readonly ['deed']: SeatAction }

/** Reads a stored action: tabs opened before a rename stored it as `deed`. */
export const storedAction = (kept: StoredAction): SeatAction =>
  'action' in kept ? kept.action : kept['deed']

export type AvailableActions = { actions: readonly SeatAction[]; why: string | null }

/**
 * What a student may do about a shift now, main action first, or why nothing can be done.
 * The database refuses by the same rules; `now` is an instant in ISO 8601.
 */
export function availableActions(shift: AskedShift, seat: MySeat | undefined, now: string): AvailableActions {
  const has = (...actions: SeatAction[]): AvailableActions => ({ actions, why: null })
  const none = (why: string | null): AvailableActions => ({ actions: [], why })
  if (seat?.status === 'offered')
    return isPast(seat.offer_expires_at, now)
      ? none('This offer expired. The seat goes to the next in line.')
      : has('accept', 'decline')
  if (seat && askedSeats.includes(seat.status)) return has('withdraw')
  if (seat && comingSeats.includes(seat.status)) return outlookOfSeat(shift, seat, now)
  if (shift.status === 'cancelled') return none('This shift is canceled.')
  if (!upcomingStates.includes(shift.status))
    return none(
      isPast(shift.starts_at, now)
        ? 'This shift is over, or under way.'
        : 'Seats aren’t available right now.',
    )
  if (isPast(shift.starts_at, now)) return none('This shift has begun.')
  if (shift.signup_mode === 'assigned')
    return none('Your school assigns the seats on this shift. Ask your coordinator.')
  if (shift.signup_opens_at && shift.signup_opens_at > now) return none('Sign-up is not open yet.')
  if (isPast(shift.signup_closes_at ?? null, now)) return none('Sign-up is closed. Ask your coordinator.')
  const isFull = shift.status === 'full' || (shift.seats !== null && shift.seats_taken >= shift.seats)
  if (isFull) return has('wait')
  const isFirstCome =
    shift.is_first_come ?? (shift.signup_mode === 'self_signup' && shift.signup_policy === 'first_come')
  if (!isFirstCome) return has('request')
  // Students already waiting come first.
  return has(shift.waiting > 0 ? 'wait' : 'take')
}

function outlookOfSeat(shift: AskedShift, seat: MySeat, now: string): AvailableActions {
  if (seat.status !== 'assigned' || endedStates.includes(shift.status)) return { actions: [], why: null }
  if (isPast(shift.starts_at, now))
    return { actions: [], why: 'The shift has begun. Talk to your instructor.' }
  const leave = exitAction(seat, now)
  const stay = keepBlocker(seat) === null
  return { actions: [...(stay ? ['stay' as const] : []), 'swap', ...(leave ? [leave] : [])], why: null }
}

/**
 * How a student who cannot come gets off a shift: drop the seat until the cutoff; after
 * that, report a conflict if time or unit changed, otherwise ask to be taken off. Null
 * once they have asked, because the coordinator decides next.
 */
function exitAction(seat: MySeat, now: string): SeatAction | null {
  if (mayDrop(seat, now)) return 'drop'
  if (hasReportedSince(seat.moved_at, seat)) return null
  return seat.moved_at === null ? 'ask_drop' : 'conflict'
}

/** True if the student may still give up the seat without asking: until the cutoff, or two days before if none is set. */
export function mayDrop(seat: Pick<MySeat, 'drop_cutoff_at' | 'shift'>, now: string): boolean {
  const cutoff = seat.drop_cutoff_at ?? hoursBefore(seat.shift.starts_at, 48)
  return Date.parse(cutoff) > Date.parse(now)
}

const hoursBefore = (instant: string, hours: number): string =>
  new Date(Date.parse(instant) - hours * 3_600_000).toISOString()

/** How an action changes the seat, before the server has answered. */
function changed(action: SeatAction, now: string): Partial<MySeat> {
  switch (action) {
    case 'take':
    case 'accept':
      return { status: 'assigned', offer_expires_at: null }
    case 'request':
      return { status: 'requested' }
    case 'wait':
      return { status: 'waitlisted' }
    case 'withdraw':
    case 'decline':
      return { status: 'withdrawn', offer_expires_at: null, waitlist_position: null }
    case 'drop':
      return { status: 'dropped' }
    case 'ask_drop':
      return { drop_asked_at: now }
    case 'conflict':
      return { conflict_at: now }
    case 'stay':
      return { drop_asked_at: null, conflict_at: null }
    case 'swap':
      return {}
  }
}

/** The student's seats after an action: the seat changed, or a new one inserted by time. */
export function withSeatAction(
  seats: readonly MySeat[],
  { action, id, shift, now }: { action: SeatAction; id: string; shift: StudentShift; now: string },
): MySeat[] {
  if (seats.some((seat) => seat.id === id))
    return seats.map((seat) => (seat.id === id ? { ...seat, ...changed(action, now) } : seat))
  const fresh: MySeat = {
    id,
    status: 'assigned',
    source: 'signup',
    reason: null,
    asked_at: now,
    offer_expires_at: null,
    waitlist_position: action === 'wait' ? shift.waiting + 1 : null,
    drop_asked_at: null,
    conflict_at: null,
    moved_at: null,
    credited_hours: 0,
    drop_cutoff_at: null,
    shift,
    ...changed(action, now),
  }
  return [...seats, fresh].toSorted(bySoonest(({ shift: { starts_at } }) => starts_at))
}

/** Reverts an action: restores the seat or removes it, and keeps everything that arrived since. */
export function withoutSeatAction(
  seats: readonly MySeat[],
  id: string,
  before: MySeat | undefined,
): MySeat[] {
  return before
    ? seats.map((seat) => (seat.id === id ? before : seat))
    : seats.filter((seat) => seat.id !== id)
}

/** Puts an open shift back at its position, soonest first. */
export function withOpen(open: readonly OpenShift[], shift: OpenShift): OpenShift[] {
  if (open.some(({ id }) => id === shift.id)) return [...open]
  return [...open, shift].toSorted(bySoonest(({ starts_at }) => starts_at))
}

const bySoonest =
  <Row extends { id: string }>(startOf: (row: Row) => string) =>
  (a: Row, b: Row): number =>
    Date.parse(startOf(a)) - Date.parse(startOf(b)) || (a.id < b.id ? -1 : 1)

/** The student's seat that conflicts with a shift: the one at the same time, otherwise the nearest within a day. */
export function clashing(
  shift: Pick<ShiftRow, 'id' | 'starts_at' | 'ends_at'>,
  seats: readonly MySeat[],
): MySeat | undefined {
  const [start, end] = [Date.parse(shift.starts_at), Date.parse(shift.ends_at)]
  const gapTo = ({ shift: { starts_at, ends_at } }: MySeat): number =>
    Math.max(Date.parse(starts_at) - end, start - Date.parse(ends_at), 0)
  return seats
    .filter(
      (seat) =>
        seat.shift.id !== shift.id &&
        [...comingSeats, 'offered'].includes(seat.status) &&
        gapTo(seat) < 24 * 3_600_000,
    )
    .toSorted((a, b) => gapTo(a) - gapTo(b))[0]
}

/** Where the student sees what blocks a shift: their capstone, or the shift it conflicts with; undefined for other rules. */
export function clashLink(
  rule: string | null,
  shift: Parameters<typeof clashing>[0],
  seats: readonly MySeat[],
): { href: string; label: string } | undefined {
  if (rule === 'capstone') return { href: '/student/capstone', label: 'View your capstone' }
  const clash = rule === 'overlap' || rule === 'rest' ? clashing(shift, seats) : undefined
  return clash && { href: `/shift/${clash.shift.id}`, label: 'View that shift' }
}

/** A student's seats by section of their page (Spec §7: unified student shifts); past shifts are newest first. */
export function partsOf(seats: readonly MySeat[], now: string) {
  const isOver = ({ status, shift }: MySeat) =>
    status === 'completed' || Date.parse(shift.ends_at) <= Date.parse(now)
  const isOff = ({ shift }: MySeat) => shift.status === 'cancelled'
  const held = seats.filter(({ status }) => !waitingSeats.includes(status))
  const comes = held.filter((seat) => comingSeats.includes(seat.status) && !isOver(seat))
  return {
    upcoming: comes.filter((seat) => !isOff(seat)),
    past: held.filter((seat) => !comes.includes(seat) || isOff(seat)).toReversed(),
    offers: seats.filter((seat) => seat.status === 'offered' && !isOver(seat)),
    waiting: seats.filter(({ status }) => askedSeats.includes(status)),
  }
}

/** The section of a student's page; `calendar` includes everything that takes time, including offers. */
export type SeatPart = 'upcoming' | 'past' | 'calendar' | 'requests'

/** The student's seats in one section of their page (Spec §7: unified student shifts); `now` is an instant in ISO 8601. */
export function seatsOf(part: SeatPart, seats: readonly MySeat[], now: string): MySeat[] {
  const { upcoming, past, offers, waiting } = partsOf(seats, now)
  if (part === 'upcoming') return upcoming
  if (part === 'past') return past
  if (part === 'requests') return [...offers, ...waiting]
  return seats.filter(({ status }) => comingSeats.includes(status) || status === 'offered')
}

/** Full shifts whose waitlist a student can still join: the student is not on them, and the school does not assign them. */
export function joinableWaitlists(full: readonly ShiftRow[], seats: readonly MySeat[]): ShiftRow[] {
  const mine = new Set(
    seats
      .filter(({ status }) => [...waitingSeats, ...activeSeats].includes(status))
      .map(({ shift }) => shift.id),
  )
  return full.filter(({ id, signup_mode: mode }) => !mine.has(id) && mode !== 'assigned')
}

/** Splits open shifts into those the student can take and those that are blocked. */
export function splitByBlock<Shift extends Pick<OpenShift, 'block'>>(open: readonly Shift[]) {
  return { available: open.filter(({ block }) => !block), blocked: open.filter(({ block }) => block) }
}

/** The open shifts on a student's first page: the first few that are not blocked. */
export function suggestedShifts<Shift extends Pick<OpenShift, 'block'>>(open: readonly Shift[]) {
  const { available } = splitByBlock(open)
  return { shown: available.slice(0, 3), count: available.length }
}

/** Splits an instructor's shifts into those under way or today, and later ones, soonest first; leaves out those called off. */
export function dayOf(rows: readonly ShiftRow[], now: string, today: PlainDate) {
  const coming = rows.filter(
    ({ status, ends_at }) => liveStates.includes(status) && Date.parse(ends_at) > Date.parse(now),
  )
  const isToday = ({ date, starts_at }: ShiftRow) =>
    date === today || Date.parse(starts_at) <= Date.parse(now)
  return { today: coming.filter(isToday), next: coming.filter((row) => !isToday(row)) }
}

/** The last day that an instructor's first page shows: 60 days from today. */
export const ahead = (today: PlainDate): PlainDate => addDays(today, 60)

/** How long until an instant: "2 days", "5 h 12 min", "4 min"; null when it is over. Instants in milliseconds. */
export function timeLeft(until: number, now: number): string | null {
  const minutes = Math.ceil((until - now) / 60_000)
  if (minutes <= 0) return null
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

/** The time left, after a prefix, or `over` if none is left. Instants in ISO 8601. */
export const countdown = (
  { until, before = '', over }: { until: string; before?: string; over: string },
  now: string,
): string => {
  const left = timeLeft(Date.parse(until), Date.parse(now))
  return left === null ? over : `${before}${left}`
}

/** Hours as percentages of what is required; done and scheduled together never exceed 100. */
export function sharesOf({
  hours_done,
  hours_scheduled,
  hours_required,
}: Pick<Progress, 'hours_done' | 'hours_scheduled' | 'hours_required'>): { done: number; scheduled: number } {
  // prettier-ignore
  const whole = Math.max(hours_required ?? 0, hours_done + hours_scheduled)
  if (whole === 0) return { done: 0, scheduled: 0 }
  return { done: (hours_done / whole) * 100, scheduled: (hours_scheduled / whole) * 100 }
}

type Asked = Pick<Progress, 'hours_done' | 'hours_scheduled' | 'hours_required'>

const missing = ({ hours_required: required, hours_done: done, hours_scheduled: scheduled }: Asked): number =>
  Math.max(0, (required ?? 0) - done - scheduled)

/**
 * Hours neither done nor scheduled: in total, or the sum by specialty if
 * larger, because hours in one specialty do not count for another.
 */
export const hoursNotScheduled = (all: Asked & { by_specialty: readonly Asked[] }): number =>
  roundToHundredths(
    Math.max(
      missing(all),
      all.by_specialty.reduce((sum, part) => sum + missing(part), 0),
    ),
  )
