import { notificationText } from '#core/notification-texts.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'

/** The texts for refused notifications and announcements. */
export const notificationRefusals = {
  'notification.not_found': notFound(() => 'We can’t find that notification.'),
  'notification.stays_read': conflict(() => 'A notification that was read stays read.'),
  'notification.leads_out': invalid(() => 'A notification leads to a path of this product.'),
  'notification_event.not_found': notFound(() => 'We can’t find that event.'),
  'announcement.not_found': notFound(() => 'We can’t find that announcement.'),
  'announcement.reaches_no_one': invalid(
    () => 'This announcement reaches no one. Choose another role, school or person.',
  ),
  'announcement.sent_otherwise': conflict(
    () => 'This announcement was already sent with different text. Start a new one.',
  ),
}

/** Announcements cannot be answered in Placewell: says where to ask instead, as an address that emails can link to. */
export const questionLine = (contact: string): string => `Questions? Write to Placewell: ${contact}`

/** The text of an announcement: what was sent, and where to ask; earlier ones do not say where. */
export const notificationTexts = {
  'announcement.sent': notificationText<{ title: string; message: string; contact?: string }>(
    ({ title }) => title,
    ({ message, contact }) => (contact ? `${message.trimEnd()}\n\n${questionLine(contact)}` : message),
  ),
}
