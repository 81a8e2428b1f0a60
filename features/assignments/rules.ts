import { addDays, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { ShiftRow } from '#features/shifts/contract.ts'
import type {
  AssignmentStatus,
  MakeupNeed,
  MySeat,
  OpenShift,
  Progress,
  Swap,
  SwapPartner,
} from './contract.ts'

/** What people call each state of a seat. */
export const seatWords: Record<AssignmentStatus, string> = {
  requested: 'Requested',
  waitlisted: 'Waitlisted',
  offered: 'Offered to you',
  assigned: 'Yours',
  checked_in: 'Checked in',
  completed: 'Completed',
  absent_excused: 'Absent, excused',
  absent_unexcused: 'Absent',
  no_show: 'No show',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
  dropped: 'Dropped',
  removed: 'Taken off',
  cancelled: 'Cancelled',
}

/** What people call each state of a swap. */
export const swapWords: Record<Swap['status'], string> = {
  proposed: 'Proposed',
  accepted: 'Your school decides',
  done: 'Done',
  declined: 'Declined',
  withdrawn: 'Taken back',
  refused: 'Refused',
  lapsed: 'Lapsed',
}

/** What people call each state of hours to make up. */
export const makeupWords: Record<MakeupNeed['status'], string> = {
  open: 'To be arranged',
  scheduled: 'Arranged',
  made_up: 'Made up',
  waived: 'Waived',
}

/** States of a wish that is not decided yet. */
export const waitingStates: readonly AssignmentStatus[] = ['requested', 'waitlisted', 'offered']
/** States in which a student comes, or came. */
export const comingStates: readonly AssignmentStatus[] = ['assigned', 'checked_in', 'completed']

/** What a student may do about a shift (Domain 2.4, assignment). */
export type Deed =
  | 'take' | 'request' | 'wait' | 'withdraw' | 'accept' | 'decline' | 'drop' | 'ask_drop' | 'conflict' | 'swap' // prettier-ignore

/** Of a shift what the decision needs; what a list does not know (the window of sign-up) counts as open. */
export type AskedShift = Pick<
  ShiftRow,
  'id' | 'status' | 'starts_at' | 'seats' | 'seats_taken' | 'waiting' | 'signup_mode'
> & { signup_policy?: string; is_first_come?: boolean; signup_opens_at?: string | null; signup_closes_at?: string | null } // prettier-ignore

export type Outlook = { deeds: readonly Deed[]; why: string | null }

/**
 * What a student may do about a shift now, the main thing first, and else why nothing. The database refuses by the same
 * rules; `now` is an instant in ISO 8601.
 */
export function outlookOf(shift: AskedShift, seat: MySeat | undefined, now: string): Outlook {
  const has = (...deeds: Deed[]): Outlook => ({ deeds, why: null })
  const none = (why: string | null): Outlook => ({ deeds: [], why })
  if (seat?.status === 'offered')
    return isPast(seat.offer_expires_at, now)
      ? none('The offer ran out. The seat goes to the next in line.')
      : has('accept', 'decline')
  if (seat?.status === 'requested' || seat?.status === 'waitlisted') return has('withdraw')
  if (seat && comingStates.includes(seat.status)) return outlookOfSeat(shift, seat, now)
  if (shift.status === 'cancelled') return none('This shift is cancelled.')
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
  if (seat.status !== 'assigned' || ['completed', 'closed', 'cancelled', 'postponed'].includes(shift.status))
    return { deeds: [], why: null }
  if (isPast(shift.starts_at, now)) return { deeds: [], why: 'The shift has begun. Talk to your instructor.' }
  const leave = wayOut(seat, now)
  return { deeds: [...(leave ? [leave] : []), 'swap'], why: null }
}

/**
 * How a student who cannot come says so: drops the seat while that is free; afterwards speaks of a conflict where time or place
 * was changed, and else asks to be taken off. Once that is said, it is the coordinator's turn.
 */
function wayOut(seat: MySeat, now: string): Deed | null {
  if (mayDrop(seat, now)) return 'drop'
  const isSaid = [seat.conflict_at, seat.drop_asked_at].some(
    (at) => at !== null && (seat.moved_at === null || Date.parse(at) >= Date.parse(seat.moved_at)),
  )
  if (isSaid) return null
  return seat.moved_at === null ? 'ask_drop' : 'conflict'
}

/** May the student still give the seat up without asking? Until the cutoff, two days before where none is set. */
export function mayDrop(seat: Pick<MySeat, 'drop_cutoff_at' | 'shift'>, now: string): boolean {
  const cutoff = seat.drop_cutoff_at ?? hoursBefore(seat.shift.starts_at, 48)
  return Date.parse(cutoff) > Date.parse(now)
}

const isPast = (instant: string | null, now: string): boolean =>
  instant !== null && Date.parse(instant) <= Date.parse(now)
const hoursBefore = (instant: string, hours: number): string =>
  new Date(Date.parse(instant) - hours * 3_600_000).toISOString()

/** What a deed makes of the seat, before the server has answered. */
function changed(deed: Deed, now: string): Partial<MySeat> {
  switch (deed) {
    case 'take':
    case 'accept':
      return { status: 'assigned', offer_expires_at: null }
    case 'request':
      return { status: 'requested' }
    case 'wait':
      return { status: 'waitlisted' }
    case 'withdraw':
    case 'decline':
      return { status: 'withdrawn', offer_expires_at: null, place_in_line: null }
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

/** The student's seats with a deed done: the seat changed, or a new one at its place in time. */
export function withDeed(
  seats: readonly MySeat[],
  { deed, id, shift, now }: { deed: Deed; id: string; shift: ShiftRow; now: string },
): MySeat[] {
  if (seats.some((seat) => seat.id === id))
    return seats.map((seat) => (seat.id === id ? { ...seat, ...changed(deed, now) } : seat))
  const fresh: MySeat = {
    id,
    status: 'assigned',
    source: 'signup',
    reason: null,
    asked_at: now,
    offer_expires_at: null,
    place_in_line: deed === 'wait' ? shift.waiting + 1 : null,
    drop_asked_at: null,
    conflict_at: null,
    moved_at: null,
    credited_hours: 0,
    drop_cutoff_at: null,
    shift,
    ...changed(deed, now),
  }
  return [...seats, fresh].toSorted(bySoonest(({ shift: { starts_at } }) => starts_at))
}

/** Takes a deed back exactly: the seat as it was, or gone; whatever else came in since stays. */
export function withoutDeed(seats: readonly MySeat[], id: string, before: MySeat | undefined): MySeat[] {
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

/** Why a seat cannot change hands, or null: only an assigned one of a published shift that has not begun can. */
export function swapBlocker(seat: { status: string; shift_status: string; starts_at: string }, now: string) {
  const isOpen = seat.shift_status === 'published' || seat.shift_status === 'full'
  return seat.status === 'assigned' && isOpen && seat.starts_at > now ? null : refusal('swap.not_open')
}

/** One way in which a seat could change hands; without a seat the classmate takes it with nothing in return. */
export type SwapOption =
  | { student_id: string; full_name: string; assignment_id: null }
  | ({ student_id: string; full_name: string } & SwapPartner['exchanges'][number])

/** The classmates of these options, in their order, each once with all that could come in return. */
export function swapPartnersOf(options: readonly SwapOption[]): SwapPartner[] {
  const partners = new Map<string, SwapPartner>()
  for (const option of options) {
    const { student_id: id, full_name: name } = option
    const partner = partners.get(id) ?? { student_id: id, full_name: name, can_take: false, exchanges: [] }
    partners.set(id, partner)
    if (option.assignment_id === null) partner.can_take = true
    else {
      const { assignment_id, date, start_time, end_time, place } = option
      partner.exchanges.push({ assignment_id, date, start_time, end_time, place })
    }
  }
  return [...partners.values()]
}
