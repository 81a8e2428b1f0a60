import { notificationText } from '#core/notification-texts.ts'

/** What people are notified of: code → text. */
export const notificationTexts = {
  'signup.requested': notificationText<{ applicant: string }>(
    ({ applicant }) => `${applicant} asks to join`,
    () => 'Review the request, then approve it, decline it or send it back.',
  ),
}
