import { isEmail } from '#core/email.ts'
import { formatNumber } from '#core/number-text.ts'
import type { ContactMessage, MessageState, ReceivedMessage, Topic } from './contract.ts'

/** Labels for the topics of a message. */
export const topicLabels: Record<Topic, string> = {
  school: 'Placewell for a school',
  facility: 'Placewell for a hospital or clinic',
  student: 'Help for a student or an instructor',
  billing: 'Plans and invoices',
  privacy: 'Privacy and security',
  other: 'Something else',
}

/** Labels for the statuses of a message. */
export const stateLabels: Record<MessageState, string> = {
  unread: 'Unread',
  open: 'Not answered',
  answered: 'Answered',
}

/** The status of a message: answered, otherwise open, or unread if no one has opened it. */
export function stateOf({
  read_at,
  answered_at,
}: Pick<ReceivedMessage, 'read_at' | 'answered_at'>): MessageState {
  if (answered_at) return 'answered'
  return read_at ? 'open' : 'unread'
}

type Written = Omit<ContactMessage, 'id' | 'website' | 'topic'> & { topic: Topic | '' }
export type Problems = Partial<Record<keyof Written, string>>

/** The errors of a message by field; empty if it can be sent. Used by both the form and the server. */
export function problemsOf({ name, email, organization, topic, message }: Written): Problems {
  const problems: Problems = {}
  const [ofName, ofOrganization, ofMessage] = [name, organization, message].map((text) => text.trim().length)
  if (!ofName) problems.name = 'Enter your name.'
  else if (ofName > 200) problems.name = 'A name has at most 200 characters.'
  if (!email.trim()) problems.email = 'Enter your email address.'
  else if (!isEmail(email.trim())) problems.email = 'This doesn’t look like an email address.'
  if (ofOrganization! > 200) problems.organization = 'A name has at most 200 characters.'
  if (!topic) problems.topic = 'Choose what this is about.'
  if (ofMessage! < 10) problems.message = 'Write at least 10 characters.'
  else if (ofMessage! > 5000)
    problems.message = `A message has at most 5,000 characters; this one has ${formatNumber(ofMessage!)}.`
  return problems
}
