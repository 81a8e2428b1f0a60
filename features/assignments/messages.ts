import { notificationText } from '#core/notification-texts.ts'
import { formatInstant } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import { type ShiftFacts, when, where } from '#core/shift-facts.ts'
import type { ShiftStatus } from '#features/shifts/contract.ts'
import { statusPhrase } from '#features/shifts/rules.ts'

/** Why something about a seat is refused. */
export const seatRefusals = {
  'seat.not_found': notFound(() => 'There is no such seat.'),
  'seat.not_now': conflict(
    ({ status }: { status: string }) =>
      `This seat is ${status.replaceAll('_', ' ')} now; that is not possible any more.`,
  ),
  'seat.only_student': forbidden(({ sentence }: { sentence: string }) => sentence),
  'seat.only_school': forbidden(() => 'The school decides that.'),
  'seat.school_removes': forbidden(() => 'The school takes students off a shift.'),
  'seat.school_decides_requests': forbidden(() => 'The school decides on requests.'),
  'seat.no_code': invalid(() => 'Say which it is: conduct, safety or non-compliance.', 'code'),
  'seat.both_read_reason': invalid(() => 'Say why: the student and the school read it.', 'reason'),
  'seat.roster_closed': conflict(
    ({ status }: { status: ShiftStatus }) =>
      `This shift is ${statusPhrase(status)}; its roster stays as it was.`,
  ),
  'seat.no_requests': conflict(() => 'This shift takes no requests any more.'),
  'seat.blocked': conflict(({ sentence }: { rule: string; sentence: string }) => sentence),
  'seat.drop_needs_reason': invalid(() => 'Say why: your coordinator decides by it.', 'reason'),
  'seat.student_reads_reason': invalid(() => 'Say why: the student reads it.', 'reason'),
  'seat.offer_over': conflict(() => 'The offer ran out. The seat goes to the next in line.'),
  'seat.shift_begun': conflict(() => 'The shift has begun. Talk to your instructor.'),
  'seat.drop_too_late': conflict(
    () => 'It is too late to drop this shift by yourself. Ask your coordinator.',
  ),
  'seat.nothing_to_come_to': conflict(
    ({ status }: { status: ShiftStatus }) =>
      `This shift is ${statusPhrase(status)}; there is nothing to come to.`,
  ),
  'seat.drop_it': conflict(() => 'You can still drop this shift by yourself.'),
  'seat.not_moved': conflict(
    () => 'Time and place of this shift are as you knew them. Ask to be taken off instead.',
  ),
  'seat.conflict_known': conflict(() => 'Your coordinator knows already, and answers.'),
  'seat.nothing_asked': conflict(() => 'Nothing is asked for this seat.'),
  'makeup.not_found': notFound(() => 'There is no such need.'),
  'makeup.settled': conflict(
    ({ status }: { status: string }) => `These hours are ${status.replaceAll('_', ' ')} already.`,
  ),
  'makeup.waiver_needs_reason': invalid(() => 'Say why the hours need not be made up.', 'reason'),
  'swap.not_open': conflict(
    () => 'Seats change hands before the shift begins, while it is published. Ask your coordinator.',
  ),
}

const shiftOf = (shift: ShiftFacts): string => `${where(shift)}, ${when(shift)}`
const shiftAlone = (shift: ShiftFacts): string => `${shiftOf(shift)}.`
const andWhy = (shift: ShiftFacts & { reason: string | null }): string =>
  `${shiftOf(shift)}.${shift.reason ? ` ${shift.reason}` : ''}`

type Because = ShiftFacts & { reason: string }
type Round = ShiftFacts & { place: number; hours: number; reason: string | null }
const inRound = ({ place, hours, reason, ...shift }: Round): string =>
  `${shiftOf(shift)}. You were number ${place} of the round, with ${hours} hours.${reason ? ` ${reason}` : ''}`

/** What people are notified of: code → text. */
export const notificationTexts = {
  'seat.assigned': notificationText<ShiftFacts>(() => 'You are on a shift', shiftAlone),
  'seat.granted': notificationText<ShiftFacts>(() => 'Your request was granted', shiftAlone),
  'seat.waitlisted': notificationText<ShiftFacts & { reason: string | null }>(
    () => 'You are on the waitlist',
    andWhy,
  ),
  'seat.declined': notificationText<ShiftFacts & { reason: string | null }>(
    () => 'Your request was declined',
    andWhy,
  ),
  'seat.round_won': notificationText<Round>(() => 'You have the seat', inRound),
  'seat.round_waitlisted': notificationText<Round>(() => 'You are on the waitlist', inRound),
  'seat.round_declined': notificationText<Round>(() => 'Your request was declined', inRound),
  'seat.offered': notificationText<ShiftFacts & { until: string; time_zone: string }>(
    () => 'A seat is yours if you want it',
    ({ until, time_zone, ...shift }) =>
      `${shiftOf(shift)}. Answer by ${formatInstant(until, time_zone, 'long')}, or it goes to the next in line.`,
  ),
  'seat.offer_lapsed': notificationText(
    () => 'The offer ran out',
    () => 'The seat went to the next in line.',
  ),
  'seat.offer_missed': notificationText<Because>(
    () => 'A seat was free, and you could not be offered it',
    ({ reason }) => reason,
  ),
  'seat.kept': notificationText<Because>(
    () => 'You keep your seat',
    (shift) => `${shiftOf(shift)}: ${shift.reason}`,
  ),
  'seat.removed': notificationText<Because>(
    () => 'You were taken off a shift',
    (shift) => `${shiftOf(shift)}: ${shift.reason}`,
  ),
  'seat.removed_from_yours': notificationText<ShiftFacts>(
    () => 'A student was taken off your shift',
    shiftAlone,
  ),
  'seat.removed_by_facility': notificationText<Because & { why: string }>(
    () => 'The facility took a student off a shift',
    (shift) => `${shiftOf(shift)} (${shift.why.replaceAll('_', '-')}): ${shift.reason}`,
  ),
  'seat.too_few': notificationText<ShiftFacts & { left: number; needed: number }>(
    () => 'Too few students on a shift',
    (shift) => `${shiftOf(shift)}: ${shift.left} of the ${shift.needed} it needs.`,
  ),
  'seat.drop_requested': notificationText<Because & { student: string }>(
    ({ student }) => `${student} asks to be taken off a shift`,
    (shift) => `${shiftOf(shift)}: ${shift.reason}`,
  ),
  'seat.conflict': notificationText<ShiftFacts & { student: string; note: string | null }>(
    ({ student }) => `${student} has a conflict with a changed shift`,
    (shift) => `${shiftOf(shift)}${shift.note ? `: ${shift.note}` : '.'}`,
  ),
  'swap.proposed': notificationText<ShiftFacts & { student: string }>(
    ({ student }) => `${student} proposes a swap`,
    shiftAlone,
  ),
  'swap.seat_offered': notificationText<ShiftFacts & { student: string }>(
    ({ student }) => `${student} offers you a seat`,
    shiftAlone,
  ),
  'swap.accepted': notificationText(
    () => 'Your classmate agreed',
    () => 'Your coordinator decides now.',
  ),
  'swap.to_decide': notificationText<ShiftFacts>(() => 'Two students ask to swap', shiftAlone),
  'swap.done': notificationText<{ reason: string | null }>(
    () => 'Your swap is done',
    ({ reason }) => reason ?? 'Both schedules are changed.',
  ),
  'swap.declined': notificationText<{ reason: string | null }>(
    () => 'Your swap was declined',
    ({ reason }) => reason ?? 'Your seat stays yours.',
  ),
  'swap.refused': notificationText<{ reason: string | null }>(
    () => 'Your swap was refused',
    ({ reason }) => reason ?? 'Your seat stays yours.',
  ),
  'swap.called_off': notificationText<{ student: string }>(
    () => 'A swap is off',
    ({ student }) => `${student} is leaving. Your seat stays yours.`,
  ),
  'makeup.scheduled': notificationText<ShiftFacts>(() => 'A shift to make up your hours', shiftAlone),
  'makeup.waived': notificationText<{ hours: number; reason: string }>(
    ({ hours }) => `You do not have to make up ${hours} hours`,
    ({ reason }) => reason,
  ),
}
