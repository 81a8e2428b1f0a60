import { type PlainDate, addDays } from '#core/plain-date.ts'
import type { ShiftRow } from '#features/shifts/contract.ts'
import type { AssignmentStatus, MySeat, OpenShift, Progress, StudentShift } from '../contract.ts'
import { endedStates, isPast, isSaidSince } from './seats.ts'

/** As far ahead as a device keeps a shift to open without a connection; what it keeps of it lasts as long. */
const KEPT_AHEAD_MS = 36 * 3_600_000

/** Which of their next shifts a student's device keeps: those they hold a seat on, not over and within 36 hours; the next five. */
export function shiftsToKeep(
  seats: readonly { status: string; shift: { id: string; starts_at: string; ends_at: string } }[],
  now: string,
): string[] {
  const at = Date.parse(now)
  return seats
    .filter(({ status }) => status === 'assigned' || status === 'checked_in')
    .map(({ shift }) => shift)
    .filter((shift) => Date.parse(shift.ends_at) > at && Date.parse(shift.starts_at) < at + KEPT_AHEAD_MS)
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
    .slice(0, 5)
    .map(({ id }) => id)
}

/** Is a seat free that the next in line is about to be offered? */
export const isOfferComing = (
  shift: Pick<ShiftRow, 'status' | 'seats' | 'seats_taken' | 'waiting'>,
): boolean => shift.status === 'published' && shift.waiting > 0 && shift.seats_taken < (shift.seats ?? 0)

/** States of a wish that is not decided yet. */
export const waitingStates: readonly AssignmentStatus[] = ['requested', 'waitlisted', 'offered']

/** States in which a student comes, or came. */
export const comingStates: readonly AssignmentStatus[] = ['assigned', 'checked_in', 'completed']

/** What a student may do about a shift (Domain 2.4, assignment). */
export type SeatAction =
  | 'take' | 'request' | 'wait' | 'withdraw' | 'accept' | 'decline' | 'drop' | 'ask_drop' | 'conflict' | 'swap' // prettier-ignore

/** Of a shift what the decision needs; what a list does not know (the window of sign-up) counts as open. */
export type AskedShift = Pick<
  ShiftRow,
  'id' | 'status' | 'starts_at' | 'seats' | 'seats_taken' | 'waiting' | 'signup_mode'
> & { signup_policy?: string; is_first_come?: boolean; signup_opens_at?: string | null; signup_closes_at?: string | null } // prettier-ignore

/** An action as the device keeps it until there is a connection. */
type KeptAction = { action: SeatAction } | { readonly ['deed']: SeatAction }

/** The action that the device kept: tabs opened before a rename kept it as `deed`. */
export const keptAction = (kept: KeptAction): SeatAction => ('action' in kept ? kept.action : kept['deed'])

export type Outlook = { actions: readonly SeatAction[]; why: string | null }

/**
 * What a student may do about a shift now, the main thing first, and else why nothing. The database refuses by the same
 * rules; `now` is an instant in ISO 8601.
 */
export function outlookOf(shift: AskedShift, seat: MySeat | undefined, now: string): Outlook {
  const has = (...actions: SeatAction[]): Outlook => ({ actions, why: null })
  const none = (why: string | null): Outlook => ({ actions: [], why })
  if (seat?.status === 'offered')
    return isPast(seat.offer_expires_at, now)
      ? none('This offer expired. The seat goes to the next in line.')
      : has('accept', 'decline')
  if (seat?.status === 'requested' || seat?.status === 'waitlisted') return has('withdraw')
  if (seat && comingStates.includes(seat.status)) return outlookOfSeat(shift, seat, now)
  if (shift.status === 'cancelled') return none('This shift is canceled.')
  if (shift.status !== 'published' && shift.status !== 'full')
    return none(isPast(shift.starts_at, now) ? 'This shift is over, or under way.' : 'Seats are not given out now.') // prettier-ignore
  if (isPast(shift.starts_at, now)) return none('This shift has begun.')
  if (shift.signup_mode === 'assigned')
    return none('Your school assigns the seats of this shift. Ask your coordinator.')
  if (shift.signup_opens_at && shift.signup_opens_at > now) return none('Sign-up is not open yet.')
  if (isPast(shift.signup_closes_at ?? null, now)) return none('Sign-up is closed. Ask your coordinator.')
  const isFull = shift.status === 'full' || (shift.seats !== null && shift.seats_taken >= shift.seats)
  if (isFull) return has('wait')
  const isFirstCome =
    shift.is_first_come ?? (shift.signup_mode === 'self_signup' && shift.signup_policy === 'first_come')
  if (!isFirstCome) return has('request')
  // Who waits comes before who comes now.
  return has(shift.waiting > 0 ? 'wait' : 'take')
}

function outlookOfSeat(shift: AskedShift, seat: MySeat, now: string): Outlook {
  if (seat.status !== 'assigned' || endedStates.includes(shift.status)) return { actions: [], why: null }
  if (isPast(shift.starts_at, now))
    return { actions: [], why: 'The shift has begun. Talk to your instructor.' }
  const leave = wayOut(seat, now)
  return { actions: [...(leave ? [leave] : []), 'swap'], why: null }
}

/**
 * How a student who cannot come says so: drops the seat while that is free; afterwards speaks of a conflict where time or unit
 * was changed, and else asks to be taken off. Once that is said, it is the coordinator's turn.
 */
function wayOut(seat: MySeat, now: string): SeatAction | null {
  if (mayDrop(seat, now)) return 'drop'
  if (isSaidSince(seat.moved_at, seat)) return null
  return seat.moved_at === null ? 'ask_drop' : 'conflict'
}

/** May the student still give the seat up without asking? Until the cutoff, two days before where none is set. */
export function mayDrop(seat: Pick<MySeat, 'drop_cutoff_at' | 'shift'>, now: string): boolean {
  const cutoff = seat.drop_cutoff_at ?? hoursBefore(seat.shift.starts_at, 48)
  return Date.parse(cutoff) > Date.parse(now)
}

const hoursBefore = (instant: string, hours: number): string =>
  new Date(Date.parse(instant) - hours * 3_600_000).toISOString()

/** What an action makes of the seat, before the server has answered. */
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
    case 'swap':
      return {}
  }
}

/** The student's seats with an action done: the seat changed, or a new one in the order of time. */
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

/** Takes an action back exactly: the seat as it was, or gone; whatever else came in since stays. */
export function withoutSeatAction(
  seats: readonly MySeat[],
  id: string,
  before: MySeat | undefined,
): MySeat[] {
  return before
    ? seats.map((seat) => (seat.id === id ? before : seat))
    : seats.filter((seat) => seat.id !== id)
}

/** Puts an open shift back where it stood: the soonest first. */
export function withOpen(open: readonly OpenShift[], shift: OpenShift): OpenShift[] {
  if (open.some(({ id }) => id === shift.id)) return [...open]
  return [...open, shift].toSorted(bySoonest(({ starts_at }) => starts_at))
}

const bySoonest =
  <Row extends { id: string }>(startOf: (row: Row) => string) =>
  (a: Row, b: Row): number =>
    Date.parse(startOf(a)) - Date.parse(startOf(b)) || (a.id < b.id ? -1 : 1)

/** The seat of the student that stands in a shift's way: the one at its time, else the one nearest within a day. */
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
        [...comingStates, 'offered'].includes(seat.status) &&
        gapTo(seat) < 24 * 3_600_000,
    )
    .toSorted((a, b) => gapTo(a) - gapTo(b))[0]
}

/** A student's seats in the parts of their page (Spec §7: unified student shifts): the latest of what is over comes first. */
export function partsOf(seats: readonly MySeat[], now: string) {
  const isOver = ({ shift }: MySeat) => Date.parse(shift.ends_at) <= Date.parse(now)
  const isOff = ({ shift }: MySeat) => shift.status === 'cancelled'
  const held = seats.filter(({ status }) => !waitingStates.includes(status))
  const comes = held.filter((seat) => comingStates.includes(seat.status) && !isOver(seat))
  return {
    upcoming: comes.filter((seat) => !isOff(seat)),
    past: held.filter((seat) => !comes.includes(seat) || isOff(seat)).toReversed(),
    offers: seats.filter((seat) => seat.status === 'offered' && !isOver(seat)),
    waiting: seats.filter(({ status }) => status === 'requested' || status === 'waitlisted'),
  }
}

/** What a student's page shows of their seats; `calendar` holds what takes time, the offers too. */
export type SeatPart = 'upcoming' | 'past' | 'calendar' | 'requests'

/** A student's seats as a part of their page shows them (Spec §7: unified student shifts); `now` is an instant in ISO 8601. */
export function seatsOf(part: SeatPart, seats: readonly MySeat[], now: string): MySeat[] {
  const { upcoming, past, offers, waiting } = partsOf(seats, now)
  if (part === 'upcoming') return upcoming
  if (part === 'past') return past
  if (part === 'requests') return [...offers, ...waiting]
  return seats.filter(({ status }) => comingStates.includes(status) || status === 'offered')
}

/** Full shifts on whose waitlist a student may still get: not yet on them, and the school does not assign them. */
export function openLines(full: readonly ShiftRow[], seats: readonly MySeat[]): ShiftRow[] {
  const mine = new Set(
    seats
      .filter(({ status }) => [...waitingStates, 'assigned', 'checked_in'].includes(status))
      .map(({ shift }) => shift.id),
  )
  return full.filter(({ id, signup_mode: mode }) => !mine.has(id) && mode !== 'assigned')
}

/** Open shifts in two parts: those that nothing stands in the way of, and the others. */
export function openParts<Shift extends Pick<OpenShift, 'block'>>(open: readonly Shift[]) {
  return { fitting: open.filter(({ block }) => !block), blocked: open.filter(({ block }) => block) }
}

/** The open shifts on a student's first page: of those that nothing stands in the way of, as many as it shows. */
export function suggestedShifts<Shift extends Pick<OpenShift, 'block'>>(open: readonly Shift[]) {
  const { fitting } = openParts(open)
  return { shown: fitting.slice(0, 3), count: fitting.length }
}

const lives: readonly ShiftRow['status'][] = ['approved', 'published', 'full', 'in_progress']

/** Shifts in the parts of an instructor's day: under way or today, and those after, the soonest first; what is called off is left out. */
export function dayOf(rows: readonly ShiftRow[], now: string, today: PlainDate) {
  const coming = rows.filter(
    ({ status, ends_at }) => lives.includes(status) && Date.parse(ends_at) > Date.parse(now),
  )
  const isToday = ({ date, starts_at }: ShiftRow) =>
    date === today || Date.parse(starts_at) <= Date.parse(now)
  return { today: coming.filter(isToday), next: coming.filter((row) => !isToday(row)) }
}

/** The last day that an instructor's first page looks at: 60 days on. */
export const ahead = (today: PlainDate): PlainDate => addDays(today, 60)

/** How long until an instant: "2 days", "5 h 12 min", "4 min"; null when it is over. Instants in milliseconds. */
export function timeLeft(until: number, now: number): string | null {
  const minutes = Math.ceil((until - now) / 60_000)
  if (minutes <= 0) return null
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

/** How long is left, after the words before it; other words when nothing is. Instants as ISO 8601. */
export const countdown = (
  { until, before = '', over }: { until: string; before?: string; over: string },
  now: string,
): string => {
  const left = timeLeft(Date.parse(until), Date.parse(now))
  return left === null ? over : `${before}${left}`
}

/** Hours as parts of what is asked, each in percent of the whole bar; done and scheduled never make more than all of it. */
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

/** Hours that are neither done nor scheduled: in all, or by specialty where that is more, for hours of one make up for none of another. */
export const hoursNotScheduled = (all: Asked & { by_specialty: readonly Asked[] }): number =>
  Math.max(missing(all), all.by_specialty.reduce((sum, part) => sum + missing(part), 0)) // prettier-ignore
