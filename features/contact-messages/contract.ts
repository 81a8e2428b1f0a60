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

/** A message as the superadmin reads it: first by whom, and by whom it was answered (null: not yet). */
export const receivedMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  organization: z.string().nullable(),
  topic,
  message: z.string(),
  created_at: z.string(),
  read_at: z.string().nullable(),
  answered_at: z.string().nullable(),
  answered_by_name: z.string().nullable(),
})
export type ReceivedMessage = z.infer<typeof receivedMessage>

/** Unread: no one looked yet. Open: not answered, read or not. */
export const messageState = z.enum(['unread', 'open', 'answered'])
export type MessageState = z.infer<typeof messageState>

const messageFilter = z.object({
  search: z.string().trim().max(200).default(''),
  state: messageState.optional(),
})
export type MessageFilter = z.infer<typeof messageFilter>

const superadmin: ApiMeta = { access: [], write: false }
const tags = ['Contact messages']
const NOT_FOUND = { status: 404, message: 'We can’t find that message.' }

export const contactMessagesContract = {
  list: base
    .meta(superadmin)
    .route({ method: 'GET', path: '/contact-messages', tags, summary: 'What visitors wrote, newest first' })
    .input(
      messageFilter.extend({
        page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
        page_size: z.coerce.number<number>().int().min(1).max(100).default(20),
      }),
    )
    .output(
      z.object({
        rows: z.array(receivedMessage),
        total: z.number(),
        /** How many fit the words in each state. */
        counts: z.object({ all: z.number(), unread: z.number(), open: z.number(), answered: z.number() }),
      }),
    ),

  get: base
    .meta(superadmin)
    .route({ method: 'GET', path: '/contact-messages/{id}', tags, summary: 'One message' })
    .input(z.object({ id: z.uuid() }))
    .output(receivedMessage)
    .errors({ NOT_FOUND }),

  /** Unread → read, by the first person who looks; a message that was read stays read. */
  markRead: base
    .meta({ access: [], write: true })
    .route({ method: 'POST', path: '/contact-messages/{id}/read', tags, summary: 'Mark a message as read' })
    .input(z.object({ id: z.uuid() }))
    .output(receivedMessage)
    .errors({ NOT_FOUND }),

  /** Answered, or not after all; doing so twice changes nothing. */
  setAnswered: base
    .meta({ access: [], write: true })
    .route({
      method: 'PUT',
      path: '/contact-messages/{id}/answered',
      tags,
      summary: 'Say whether a message was answered',
    })
    .input(z.object({ id: z.uuid(), answered: z.boolean() }))
    .output(receivedMessage)
    .errors({ NOT_FOUND }),

  exportCsv: base
    .meta({ ...superadmin, trail: { kind: 'export', what: 'data' } })
    .route({ method: 'GET', path: '/contact-messages/export', tags, summary: 'Export messages as CSV' })
    .input(messageFilter)
    .output(z.object({ filename: z.string(), csv: z.string(), rows: z.number() })),

  /** Keeps the message, tells the operator by mail and confirms to the sender; 5 an hour from one address, then ever slower. */
  send: base
    .route({ method: 'POST', path: '/contact-messages', tags: ['Public pages'], summary: 'Write to us' })
    .input(contactMessage)
    .output(z.object({})),
}
