import { notificationText } from '#core/notification-texts.ts'
import { formatInstant } from '#core/plain-date.ts'
import { conflict, notFound } from '#core/refusal.ts'
import { type ShiftFacts, when, where } from '#core/shift-facts.ts'

/** Why something about a seat is refused. */
export const seatRefusals = {
  'seat.not_found': notFound(() => 'There is no such seat.'),
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
