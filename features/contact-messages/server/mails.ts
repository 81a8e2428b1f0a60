import { mailBody } from '#platform/server/mail-layout.ts'
import type { Topic } from '../contract.ts'
import { topicLabels } from '../rules.ts'
import type { StoredMessage, Mail } from './queries/stored-message.ts'

/** The email to the operator: who wrote, about what, and the message. */
export function noticeToOperator(kept: StoredMessage): Mail {
  const { name, email, organization, message } = kept
  const topic = topicLabels[kept.topic as Topic]
  return {
    subject: `Contact page: ${topic}`,
    ...mailBody({
      heading: topic,
      paragraphs: [
        `${name}${organization ? `, ${organization},` : ''} writes from ${email}:`,
        ...message.split(/\n\s*\n/).filter((part) => part.trim()),
      ],
      footnote: `Answer by writing to ${email}. The message is kept in Placewell.`,
    }),
  }
}

/** The email to the sender. It repeats nothing of the message, because the owner of the address may not have written it. */
export function confirmation(): Mail {
  return {
    subject: 'We have your message',
    ...mailBody({
      heading: 'We have your message',
      paragraphs: [
        'Thank you for writing to Placewell. Your message has reached our team, and we’ll reply to this address.',
      ],
      footnote:
        'If you didn’t write to us, someone entered your address by mistake. You don’t need to do anything.',
    }),
  }
}
