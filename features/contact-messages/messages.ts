import { notificationText } from '#core/notification-texts.ts'

/** Notification texts by code. */
export const notificationTexts = {
  'contact_message.received': notificationText<{ name: string; message: string }>(
    ({ name }) => `${name} wrote to Placewell`,
    ({ message }) => message,
  ),
}
