import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { MAX_CHOSEN } from '#core/message-limits.ts'
import { clockTime } from '#features/shifts/contract.ts'

const senders = ['school_admin', 'facility_admin', 'proctor'] as const
const base = oc.$meta<ApiMeta>({ access: senders, write: false })
const tags = ['Messages']

/** The people of a school to include. */
export const group = z.enum(['students', 'instructors', 'everyone'])
export type Group = z.infer<typeof group>

/** The recipients of a message: a school's own people, the students on an instructor's own shifts, or a facility's partner schools. */
export const audience = z.discriminatedUnion('kind', [
  /** Students with a seat on these shifts, and optionally their instructors. */
  z.object({
    kind: z.literal('shifts'),
    shift_ids: z.array(z.uuid()).min(1, 'Choose a shift.').max(MAX_CHOSEN, `At most ${MAX_CHOSEN} shifts.`),
    with_instructors: z.boolean(),
  }),
  /** Same for every shift at a site (or unit, or organization) on these days, including the last. */
  z.object({
    kind: z.literal('site'),
    facility_id: z.uuid('Choose a site.'),
    from: z.iso.date(),
    to: z.iso.date(),
    with_instructors: z.boolean(),
  }),
  /** The current students of these cohorts. */
  z.object({
    kind: z.literal('cohorts'),
    cohort_ids: z
      .array(z.uuid())
      .min(1, 'Choose a cohort.')
      .max(MAX_CHOSEN, `At most ${MAX_CHOSEN} cohorts.`),
  }),
  z.object({ kind: z.literal('school'), group }),
  /** Students with a seat on the instructor's own shifts on these days, including the last. */
  z.object({ kind: z.literal('own_shifts'), from: z.iso.date(), to: z.iso.date() }),
  /** Students with a seat on the shifts of a series from this day on, and optionally their instructors. */
  z.object({
    kind: z.literal('series'),
    series_id: z.uuid(),
    from: z.iso.date(),
    with_instructors: z.boolean(),
  }),
  /** One partner with an active agreement. */
  z.object({ kind: z.literal('partner'), school_id: z.uuid() }),
  /** All partners; with units, only those with a shift on one of them from today on. */
  z.object({
    kind: z.literal('partners'),
    facility_ids: z.array(z.uuid()).max(MAX_CHOSEN, `At most ${MAX_CHOSEN} units.`),
  }),
])
export type Audience = z.infer<typeof audience>

/** How many people or schools a message reaches; `people` counts students and instructors together. */
const reach = z.object({ people: z.int(), students: z.int(), instructors: z.int(), schools: z.int() })
export type Reach = z.infer<typeof reach>

/** Same, with the name of the recipients, and the time zone of a scheduled message. */
const reached = reach.extend({
  audience_name: z.string(),
  time_zone: z.string(),
  /** If the audience is one shift of a series: the series, and how many shifts it has from that one on. */
  series: z.object({ id: z.uuid(), from: z.string(), shifts: z.int() }).nullable(),
})

/** A date and time in the school's or facility's time zone. */
const sendAt = z.object({ date: z.iso.date('Enter a date.'), time: clockTime })
export type SendAt = z.infer<typeof sendAt>

export const messageStatus = z.enum(['scheduled', 'on_its_way', 'sent', 'canceled', 'not_sent'])
export type MessageStatus = z.infer<typeof messageStatus>
/** The filter of a list of messages: `sent` includes those on their way, `not_sent` includes canceled ones. */
const shown = z.enum(['scheduled', 'sent', 'not_sent'])
export type Shown = z.infer<typeof shown>
export const notSentFor = z.enum(['reaches_no_one', 'sender_left'])
export type NotSentFor = z.infer<typeof notSentFor>

export const message = z.object({
  id: z.uuid(),
  title: z.string(),
  message: z.string(),
  audience_name: z.string(),
  is_urgent: z.boolean(),
  sender_name: z.string(),
  status: messageStatus,
  /** True when the caller wrote it; they may change it until it is sent. */
  is_mine: z.boolean(),
  /** When it will be or was sent, or was written. */
  at: z.string(),
  /** The time zone it is scheduled in. */
  time_zone: z.string(),
  /** Why a scheduled message was not sent. */
  failure: notSentFor.nullable(),
  /** How many people, or schools; 0 until a scheduled message is sent. */
  recipients: z.int(),
  have_read: z.int(),
  reminded_at: z.string().nullable(),
})
export type Message = z.infer<typeof message>

const recipient = z.object({
  /** Null for a school. */
  user_id: z.uuid().nullable(),
  name: z.string(),
  read_at: z.string().nullable(),
})
export type Recipient = z.infer<typeof recipient>

const reminder = z.object({ at: z.string(), sender_name: z.string(), recipients: z.int() })
export type Reminder = z.infer<typeof reminder>

const written = {
  id: z.uuid(),
  audience,
  title: z.string().trim().min(1, 'Give it a subject.').max(200, 'At most 200 characters.'),
  message: z.string().trim().min(1, 'Write a message.').max(2000, 'At most 2,000 characters.'),
  /** Emailed at once, even in quiet hours. */
  is_urgent: z.boolean(),
}

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
    .meta({ access: senders, write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/messages', tags, summary: 'Send a message, once per id' })
    /** `send_at`: the chosen time; null sends it now. */
    .input(z.object({ ...written, send_at: sendAt.nullable().default(null) }))
    .output(z.object({ recipients: z.int() })),

  change: base
    .meta({ access: senders, write: true, whileReadOnly: true })
    .route({
      method: 'PUT',
      path: '/messages/{id}',
      tags,
      summary: 'Change a scheduled message until it goes',
    })
    .input(
      z.object({
        ...written,
        send_at: sendAt,
        before: message.pick({ title: true, message: true }).extend({ at: z.string().max(40) }),
      }),
    )
    .output(z.object({ recipients: z.int() })),

  cancel: base
    .meta({ access: senders, write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/messages/{id}/cancel',
      tags,
      summary: 'Cancel a scheduled message until it goes',
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() })),

  remind: base
    .meta({ access: senders, write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/messages/{id}/reminders',
      tags,
      summary: 'Remind those who have not read a message',
    })
    .input(z.object({ id: z.uuid(), reminder_id: z.uuid() }))
    .output(z.object({ recipients: z.int() })),

  list: base
    .route({ method: 'GET', path: '/messages', tags, summary: 'What was sent, newest first' })
    .input(z.object({ search: z.string().max(200).default(''), show: shown.optional(), ...page }))
    .output(z.object({ rows: z.array(message), total: z.int() })),

  get: base
    .meta({
      access: senders,
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.people.*.user_id'] },
    })
    .route({ method: 'GET', path: '/messages/{id}', tags, summary: 'One message, and who has read it' })
    .input(z.object({ id: z.uuid(), show: z.enum(['all', 'unread']).default('all'), ...page }))
    .output(
      message.extend({ audience, reminders: z.array(reminder), people: z.array(recipient), total: z.int() }),
    ),
}
