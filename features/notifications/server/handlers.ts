import { implement, ORPCError } from '@orpc/server'
import type { RenderNotification } from '#core/notification-texts.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { SessionReader } from '#platform/server/session.ts'
import { notificationsContract } from '../contract.ts'
import { eventsFor } from '../rules.ts'
import { LiveStreams } from './live-streams.ts'
import { findSchools } from './queries/find-schools.ts'
import * as notifications from './sql.ts'
import { UnreadCounts } from './unread-counts.ts'

export type NotificationServices = {
  listener: Listener
  /** Logged in as app_worker: the only login that sends announcements. */
  workerPool: Pool
  sessions: SessionReader
  /** Aborted when the server begins to stop. */
  closing: AbortSignal
  /** In the words of every feature's texts (app/notification-texts.ts). */
  renderNotification: RenderNotification
}

export function notificationHandlers(services: NotificationServices) {
  const api = implement(notificationsContract).$context<RequestContext>().$config(guardFirst).use(guard)
  const counts = new UnreadCounts(services.listener)
  const streams = new LiveStreams(services)

  return api.router({
    list: api.list.handler(async ({ context }) =>
      (await context.read(notifications.list())).map(({ code, values, title, message, ...row }) => ({
        ...row,
        ...services.renderNotification({ code, values, title, message }),
      })),
    ),

    unreadCount: api.unreadCount.handler(async ({ context }) => {
      const { userId, impersonation } = context.me()
      const query = async () => (await context.read(notifications.unreadCount()))[0]!.count
      // Whose eyes an impersonation has changes by the clock: PostgreSQL decides each time.
      return { count: impersonation ? await query() : await counts.read(userId, query) }
    }),

    markRead: api.markRead.handler(async ({ input, context }) => {
      const found = await context.act((tx) => notifications.markRead(tx, input.id))
      counts.drop(context.me().userId)
      if (!found) throw new ORPCError('NOT_FOUND', { message: 'There is no such notification.' })
      return {}
    }),

    markAllRead: api.markAllRead.handler(async ({ context }) => {
      const marked = await context.act((tx) => notifications.markAllRead(tx))
      counts.drop(context.me().userId)
      return { marked }
    }),

    live: api.live.handler(({ context, signal }) => {
      const viewer = context.me()
      if (streams.isFull)
        throw new ORPCError('SERVICE_UNAVAILABLE', {
          message: 'Too many live connections. Placewell asks from time to time instead.',
        })
      // Open for hours and idle: it must not take the place of a request that works.
      context.leavePlace?.()
      return streams.open(viewer, context.tokenHash!, signal)
    }),

    getPreferences: api.getPreferences.handler(async ({ context }) => {
      const chosen = await context.act((tx) => notifications.listPreferences(tx))
      return eventsFor(context.me().role).map(({ type, label, description, byEmail }) => ({
        type,
        label,
        description,
        by_email: chosen.get(type) ?? byEmail,
        default_by_email: byEmail,
      }))
    }),

    setPreference: api.setPreference.handler(async ({ input, context }) => {
      if (!eventsFor(context.me().role).some(({ type }) => type === input.type))
        throw new ORPCError('NOT_FOUND', { message: 'There is no such event.' })
      await context.act((tx) => notifications.setPreference(tx, input.type, input.by_email))
      return {}
    }),

    findPeople: api.findPeople.handler(({ input, context }) =>
      input.search.trim() === '' ? [] : context.act((tx) => notifications.findPeople(tx, input.search)),
    ),

    findSchools: api.findSchools.handler(({ input, context }) => context.act((tx) => findSchools(tx, input))),

    previewBroadcast: api.previewBroadcast.handler(({ input, context }) =>
      context.act((tx) => notifications.countAudience(tx, input.audience, input.by_email)),
    ),

    sendBroadcast: api.sendBroadcast.handler(async ({ input, context }) => ({
      expected_count: await withActor(services.workerPool, context.tokenHash, (tx) =>
        notifications.sendBroadcast(tx, input),
      ),
    })),

    listBroadcasts: api.listBroadcasts.handler(({ input, context }) =>
      context.act((tx) => notifications.listBroadcasts(tx, input)),
    ),

    getBroadcast: api.getBroadcast.handler(async ({ input, context }) => {
      const found = await context.act((tx) => notifications.findBroadcast(tx, input.id))
      if (!found) throw new ORPCError('NOT_FOUND', { message: 'There is no such announcement.' })
      return found
    }),
  })
}
