import { notificationText } from '#core/notification-texts.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import type { NotSentFor } from './contract.ts'
import { MAX_DAYS_AHEAD } from './rules.ts'

/** Why a message cannot be sent or read: code → text. */
export const messageRefusals = {
  'message.not_found': notFound(() => 'We can’t find that message.'),
  'message.reaches_no_one': invalid(() => 'This message reaches no one. Choose other recipients.'),
  'message.not_theirs': invalid(
    () =>
      'A school writes to its own people, an instructor to the students on their own shifts, a facility to its partner schools. Choose other recipients.',
  ),
  'message.students_alone': invalid(() => 'Instructors can write only to students. Remove the instructors.'),
  'message.days_reversed': invalid(() => 'The last day must be on or after the first.'),
  'message.sent_otherwise': conflict(
    () => 'This message was already sent with different text. Start a new one.',
  ),
  'message.time_passed': invalid(() => 'That time has passed. Choose a later one, or send it now.', 'time'),
  'message.too_far_ahead': invalid(() => `Choose a time within the next ${MAX_DAYS_AHEAD} days.`, 'time'),
  'message.gone': conflict(() => 'This message was already sent. Write a new one instead.'),
  'message.canceled': conflict(() => 'This message was canceled. Write a new one instead.'),
  'message.changed': conflict(
    () =>
      'You changed this message in another tab. Copy what you typed, then close this form and open it again.',
  ),
  'message.not_yours': forbidden(
    () => 'Only the person who wrote a message can change it. You can cancel it and write your own.',
  ),
  'message.not_sent_yet': conflict(() => 'This message has not been sent, so there is no one to remind.'),
  'message.all_have_read': conflict(() => 'Everyone has read this message.'),
  'message.too_old': conflict(() => 'Read receipts are kept for 60 days. Write a new message instead.'),
  'message.reminded_lately': conflict(
    () => 'They were reminded in the last 24 hours. Give them a day to read it, then remind them again.',
  ),
}

type Sent = { title: string; message: string; sender: string; from: string }
const signed = ({ message, sender, from }: Sent) => `${message}\n\n${sender}, ${from}`
const sent = notificationText<Sent>(({ title }) => title, signed)
const reminder = notificationText<Sent>(({ title }) => `Reminder: ${title}`, signed)

type NotSent = { title: string; sender: string; failure: NotSentFor }
/** Why a scheduled message was not sent. */
export const failureLabels: Record<NotSentFor, string> = {
  reaches_no_one: 'It had no recipients at the scheduled time.',
  sender_left: 'Its author could no longer send it at the scheduled time.',
}
const notSent = notificationText<NotSent>(
  ({ title }) => `Not sent: ${title}`,
  ({ sender, failure }) =>
    `${failureLabels[failure]} ${sender} had scheduled it. Open your messages to write it again.`,
)

/** Notifications with the sender’s own text: code → text. */
export const notificationTexts = {
  'message.sent': sent,
  'message.reminder': reminder,
  'message.not_sent': notSent,
}
