import { headingText, notificationText } from '#core/notification-texts.ts'
import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'
import { leaveDaysWords } from './rules.ts'

type Days = { starts_on: PlainDate; ends_on: PlainDate | null }

/** Why a leave cannot be recorded or changed, and what to do: code → text. */
export const leaveRefusals = {
  'leave.missing': notFound(() => 'We can’t find that leave of absence. Reload the page.'),
  'leave.no_student': notFound(() => 'We can’t find that student among the active students of your school.'),
  'leave.far_start': invalid<{ earliest: PlainDate; latest: PlainDate }>(
    ({ earliest, latest }) => `Choose a first day from ${formatDate(earliest)} to ${formatDate(latest)}.`,
    'starts_on',
  ),
  'leave.far_end': invalid<{ latest: PlainDate }>(
    ({ latest }) => `Choose a last day up to ${formatDate(latest)}, or leave it empty.`,
    'ends_on',
  ),
  'leave.order': invalid(() => 'The last day must be on or after the first day.', 'ends_on'),
  'leave.overlaps': conflict<Days>(
    (days) => `There’s already a leave on these days (${leaveDaysWords(days)}). Change that one instead.`,
    'starts_on',
  ),
  'leave.just_added': conflict(
    () => 'There’s already a leave on these days. Change that one instead.',
    'starts_on',
  ),
  'leave.begun': conflict<{ starts_on: PlainDate }>(
    ({ starts_on: start }) =>
      `This leave began on ${formatDate(start)}, and that can’t change. Change its last day instead.`,
    'starts_on',
  ),
  'leave.settled': conflict<{ status: string }>(
    ({ status }) => `This leave is ${status === 'canceled' ? 'canceled' : 'over'}. Record a new one instead.`,
  ),
  'leave.old_version': conflict(
    () => 'Someone else just changed this leave. Reload the page, then decide again.',
  ),
  'leave.undecided': conflict(
    () => 'The student’s shifts on these days have changed. Review the list, then try again.',
  ),
  'leave.not_begun': conflict<{ starts_on: PlainDate }>(
    ({ starts_on: start }) => `This leave begins on ${formatDate(start)}. Change or cancel it instead.`,
  ),
  'leave.back_too_early': invalid<{ earliest: PlainDate }>(
    ({ earliest }) => `The first day back is ${formatDate(earliest)} or later. To undo the leave, cancel it.`,
    'first_day',
  ),
  'leave.back_too_late': invalid<{ latest: PlainDate }>(
    ({ latest }) => `The leave ends by ${formatDate(latest)}. To extend it, change it.`,
    'first_day',
  ),
  'leave.within': conflict<{ sentence: string }>(({ sentence }) => sentence, 'date'),
  /** Raised by PostgreSQL if a seat is given despite the rule. */
  'leave.days': conflict(
    () => 'The student is on leave that day. Choose a shift after the leave; the school can end it earlier.',
  ),
}

const from = ({ starts_on: start, ends_on: end }: Days): string =>
  end === null ? `from ${formatDate(start)}` : `from ${formatDate(start)} to ${formatDate(end)}`
type Away = Days & { freed: number }
const freedWords = ({ freed }: { freed: number }): string =>
  freed === 0
    ? ''
    : ` ${freed} of your seats, requests, and days in that time ${freed === 1 ? 'was' : 'were'} freed.`

/** Notifications: to the student about their leave, and to their advisors about its days, never its reason. */
export const notificationTexts = {
  'leave.recorded': notificationText<Away>(
    (days) => `You are on leave ${from(days)}`,
    (days) => `You cannot take seats for shifts on these days.${freedWords(days)}`,
  ),
  'leave.changed': notificationText<Away>(
    (days) => `Your leave is now ${from(days)}`,
    (days) => `You cannot take seats for shifts on these days.${freedWords(days)}`,
  ),
  'leave.ended': notificationText<{ ends_on: PlainDate }>(
    ({ ends_on: end }) => `You are back from leave on ${formatDate(addDays(end, 1))}`,
    () => 'You can take seats for shifts from that day on. Your progress shows the hours you still need.',
  ),
  'leave.canceled': notificationText<Days>(
    () => 'Your leave of absence was canceled',
    (days) => `It was ${from(days)}. You can take seats for shifts on these days again.`,
  ),
  'leave.student_away': notificationText<Days & { name: string }>(
    ({ name, ...days }) => `${name} is on leave ${from(days)}`,
    () => 'They can’t get seats on these days.',
  ),
  'leave.student_back': notificationText<{ name: string; first_day: PlainDate }>(
    ({ name, first_day: day }) => `${name} is back from leave on ${formatDate(day)}`,
    () => 'They can take seats from that day on.',
  ),
  'leave.shifts': headingText(() => 'Your shifts have changed'),
}
