import { notificationText } from '#core/notification-texts.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'

/** What people read when a message cannot be sent or read. */
export const messageRefusals = {
  'message.not_found': notFound(() => 'We can’t find that message.'),
  'message.reaches_no_one': invalid(() => 'This message reaches no one. Choose other recipients.'),
  'message.not_theirs': invalid(
    () => 'A school writes to its own people, a facility to its partner schools. Choose other recipients.',
  ),
  'message.days_reversed': invalid(() => 'The last day must be on or after the first.'),
  'message.sent_otherwise': conflict(
    () => 'This message was already sent with other words. Start a new one.',
  ),
}

type Sent = { title: string; message: string; sender: string; from: string }
const sent = notificationText<Sent>(
  ({ title }) => title,
  ({ message, sender, from }) => `${message}\n\n${sender}, ${from}`,
)

/** What people are notified of: code → text. The words are the sender’s own. */
export const notificationTexts = { 'message.sent': sent }
