import { reasonWords } from '#core/automatic-reasons.ts'
import { howMany } from '#core/number-text.ts'
import { headingText, notificationText } from '#core/notification-texts.ts'
import { formatInstant } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound, type RefusalText } from '#core/refusal.ts'
import { type ShiftFacts, when, where } from '#core/shift-facts.ts'
import type { ShiftStatus } from '#features/shifts/contract.ts'
import { isRatio, limitWords, ratioLimitWords, statusPhrase } from '#features/shifts/rules.ts'
import type { SeatBlock } from './contract.ts'
import { blockerOf, type FullFacts, limitOfFull, limitsReached } from './rules.ts'

/** What a planner can do about a shift that is full because of this limit. */
const wayOutOfFull = (limit: string): string =>
  limit === 'shift'
    ? 'Add seats to it, take someone off it, or choose another shift.'
    : 'Take someone off it, or choose another shift.'

/** What keeps a student from a shift: as a rule states it, or as PostgreSQL found it. */
type Blocked = { rule: string; sentence: string } | SeatBlock
function ruleWith(found: Blocked): { rule: string; sentence: string } {
  if ('sentence' in found) return found
  const { rule, message } = blockerOf(found)
  return { rule: rule ?? '', sentence: message ?? '' }
}

/** Why an action on a seat, a swap or hours to make up is refused. */
export const seatRefusals = {
  'seat.not_found': notFound(() => 'We can’t find that seat.'),
  'seat.no_shift': notFound(() => 'We can’t find that shift.'),
  'seat.only_students_ask': forbidden(() => 'Only students can request a seat.'),
  'seat.school_assigns': forbidden(() => 'The school places its students.'),
  'seat.not_assigned_now': conflict(
    ({ status }: { status: ShiftStatus }) =>
      `This shift is ${statusPhrase(status)}. Students can’t be assigned to it now.`,
  ),
  'seat.closed': conflict(() => 'This shift isn’t taking students now.'),
  'seat.full': {
    ...conflict((facts: FullFacts) => {
      const limit = limitOfFull(facts)
      const { seats, is_student: isStudent } = facts
      return !isStudent && isRatio(limit)
        ? `This shift is full. ${limitWords(limit)} ${ratioLimitWords(limit)}`
        : `This shift is full. ${seats === 1 ? 'Its only seat is' : `All ${seats} seats are`} taken${limit.limit_name === 'shift' ? '.' : `: ${limitWords(limit)}`} ${
            isStudent ? 'Join the waitlist, or take another open shift.' : wayOutOfFull(limit.limit_name)
          }`
    }),
    sent: ({ seats }) => ({ seats }),
  } satisfies RefusalText<FullFacts>,
  'seat.limit': {
    ...conflict((facts: FullFacts) => {
      const { taken, is_student: isStudent } = facts
      return `${limitsReached(facts).map(limitWords).join(' ')}${taken === 0 ? '' : taken === 1 ? ' 1 student is on this shift.' : ` ${taken} students are on this shift.`} ${
        isStudent ? 'Take another open shift, or ask your coordinator.' : 'Choose another shift.'
      }`
    }),
    sent: ({ taken }) => ({ taken }),
  } satisfies RefusalText<FullFacts>,
  'seat.clash': conflict(
    () => 'Another shift is at that time, or too close to a night shift. Choose another shift.',
  ),
  /** Raised by PostgreSQL if a day was planned at the same moment. */
  'seat.capstone': conflict(
    () => 'A capstone day, or the rest after it, is at that time. Move that day first.',
  ),
  'seat.on_it': conflict(() => 'Already on this shift, or waiting for a seat.'),
  'seat.others_wait': conflict(
    () => 'Others are already waiting for a seat on this shift. Join the waitlist.',
  ),
  'seat.is_free': conflict(() => 'A seat is open. Take it instead of waiting.'),
  'signup.not_now': conflict(
    ({ status }: { status: ShiftStatus }) =>
      `This shift is ${statusPhrase(status)}, so seats aren’t available.`,
  ),
  'signup.begun': conflict(() => 'This shift has begun.'),
  'signup.school_inactive': conflict(() => 'This school is deactivated. Its data is read-only.'),
  'signup.assigned': conflict(() => 'The school assigns the seats on this shift. Ask your coordinator.'),
  'signup.not_open': conflict(
    ({ at, time_zone: zone }: { at: string; time_zone: string }) =>
      `Sign-up opens on ${formatInstant(at, zone, 'long')}.`,
  ),
  'signup.closed': conflict(
    ({ at, time_zone: zone }: { at: string; time_zone: string }) =>
      `Sign-up closed on ${formatInstant(at, zone, 'long')}. Ask your coordinator.`,
  ),
  'seat.not_now': conflict(
    ({ status }: { status: string }) =>
      `This seat is now ${status.replaceAll('_', ' ').replace('cancelled', 'canceled')}, so that’s no longer possible.`,
  ),
  'seat.only_student': forbidden(({ sentence }: { sentence: string }) => sentence),
  'seat.only_school': forbidden(() => 'Only the school can decide that.'),
  'seat.school_removes': forbidden(() => 'Only the school can take students off a shift.'),
  'seat.school_decides_requests': forbidden(() => 'Only the school can decide on requests.'),
  'seat.no_code': invalid(() => 'Choose conduct, safety or non-compliance.', 'code'),
  'seat.both_read_reason': invalid(() => 'Give a reason. The student and the school will read it.', 'reason'),
  'seat.roster_closed': conflict(
    ({ status }: { status: ShiftStatus }) =>
      `This shift is ${statusPhrase(status)}, so its roster can’t change.`,
  ),
  'seat.no_requests': conflict(() => 'This shift no longer takes requests.'),
  'seat.blocked': {
    ...conflict((found: Blocked) => ruleWith(found).sentence),
    sent: ruleWith,
  } satisfies RefusalText<Blocked>,
  'seat.drop_needs_reason': invalid(() => 'Give a reason. Your coordinator needs it to decide.', 'reason'),
  'seat.student_reads_reason': invalid(() => 'Give a reason. The student will read it.', 'reason'),
  'seat.offer_over': conflict(() => 'This offer expired. The seat goes to the next in line.'),
  'seat.shift_begun': conflict(() => 'The shift has begun. Talk to your instructor.'),
  'seat.drop_too_late': conflict(() => 'It’s too late to drop this shift online. Contact your coordinator.'),
  'seat.nothing_to_come_to': conflict(
    ({ status }: { status: ShiftStatus }) =>
      `This shift is ${statusPhrase(status)}, so you can’t report a conflict.`,
  ),
  'seat.drop_it': conflict(() => 'You can still drop this shift online.'),
  'seat.not_moved': conflict(
    () => 'This shift’s time and unit haven’t changed. Ask to be taken off instead.',
  ),
  'seat.conflict_known': conflict(() => 'Your coordinator already knows and will answer.'),
  'seat.nothing_asked': conflict(() => 'There is no request for this seat.'),
  'seat.asked_no_more': conflict(() => 'Your request has already been answered or taken back.'),
  'makeup.not_found': notFound(() => 'We can’t find those make-up hours.'),
  'makeup.settled': conflict(
    ({ status }: { status: string }) => `These hours are already ${status.replaceAll('_', ' ')}.`,
  ),
  'makeup.too_short': conflict(
    ({ hours, needed }: { hours: number; needed: number }) =>
      `The shift has ${hours.toFixed(2)} hours, and ${needed.toFixed(2)} must be made up. Choose a longer one, or explain why this is enough.`,
  ),
  'makeup.waiver_needs_reason': invalid(() => 'Say why the hours don’t need to be made up.', 'reason'),
  'swap.not_found': notFound(() => 'We can’t find that swap.'),
  'swap.settled': conflict(({ status }: { status: string }) => `This swap is already ${status}.`),
  'swap.under_way': conflict(() => 'A swap of this seat is already under way. Withdraw it first.'),
  'swap.classmate_answers': forbidden(() => 'Your classmate has to answer.'),
  'swap.not_answered': conflict(() => 'The classmate has not answered yet.'),
  'swap.both_read_reason': invalid(() => 'Give a reason. Both students will read it.', 'reason'),
  'swap.not_possible': conflict(
    () =>
      'This swap is not possible: one of you can’t attend, or gave up the seat. Choose another seat or another classmate.',
  ),
  'swap.seat_gone': conflict(() => 'One of the seats has just been given up.'),
  'swap.moved': conflict(
    () => 'One of the shifts has moved since this swap was proposed. Propose it again for the new time.',
  ),
  'swap.begun': conflict(() => 'One of the shifts has begun.'),
  'swap.blocked': {
    ...conflict(({ name, ...block }: SeatBlock & { name: string }) => `${name}: ${ruleWith(block).sentence}`),
    sent: ({ name, ...block }) => ({ name, sentence: ruleWith(block).sentence }),
  } satisfies RefusalText<SeatBlock & { name: string }>,
  'swap.makeup': conflict(
    () => 'This shift makes up hours you owe, so it can’t be swapped. Ask your coordinator for another day.',
  ),
  'swap.makeup_seat': conflict(
    () =>
      'One of the seats makes up hours that its student owes, so it can’t be swapped. Decline this swap; the school can arrange another day.',
  ),
  'swap.not_open': conflict(
    () => 'Seats can be swapped only while the shift is published and hasn’t begun. Ask your coordinator.',
  ),
}

const shiftOf = (shift: ShiftFacts): string => `${where(shift)}, ${when(shift)}`
/** Names the shift before the text; notifications from before shifts were named have none. */
const ofShift = (shift: ShiftFacts): string => (shift.date ? `${shiftOf(shift)}. ` : '')
const shiftAlone = (shift: ShiftFacts): string => `${shiftOf(shift)}.`
const andWhy = (shift: ShiftFacts & { reason: string | null }): string =>
  `${shiftOf(shift)}.${shift.reason ? ` ${reasonWords(shift.reason)}` : ''}`

type Because = ShiftFacts & { reason: string }
type Round = ShiftFacts & { position: number; hours: number; reason: string | null }
const inRound = ({ position, hours, reason, ...shift }: Round): string =>
  `${shiftOf(shift)}. You were number ${position} in the round, with ${hours} hours.${reason ? ` ${reason}` : ''}`

/** Notification texts by code. */
export const notificationTexts = {
  'seat.assigned': notificationText<ShiftFacts>(() => 'You are on a shift', shiftAlone),
  'seat.assigned_several': headingText(() => 'You are on several shifts'),
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
  'seat.round_waits': notificationText<ShiftFacts>(
    () => 'A fair round can’t be decided',
    (shift) =>
      `${shiftOf(shift)}: the unit may take no students then, so no one got a seat. Move or cancel the shift.`,
  ),
  'seat.offered': notificationText<ShiftFacts & { until: string; time_zone: string }>(
    () => 'A seat is yours if you want it',
    ({ until, time_zone, ...shift }) =>
      `${shiftOf(shift)}. Answer by ${formatInstant(until, time_zone, 'long')}, or it goes to the next in line.`,
  ),
  'seat.offer_lapsed': notificationText<ShiftFacts>(
    () => 'Your offer of a seat expired',
    (shift) => `${ofShift(shift)}The seat goes to the next in line.`,
  ),
  'seat.offer_missed': notificationText<Because>(
    () => 'A seat opened up, but we couldn’t offer it to you',
    (shift) => `${shiftOf(shift)}: ${shift.reason}`,
  ),
  'seat.kept': notificationText<Because>(
    () => 'You keep your seat',
    (shift) => `${shiftOf(shift)}: ${shift.reason}`,
  ),
  'seat.removed': notificationText<Because>(
    () => 'You were taken off a shift',
    (shift) => `${shiftOf(shift)}: ${reasonWords(shift.reason)}`,
  ),
  /** Notifications from before students were named have no name. */
  'seat.removed_from_yours': notificationText<ShiftFacts & { student?: string }>(
    ({ student }) => `${student || 'A student'} was taken off your shift`,
    shiftAlone,
  ),
  'seat.removed_by_facility': notificationText<Because & { why: string; student?: string }>(
    ({ student }) => `The facility took ${student || 'a student'} off a shift`,
    (shift) => `${shiftOf(shift)} (${shift.why.replaceAll('_', '-')}): ${shift.reason}`,
  ),
  'seat.dropped': notificationText<ShiftFacts & { student: string; reason: string | null }>(
    ({ student }) => `${student} dropped a shift`,
    (shift) => `${shiftOf(shift)}${shift.reason ? `: ${shift.reason}` : '.'}`,
  ),
  'seat.dropped_several': headingText(() => 'Students dropped a shift'),
  /** Notifications from before students were named have no name. */
  'seat.too_few': notificationText<ShiftFacts & { left: number; needed: number; student?: string }>(
    () => 'A shift is underfilled',
    (shift) =>
      `${shift.student ? `${shift.student} dropped it. ` : ''}${shiftOf(shift)}: ${shift.left} of the ${shift.needed} it needs.`,
  ),
  'seat.drop_requested': notificationText<Because & { student: string }>(
    ({ student }) => `${student} asks to be taken off a shift`,
    (shift) => `${shiftOf(shift)}: ${shift.reason}`,
  ),
  'seat.conflict': notificationText<ShiftFacts & { student: string; note: string | null }>(
    ({ student }) => `${student} has a conflict with a changed shift`,
    (shift) => `${shiftOf(shift)}${shift.note ? `: ${shift.note}` : '.'}`,
  ),
  'seat.stays': notificationText<ShiftFacts & { student: string }>(
    ({ student }) => `${student} stays on a shift`,
    (shift) => `${shiftOf(shift)}. The request was taken back.`,
  ),
  'swap.proposed': notificationText<ShiftFacts & { student: string }>(
    ({ student }) => `${student} proposes a swap`,
    shiftAlone,
  ),
  'swap.seat_offered': notificationText<ShiftFacts & { student: string }>(
    ({ student }) => `${student} offers you a seat`,
    shiftAlone,
  ),
  'swap.accepted': notificationText<ShiftFacts>(
    () => 'Your classmate agreed to swap',
    (shift) => `${ofShift(shift)}Your coordinator decides now.`,
  ),
  'swap.to_decide': notificationText<ShiftFacts>(() => 'Two students want to swap', shiftAlone),
  'swap.done': notificationText<ShiftFacts & { reason: string | null }>(
    () => 'Your swap is done',
    ({ reason, ...shift }) => `${ofShift(shift)}${reason ?? 'Both schedules are updated.'}`,
  ),
  'swap.declined': notificationText<ShiftFacts & { reason: string | null }>(
    () => 'Your swap was declined',
    ({ reason, ...shift }) => `${ofShift(shift)}${reason ?? 'Your seat stays yours.'}`,
  ),
  'swap.refused': notificationText<ShiftFacts & { reason: string | null }>(
    () => 'Your swap was refused',
    ({ reason, ...shift }) => `${ofShift(shift)}${reason ?? 'Your seat stays yours.'}`,
  ),
  'swap.withdrawn': notificationText<ShiftFacts & { student: string }>(
    ({ student }) => `${student} took a swap back`,
    (shift) => `${shiftOf(shift)}. Both of you keep your seats.`,
  ),
  'swap.lapsed': notificationText<ShiftFacts & { begun: boolean; moved?: boolean }>(
    () => 'Your swap was canceled',
    ({ begun, moved, ...shift }) =>
      `${shiftOf(shift)}: ${begun ? 'the shift has begun.' : moved ? 'one of the shifts has moved.' : 'one of the seats is gone.'}`,
  ),
  'swap.called_off': notificationText<ShiftFacts & { student: string }>(
    () => 'Your swap was canceled',
    ({ student, ...shift }) => `${ofShift(shift)}${student} is leaving. Your own seats stay yours.`,
  ),
  'makeup.scheduled': notificationText<ShiftFacts>(() => 'A shift to make up your hours', shiftAlone),
  'makeup.waived': notificationText<ShiftFacts & { hours: number; reason: string }>(
    ({ hours }) => `You don’t have to make up ${howMany(hours, 'hour')}`,
    ({ reason, ...shift }) => `${ofShift(shift)}${reason}`,
  ),
}
