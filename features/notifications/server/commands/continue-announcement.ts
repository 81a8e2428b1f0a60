import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

/** An announcement and its audience, with the last person it has reached. */
type Unfinished = {
  id: string
  audience: string
  audience_role: string | null
  audience_school_id: string | null
  audience_user_id: string | null
  last_recipient: string | null
  title: string
  message: string
  action_url: string | null
  by_email: boolean
}

/**
 * As the worker: continues an announcement with this many people, this one or the oldest that no other process is working on; returns false
 * if there is none. Its progress is written in the same transaction, so that after a crash no one is notified twice or left out.
 */
export async function continueAnnouncement(
  tx: Tx,
  { people, appUrl, id }: { people: number; appUrl: string; id?: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('notification_broadcasts')
    .select(['id', 'audience', 'audience_role', 'audience_school_id', 'audience_user_id', 'last_recipient'])
    .select(['title', 'message', 'action_url', 'by_email'])
    .where('finished_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!found) return false
  const ids = await nextRecipients(tx, found, people)
  const reached = ids.length > 0 ? await announce(tx, found, ids, `${appUrl}/contact`) : 0
  await tx
    .updateTable('notification_broadcasts')
    .set((has) => ({
      recipient_count: has('recipient_count', '+', reached),
      last_recipient: ids.at(-1) ?? found.last_recipient,
      finished_at: ids.length < people ? sql<string>`now()` : null,
    }))
    .where('id', '=', found.id)
    .execute()
  return true
}

/** The next approved, verified people of the audience, in the order of their ids. */
async function nextRecipients(tx: Tx, of: Unfinished, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .where('email_verified', '=', true)
    .$if(of.audience === 'role', (query) => query.where('role', '=', of.audience_role!))
    .$if(of.audience === 'school', (query) => query.where('linked_school_id', '=', of.audience_school_id!))
    .$if(of.audience === 'person', (query) => query.where('id', '=', of.audience_user_id!))
    .$if(of.last_recipient !== null, (query) => query.where('id', '>', of.last_recipient!))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Notifies them, with copies by email if the announcement says so: a person's own choice is not overruled. */
async function announce(tx: Tx, of: Unfinished, ids: readonly string[], contact: string): Promise<number> {
  const { code, values } = notification(notificationTexts, 'announcement.sent', {
    title: of.title,
    message: of.message,
    contact,
  })
  const { rows } = await sql<{ reached: number }>`
    select cardinality(app.notify_code(${ids}::uuid[], 'announcement', ${code}, ${JSON.stringify(values)}::jsonb, ${of.action_url}, ${`broadcast ${of.id}`}, ${of.by_email})) as reached`.execute(
    tx,
  )
  return rows[0]!.reached
}

/** People whom an announcement reaches before its sender gets an answer. */
const AT_ONCE = 1_000

/** As the worker: notifies the first thousand people of a new announcement; the announcer is woken for the others. */
export async function beginAnnouncement(tx: Tx, id: string, appUrl: string): Promise<void> {
  await continueAnnouncement(tx, { people: AT_ONCE, appUrl, id })
  await sql`select pg_notify('broadcast_queued', '') from public.notification_broadcasts b where b.id = ${id}::uuid and b.finished_at is null`.execute(
    tx,
  )
}
