import { notificationText } from '#core/notification-texts.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { formatNumber } from '#core/number-text.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import type { CohortStatus } from './contract.ts'
import { MAX_FREED } from './rules.ts'

const notRight = 'If that is not right, contact your coordinator.'

/** Notification texts by code. */
export const notificationTexts = {
  'cohort.joined': notificationText<{ cohort: string; from: PlainDate }>(
    ({ cohort }) => `You are now in ${cohort}`,
    ({ from }) => `You belong to it from ${formatDate(from, 'long')} on. ${notRight}`,
  ),
  /** Notifications from before cohorts were named have none. */
  'cohort.left': notificationText<{ cohort?: string; from: PlainDate }>(
    ({ cohort = 'your cohort', from }) => `You leave ${cohort} on ${formatDate(from, 'long')}`,
    () => notRight,
  ),
}

type Named = { cohort: string }
const word = (status: CohortStatus): string => status.replaceAll('_', ' ')

/** Why an action on cohorts is refused: texts by code. */
export const cohortRefusals = {
  'cohort.missing': notFound(() => 'We can’t find that cohort.'),
  'cohort.old_version': conflict(
    () => 'This cohort was just changed by someone else. Check it, then try again.',
  ),
  'cohort.taken': conflict(() => 'This was already saved with other values. Reload the page to see it.'),
  'cohort.name_taken': conflict(() => 'Another cohort of your school has this name.', 'name'),
  'cohort.no_program': invalid(() => 'We can’t find that program at this school.'),
  'cohort.graduation_first': invalid(
    () => 'The expected graduation must be after the first day.',
    'expected_graduation',
  ),
  'cohort.too_long': invalid(
    () => 'A cohort lasts at most ten years. Check the year.',
    'expected_graduation',
  ),
  'cohort.archived': conflict<Named>(
    ({ cohort }) => `${cohort} is archived and read-only. Restore it first.`,
  ),
  'cohort.no_step': conflict<Named & { status: CohortStatus; to: CohortStatus }>(
    ({ cohort, status, to }) => `${cohort} is ${word(status)} and cannot become ${word(to)}.`,
  ),
  'cohort.archived_already': conflict<Named>(({ cohort }) => `${cohort} is already archived.`),
  'cohort.has_students': conflict<Named & { students: number }>(
    ({ cohort, students }) =>
      `${cohort} still has ${students === 1 ? '1 student' : `${students} students`}. Graduate it, or move them first.`,
  ),
  'cohort.not_archived': conflict<Named>(({ cohort }) => `${cohort} is not archived.`),
  'cohort.restore_over': conflict(() => 'A cohort can be restored for 90 days after it was archived.'),
  'cohort.advisors': invalid(() => 'Advisors must be active proctors or administrators of the school.'),
  'cohort.closed': conflict<Named & { status: CohortStatus }>(
    ({ cohort, status }) => `${cohort} is ${word(status)}: no one can be moved into it.`,
  ),
  'cohort.stay_ended': conflict(() => 'Someone else just changed this membership. Check it again.'),
  'cohort.super_admin_graduates': forbidden(() => 'Only a school super admin can graduate a cohort.'),
  'cohort.graduation_day': invalid(() => 'The day of graduation must be today or within the last year.'),
  'cohort.changed_meanwhile': conflict(
    () => 'Someone else just changed one of these cohorts. Check it before you decide.',
  ),
  'cohort.cannot_graduate': conflict<Named & { status: CohortStatus }>(
    ({ cohort, status }) => `${cohort} is ${word(status)} and cannot graduate.`,
  ),
  'cohort.open_items': conflict<Named>(
    ({ cohort }) => `${cohort} has open items. Say in at least 10 characters why it graduates anyway.`,
  ),
  'cohort.no_students': conflict<Named>(({ cohort }) => `${cohort} has no students. Archive it instead.`),
  'cohort.came_later': conflict<Named>(
    ({ cohort }) =>
      `${cohort} has students who joined on that day or later. Choose a later day, or remove them first.`,
  ),
  'cohort_change.missing': notFound(() => 'We can’t find that change.'),
  'cohort_change.not_yours': forbidden(() => 'Only administrators can move students.'),
  'cohort_change.one_at_a_time': conflict(
    () => 'A student is in one cohort at a time, and someone else just changed it. Reload the page.',
  ),
  'cohort_change.day': invalid(() => 'Choose a day within the last five years or the coming one.'),
  'cohort_change.leave_reason': invalid(() => 'Say why they leave the cohort.'),
  'cohort_change.begin_reason': invalid(() => 'Say why they join the cohort.'),
  'cohort_change.nobody': conflict(() => 'None of these students can be changed. Check the reasons.'),
  'cohort_change.too_many_seats': conflict<{ seats: number }>(
    ({ seats }) =>
      `That would free ${formatNumber(seats)} seats; at most ${MAX_FREED} can be freed at once. Choose fewer students.`,
  ),
  'cohort_change.undone': conflict(() => 'This was already undone.'),
  'cohort_change.too_old': conflict(() => 'You can undo this for 24 hours only. Move the students instead.'),
  'cohort_change.super_admin_undoes': forbidden(() => 'Only a school super admin can undo a graduation.'),
  'cohort_change.all_changed': conflict(
    () => 'Everyone in this change has been changed since then, so nothing can be undone.',
  ),
  'cohort_change.cohort_changed': conflict<Named>(
    ({ cohort }) => `${cohort} has changed since then. Restore it first.`,
  ),
}
