import { notificationText } from '#core/notification-texts.ts'
import { invalid, limited, notFound } from '#core/refusal.ts'

/** Why an email is refused: code → text. */
export const mailRefusals = {
  'mail.without_text': invalid(() => 'Write a message.', 'html'),
  'mail.hourly': limited(() => 'You sent 60 emails in the last hour, the most allowed.'),
  'mail.daily': limited(() => 'This address got 5 emails in the last day, the most allowed.'),
  'mail.not_found': notFound(() => 'We can’t find that email.'),
}

/** Notifications about mails: code → text. */
export const notificationTexts = {
  'invitation.bounced': notificationText<{ email: string }>(
    ({ email }) => `The invitation to ${email} could not be delivered`,
    () => 'Check the address with them, then send the invitation again.',
  ),
}
