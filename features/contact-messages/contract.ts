import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: 'public', write: true })

const topic = z.enum(
  ['school', 'facility', 'student', 'billing', 'privacy', 'other'],
  'Choose what this is about.',
)
export type Topic = z.infer<typeof topic>

/** What rules.ts says of each field is checked behind this. */
const contactMessage = z.object({
  /** Chosen by the browser, so that sending again after a broken connection keeps one message. */
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  organization: z.string(),
  topic,
  message: z.string(),
  /** A field that people do not see: only a program fills it in. */
  website: z.string(),
})
export type ContactMessage = z.infer<typeof contactMessage>

export const contactMessagesContract = {
  /** Keeps the message, tells the operator by mail and confirms to the sender; 5 an hour from one place, then ever slower. */
  send: base
    .route({ method: 'POST', path: '/contact-messages', tags: ['Public pages'], summary: 'Write to us' })
    .input(contactMessage)
    .output(z.object({})),
}
