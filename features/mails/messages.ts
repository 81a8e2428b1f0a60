import { notificationText } from '#core/notification-texts.ts'
import { invalid, notFound } from '#core/refusal.ts'

/** What people read when a mail is refused. */
export const mailRefusals = {
  'mail.without_text': invalid(() => 'Write a message.', 'html'),
  'mail.not_found': notFound(() => 'We can’t find that mail.'),
}

/** What people are notified of: code → text. */
export const notificationTexts = {
  'invitation.bounced': notificationText<{ email: string }>(
    ({ email }) => `The invitation to ${email} could not be delivered`,
    () => 'Check the address with them, then send the invitation again.',
  ),
}
