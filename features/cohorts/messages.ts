import { notificationText } from '#core/notification-texts.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import type { CohortStatus } from './contract.ts'

const notRight = 'If that is not right, contact your coordinator.'

/** Notification texts by code. */
export const notificationTexts = {
  'cohort.joined': notificationText<{ cohort: string; from: PlainDate }>(
    ({ cohort }) => `You are now in ${cohort}`,
    ({ from }) => `You belong to it from ${formatDate(from, 'long')} on. ${notRight}`,
  ),
  'cohort.left': notificationText<{ from: PlainDate }>(
    () => 'You are no longer in a cohort',
    ({ from }) => `This is so from ${formatDate(from, 'long')} on. ${notRight}`,
  ),
}

type Named = { cohort: string }
const word = (status: CohortStatus): string => status.replaceAll('_', ' ')

/** Why an action on cohorts is refused: texts by code. */
export const cohortRefusals = {
  'cohort.missing': notFound(() => 'We can’t find that cohort.'),
  'cohort.old_version': conflict(() => 'This cohort was just changed by someone else.'),
  'cohort.taken': conflict(() => 'This conflicts with something that is already there.'),
  'cohort.no_program': invalid(() => 'We can’t find that program at this school.'),
  'cohort.graduation_first': invalid(
    () => 'The expected graduation comes after the first day.',
    'expected_graduation',
  ),
  'cohort.too_long': invalid(
    () => 'A cohort lasts at most ten years. Check the year.',
    'expected_graduation',
  ),
  'cohort.archived': conflict<Named>(
    ({ cohort }) => `${cohort} is archived and only to be read. Restore it first.`,
  ),
  'cohort.no_step': conflict<Named & { status: CohortStatus; to: CohortStatus }>(
    ({ cohort, status, to }) => `${cohort} is ${word(status)} and cannot become ${word(to)}.`,
  ),
  'cohort.archived_already': conflict<Named>(({ cohort }) => `${cohort} is archived already.`),
  'cohort.has_students': conflict<Named & { students: number }>(
    ({ cohort, students }) =>
      `${cohort} still has ${students === 1 ? '1 student' : `${students} students`}. Graduate it, or move them first.`,
  ),
  'cohort.not_archived': conflict<Named>(({ cohort }) => `${cohort} is not archived.`),
  'cohort.restore_over': conflict(() => 'A cohort can be restored for 90 days after it was archived.'),
  'cohort.advisors': invalid(() => 'Advisors are active proctors and administrators of the school.'),
  'cohort.closed': conflict<Named & { status: CohortStatus }>(
    ({ cohort, status }) => `${cohort} is ${word(status)}: no one can be moved into it.`,
  ),
  'cohort.stay_ended': conflict(() => 'Someone else ended this stay in the meantime. Look again.'),
  'cohort.super_admin_graduates': forbidden(() => 'Only a school super admin graduates a cohort.'),
  'cohort.graduation_day': invalid(() => 'The day of graduation is today or lies within the last year.'),
  'cohort.changed_meanwhile': conflict(
    () => 'One of these cohorts was changed by someone else in the meantime. Look again before you decide.',
  ),
  'cohort.cannot_graduate': conflict<Named & { status: CohortStatus }>(
    ({ cohort, status }) => `${cohort} is ${word(status)} and cannot graduate.`,
  ),
  'cohort.open_items': conflict<Named>(
    ({ cohort }) => `${cohort} has open items. Say in at least 10 characters why it graduates all the same.`,
  ),
  'cohort.no_students': conflict<Named>(({ cohort }) => `${cohort} has no students. Archive it instead.`),
  'cohort.came_later': conflict<Named>(
    ({ cohort }) =>
      `${cohort} has students who came on that day or later. Choose a later day, or end their stay first.`,
  ),
  'cohort_change.missing': notFound(() => 'We can’t find that change.'),
  'cohort_change.not_yours': forbidden(() => 'Only administrators move students'),
  'cohort_change.day': invalid(() => 'Choose a day within the last five years or the coming one.'),
  'cohort_change.leave_reason': invalid(() => 'Say why they leave the cohort.'),
  'cohort_change.begin_reason': invalid(() => 'Say why they come into the cohort.'),
  'cohort_change.nobody': conflict(() => 'None of these students can be changed. Look at the reasons.'),
  'cohort_change.undone': conflict(() => 'This was taken back already.'),
  'cohort_change.too_old': conflict(
    () => 'This can be taken back for 24 hours only. Move the students instead.',
  ),
  'cohort_change.super_admin_undoes': forbidden(() => 'Only a school super admin takes a graduation back.'),
  'cohort_change.all_changed': conflict(
    () => 'Everyone of this change was changed again since, so nothing can be taken back.',
  ),
  'cohort_change.cohort_changed': conflict<Named>(
    ({ cohort }) => `${cohort} was changed since. Restore it first.`,
  ),
}
