import { notificationText } from '#core/notification-texts.ts'

/** What people are notified of: code → text. */
export const notificationTexts = {
  'signup.approved': notificationText<{ place: string; note: string | null }>(
    ({ place }) => `Welcome to ${place}`,
    ({ note }) => ['Your account is approved. You can start right away.', note].filter(Boolean).join(' '),
  ),
  'signup.declined': notificationText<{ place: string; note: string }>(
    () => 'Your request was declined',
    ({ place, note }) => `${place} did not approve your request: ${note}`,
  ),
  'signup.returned': notificationText<{ place: string; note: string }>(
    () => 'Your request needs an answer',
    ({ place, note }) => `${place} sent your request back: ${note}`,
  ),
}
