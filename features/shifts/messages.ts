/** The sentences of shifts: refusals and notifications, by code and values. Their codes are what rules and screens know. */
import { clockRange } from '#core/clock-time.ts'
import { notificationText } from '#core/notification-texts.ts'
import { formatDate } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import type { DeclineCode, ShiftEventName, ShiftStatus } from './contract.ts'
import { declineWords, type Mover, statusWords } from './rules.ts'

/** A status within a sentence. */
const statusPhrases: Partial<Record<ShiftStatus, string>> = {
  pending_facility: 'waiting for the facility',
  needs_info: 'waiting for an answer of the school',
  countered: 'waiting for the school, which has another proposal',
  in_progress: 'under way',
}
const statusPhrase = (status: ShiftStatus): string =>
  statusPhrases[status] ?? statusWords[status].toLowerCase()

const onlyThey = ({ parties }: { parties: readonly Mover[] }): string =>
  `Only the ${parties.includes('school_super') ? 'school’s super admin' : parties.includes('school') ? 'school' : 'facility'} does this.`

const students = (count: number): string => (count === 1 ? 'One student is' : `${count} students are`)

export const shiftRefusals = {
  'shift.not_found': notFound(() => 'There is no such shift.'),
  'shift.old_version': conflict(
    ({ status }: { status: ShiftStatus }) =>
      `This shift was changed in the meantime: it is ${statusPhrase(status)} now.`,
  ),
  'shift.not_now': conflict(
    ({ status }: { status: ShiftStatus }) =>
      `This shift is ${statusPhrase(status)}; that is not possible now.`,
  ),
  'shift.others_decide': forbidden(onlyThey),
  'shift.facility_decides': forbidden(() => 'Only the facility does this.'),
  'shift.school_plans': forbidden(
    () => 'The school plans its shifts. Propose another time, or ask for a change.',
  ),
  'shift.both_agreed': conflict(
    () => 'The facility has approved this time and place. Ask it for the change.',
  ),
  'shift.say_why_for_others': invalid(() => 'You decide for others here: say why. Both sides read it.'),
  'shift.say_why': invalid(({ sentence }: { sentence: string }) => sentence),
  'shift.begun': conflict(() => 'This shift has begun already.'),
  'shift.needs_preceptor': conflict(
    () => 'A precepted shift needs its preceptor, or the instructor who looks after it.',
  ),
  'shift.needs_named_instructor': conflict(
    () => 'Name an instructor first. This school publishes shifts with a named instructor only.',
  ),
  'shift.needs_instructor': conflict(
    () => 'Name an instructor first, or publish it with the instructor to be named.',
  ),
  'shift.too_few_seats': conflict(
    ({ why, seatsTaken }: { why: string; seatsTaken: number }) =>
      `${why} ${seatsTaken > 0 ? `${students(seatsTaken)} on this shift: take some off it first.` : 'Ask for another unit, day or time.'}`,
  ),
  'shift.no_room': conflict(({ sentence }: { sentence: string }) => sentence),
  'shift.seats_out_of_range': invalid(
    ({ capacity }: { capacity: number }) =>
      `Approve between 1 and ${capacity} seats: the school asked for ${capacity}.`,
  ),
  'shift.no_unit': conflict(() => 'Choose a unit: students are placed in units, not in whole sites.'),
  'shift.unit_not_active': conflict(
    ({ name, status }: { name: string; status: string }) => `${name} is ${status}. Choose another unit.`,
  ),
  'shift.closed_day': conflict(({ why }: { why: string }) => `${why} Choose another day.`),
  'shift.no_code': invalid(() => 'Choose why. The school learns it, and plans accordingly.'),
  'shift.attendance_open': conflict(
    ({ open, lockAt, timeZone }: { open: number; lockAt: string | null; timeZone: string }) =>
      `Attendance is not recorded yet, and ${open} ${open === 1 ? 'student is' : 'students are'} on this shift. It closes by itself when the semester’s hours are locked${
        lockAt ? `, on ${dayIn(lockAt, timeZone)}.` : ': set that time in the semester.'
      }`,
  ),
}

const dayIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' }).format(Date.parse(instant))

/** What a notification tells of a shift: where and when. */
export type ShiftFacts = {
  unit: string | null
  site: string | null
  date: string
  start_time: string
  end_time: string
}

const where = ({ unit, site }: ShiftFacts): string =>
  unit === null ? 'on campus' : site === null ? unit : `${unit}, ${site}`
/** "Tuesday, March 2, 07:00–15:00". */
const when = ({ date, start_time: start, end_time: end }: ShiftFacts): string =>
  `${formatDate(date, 'full').replace(/, \d{4}$/, '')}, ${clockRange(start, end)}`
const then = (text: string | null): string => (text ? ` ${text}` : '')

/** What people are notified of: code → text. */
export const notificationTexts = {
  'shift.published': notificationText<ShiftFacts>(
    () => 'Your shift is published',
    (shift) => `${where(shift)}, ${when(shift)}.`,
  ),
  'shift.approved': notificationText<
    ShiftFacts & { approved: number; capacity: number; seats: number; why: string; note: string | null }
  >(
    (shift) => `${where(shift)} approved your request`,
    (shift) =>
      `${when(shift)}: ${shift.approved} of ${shift.capacity} seats.${
        shift.seats < shift.approved ? ` Students can take ${shift.seats}: ${shift.why}` : ''
      }${then(shift.note)}`,
  ),
  'shift.question': notificationText<ShiftFacts & { question: string }>(
    (shift) => `${where(shift)} has a question`,
    (shift) => `${when(shift)}: ${shift.question}`,
  ),
  'shift.answered': notificationText<ShiftFacts & { answer: string }>(
    () => 'A school answered',
    (shift) => `${where(shift)}, ${when(shift)}: ${shift.answer}`,
  ),
  'shift.declined': notificationText<ShiftFacts & { reason: DeclineCode; note: string | null }>(
    (shift) => `${where(shift)} declined your request`,
    (shift) =>
      `${when(shift)}: ${declineWords[shift.reason].toLowerCase()}.${then(shift.note)} Clone it to ask again.`,
  ),
  'shift.withdrawn': notificationText<ShiftFacts & { reason: string }>(
    () => 'A request was withdrawn',
    (shift) => `${where(shift)}, ${when(shift)}: ${shift.reason}`,
  ),
  'shift.canceled': notificationText<Ended>(
    ({ isMine }) => `A shift ${isMine ? 'of yours ' : ''}was canceled`,
    (shift) => endedWords(shift),
  ),
  'shift.postponed': notificationText<Ended>(
    ({ isMine }) => `A shift ${isMine ? 'of yours ' : ''}was postponed`,
    (shift) => endedWords(shift),
  ),
}

/** Of a shift that does not take place: why, how many students lose it, and whether the reader leads it. */
type Ended = ShiftFacts & { reason: string; lost: number; isMine: boolean }
const endedWords = ({ reason, lost, ...shift }: Ended): string =>
  `${where(shift)}, ${when(shift)}: ${reason}${
    lost > 0 ? ` ${lost === 1 ? 'One student was' : `${lost} students were`} on it.` : ''
  }`

/** Who is notified of a step of a shift's life, and under which title: what the lifecycle page shows. A test walks the real commands. */
export type Hearer = 'school' | 'facility' | 'instructor' | 'student'
export const heardOf: Partial<Record<ShiftEventName, readonly { to: Hearer; title: string }[]>> = {
  submit: [{ to: 'facility', title: 'A school asks for a shift' }],
  agree: [{ to: 'facility', title: 'A shift was planned under your agreement' }],
  approve: [{ to: 'school', title: '5 East, North approved your request' }],
  ask: [{ to: 'school', title: '5 East, North has a question' }],
  answer: [{ to: 'facility', title: 'A school answered' }],
  counter: [{ to: 'school', title: '5 East, North proposes something else' }],
  accept_counter: [
    { to: 'facility', title: 'Your proposal was accepted' },
    { to: 'instructor', title: 'Your shift was changed' },
  ],
  decline_counter: [{ to: 'facility', title: 'Your proposal was declined' }],
  decline: [{ to: 'school', title: '5 East, North declined your request' }],
  withdraw: [{ to: 'facility', title: 'A request was withdrawn' }],
  publish: [
    { to: 'instructor', title: 'Your shift is published' },
    { to: 'student', title: 'Your shift is published' },
  ],
  postpone: [
    { to: 'facility', title: 'A shift was postponed' },
    { to: 'instructor', title: 'A shift of yours was postponed' },
    { to: 'student', title: 'Your shift does not take place' },
  ],
  cancel: [
    { to: 'facility', title: 'A shift was canceled' },
    { to: 'instructor', title: 'A shift of yours was canceled' },
    { to: 'student', title: 'Your shift does not take place' },
  ],
}
