import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const senders = ['school_admin', 'facility_admin'] as const
const base = oc.$meta<ApiMeta>({ access: senders, write: false })
const tags = ['Messages']

/** At most so many shifts or cohorts are named in one message. */
export const MOST_CHOSEN = 200

/** Which people of a school. */
export const group = z.enum(['students', 'instructors', 'everyone'])
export type Group = z.infer<typeof group>

/** Whom a message is for. The first four are a school's own people, the last a facility's partner schools. */
export const audience = z.discriminatedUnion('kind', [
  /** Who holds a seat on these shifts, and their instructors where wanted. */
  z.object({
    kind: z.literal('shifts'),
    shift_ids: z.array(z.uuid()).min(1, 'Choose a shift.').max(MOST_CHOSEN, `At most ${MOST_CHOSEN} shifts.`),
    with_instructors: z.boolean(),
  }),
  /** The same for every shift at a site (or unit, or organization) on these days, the last included. */
  z.object({
    kind: z.literal('site'),
    facility_id: z.uuid('Choose a site.'),
    from: z.iso.date(),
    to: z.iso.date(),
    with_instructors: z.boolean(),
  }),
  /** Their students of today. */
  z.object({
    kind: z.literal('cohorts'),
    cohort_ids: z.array(z.uuid()).min(1, 'Choose a cohort.').max(MOST_CHOSEN, `At most ${MOST_CHOSEN} cohorts.`),
  }),
  z.object({ kind: z.literal('school'), group }),
  /** Partners with an active agreement; with units, only those who have a shift on one of them from today on. */
  z.object({ kind: z.literal('partners'), facility_ids: z.array(z.uuid()).max(MOST_CHOSEN, `At most ${MOST_CHOSEN} units.`) }),
]) // prettier-ignore
export type Audience = z.infer<typeof audience>

/** How many people or schools a message reaches; `people` counts students and instructors together. */
const reach = z.object({ people: z.int(), students: z.int(), instructors: z.int(), schools: z.int() })
export type Reach = z.infer<typeof reach>

/** The same, with what the recipients are called. */
const reached = reach.extend({ audience_name: z.string() })

export const message = z.object({
  id: z.uuid(),
  title: z.string(),
  message: z.string(),
  audience_name: z.string(),
  is_urgent: z.boolean(),
  sender_name: z.string(),
  created_at: z.string(),
  delivered_at: z.string().nullable(),
  /** People, or schools. */
  recipients: z.int(),
  have_read: z.int(),
})
export type Message = z.infer<typeof message>

const recipient = z.object({
  /** Null: a school. */
  user_id: z.uuid().nullable(),
  name: z.string(),
  read_at: z.string().nullable(),
})
export type Recipient = z.infer<typeof recipient>

const page = {
  page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
  page_size: z.coerce.number<number>().int().min(1).max(100).default(25),
}

export const messagesContract = {
  reach: base
    .route({ method: 'POST', path: '/messages/reach', tags, summary: 'How many a message would reach' })
    .input(z.object({ audience }))
    .output(reached),

  send: base
    .meta({ access: senders, write: true })
    .route({ method: 'POST', path: '/messages', tags, summary: 'Send a message, once per id' })
    .input(
      z.object({
        id: z.uuid(),
        audience,
        title: z.string().trim().min(1, 'Give it a subject.').max(200, 'At most 200 characters.'),
        message: z.string().trim().min(1, 'Write a message.').max(2000, 'At most 2,000 characters.'),
        /** By email at once, in quiet hours too. */
        is_urgent: z.boolean(),
      }),
    )
    .output(z.object({ recipients: z.int() })),

  list: base
    .route({ method: 'GET', path: '/messages', tags, summary: 'What was sent, newest first' })
    .input(z.object({ search: z.string().max(200).default(''), ...page }))
    .output(z.object({ rows: z.array(message), total: z.int() })),

  get: base
    .meta({ access: senders, write: false, trail: { kind: 'view', what: 'list', people: ['output.people.*.user_id'] } })
    .route({ method: 'GET', path: '/messages/{id}', tags, summary: 'One message, and who has read it' })
    .input(z.object({ id: z.uuid(), show: z.enum(['all', 'unread']).default('all'), ...page }))
    .output(message.extend({ people: z.array(recipient), total: z.int() })),
} // prettier-ignore
