import { refusal } from '#core/refusal.ts'
import {
  calledOffStates,
  heldStates,
  rosterStates,
  studentStates,
  upcomingStates,
} from '#core/shift-statuses.ts'
import type { Step } from '#core/steps.ts'
import type { ShiftRow, ShiftStatus } from '#features/shifts/contract.ts'
import { fillLabels, statusPhrase } from '#features/shifts/rules.ts'
import type { AssignmentStatus } from '../contract.ts'
import { makeupStates } from './make-ups.ts'

/** Labels for the statuses of a seat. */
export const seatLabels: Record<AssignmentStatus, string> = {
  requested: 'Requested',
  waitlisted: 'Waitlisted',
  offered: 'Offered to you',
  assigned: 'Yours',
  checked_in: 'Checked in',
  completed: 'Completed',
  absent_excused: 'Absent, excused',
  absent_unexcused: 'Absent',
  no_show: 'No-show',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
  dropped: 'Dropped',
  removed: 'Taken off',
  cancelled: 'Canceled',
}

/** The party a person acts for on a seat; the platform acts for the school. */
export type SeatParty = 'student' | 'school' | 'facility' | 'proctor' | 'system'

/** True if this party decides for the school, as the platform's staff also do (Spec §2). */
export const actsForSchool = (party: string): boolean => party === 'school' || party === 'platform'

/**
 * The only steps of a seat (domain 2.4). Giving a seat is the job of a kernel
 * function that counts. The calendar, the shift, a swap or the facility take it
 * through other functions of the owner: these are the system's steps.
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
  ...(['absent_excused', 'absent_unexcused', 'no_show'] as const).map((from) => ({
    event: 'cancel',
    from,
    to: 'cancelled' as const,
    parties: ['system' as const],
  })),
] as const satisfies readonly Step<AssignmentStatus, SeatParty>[]

/** Why a student cannot accept an offer, or null: it has expired (domain 2.4). */
export const offerBlocker = (seat: { offer_expires_at: string | null; now: string }) =>
  isPast(seat.offer_expires_at, seat.now) ? refusal('seat.offer_over') : null

/** The fields of a seat that the drop rules need; `drop_until` is the shift's cutoff, and `now` the database time. */
type HeldSeat = { starts_at: string; drop_until: string; now: string }

/** Why a student cannot give up the seat, or null: they may until the cutoff; after that, they ask (Spec §7, domain 2.4). */
export function dropBlocker({ starts_at: start, drop_until: until, now }: HeldSeat) {
  if (isPast(start, now)) return refusal('seat.shift_begun')
  return isPast(until, now) ? refusal('seat.drop_too_late') : null
}

/** True if too few students are left on a shift after one leaves. Its school is notified (domain 2.4). */
export const isUnderfilledAfterDrop = (seat: { seats_taken: number; min_to_run: number }): boolean =>
  seat.seats_taken - 1 < seat.min_to_run

type ChangedSeat = HeldSeat & {
  shift_status: ShiftStatus
  moved_at: string | null
  conflict_at: string | null
  drop_asked_at: string | null
}

/**
 * Why a student cannot report a conflict, or null. They may only once per change of
 * time or unit, on an upcoming shift, and after the drop cutoff (domain 2.4).
 */
export function conflictBlocker(seat: ChangedSeat) {
  const { shift_status: status, moved_at: movedAt, now } = seat
  if (endedStates.includes(status)) return refusal('seat.nothing_to_come_to', { status })
  if (isPast(seat.starts_at, now)) return refusal('seat.shift_begun')
  if (!isPast(seat.drop_until, now)) return refusal('seat.drop_it')
  if (movedAt === null) return refusal('seat.not_moved')
  return hasReportedSince(movedAt, seat) ? refusal('seat.conflict_known') : null
}

/**
 * Why a student cannot ask to be taken off, or null: they may once per change of time or unit, until the shift begins, because nothing is
 * decided after that (domain 2.4).
 */
export function askBlocker({ moved_at: movedAt, drop_asked_at, ...seat }: ChangedSeat) {
  if (isPast(seat.starts_at, seat.now)) return refusal('seat.shift_begun')
  return hasReportedSince(movedAt, { drop_asked_at, conflict_at: null })
    ? refusal('seat.conflict_known')
    : null
}

/** Why the school cannot answer no, or null: the student has asked for nothing (domain 2.4). */
export const keepBlocker = (seat: Pick<ChangedSeat, 'drop_asked_at' | 'conflict_at'>) =>
  seat.drop_asked_at === null && seat.conflict_at === null ? refusal('seat.nothing_asked') : null

/** Why a student cannot take back what they asked for, or null: they may until it is answered, on an upcoming shift. */
export function stayBlocker(seat: ChangedSeat) {
  if (isPast(seat.starts_at, seat.now)) return refusal('seat.shift_begun')
  return keepBlocker(seat) && refusal('seat.asked_no_more')
}

/** The only reasons for which a facility may remove a student (domain 2.4). */
const facilityReasons = ['conduct', 'safety', 'non_compliance']

/**
 * Why a party cannot take a student off a shift, or null: the school may, the facility for
 * its reasons, and students who leave the school free their own seats (domain 2.4).
 */
export function removalBlocker(seat: { party: string; leaves_alone: boolean }, code: string | null) {
  if (seat.party === 'proctor' || (seat.party === 'student' && !seat.leaves_alone))
    return refusal('seat.school_removes')
  return seat.party === 'facility' && !facilityReasons.includes(code ?? '') ? refusal('seat.no_code') : null
}

/** Why a party cannot assign students to a shift, or null; hours are only made up on an approved shift (domain 2.4, 2.8). */
export function assigningBlocker(
  { party, status }: { party: string; status: ShiftStatus },
  source: 'admin' | 'makeup',
) {
  if (party === 'facility') return refusal('seat.school_assigns')
  return (source === 'makeup' ? makeupStates : rosterStates).includes(status)
    ? null
    : refusal('seat.not_assigned_now', { status })
}

/** What comes first, for shifts to which students can be assigned later. */
const beforeAssigning: Partial<Record<ShiftStatus, string>> = {
  draft: 'Submit the shift before assigning students.',
  postponed: 'Give the shift a new date and submit it before assigning students.',
}

/** If students can ever be assigned to a shift in this status, and why not now. */
export function assigningOutlook(status: ShiftStatus): { isOffered: boolean; blocker: string | null } {
  const blocker = beforeAssigning[status] ?? null
  return { isOffered: blocker !== null || rosterStates.includes(status), blocker }
}

/** True if students see a shift in this status, so they are notified of their seat. */
export const isShownToStudents = (status: ShiftStatus): boolean => studentStates.includes(status)

/** Why the roster cannot change, or null: the shift is over or does not take place (domain 2.4). */
export const rosterBlocker = ({ shift_status: status }: { shift_status: ShiftStatus }) =>
  rosterStates.includes(status) ? null : refusal('seat.roster_closed', { status })

/** Why an ended request cannot be restored, or null: the shift takes no more requests (domain 2.4). */
export function returnBlocker(seat: { shift_status: ShiftStatus; starts_at: string; now: string }) {
  const isOpen = upcomingStates.includes(seat.shift_status)
  return isOpen && !isPast(seat.starts_at, seat.now) ? null : refusal('seat.no_requests')
}

/** Statuses of a shift to which students no longer come. */
export const endedStates: readonly ShiftStatus[] = [...heldStates, ...calledOffStates]

/** True if the student has asked to be taken off or reported a conflict since this instant. */
export const hasReportedSince = (
  movedAt: string | null,
  { conflict_at: conflict, drop_asked_at: drop }: Pick<ChangedSeat, 'conflict_at' | 'drop_asked_at'>,
): boolean =>
  [conflict, drop].some((at) => at !== null && (movedAt === null || Date.parse(at) >= Date.parse(movedAt)))

export const isPast = (instant: string | null, now: string): boolean =>
  instant !== null && Date.parse(instant) <= Date.parse(now)

/** What to do about an empty roster, by the shift's sign-up mode and status. */
export function emptyRosterWords({
  status,
  signup_mode: mode,
}: Pick<ShiftRow, 'status' | 'signup_mode'>): string {
  const { isOffered, blocker } = assigningOutlook(status)
  if (blocker) return blocker
  if (!isOffered) return `This shift is ${statusPhrase(status)}. Students can’t be assigned to it.`
  const isPublished = upcomingStates.includes(status)
  if (mode !== 'assigned' && !isPublished)
    return 'Assign students, or let them take seats when it is published.'
  return fillLabels[mode]
}
