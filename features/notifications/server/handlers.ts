import { implement, ORPCError } from '@orpc/server'
import type { RenderNotification } from '#core/notification-texts.ts'
import { inTimeFormat } from '#core/time-format.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import type { Listener } from '#platform/server/listen.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import type { SessionReader } from '#platform/server/session.ts'
import { notificationsContract } from '../contract.ts'
import { notificationRefusals } from '../messages.ts'
import { beginAnnouncement } from './commands/continue-announcement.ts'
import { markAllRead } from './commands/mark-all-read.ts'
import { markRead } from './commands/mark-read.ts'
import { sendAnnouncement } from './commands/send-announcement.ts'
import { setDelivery } from './commands/set-delivery.ts'
import { setPreference } from './commands/set-preference.ts'
import { LiveStreams } from './live-streams.ts'
import { countAudience } from './queries/count-audience.ts'
import { getDelivery } from './queries/get-delivery.ts'
import { getAnnouncement, listAnnouncements } from './queries/list-announcements.ts'
import { countUnread, listNotifications } from './queries/list-notifications.ts'
import { listPreferences } from './queries/list-preferences.ts'
import { UnreadCounts } from './unread-counts.ts'

explainRefusals(notificationRefusals)

export type NotificationServices = {
  config: Pick<Config, 'appUrl'>
  /** Logged in as app_worker, which sends announcements to people. */
  workerPool: Pool
  listener: Listener
  sessions: SessionReader
  /** Aborted when the server begins to stop. */
  closing: AbortSignal
  /** With the texts of every feature (app/notification-texts.ts). */
  renderNotification: RenderNotification
}

export function notificationHandlers(services: NotificationServices) {
  const api = implement(notificationsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  const counts = new UnreadCounts(services.listener)
  const streams = new LiveStreams(services)

  return api.router({
    list: api.list.handler(async ({ context }) =>
      (await context.read(listNotifications())).map(({ code, values, title, message, ...row }) => ({
        ...row,
        ...inTimeFormat(context.me().timeFormat, () =>
          services.renderNotification({ code, values, title, message }),
        ),
      })),
    ),

    unreadCount: api.unreadCount.handler(async ({ context }) => {
      const { userId, impersonation } = context.me()
      const query = async () => (await context.read(countUnread()))[0]!.count
      // The person an impersonation acts as changes when its time is over, so PostgreSQL decides each time.
      return { count: impersonation ? await query() : await counts.read(userId, query) }
    }),

    markRead: api.markRead.handler(async ({ input, context }) => {
      await context.act((tx) => markRead(tx, input.id))
      counts.drop(context.me().userId)
      return {}
    }),

    markAllRead: api.markAllRead.handler(async ({ context }) => {
      const marked = await context.act(markAllRead)
      counts.drop(context.me().userId)
      return { marked }
    }),

    live: api.live.handler(({ context, signal }) => {
      const viewer = context.me()
      if (streams.isFull)
        throw new ORPCError('SERVICE_UNAVAILABLE', {
          message: 'Too many live connections. Placewell checks for updates from time to time instead.',
        })
      // Open for hours and idle, so it must not count as a running request.
      context.endAdmission?.()
      return streams.open(viewer, context.tokenHash!, signal)
    }),

    getPreferences: api.getPreferences.handler(({ context }) =>
      context.act((tx) => listPreferences(tx, context.me().role)),
    ),
    setPreference: api.setPreference.handler(async ({ input, context }) => {
      await context.act((tx) => setPreference(tx, context.me().role, input))
      return {}
    }),

    getDelivery: api.getDelivery.handler(({ context }) => context.act(getDelivery)),
    setDelivery: api.setDelivery.handler(async ({ input, context }) => {
      await context.act((tx) => setDelivery(tx, input))
      return {}
    }),

    previewBroadcast: api.previewBroadcast.handler(({ input, context }) =>
      context.act((tx) => countAudience(tx, input.audience, input.by_email)),
    ),
    sendBroadcast: api.sendBroadcast.handler(async ({ input, context }) => {
      const people = await context.act((tx) => sendAnnouncement(tx, input))
      // It is sent by now: the worker (announcer.ts) notifies those whom this does not reach, so the sender must not get an error.
      await withActor(
        services.workerPool,
        null,
        (tx) => beginAnnouncement(tx, input.id, services.config.appUrl),
        {
          deadlineMs: 10_000,
        },
      ).catch((error: unknown) => context.log.warn({ err: error }, 'an announcement begins later'))
      return { expected_count: people }
    }),
    listBroadcasts: api.listBroadcasts.handler(({ input, context }) =>
      context.act((tx) => listAnnouncements(tx, input)),
    ),
    getBroadcast: api.getBroadcast.handler(({ input, context }) =>
      context.act((tx) => getAnnouncement(tx, input.id)),
    ),
  })
}
