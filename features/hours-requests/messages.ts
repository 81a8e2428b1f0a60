import { notificationText } from '#core/notification-texts.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'
import { hoursWords } from '#features/hours/rules.ts'

/** Why hours cannot be reported or decided: code → text. */
export const hoursRequestRefusals = {
  'hours_request.missing': notFound(() => 'These reported hours no longer exist. Reload the page.'),
  'hours_request.future': invalid(() => 'Choose today or an earlier day.', 'date'),
  'hours_request.too_late': invalid<{ days: number }>(
    ({ days }) => `Hours can be reported for ${days} days. Ask your school to enter these.`,
    'date',
  ),
  'hours_request.too_many': invalid<{ most: number; minutes: number }>(
    ({ most, minutes }) =>
      minutes > 0
        ? `At most ${most} hours a day: that day already has ${hoursWords(minutes / 60)}.`
        : `At most ${most} hours a day.`,
    'minutes',
  ),
  'hours_request.settled': conflict(() => 'These hours were just decided or changed. Reload the page.'),
  'hours_request.too_many_files': invalid<{ left: number }>(
    ({ left }) =>
      left > 0
        ? `At most five files in all: you can add ${left} more.`
        : 'These hours already have five files.',
    'evidence_file_ids',
  ),
  'hours_request.not_their_instructor': invalid(
    () => 'Choose an instructor of one of your shifts.',
    'instructor_id',
  ),
  'hours_request.reason_missing': invalid(() => 'Give a reason. The student will read it.', 'note'),
}

type Decided = { minutes: number; date: PlainDate; note: string | null }

/** Notifications about reported hours: code → text. */
export const notificationTexts = {
  'hours_request.to_confirm': notificationText<{ student: string; minutes: number; date: PlainDate }>(
    ({ student, minutes }) => `${student} reported ${hoursWords(minutes / 60)} with you`,
    ({ date }) => `${formatDate(date, 'long')}: confirm them, or say what is wrong. Your school decides.`,
  ),
  'hours_request.answered': notificationText<{
    student: string
    minutes: number
    date: PlainDate
    answer: string
  }>(
    ({ student, minutes }) => `${student} answered your question about ${hoursWords(minutes / 60)}`,
    ({ date, answer }) => `${formatDate(date, 'long')}: ${answer}`,
  ),
  'hours_request.not_confirmed': notificationText<{
    instructor: string
    student: string
    minutes: number
    date: PlainDate
    note: string
  }>(
    ({ instructor, student, minutes }) =>
      `${instructor} does not confirm ${hoursWords(minutes / 60)} of ${student}`,
    ({ date, note }) => `${formatDate(date, 'long')}: ${note}`,
  ),
  'hours_request.not_approved': notificationText<Decided>(
    ({ minutes }) =>
      `${hoursWords(minutes / 60)} that you reported ${minutes > 60 ? 'were' : 'was'} not approved`,
    ({ date, note }) => `${formatDate(date, 'long')}: ${note}`,
  ),
  'hours_request.needs_info': notificationText<Decided>(
    ({ minutes }) => `Your school has a question about ${hoursWords(minutes / 60)} that you reported`,
    ({ date, note }) => `${formatDate(date, 'long')}: ${note}`,
  ),
}
