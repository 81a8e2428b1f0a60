import { notificationText } from '#core/notification-texts.ts'
import { invalid, limited, notFound } from '#core/refusal.ts'

/** What people read when a mail is refused. */
export const mailRefusals = {
  'mail.without_text': invalid(() => 'Write a message.', 'html'),
  'mail.hourly': limited(() => 'You sent 60 mails within an hour; that is as many as go out at once.'),
  'mail.daily': limited(() => 'This address was sent 5 mails within a day; that is as many as one may get.'),
  'mail.not_found': notFound(() => 'We can’t find that mail.'),
}

/** What people are notified of: code → text. */
export const notificationTexts = {
  'invitation.bounced': notificationText<{ email: string }>(
    ({ email }) => `The invitation to ${email} could not be delivered`,
    () => 'Check the address with them, then send the invitation again.',
  ),
}
