import { conflict, invalid, notFound } from '#core/refusal.ts'

/** What people read when hours cannot be posted. */
export const hoursRefusals = {
  'hours.no_student': notFound(() => 'We can’t find that student at your school.'),
  'hours.no_line': notFound(() => 'These hours are not there anymore. Reload the page.'),
  'hours.none': invalid(() => 'Enter how many hours.', 'minutes'),
  'hours.not_a_day': invalid(() => 'Enter whole minutes, at most 24 hours.', 'minutes'),
  'hours.reason_missing': invalid(
    () => 'These hours were posted before. Give a reason: the student and your school read it.',
    'reason',
  ),
  'hours.not_begun': conflict(() => 'The shift has not started. Post its hours after it did.'),
  'hours.not_reversible': conflict(() => 'These hours were taken back already. Reload the page.'),
  'hours.future': invalid(() => 'Choose a day that is over.', 'date'),
  'hours.locked': conflict<{ semester: string }>(
    ({ semester }) =>
      `The hours of ${semester} are locked. A school super admin can reopen the semester for grading.`,
  ),
}
