import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { isTimeZone } from '#core/clock-time.ts'
import { isOwnPath } from '#core/own-path.ts'
import { roles } from '#core/roles.ts'

const base = oc.$meta<ApiMeta>({ access: 'any', write: false })
const mine = { tags: ['Notifications'] }
const announcements = { tags: ['Announcements'] }

/** Spec §3 Notification; `data` may contain action_url. */
export const notification = z.object({
  id: z.uuid(),
  recipient_id: z.uuid(),
  title: z.string(),
  message: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  is_read: z.boolean(),
  read_at: z.string().nullable(),
  created_at: z.string(),
})
export type Notification = z.infer<typeof notification>

/**
 * What to read again: 'ready' when the stream is open, 'changed' for list and count, 'jobs' for the person's jobs, 'settings' for the
 * signed-in account and notices to everyone, 'seats' for an open roster; 'replaced' means by a newer stream of the same person.
 */
export const liveEvent = z.object({
  kind: z.enum(['ready', 'changed', 'jobs', 'settings', 'seats', 'replaced']),
})
export type LiveEvent = z.infer<typeof liveEvent>

export const preference = z.object({
  type: z.string(),
  label: z.string(),
  description: z.string(),
  by_email: z.boolean(),
  default_by_email: z.boolean(),
})

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time, such as 07:00.')

/** When copies of notifications are emailed: at once, or once a day; and hours without any. */
export const delivery = z
  .object({
    digest_at: clock.nullable(),
    quiet_from: clock.nullable(),
    quiet_until: clock.nullable(),
    /** The time zone (IANA) for these times. */
    time_zone: z.string().max(60).refine(isTimeZone, 'Choose a time zone, such as America/Chicago.'),
  })
  .refine(({ quiet_from, quiet_until }) => (quiet_from === null) === (quiet_until === null), {
    message: 'Choose when quiet hours begin and end.',
    path: ['quiet_until'],
  })
  .refine(({ quiet_from, quiet_until }) => quiet_from === null || quiet_from !== quiet_until, {
    message: 'Quiet hours must end at a different time than they begin.',
    path: ['quiet_until'],
  })
export type Delivery = z.infer<typeof delivery>

const actionUrl = z
  .string()
  .max(500, 'At most 500 characters.')
  .refine((path) => path !== '/' && isOwnPath(path), 'A path of this product, such as /school/dashboard.')

/** Everyone of a role, everyone linked to a school, or one person. */
export const audience = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('role'), role: z.enum(roles) }),
  z.object({ kind: z.literal('school'), school_id: z.uuid('Choose a school.') }),
  z.object({ kind: z.literal('person'), user_id: z.uuid('Choose a person.') }),
])
export type Audience = z.infer<typeof audience>

export const broadcast = z.object({
  id: z.uuid(),
  audience: z.enum(['role', 'school', 'person']),
  audience_role: z.string().nullable(),
  audience_name: z.string().nullable(),
  title: z.string(),
  message: z.string(),
  action_url: z.string().nullable(),
  by_email: z.boolean(),
  /** How many have been notified so far, out of how many when it was sent. */
  recipient_count: z.number(),
  expected_count: z.number(),
  /** Null while it is being sent. */
  finished_at: z.string().nullable(),
  sender_name: z.string().nullable(),
  created_at: z.string(),
})
export type Broadcast = z.infer<typeof broadcast>

const superadmin: ApiMeta = { access: [], write: false }

export const notificationsContract = {
  list: base
    .meta({ access: 'any', write: false, skipsOutputChecks: true })
    .route({
      method: 'GET',
      path: '/notifications',
      summary: 'The newest 50 notifications of the signed-in person',
      ...mine,
    })
    .output(z.array(notification)),

  unreadCount: base
    .route({ method: 'GET', path: '/notifications/unread-count', summary: 'How many are unread', ...mine })
    .output(z.object({ count: z.number() })),

  markRead: base
    .meta({ access: 'any', write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/notifications/{id}/read', summary: 'Mark one as read', ...mine })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({})),

  markAllRead: base
    .meta({ access: 'any', write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/notifications/read', summary: 'Mark all as read', ...mine })
    .output(z.object({ marked: z.number() })),

  /** Says only that something changed; reading the change goes through the usual permissions. */
  live: base
    .route({
      method: 'GET',
      path: '/notifications/live',
      summary: 'A stream that tells when to read again',
      ...mine,
    })
    .output(eventIterator(liveEvent)),

  getPreferences: base
    .route({
      method: 'GET',
      path: '/notifications/preferences',
      summary: 'Which events are also emailed',
      ...mine,
    })
    .output(z.array(preference)),

  setPreference: base
    .meta({ access: 'any', write: true, whileReadOnly: true })
    .route({
      method: 'PUT',
      path: '/notifications/preferences/{type}',
      summary: 'Choose whether an event is emailed',
      ...mine,
    })
    .input(z.object({ type: z.string().max(60), by_email: z.boolean() }))
    .output(z.object({})),

  getDelivery: base
    .route({
      method: 'GET',
      path: '/notifications/delivery',
      summary: 'When notifications are emailed',
      ...mine,
    })
    .output(delivery.nullable()),

  setDelivery: base
    .meta({ access: 'any', write: true, whileReadOnly: true })
    .route({
      method: 'PUT',
      path: '/notifications/delivery',
      summary: 'Choose a daily digest and quiet hours',
      ...mine,
    })
    .input(delivery)
    .output(z.object({})),

  previewBroadcast: base
    .meta(superadmin)
    .route({
      method: 'POST',
      path: '/announcements/preview',
      summary: 'How many people an announcement would reach',
      ...announcements,
    })
    .input(z.object({ audience, by_email: z.boolean() }))
    .output(z.object({ people: z.number(), by_email: z.number() })),

  sendBroadcast: base
    .meta({ access: [], write: true })
    .route({
      method: 'POST',
      path: '/announcements',
      summary: 'Send an announcement, once per id',
      ...announcements,
    })
    .input(
      z.object({
        id: z.uuid(),
        audience,
        title: z.string().trim().min(1, 'Give it a title.').max(200, 'At most 200 characters.'),
        message: z.string().trim().min(1, 'Write a message.').max(2000, 'At most 2,000 characters.'),
        action_url: actionUrl.nullable(),
        by_email: z.boolean(),
      }),
    )
    /** How many people it is for; if more than a thousand, the rest are notified later. */
    .output(z.object({ expected_count: z.number() })),

  listBroadcasts: base
    .meta(superadmin)
    .route({ method: 'GET', path: '/announcements', summary: 'What was announced', ...announcements })
    .input(
      z.object({
        search: z.string().max(200).default(''),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
        page_size: z.coerce.number().int().min(1).max(100).default(20),
      }),
    )
    .output(z.object({ rows: z.array(broadcast), total: z.number() })),

  getBroadcast: base
    .meta(superadmin)
    .route({
      method: 'GET',
      path: '/announcements/{id}',
      summary: 'One announcement and what became of it',
      ...announcements,
    })
    .input(z.object({ id: z.uuid() }))
    .output(
      broadcast.extend({
        have_read: z.number(),
        mails_waiting: z.number(),
        mails_sent: z.number(),
        mails_failed: z.number(),
      }),
    ),
}
