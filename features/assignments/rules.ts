import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { when, where } from '#core/shift-facts.ts'
import { mayStep, type Step } from '#core/steps.ts'
import type { ShiftRow, ShiftStatus } from '#features/shifts/contract.ts'
import { type CountedLimit, countedLimits, fillWords, type LimitFacts } from '#features/shifts/rules.ts'
import type {
  AssignmentStatus,
  MakeupNeed,
  MySeat,
  OpenShift,
  StudentShift,
  Progress,
  SeatBlock,
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
  cancelled: 'Canceled',
}

/** For whom someone speaks who acts on a seat; the platform speaks for the school. */
export type SeatParty = 'student' | 'school' | 'facility' | 'proctor' | 'system'

/** For whom someone speaks who acts on a swap: who proposed it, the classmate, their school. */
export type SwapParty = 'proposer' | 'classmate' | 'school' | 'system'

/**
 * The steps of a swap, and no others (domain 2.4). It is done by the classmate's yes where students choose by themselves, else by the
 * school's, and both seats change hands with it. One lapses with a seat of it, or because a student of it leaves: by that student, or the
 * school.
 */
export const swapSteps = [
  { event: 'accept', from: 'proposed', to: 'accepted', parties: ['classmate'] },
  { event: 'decline', from: 'proposed', to: 'declined', parties: ['classmate'] },
  { event: 'decline', from: 'accepted', to: 'declined', parties: ['classmate'] },
  { event: 'withdraw', from: 'proposed', to: 'withdrawn', parties: ['proposer'] },
  { event: 'withdraw', from: 'accepted', to: 'withdrawn', parties: ['proposer'] },
  { event: 'refuse', from: 'accepted', to: 'refused', parties: ['school'] },
  { event: 'swap', from: 'proposed', to: 'done', parties: ['classmate'] },
  { event: 'swap', from: 'accepted', to: 'done', parties: ['school'] },
  { event: 'lapse', from: 'proposed', to: 'lapsed', parties: ['proposer', 'classmate', 'school', 'system'] },
  { event: 'lapse', from: 'accepted', to: 'lapsed', parties: ['proposer', 'classmate', 'school', 'system'] },
] as const satisfies readonly Step<Swap['status'], SwapParty>[]

/** Does a swap wait for someone: the classmate, or the school? */
export const isSwapOpen = ({ status }: { status: Swap['status'] }): boolean =>
  status === 'proposed' || status === 'accepted'

type AnsweredSwap = { status: Swap['status']; party: SwapParty; students_choose: boolean }

/** What keeps someone from answering a swap, or null: it is over, or it is the classmate's to accept (domain 2.4). */
export function answerBlocker({ status, party }: Pick<AnsweredSwap, 'status' | 'party'>, accept: boolean) {
  if (party !== 'proposer' && party !== 'classmate') return refusal('swap.not_found')
  if (status !== 'proposed' && status !== 'accepted') return refusal('swap.settled', { status })
  return party === 'proposer' && accept ? refusal('swap.classmate_answers') : null
}

/** What a swap becomes by an answer: done where students choose by themselves, else the school decides (domain 2.4). */
export function answerOfSwap(
  { status, party, students_choose }: AnsweredSwap,
  accept: boolean,
): Swap['status'] {
  if (party === 'proposer') return 'withdrawn'
  if (!accept) return 'declined'
  return status === 'proposed' && students_choose ? 'done' : 'accepted'
}

/** What keeps the school from deciding on a swap, or null: both students have agreed (domain 2.4). */
export function decisionBlocker({ status, party }: Pick<AnsweredSwap, 'status' | 'party'>) {
  if (party !== 'school') return refusal('swap.not_found')
  if (status === 'proposed') return refusal('swap.not_answered')
  return status === 'accepted' ? null : refusal('swap.settled', { status })
}

/** What keeps a swap with this classmate for this seat from being proposed, or null: both could come (domain 2.4). */
export const optionBlocker = (options: readonly SwapOption[], studentId: string, otherId: string | null) =>
  options.some((one) => one.student_id === studentId && one.assignment_id === otherId)
    ? null
    : refusal('swap.not_possible')

/** Does this party decide for the school? The platform's people do as well (Spec §2). */
export const speaksForSchool = (party: string): boolean => party === 'school' || party === 'platform'

/**
 * The steps of a seat, and no others (domain 2.4). A seat is given by a kernel function that counts, and taken by the calendar,
 * the shift, a swap or the facility by others of the owner's: these are the system's.
 */
export const seatSteps = [
  { event: 'assign', from: 'requested', to: 'assigned', parties: ['system'] },
  { event: 'assign', from: 'waitlisted', to: 'assigned', parties: ['system'] },
  { event: 'wait', from: 'requested', to: 'waitlisted', parties: ['school', 'system'] },
  { event: 'request', from: 'waitlisted', to: 'requested', parties: ['system'] },
  { event: 'offer', from: 'waitlisted', to: 'offered', parties: ['system'] },
  { event: 'decline', from: 'requested', to: 'declined', parties: ['school', 'system'] },
  { event: 'decline', from: 'waitlisted', to: 'declined', parties: ['school'] },
  { event: 'withdraw', from: 'requested', to: 'withdrawn', parties: ['student'] },
  { event: 'withdraw', from: 'waitlisted', to: 'withdrawn', parties: ['student'] },
  { event: 'decline_offer', from: 'offered', to: 'withdrawn', parties: ['student'] },
  { event: 'accept_offer', from: 'offered', to: 'assigned', parties: ['student'] },
  { event: 'drop', from: 'assigned', to: 'dropped', parties: ['student'] },
  { event: 'swap', from: 'assigned', to: 'dropped', parties: ['system'] },
  { event: 'remove', from: 'offered', to: 'removed', parties: ['student', 'school', 'facility', 'system'] },
  { event: 'remove', from: 'assigned', to: 'removed', parties: ['student', 'school', 'facility', 'system'] },
  { event: 'remove', from: 'checked_in', to: 'removed', parties: ['student', 'school', 'facility'] },
  { event: 'request', from: 'declined', to: 'requested', parties: ['school'] },
  { event: 'request', from: 'withdrawn', to: 'requested', parties: ['school'] },
  { event: 'wait', from: 'declined', to: 'waitlisted', parties: ['school'] },
  { event: 'wait', from: 'withdrawn', to: 'waitlisted', parties: ['school'] },
  { event: 'wait', from: 'assigned', to: 'waitlisted', parties: ['system'] },
  { event: 'wait', from: 'offered', to: 'waitlisted', parties: ['system'] },
  { event: 'lapse', from: 'requested', to: 'lapsed', parties: ['system'] },
  { event: 'lapse', from: 'waitlisted', to: 'lapsed', parties: ['system'] },
  { event: 'lapse', from: 'offered', to: 'lapsed', parties: ['system'] },
  { event: 'cancel', from: 'requested', to: 'cancelled', parties: ['system'] },
  { event: 'cancel', from: 'waitlisted', to: 'cancelled', parties: ['system'] },
  { event: 'cancel', from: 'offered', to: 'cancelled', parties: ['system'] },
  { event: 'cancel', from: 'assigned', to: 'cancelled', parties: ['system'] },
  { event: 'cancel', from: 'checked_in', to: 'cancelled', parties: ['system'] },
] as const satisfies readonly Step<AssignmentStatus, SeatParty>[]

/** The steps of hours to make up (domain 2.8): the school waives them; the rest follows from the seat that makes them up. */
export const needSteps = [
  { event: 'waive', from: 'open', to: 'waived', parties: ['school'] },
  { event: 'schedule', from: 'open', to: 'scheduled', parties: ['system'] },
  { event: 'reopen', from: 'scheduled', to: 'open', parties: ['system'] },
  { event: 'make_up', from: 'scheduled', to: 'made_up', parties: ['system'] },
  { event: 'schedule', from: 'made_up', to: 'scheduled', parties: ['system'] },
] as const satisfies readonly Step<MakeupNeed['status'], 'school' | 'system'>[]

/** What keeps hours from being waived, or null: someone has arranged or waived them already (domain 2.8). */
export const waiveBlocker = ({ status }: { status: string }) =>
  mayStep(needSteps, status, 'waived', 'school') ? null : refusal('makeup.settled', { status })

/** What keeps hours from being arranged, or null: someone has arranged or waived them already (domain 2.8). */
export const scheduleBlocker = ({ status }: { status: string }) =>
  status === 'open' ? null : refusal('makeup.settled', { status })

/** What keeps a shift from making up hours, or null: it is long enough, or someone says why a shorter one is (domain 2.8). */
export const lengthBlocker = (hours: number, needed: number, reason: string | null) =>
  hours >= needed || isReason(reason) ? null : refusal('makeup.too_short', { hours, needed })

/** What keeps a student from accepting an offer, or null: it ran out (domain 2.4). */
export const offerBlocker = (seat: { offer_expires_at: string | null; now: string }) =>
  isPast(seat.offer_expires_at, seat.now) ? refusal('seat.offer_over') : null

/** Of a seat what the rules of giving it up ask; `drop_until` is the shift's cutoff, and `now` the time of the database. */
type HeldSeat = { starts_at: string; drop_until: string; now: string }

/** What keeps a student from giving up the seat, or null: until the cutoff they may, later they ask (Spec §7, domain 2.4). */
export function dropBlocker({ starts_at: start, drop_until: until, now }: HeldSeat) {
  if (isPast(start, now)) return refusal('seat.shift_begun')
  return isPast(until, now) ? refusal('seat.drop_too_late') : null
}

/** Are too few students on a shift once one has left? Its school learns it (domain 2.4). */
export const runsShort = (seat: { seats_taken: number; min_to_run: number }): boolean =>
  seat.seats_taken - 1 < seat.min_to_run

type ChangedSeat = HeldSeat & {
  shift_status: ShiftStatus
  moved_at: string | null
  conflict_at: string | null
  drop_asked_at: string | null
}

/**
 * What keeps a student from saying that they cannot come, or null: only after time or unit of a shift that is still to come were
 * changed, once for each change, and once the seat is not given up freely any more (domain 2.4).
 */
export function conflictBlocker(seat: ChangedSeat) {
  const { shift_status: status, moved_at: movedAt, now } = seat
  if (endedStates.includes(status)) return refusal('seat.nothing_to_come_to', { status })
  if (isPast(seat.starts_at, now)) return refusal('seat.shift_begun')
  if (!isPast(seat.drop_until, now)) return refusal('seat.drop_it')
  if (movedAt === null) return refusal('seat.not_moved')
  return isSaidSince(movedAt, seat) ? refusal('seat.conflict_known') : null
}

/** What keeps the school from saying no, or null: the student has asked for nothing (domain 2.4). */
export const keepBlocker = (seat: Pick<ChangedSeat, 'drop_asked_at' | 'conflict_at'>) =>
  seat.drop_asked_at === null && seat.conflict_at === null ? refusal('seat.nothing_asked') : null

/** Why a facility takes a student off its unit, and no other reason (domain 2.4). */
const facilityReasons = ['conduct', 'safety', 'non_compliance']

/**
 * What keeps someone from taking a student off a shift, or null: the school may, the facility for its reasons, and a student who
 * leaves frees the own seats (domain 2.4).
 */
export function removalBlocker(seat: { party: string; leaves_alone: boolean }, code: string | null) {
  if (seat.party === 'proctor' || (seat.party === 'student' && !seat.leaves_alone))
    return refusal('seat.school_removes')
  return seat.party === 'facility' && !facilityReasons.includes(code ?? '') ? refusal('seat.no_code') : null
}

/** States of a shift in which its roster may be changed. */
const rosterStates: readonly ShiftStatus[] = [
  'pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'in_progress',
] // prettier-ignore

/** States of a shift that can make up hours: it is agreed on. */
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

const makeupStates: readonly ShiftStatus[] = ['approved', 'published', 'full', 'in_progress']

/** What keeps a party from putting students on a shift, or null; hours are made up on one that is agreed on (domain 2.4, 2.8). */
export function assigningBlocker(
  { party, status }: { party: string; status: ShiftStatus },
  source: 'admin' | 'makeup',
) {
  if (party === 'facility') return refusal('seat.school_assigns')
  return (source === 'makeup' ? makeupStates : rosterStates).includes(status)
    ? null
    : refusal('seat.not_assigned_now', { status })
}

/** Do students see a shift in this state, so that they are notified of their seat? */
export const isShownToStudents = (status: ShiftStatus): boolean =>
  status === 'published' || status === 'full' || status === 'in_progress'

/** What keeps the roster as it is, or null: the shift is over, or does not take place (domain 2.4). */
export const rosterBlocker = ({ shift_status: status }: { shift_status: ShiftStatus }) =>
  rosterStates.includes(status) ? null : refusal('seat.roster_closed', { status })

/** Are the hours of a seat that is taken away to be made up? Of one that was held, and not where conduct cost it (domain 2.8). */
export const makesNeed = (seat: { party: string; status: string }): boolean =>
  (seat.status === 'assigned' || seat.status === 'checked_in') && seat.party !== 'facility'

/** What keeps an ended request from being put back, or null: the shift takes no requests any more (domain 2.4). */
export function returnBlocker(seat: { shift_status: ShiftStatus; starts_at: string; now: string }) {
  const isOpen = seat.shift_status === 'published' || seat.shift_status === 'full'
  return isOpen && !isPast(seat.starts_at, seat.now) ? null : refusal('seat.no_requests')
}

/** How each thing that stands between a student and a shift reads; of several the first counts. */
const blockWords = {
  not_a_student: () => 'Only an active student of the school is placed on its shifts.',
  // As in features/leaves/rules.ts: leaveBlocker.
  on_leave: ({ until }) =>
    until === undefined
      ? 'On leave, without a date of return. The school can end the leave.'
      : `On leave until ${formatDate(until)}. Choose a shift after that; the school can end the leave earlier.`,
  cohort: () => 'This shift is for another cohort.',
  on_it: () => 'Already on this shift.',
  capstone: () => 'A day of the capstone project is at that time. Move that day first.',
  overlap: ({ unit = null, site = null, ...at }) =>
    `Another shift is at that time: ${where({ unit, site, ...at })}, ${when({ unit, site, ...at })}.`,
  rest: ({ hours, ...at }) =>
    `Too close to a night shift: ${hours} hours of rest are needed after ${when({ unit: null, site: null, ...at })}.`,
  level: ({ year, most }) =>
    most === 1
      ? `The unit takes 1 ${year.replace('_', '-')} student at a time, who is there.`
      : `The unit takes ${most} ${year.replace('_', '-')} students at a time, and they are there.`,
} as const satisfies { [Rule in keyof SeatBlock]-?: (found: NonNullable<SeatBlock[Rule]>) => string }

/**
 * What keeps a student from a shift, with its sentence: the first of what PostgreSQL found. Rest after a night can be set aside, nothing
 * else (domain 2.6).
 */
export function blockerOf(block: SeatBlock | null): Omit<FoundBlocker, 'student_id'> {
  const rules = Object.keys(blockWords) as (keyof SeatBlock)[]
  const rule = rules.find((one) => block?.[one])
  if (!block || !rule) return { rule: null, message: null, is_soft: false }
  const words = blockWords[rule] as (found: unknown) => string
  return { rule, message: words(block[rule]), is_soft: rule === 'rest' }
}

/** What PostgreSQL found between a student and a shift: a hard rule, a soft one, or none. */
export type FoundBlocker = {
  student_id: string
  rule: string | null
  message: string | null
  is_soft: boolean
}

/**
 * What is found with the clearance counted in: who is not cleared for the shift may come with a reason, as after a night; a hard rule
 * stays hard (domain §2.8).
 */
export function withClearance<Found extends Omit<FoundBlocker, 'student_id'>>(
  found: Found,
  sentence: string | null,
): Found {
  if (!sentence || (found.rule !== null && !found.is_soft)) return found
  return found.rule === null
    ? { ...found, rule: 'not_cleared', message: sentence, is_soft: true }
    : { ...found, message: [found.message, sentence].filter(Boolean).join(' ') }
}

/** A soft rule that is set aside, and why. */
export type Override = { rule: string; reason: string }

/** What is kept of a soft rule that someone sets aside with a reason; null where there is none, it is hard, or no one says why (domain 2.6). */
export function setAside(found: FoundBlocker | undefined, reason: string | null): Override | null {
  return found?.rule && found.is_soft && isReason(reason)
    ? { rule: found.rule, reason: (reason ?? '').trim() }
    : null
}
const isReason = (text: string | null): boolean => (text?.trim().length ?? 0) >= 3

/** What PostgreSQL counts of a shift that takes no one more (app.shift_limits). */
export type FullFacts = LimitFacts & {
  seats: number
  seats_limit: string | null
  taken: number
  is_student: boolean | null
}
const applying = (facts: FullFacts): CountedLimit[] => countedLimits(facts).filter(({ applies }) => applies)

/** The limit by which a shift is full: the one that its seats were counted by, else the smallest. */
export function limitOfFull(facts: FullFacts): CountedLimit {
  const limits = applying(facts).filter(({ limit_name: name }) => name !== 'closed')
  return limits.find(({ limit_name: name }) => name === facts.seats_limit) ?? limits[0]!
}

/**
 * The limits that keep a shift with free seats from taking anyone more: rules that became stricter since its seats were counted. That a
 * unit takes one school at a time was decided at the approval.
 */
export const limitsReached = (facts: FullFacts): CountedLimit[] =>
  applying(facts).filter(
    ({ limit_name: name, seats }) => name !== 'exclusive' && name !== 'shift' && seats <= facts.taken,
  )

/** The rule of a refusal, as the list of who was put on a shift names it: 'full' of 'seat.full'. */
export const ruleOfRefusal = (code: string): string => code.split('.').at(-1)!

/** What keeps a student from a shift, or null: nothing, or a soft rule that is set aside with a reason (domain 2.6). */
export function seatBlocker(found: FoundBlocker | undefined, reason: string | null) {
  if (!found?.rule || setAside(found, reason)) return null
  return refusal('seat.blocked', { rule: found.rule, sentence: found.message ?? '' })
}

/** Why a request cannot be given a seat now, with what helps; only a free seat sets it aside (domain §2.6). */
export const fullBlocker = (isFull: boolean): string | null =>
  isFull ? 'All seats are taken. Use the waitlist, or add seats on the shift.' : null

/** Is a seat free that the next in line is about to be offered? */
export const isOfferComing = (
  shift: Pick<ShiftRow, 'status' | 'seats' | 'seats_taken' | 'waiting'>,
): boolean => shift.status === 'published' && shift.waiting > 0 && shift.seats_taken < (shift.seats ?? 0)

/** States of a shift to which no one comes any more. */
const endedStates: readonly ShiftStatus[] = ['completed', 'closed', 'cancelled', 'postponed']

/** Has the student spoken since this instant: asked to be taken off, or said that they cannot come? */
const isSaidSince = (
  movedAt: string | null,
  { conflict_at: conflict, drop_asked_at: drop }: Pick<ChangedSeat, 'conflict_at' | 'drop_asked_at'>,
): boolean =>
  [conflict, drop].some((at) => at !== null && (movedAt === null || Date.parse(at) >= Date.parse(movedAt)))

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

const isPast = (instant: string | null, now: string): boolean =>
  instant !== null && Date.parse(instant) <= Date.parse(now)
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
      const { assignment_id, date, start_time, end_time, location } = option
      partner.exchanges.push({ assignment_id, date, start_time, end_time, location })
    }
  }
  return [...partners.values()]
}

/** Until when an offer is answered: for 24 hours, or until seats may no longer be dropped, or the shift begins (domain §2.4). */
export function offerUntil(
  { starts_at: start, drop_cutoff_at: cutoff }: { starts_at: string; drop_cutoff_at: string | null },
  now: string,
): string {
  const last = cutoff !== null && !isPast(cutoff, now) ? cutoff : start
  return new Date(Math.min(Date.parse(now) + 24 * 3_600_000, Date.parse(last))).toISOString()
}

/** What a fair round makes of a request, and why. */
export type RoundOutcome = { status: 'assigned' | 'waitlisted' | 'declined'; reason: string | null }

/** Said to those who took another seat in the moment in which a fair round was decided. */
export const TAKEN_MEANWHILE = 'Another shift is at that time, or too close to a night shift.'

/** A request of a fair round: the hours of its student in the semester, and a lot that no one chose and anyone can check. */
export type RoundRequest = { assignment_id: string; student_id: string; hours: number; lot: string }

/** The order of a fair round: who has the fewest hours comes first, and equals by their lots (domain §2.4). */
export const roundOrder = <Request extends RoundRequest>(requests: readonly Request[]): Request[] =>
  requests.toSorted((a, b) => a.hours - b.hours || (a.lot < b.lot ? -1 : 1))

/** What becomes of the next request of a fair round: declined where a rule keeps its student off, else a seat as long as there is one (domain §2.4). */
export function roundOutcome({ blocker, free }: { blocker: string | null; free: number }): RoundOutcome {
  if (blocker !== null) return { status: 'declined', reason: blocker }
  if (free > 0) return { status: 'assigned', reason: null }
  return { status: 'waitlisted', reason: 'The seats went to those with fewer hours.' }
}

/** What to do about a roster without students, by how the seats of the shift are given and where it stands. */
export function emptyRosterWords(
  { status, signup_mode: mode }: Pick<ShiftRow, 'status' | 'signup_mode'>,
  mayAssign: boolean,
): string {
  if (status === 'draft') return 'Submit the shift before assigning students.'
  if (!mayAssign) return 'Students can’t be assigned while the shift has this status.'
  const isPublished = status === 'published' || status === 'full'
  if (mode !== 'assigned' && !isPublished)
    return 'Assign students, or let them take seats when it is published.'
  return fillWords[mode]
}
