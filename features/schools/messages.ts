import { notificationText } from '#core/notification-texts.ts'

/** What people are notified of: code → text. */
export const notificationTexts = {
  'school.deactivated': notificationText<{ school: string; reason: string }>(
    ({ school }) => `${school} was deactivated`,
    ({ reason }) =>
      `You can still read everything. You cannot change anything, and no one new can join. ${reason}`,
  ),
  'school.reactivated': notificationText<{ school: string; reason: string }>(
    ({ school }) => `${school} is active again`,
    ({ reason }) => `You can change everything again. ${reason}`,
  ),
  'school.join_code_renewed': notificationText<{ school: string }>(
    ({ school }) => `The join code of ${school} was renewed`,
    () => 'The old code no longer works. Give the new one to people who are about to join.',
  ),
}
