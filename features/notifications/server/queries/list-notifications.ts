import { sql } from 'kysely'
import { constants } from '#core/constants.ts'
import type { StoredNotification } from '#core/notification-texts.ts'
import type { Notification } from '../../contract.ts'

type Row = Omit<Notification, 'title' | 'message'> & StoredNotification

/** Newest first (Spec §7). Row-level security decides whose they are; the condition repeats it for the index. */
export const listNotifications = () => sql<Row>`
  select id, recipient_id, code, values, title, message, type, data, is_read, read_at, created_at from public.notifications
  where recipient_id = (select app.uid()) order by created_at desc, id limit ${constants.notifications.listLimit}`

/** How many the caller has not read. */
export const countUnread = () => sql<{ count: number }>`
  select count(*) as count from public.notifications where recipient_id = (select app.uid()) and not is_read`
