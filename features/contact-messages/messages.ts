import { notificationText } from '#core/notification-texts.ts'

/** What people are notified of: code → text. */
export const notificationTexts = {
  'contact_message.received': notificationText<{ name: string; message: string }>(
    ({ name }) => `${name} wrote to Placewell`,
    ({ message }) => message,
  ),
}
