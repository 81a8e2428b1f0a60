import { reasonWords } from '#core/automatic-reasons.ts'
import { notificationText } from '#core/notification-texts.ts'
import { formatNumber } from '#core/number-text.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import { asSentence } from '#core/sentence.ts'
import { type ShiftFacts, when, where } from '#core/shift-facts.ts'
import type { EvaluationTask } from './contract.ts'
import type { CompletionFacts } from './rules.ts'

const hours = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'hour' : 'hours'}`

/** Why an action on a capstone project is refused. */
export const capstoneRefusals = {
  'capstone.not_found': notFound(() => 'We can’t find that project among yours.'),
  'capstone.old_version': conflict(() => 'This project just changed. Reload the page.'),
  'capstone.not_now': conflict(() => 'This project has moved on. Reload the page to see where it is.'),
  'capstone.day_of_other': conflict<{ preceptor: string }>(
    ({ preceptor }) => `${preceptor} is the preceptor of this day, and answers for it.`,
  ),
  'capstone.has_begun': conflict(() => 'This project has begun. Ask your school to end it.'),
  'capstone.not_open': conflict(() => 'This proposal was submitted. Your school can return it to you.'),
  'capstone.summary_short': invalid(() => 'Describe the project in a few sentences first.', 'summary'),
  'capstone.goals_missing': invalid(
    () => 'Add at least one learning goal. Your preceptor reads them before the first day.',
    'learning_goals',
  ),
  'capstone.days_reversed': invalid(() => 'The last day is before the first day.', 'end_date'),
  'capstone.reason_missing': invalid(() => 'Give a reason. The others will read it.', 'reason'),
  'capstone.faculty_unknown': invalid(() => 'Choose a faculty member of the school.', 'faculty_id'),
  'capstone.facility_unknown': invalid(
    () => 'Choose a site or unit of a facility that your school has an active partnership with.',
    'facility_id',
  ),
  'capstone.hours_split': invalid(
    () => 'Orientation and other hours are more than the required hours.',
    'orientation_hours',
  ),
  'capstone.hours_short': conflict<{ has: number; needs: number }>(
    ({ has, needs }) => `${hours(has)} of ${hours(needs)} are confirmed.`,
  ),
  'capstone.deliverables_open': conflict<{ open: number }>(({ open }) =>
    open === 1 ? '1 deliverable is not accepted yet.' : `${open} deliverables are not accepted yet.`,
  ),
  'capstone.final_missing': conflict<{ final: CompletionFacts['final'] }>(({ final }) =>
    final === 'missing' ? 'There is no final evaluation yet.' : 'The final evaluation is not verified yet.',
  ),
  'capstone.evaluation_missing': conflict(
    () => 'The preceptor writes an evaluation first: it says why the project ends as failed.',
  ),
  'capstone.not_a_signer': forbidden(() => 'The student, the preceptor and the faculty member sign.'),
  'capstone.not_cleared': conflict<{ why: string }>(
    ({ why }) => `${why} Say why the student begins anyway, or wait until they are cleared.`,
    'reason',
  ),
  'capstone.not_accepted': conflict(() => 'The preceptor hasn’t accepted yet, or has left.'),
  'capstone.signed': conflict(() => 'You already signed this agreement.'),
  'capstone.no_preceptor': conflict(() => 'Days can be planned once a preceptor has accepted.'),
  'capstone.day_outside': invalid<{ date: PlainDate; start: PlainDate; end: PlainDate }>(
    ({ date, start, end }) =>
      `${formatDate(date)} is outside of the project, ${formatDate(start)} to ${formatDate(end)}.`,
    'date',
  ),
  'capstone.closed_day': conflict<{ date: PlainDate; unit: string; status: string }>(
    ({ date, unit, status }) => `${unit} is ${status} on ${formatDate(date)}. Choose another day.`,
    'date',
  ),
  'capstone.day_long': invalid<{ most: number }>(
    ({ most }) => `A day can be at most ${most} hours.`,
    'end_time',
  ),
  'capstone.day_taken': conflict(() => 'A day is already planned at that time.'),
  'capstone.day_on_shift': conflict<ShiftFacts>(
    (shift) =>
      `The student has a shift at that time: ${where(shift)}, ${when(shift)}. Choose another time, or drop the shift first.`,
    'date',
  ),
  /** Raised by PostgreSQL for a shift that the planner may not see. */
  'capstone.day_at_seat': conflict<{ date: PlainDate }>(
    ({ date }) =>
      `The student has a shift at that time on ${formatDate(date)}. Choose another time, or ask the student to drop the shift first.`,
    'date',
  ),
  /** Raised by PostgreSQL for a leave that the planner may not see. */
  'capstone.day_on_leave': conflict<{ date: PlainDate }>(
    ({ date }) =>
      `The student is on leave on ${formatDate(date)}. Plan a day after the leave; the school can end it earlier.`,
    'date',
  ),
  /** Raised by PostgreSQL, which counts the seats of other schools. */
  'capstone.unit_full': conflict<{ date: PlainDate }>(
    ({ date }) =>
      `The unit has no seat left at that time on ${formatDate(date)}. Choose another day or time, or ask the facility.`,
    'date',
  ),
  'capstone.unit_of_others': conflict<{ date: PlainDate }>(
    ({ date }) =>
      `The unit has another school at that time on ${formatDate(date)}, and it takes one school at a time. Choose another day or time.`,
    'date',
  ),
  'capstone.confirmed': conflict(() => 'These hours are already confirmed.'),
  'capstone.day_not_planned': conflict(
    () => 'This day was removed or has to be rescheduled. Reload the page.',
  ),
  'capstone.day_not_over': conflict(() => 'Hours are confirmed when the day is over.'),
  'capstone.not_signed': conflict(
    () => 'All three sign the agreement before hours count: student, preceptor and faculty member.',
  ),
  'capstone.unit_missing': invalid(() => 'Enter the unit, in 2 to 120 characters.', 'reason'),
  'capstone.student_not_ready': conflict(
    () =>
      'The preceptor was floated that day, and the student has not said that they are ready to go along. Ask them first, or reschedule.',
  ),
  'capstone.not_searching': conflict(
    () => 'This project doesn’t need a preceptor right now. Reload the page.',
  ),
  'capstone.nominated': conflict(() => 'Someone is already nominated. Take that nomination back first.'),
  'capstone.not_eligible': conflict<{ why: string[] }>(({ why }) => why.join(' '), 'preceptor_id'),
  'capstone.same_preceptor': invalid(() => 'This is already that day’s preceptor.', 'preceptor_id'),
  'capstone.deliverable_closed': conflict(() => 'This deliverable was already handed in or accepted.'),
  'capstone.no_certificate': notFound(() => 'We can’t find that certificate.'),
  'capstone.answered': conflict(() => 'This was already answered.'),
}

type About = { title: string }

/** Notification texts by code. */
export const notificationTexts = {
  'capstone.submitted': notificationText<About & { student: string }>(
    ({ student }) => `${student} submitted a capstone proposal`,
    ({ title }) => `“${title}” needs your review.`,
  ),
  'capstone.moved': notificationText<About & { status: string; reason: string | null }>(
    ({ title, status }) => `“${title}” is ${status.toLowerCase()} now`,
    ({ reason }) => reason ?? 'Open the project to see what is next.',
  ),
  'capstone.faculty_changed': notificationText<About & { faculty: string }>(
    ({ faculty }) => `New faculty member: ${faculty}`,
    ({ title }) => `For “${title}”, from today on.`,
  ),
  'capstone.asked_facility': notificationText<About & { school: string; start: PlainDate; end: PlainDate }>(
    ({ school }) => `${school} asks for a capstone preceptor`,
    ({ title, start, end }) => `“${title}”, ${formatDate(start)} to ${formatDate(end)}. Nominate someone.`,
  ),
  'capstone.unasked': notificationText<About & { school: string }>(
    ({ school }) => `${school} no longer needs a capstone preceptor`,
    ({ title }) => `Another facility is asked for “${title}”.`,
  ),
  'capstone.proposed': notificationText<About & { preceptor: string }>(
    ({ preceptor }) => `${preceptor} is nominated as a preceptor`,
    ({ title }) => `For “${title}”. They are asked once you agree.`,
  ),
  'capstone.not_nominated': notificationText<About & { preceptor: string; reason: string | null }>(
    ({ preceptor }) => `${preceptor} is no longer nominated as a preceptor`,
    ({ title, reason }) => (reason ? `“${title}”: ${reasonWords(reason)}` : `“${title}”.`),
  ),
  'capstone.asked': notificationText<About & { school: string; by: PlainDate }>(
    ({ school }) => `${school} asks you to be a preceptor`,
    ({ title, by }) => `“${title}”. Answer by ${formatDate(by, 'long')}.`,
  ),
  'capstone.accepted': notificationText<About & { preceptor: string }>(
    ({ preceptor }) => `${preceptor} is the preceptor`,
    ({ title }) => `Sign the agreement for “${title}” next.`,
  ),
  'capstone.no_answer': notificationText<About & { preceptor: string; how: 'declined' | 'expired' | 'gone' }>(
    ({ preceptor, how }) =>
      how === 'declined'
        ? `${preceptor} declined`
        : how === 'gone'
          ? `${preceptor} can no longer answer`
          : `${preceptor} did not answer in seven days`,
    ({ title, how }) =>
      how === 'gone'
        ? `“${title}” needs another preceptor: this one’s account or permission has ended.`
        : `“${title}” needs another preceptor.`,
  ),
  'capstone.preceptor_left': notificationText<About & { preceptor: string; reason: string }>(
    ({ preceptor }) => `${preceptor} is no longer the preceptor`,
    ({ title, reason }) => `“${title}”: ${asSentence(reason)} Confirmed hours stay.`,
  ),
  'capstone.preceptor_gone': notificationText<About & { preceptor: string }>(
    ({ preceptor }) => `${preceptor} can no longer confirm hours`,
    ({ title }) =>
      `“${title}”: the preceptor’s account or permission has ended. End their part and find someone else.`,
  ),
  'capstone.uncovered': notificationText<About & { date: PlainDate }>(
    ({ date }) => `Capstone days from ${formatDate(date)} on can’t take place as planned`,
    ({ title }) =>
      `“${title}”: the agreement ends before them, or the facility is not open. Move the days, or agree on what comes next.`,
  ),
  'capstone.signed': notificationText<About>(
    () => 'The capstone agreement is signed by all three',
    ({ title }) => `“${title}” can begin.`,
  ),
  'capstone.days_planned': notificationText<About & { days: number; first: PlainDate; last: PlainDate }>(
    ({ days, first }) =>
      days === 1
        ? `A capstone day is planned on ${formatDate(first, 'weekday')}`
        : `${days} capstone days are planned`,
    ({ title, first, last }) =>
      `“${title}”: ${first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`}.`,
  ),
  'capstone.day_removed': notificationText<About & { date: PlainDate; reason: string | null }>(
    ({ date }) => `The capstone day on ${formatDate(date)} does not take place`,
    ({ title, reason }) => (reason ? `“${title}”: ${reasonWords(reason)}` : `“${title}”.`),
  ),
  'capstone.day_reschedule': notificationText<About & { date: PlainDate; reason: string }>(
    ({ date }) => `The capstone day on ${formatDate(date)} has to be rescheduled`,
    ({ title, reason }) => `“${title}”: ${reasonWords(reason)}`,
  ),
  'capstone.substitute': notificationText<About & { date: PlainDate; preceptor: string; reason: string }>(
    ({ date, preceptor }) => `${preceptor} is the preceptor on ${formatDate(date)}`,
    ({ title, reason }) => `“${title}”: ${reason}`,
  ),
  'capstone.floated': notificationText<About & { date: PlainDate; preceptor: string; to: string }>(
    ({ date, preceptor, to }) => `${preceptor} is floated to ${to} on ${formatDate(date)}`,
    ({ title }) =>
      `“${title}”: the student goes along once both have said that they are ready. Otherwise reschedule the day.`,
  ),
  'capstone.to_confirm': notificationText<About & { date: PlainDate }>(
    ({ date }) => `Confirm the hours of ${formatDate(date)}`,
    ({ title }) => `“${title}”: one tap.`,
  ),
  'capstone.to_evaluate': notificationText<About & { kind: EvaluationTask }>(
    ({ kind }) => `Write the ${kind} evaluation of your student`,
    ({ title }) => `“${title}”: about three minutes.`,
  ),
  'capstone.thanked': notificationText<About & { school: string; hours: number }>(
    ({ school }) => `${school} thanks you for being a preceptor`,
    ({ title, hours: count }) => `“${title}” is complete. Your certificate of ${hours(count)} is ready.`,
  ),
  'capstone.delivered': notificationText<About & { name: string }>(
    ({ name }) => `${name} was handed in`,
    ({ title }) => `“${title}”. Accept or return it.`,
  ),
  'capstone.deliverable_decided': notificationText<About & { name: string; reason: string | null }>(
    ({ name, reason }) => (reason === null ? `${name} was accepted` : `${name} was returned to you`),
    ({ title, reason }) => (reason === null ? `“${title}”` : `“${title}”: ${reason}`),
  ),
  'capstone.concern': notificationText<About & { severity: string; by: string }>(
    ({ by, severity }) => `${by} raised a ${severity} concern`,
    ({ title }) => `“${title}”. Answer today.`,
  ),
  'capstone.concern_open': notificationText<About & { to: string }>(
    ({ to }) => `A preceptor’s concern is waiting for ${to}`,
    ({ title }) => `“${title}”: no one answered it the day it was raised.`,
  ),
  'capstone.concern_answered': notificationText<About & { answer: string }>(
    ({ title }) => `Your concern about “${title}” was answered`,
    ({ answer }) => answer,
  ),
}
