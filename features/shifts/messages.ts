/** Texts of shifts: refusals and notifications, by code and values. Rules and screens know only the codes. */
import { howMany } from '#core/number-text.ts'
import { asSentence } from '#core/sentence.ts'
import { clockRange } from '#core/clock-time.ts'
import { headingText, notificationText } from '#core/notification-texts.ts'
import { formatDate, formatInstant, type PlainDate } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import { type ShiftFacts, when, where } from '#core/shift-facts.ts'
import type { BulkAction, DeclineCode, ShiftStatus } from './contract.ts'
import {
  type Away,
  type ClosedDay,
  closedWords,
  type CountedLimit,
  declineLabels,
  limitWords,
  type Mover,
  type Party,
  ROUND_TOO_LATE,
  statusPhrase,
} from './rules.ts'

const onlyThey = ({ parties }: { parties: readonly Mover[] }): string =>
  `Only the ${parties.includes('school_super') ? 'school’s super admin' : parties.includes('school') ? 'school' : 'facility'} can do this.`

const shiftsCounted = (count: number): string =>
  count === 0 ? 'none' : count === 1 ? '1 shift' : `${count} shifts`
const shiftsHave = (count: number): string => `${shiftsCounted(count)} ${count === 1 ? 'has' : 'have'}`
const students = (count: number): string => (count === 1 ? '1 student is' : `${count} students are`)
/** What can be done for students on the shift: only the school takes them off. */
const takeOff = (by: Party, other: string, whom: string): string =>
  by === 'facility'
    ? `Propose another ${other}, or have the school take ${whom} off first.`
    : `Take ${whom} off first, or choose another ${other}.`

const awayWords = ({ name, last_day: day }: Away): string =>
  day === null ? `${name} is on leave that day` : `${name} leaves after ${formatDate(day)}`
const few = (all: string[]): string =>
  all.length > 3 ? `${all.slice(0, 3).join('; ')}; and ${all.length - 3} more` : all.join('; ')

type NoFit = { date: PlainDate; unit: string; seats: number; blocker: 'blackout' | 'exclusive' | 'no_room' }
const noFit = {
  blackout: ({ unit }: NoFit) => `${unit} takes no students on that day.`,
  exclusive: ({ unit }: NoFit) => `Another school has ${unit} at that time.`,
  no_room: ({ unit, seats }: NoFit) => `${unit} has no room for ${howMany(seats, 'student')} then.`,
}

type TooFewSeats = { why?: string; limit?: CountedLimit; seatsTaken: number; by?: Party }

export const shiftRefusals = {
  'shift.not_found': notFound(() => 'We can’t find that shift.'),
  'shift.old_version': conflict(
    ({ status }: { status: ShiftStatus }) =>
      `Someone else just changed this shift: it is ${statusPhrase(status)} now.`,
  ),
  'shift.not_now': conflict(
    ({ status }: { status: ShiftStatus }) => `You can’t do that now: this shift is ${statusPhrase(status)}.`,
  ),
  'shift.others_decide': forbidden(onlyThey),
  'shift.facility_decides': forbidden(() => 'Only the facility can do this.'),
  'shift.school_plans': forbidden(
    () => 'The school plans its shifts. Suggest another time, or request a change.',
  ),
  'shift.both_agreed': conflict(
    () => 'The facility has approved this time and unit. Use “Request a change” on the shift’s page.',
  ),
  'shift.say_why_for_others': invalid(
    () => 'You’re deciding for others, so give a reason. The school and the facility can both read it.',
  ),
  'shift.say_why': invalid(({ sentence }: { sentence: string }) => sentence),
  'shift.begun': conflict(() => 'This shift has already begun.'),
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
    ({ why, limit, seatsTaken, by = 'school' }: TooFewSeats) =>
      `${why ?? limitWords(limit!)} ${
        seatsTaken > 0
          ? `${students(seatsTaken)} on this shift. ${takeOff(by, 'unit, day or time', seatsTaken === 1 ? 'the student' : 'some of them')}`
          : `${by === 'facility' ? 'Propose' : 'Request'} another unit, day or time.`
      }`,
  ),
  'shift.no_room': conflict(({ sentence }: { sentence: string }) => sentence),
  'shift.seats_out_of_range': invalid(({ capacity }: { capacity: number }) =>
    capacity === 1
      ? 'The school requested 1 seat: approve 1.'
      : `Approve between 1 and ${capacity} seats: the school requested ${capacity}.`,
  ),
  'shift.no_unit': conflict(() => 'Choose a unit: students are placed in units, not in whole sites.'),
  'shift.unit_not_active': conflict(
    ({ name, status }: { name: string; status: string }) => `${name} is ${status}. Choose another unit.`,
  ),
  'shift.closed_day': conflict(
    ({ why, closed }: { why?: string; closed?: ClosedDay }) =>
      `${why ?? closedWords(closed!)} Choose another day.`,
  ),
  'shift_ahead.no_fit': conflict(
    (values: NoFit) =>
      `${formatDate(values.date, 'long')}: ${noFit[values.blocker](values)} Choose another unit for this shift, or cancel it.`,
  ),
  'shift.no_code': invalid(() => 'Pick a reason. The school will see it.'),
  'shift.no_length': invalid(
    () => 'A shift that starts and ends at the same time lasts a whole day. Choose another end time.',
    'end_time',
  ),
  'shift.no_semester': invalid(() => 'Choose a semester of this school.', 'semester_id'),
  'shift.semester_archived': conflict(
    ({ semester }: { semester: string }) =>
      `${semester} is archived. Restore it under Semesters first, or choose another semester.`,
    'semester_id',
  ),
  'shift.outside_semester': invalid(
    ({ semester, from, to, date }: { semester: string; from: string; to: string; date: string }) =>
      `${semester} runs from ${formatDate(from, 'long')} to ${formatDate(to, 'long')}; ${formatDate(date, 'long')} is outside it.`,
    'date',
  ),
  'shift.foreign_cohort': invalid(() => 'One of the cohorts isn’t from this school.', 'cohort_ids'),
  'shift.no_such_instructor': invalid(() => 'Choose an active instructor of this school.', 'proctor_id'),
  'shift.no_such_preceptor': invalid(
    () => 'Choose someone whom the facility has made a preceptor.',
    'preceptor_id',
  ),
  'shift.no_credit_reason': invalid(
    () => 'Explain why credited hours differ from the shift length.',
    'credited_hours_reason',
  ),
  'shift.signup_closes_first': invalid(() => 'Sign-up closes after it opens.', 'signup_closes_at'),
  'shift.fair_round_without_end': invalid(
    () => 'A fair round needs a decision time. Set when sign-up closes.',
    'signup_closes_at',
  ),
  'shift.fair_round_too_late': invalid(() => ROUND_TOO_LATE, 'signup_closes_at'),
  'shift.only_school_plans': forbidden(() => 'Only the school can plan its shifts.'),
  'shift.school_inactive': conflict(() => 'This school is deactivated. Its data is read-only.'),
  'shift.stays': conflict(
    ({ status }: { status: ShiftStatus }) => `This shift is ${statusPhrase(status)} and can’t be changed.`,
  ),
  'shift.credit_not_now': conflict(({ status }: { status: ShiftStatus }) =>
    status === 'closed'
      ? 'The hours of this shift are final. A school super admin can reopen it.'
      : `This shift is ${statusPhrase(status)}. Its hours can be corrected once it’s over.`,
  ),
  'shift.credit_same': invalid(() => 'The shift already counts for these hours.', 'hours'),
  'shift.leaves_campus': conflict(
    () =>
      'This shift was planned on campus, where no facility was asked. Postpone it, change it, and submit it again.',
  ),
  'shift.not_a_draft': conflict(
    () =>
      'Only drafts can be deleted. Shifts the facility has seen are withdrawn or canceled, and stay on record.',
  ),
  'shift.only_planners_ask': forbidden(() => 'Only the school and the facility can ask for this.'),
  'shift.only_school': forbidden(() => 'Only the school can do this.'),
  'shift.students_busy': conflict(({ busy, by = 'school' }: { busy: number; by?: Party }) =>
    busy === 1
      ? `A student on this shift has another shift at that time, or needs rest after a night shift. ${takeOff(by, 'time', 'the student')}`
      : `${busy} students on this shift have another shift at that time, or need rest after a night shift. ${takeOff(by, 'time', 'them')}`,
  ),
  /** PostgreSQL sends no names, because it also knows of absences that the caller may not read. */
  'shift.students_away': conflict(({ away = [] }: { away?: Away[] }) =>
    away.length === 0
      ? 'A student on this shift is away that day. Choose another day, or have the school take the student off first.'
      : `${few(away.map(awayWords))}. Choose another day, or take ${away.length === 1 ? 'the student' : 'them'} off this shift first.`,
  ),
  /** Sent by PostgreSQL, which also knows the days of students whom the caller may not see. */
  'shift.capstone_day': conflict(
    () =>
      'A student on this shift has a capstone day at that time. Choose another time, or take the student off first.',
  ),
  'shift.instructor_busy': conflict(
    (other: { title: string; date: string; start_time: string; end_time: string }) =>
      `The substitute already teaches ${other.title} on ${formatDate(other.date, 'weekday')}, ${clockRange(other.start_time, other.end_time)}.`,
  ),
  'shift.unit_taken': conflict(
    () => 'Another school has this unit at that time, and it takes one school at a time.',
  ),
  'shift.instructor_taken': conflict(
    () => 'The instructor has another shift at that time. Choose another instructor, or another time.',
  ),
  'shift.preceptor_taken': conflict(
    () => 'The preceptor has another student at that time. Choose another preceptor, or another time.',
  ),
  'shift.oversold': invalid(() => 'This shift has more students than it would have seats.'),
  'shift.in_the_past': conflict(() => 'This shift has already passed. Give it a new date first.'),
  'shift.needs_unit': conflict(
    () => 'Choose a unit: only simulation, skills lab and orientation are held on campus.',
  ),
  'shift.nothing_proposed': invalid(
    () => 'Propose another day, time, unit or number of seats; or approve it as it is.',
  ),
  'shift.proposal_in_the_past': invalid(() => 'The proposed time is in the past.'),
  'shift.not_your_unit': invalid(
    ({ verb }: { verb: 'Propose' | 'Choose' }) => `${verb} a unit that you run.`,
    'facility_id',
  ),
  'shift.request_too_late': conflict(
    () => 'This shift was to begin already. Decline it, or propose another time.',
  ),
  'shift.proposal_too_late': conflict(() => 'The proposed time has passed. Decline it and agree on another.'),
  'shift.nothing_differs': invalid(() => 'Nothing differs from the plan.'),
  'shift.change_in_the_past': invalid(() => 'The new time is in the past.'),
  'shift.no_change_asked': conflict(() => 'No change is requested.'),
  'shift.other_party_answers': forbidden(
    () => 'You proposed this change, so you can’t agree to it yourself. You can take it back.',
  ),
  'shift.id_taken': conflict(() => 'This shift already exists. Reload the page to see it.'),
  'shift.no_day_fits': invalid(() => 'No day fits this pattern.'),
  'shift.series_too_long': invalid(({ most }: { most: number }) => `At most ${most} shifts in one series.`),
  'shift.report_open': conflict(
    () =>
      'The shift report is not accepted yet. Hours are credited once you accept it; close the shift then.',
  ),
  'shift.attendance_open': conflict(
    ({ open, locks }: { open: number; locks: PlainDate }) =>
      `Attendance is not recorded yet, and ${open} ${open === 1 ? 'student is' : 'students are'} on this shift. It closes automatically when the semester’s hours are locked, on ${formatDate(locks, 'long')}.`,
  ),
}

/** "March 5". */
const dayAlone = (date: PlainDate): string => formatDate(date, 'long').replace(/, \d{4}$/, '')

const then = (text: string | null): string => (text ? ` ${asSentence(text)}` : '')

/** The people whom the reader covers there; PostgreSQL adds them to a facility's notifications (app.covering). */
type Covering = { covers?: readonly { name: string; until: PlainDate }[] }
const away = ({ covers = [] }: Covering): string =>
  covers.map(({ name, until }) => ` For ${name}, who is away until ${formatDate(until, 'long')}.`).join('')

/** What is done with several shifts at once and notified once. */
export type GroupedAction = BulkAction | 'ask' | 'answer' | 'counter' | 'accept_counter' | 'decline_counter'

/** The title of the one notification that each person gets of a bulk action. */
const bulkNews: Record<GroupedAction, string> = {
  submit: 'Shifts were submitted',
  publish: 'Shifts were published',
  withdraw: 'Requests were withdrawn',
  cancel: 'Shifts were canceled',
  remove: 'Drafts were deleted',
  approve: 'Requests were approved',
  decline: 'Requests were declined',
  substitute: 'A substitute teaches some shifts',
  move: 'Shifts were moved, or a move was requested',
  counter: 'A facility suggests changes to your requests',
  accept_counter: 'Suggested changes were accepted',
  decline_counter: 'Suggested changes were declined',
  ask: 'A facility has a question about shifts',
  answer: 'A school answered about shifts',
}

/** Notification texts by code. */
export const notificationTexts = {
  'shift.published': notificationText<ShiftFacts>(
    () => 'Your shift is published',
    (shift) => `${where(shift)}, ${when(shift)}.`,
  ),
  'shift.recounted': notificationText<{ fewer: number; more: number; over: number }>(
    ({ fewer, more }) => `A rule on seats changed: ${shiftsHave(fewer + more)} other seats now`,
    ({ fewer, more, over }) =>
      `Fewer seats on ${shiftsCounted(fewer)}, more on ${shiftsCounted(more)}.${
        over === 0
          ? ''
          : over === 1
            ? ' 1 of them has more students than the rule allows; they keep their seats.'
            : ` ${over} of them have more students than the rule allows; they keep their seats.`
      }`,
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
  'shift.answered': notificationText<ShiftFacts & Covering & { answer: string }>(
    () => 'A school answered',
    (shift) => `${where(shift)}, ${when(shift)}: ${asSentence(shift.answer)}${away(shift)}`,
  ),
  'shift.declined': notificationText<ShiftFacts & { reason: DeclineCode; note: string | null }>(
    (shift) => `${where(shift)} declined your request`,
    (shift) =>
      `${when(shift)}: ${declineLabels[shift.reason].toLowerCase()}.${then(shift.note)} Copy it to resubmit.`,
  ),
  'shift.withdrawn': notificationText<ShiftFacts & { reason: string }>(
    () => 'A request was withdrawn',
    (shift) => `${where(shift)}, ${when(shift)}: ${shift.reason}`,
  ),
  'shift.requested': notificationText<ShiftFacts & Covering & { school: string; capacity: number }>(
    () => 'New shift request',
    (shift) =>
      `${shift.school} asks for ${howMany(shift.capacity, 'seat')} at ${where(shift)}, ${when(shift)}.${away(shift)}`,
  ),
  'shift.agreed': notificationText<ShiftFacts & { school: string; seats: number; offered: boolean }>(
    ({ offered, school }) =>
      offered ? `${school} took a slot you offered` : 'A shift was planned under your agreement',
    (shift) => `${where(shift)}: ${when(shift)}, ${howMany(shift.seats, 'seat')}.`,
  ),
  'shift.request_changed': notificationText<ShiftFacts & { capacity: number }>(
    () => 'A request was changed',
    (shift) => `${where(shift)}: ${when(shift)}, ${howMany(shift.capacity, 'seat')}.`,
  ),
  'shift.countered': notificationText<
    ShiftFacts & { proposed: ShiftFacts; seats: number | null; note: string | null }
  >(
    (shift) => `${where(shift)} suggests a change`,
    ({ proposed, seats, note, ...shift }) => {
      const changed = [
        ...(when(proposed) === when(shift) ? [] : [when(proposed)]),
        ...(where(proposed) === where(shift) ? [] : [where(proposed)]),
        ...(seats === null ? [] : [howMany(seats, 'seat')]),
      ]
      return `${when(shift)} → ${changed.join(', ')}.${then(note)}`
    },
  ),
  'shift.proposal_answered': notificationText<ShiftFacts & { accepted: boolean; reason: string | null }>(
    ({ accepted }) => `Your suggestion was ${accepted ? 'accepted' : 'declined'}`,
    ({ reason, ...shift }) => `${where(shift)}, ${when(shift)}.${then(reason)}`,
  ),
  'shift.change_asked': notificationText<ShiftFacts & Covering & { proposed: ShiftFacts; reason: string }>(
    () => 'A shift move was requested',
    ({ proposed, reason, ...shift }) =>
      `${when(shift)} → ${when(proposed)}, ${where(proposed)}. ${asSentence(reason)}${away(shift)}`,
  ),
  'shift.change_answered': notificationText<ShiftFacts & { accepted: boolean; reason: string | null }>(
    ({ accepted }) => `The change was ${accepted ? 'agreed to' : 'declined'}`,
    ({ reason, ...shift }) => `${where(shift)}, ${when(shift)}.${then(reason)}`,
  ),
  'shift.changed': notificationText<Changed & { mayDrop: boolean }>(
    () => 'Your shift was changed',
    (changed) =>
      `${changedWords(changed)}${
        !changed.isMoved
          ? ''
          : changed.mayDrop
            ? ' If that doesn’t work for you, give the seat up on its page.'
            : ' If that doesn’t work for you, say “I have a conflict” on its page.'
      }`,
  ),
  'shift.request_of_yours_changed': notificationText<Changed>(
    () => 'A shift you requested was changed',
    (changed) =>
      `${changedWords(changed)}${changed.isMoved ? ' If that doesn’t work for you, take your request back on its page.' : ''}`,
  ),
  'shift.passed_on': notificationText<ShiftFacts>(
    () => 'One of your shifts was reassigned',
    (shift) => `${where(shift)}, ${when(shift)}.`,
  ),
  'shift.bulk': headingText<{ action: GroupedAction }>(({ action }) => bulkNews[action]),
  'shift.expired': notificationText<ShiftFacts & { reason: string }>(
    () => 'A shift expired',
    (shift) => `${where(shift)}, ${when(shift)}: ${asSentence(shift.reason)} Copy it to resubmit.`,
  ),
  'shift.waits': notificationText<ShiftFacts & Covering & { until: string; time_zone: string }>(
    () => 'A school is waiting for your answer',
    ({ until, time_zone, ...shift }) =>
      `${where(shift)}, ${when(shift)}. Please answer by ${formatInstant(until, time_zone, 'long')}.${away(shift)}`,
  ),
  'shift.reminder': notificationText<ShiftFacts & { isNear: boolean }>(
    ({ isNear }) => (isNear ? 'Your shift is within a day' : 'Your shift is within three days'),
    (shift) => `${where(shift)}, ${when(shift)}.`,
  ),
  'shift.open': notificationText<ShiftFacts & { count: number; last: PlainDate }>(
    ({ count }) => (count === 1 ? 'A shift is open to you' : `${count} shifts are open to you`),
    ({ count, last, ...shift }) =>
      `${where(shift)}, ${when(shift)}${
        count > 1 ? `, and ${count - 1} more until ${dayAlone(last)}` : ''
      }. Take or request a seat on its page.`,
  ),
  'shift.seat_gone': notificationText<ShiftFacts & { reason: string; held: boolean; makeup: boolean }>(
    ({ held }) => (held ? 'Your shift does not take place' : 'A shift you requested was canceled'),
    ({ reason, makeup, ...shift }) =>
      `${where(shift)}, ${when(shift)}. ${asSentence(reason)}${makeup ? ' Your school sees that you need the hours.' : ''}`,
  ),
  /** Notifications from before shifts were named have no facts. */
  'shift.fewer_seats': notificationText<ShiftFacts>(
    (shift) => `You are on the waitlist${shift.date ? ` for ${where(shift)}, ${when(shift)}` : ' now'}`,
    () => 'The facility approved fewer seats than requested. You get a seat if one opens.',
  ),
  'shift.led': notificationText<ShiftFacts>(
    () => 'You lead another shift',
    (shift) => `${where(shift)}, ${when(shift)}.`,
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

/** A shift that was canceled or postponed: why, how many students lose a seat, and whether the reader leads it. */
type Ended = ShiftFacts & { reason: string; lost: number; isMine: boolean }
const endedWords = ({ reason, lost, ...shift }: Ended): string =>
  `${where(shift)}, ${when(shift)}: ${asSentence(reason)}${
    lost > 0 ? ` ${lost === 1 ? '1 student was' : `${lost} students were`} on it.` : ''
  }`

/** The changes of a shift: location and time before and after, and the other fields that differ. */
export type Changed = {
  title: string | null
  before: ShiftFacts
  after: ShiftFacts
  isMoved: boolean
  instructor: [before: string | null, after: string | null] | null
  preceptor: [before: string | null, after: string | null] | null
  titles: [before: string | null, after: string | null] | null
  minutes:
    | [before: { break: number; conference: number }, after: { break: number; conference: number }]
    | null
  hours: [before: number, after: number] | null
  objectives: string[] | null
  arrivalNote: { text: string | null } | null
  reason: string | null
}

function changedWords(changed: Changed): string {
  const { before, after, instructor, preceptor, titles, minutes, hours, objectives, arrivalNote } = changed
  return [
    `${changed.title ?? where(after)}:`,
    when(before) !== when(after) && `${when(before)} → ${when(after)}.`,
    where(before) !== where(after) && `${where(before)} → ${where(after)}.`,
    instructor && `Instructor: ${instructor[0] ?? 'no one'} → ${instructor[1] ?? 'to be named'}.`,
    preceptor && `Preceptor: ${preceptor[0] ?? 'no one'} → ${preceptor[1] ?? 'to be named'}.`,
    titles && `Title: ${titles[0] ?? 'none'} → ${titles[1] ?? 'none'}.`,
    minutes &&
      `Break and conference: ${minutes[0].break} and ${minutes[0].conference} minutes → ${minutes[1].break} and ${minutes[1].conference}.`,
    hours && `Credited hours: ${hours[0]} → ${hours[1]}.`,
    objectives &&
      (objectives.length === 0
        ? 'It no longer has objectives.'
        : `New objectives: ${objectives.join('; ')}.`),
    arrivalNote &&
      (arrivalNote.text === null
        ? 'The notes for your arrival no longer apply.'
        : `New notes for your arrival: ${asSentence(arrivalNote.text)}`),
    changed.reason,
  ]
    .filter(Boolean)
    .join(' ')
}
