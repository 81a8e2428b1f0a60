import { sql } from 'kysely'
import { constants } from '#core/constants.ts'
import type { StoredNotification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Audience, Broadcast, Notification } from '../contract.ts'

/** Newest first (Spec §7). Whose they are is decided by row-level security and said again for the index. */
export const list = () => sql<Omit<Notification, 'title' | 'message'> & StoredNotification>`
    select id, recipient_id, code, values, title, message, type, data, is_read, read_at, created_at from public.notifications
    where recipient_id = (select app.uid()) order by created_at desc, id limit ${constants.notifications.listLimit}`

export const unreadCount = () => sql<{ count: number }>`
    select count(*) as count from public.notifications where recipient_id = (select app.uid()) and not is_read`

/** False when there is no such notification for this person. */
export async function markRead(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update public.notifications set is_read = true, read_at = now() where id = ${id}::uuid returning id`.execute(
    tx,
  )
  return rows.length > 0
}

export async function markAllRead(tx: Tx): Promise<number> {
  const { rows } = await sql`
    update public.notifications set is_read = true, read_at = now()
    where recipient_id = (select app.uid()) and not is_read returning id`.execute(tx)
  return rows.length
}

/** The person's own choices, by type of event. */
export async function listPreferences(tx: Tx): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ type: string; by_email: boolean }>`
    select type, by_email from public.notification_preferences where user_id = (select app.uid())`.execute(tx)
  return new Map(rows.map(({ type, by_email }) => [type, by_email]))
}

export async function setPreference(tx: Tx, type: string, byEmail: boolean): Promise<void> {
  await sql`
    insert into public.notification_preferences as p (user_id, type, by_email) values ((select app.uid()), ${type}, ${byEmail})
    on conflict (user_id, type) do update set by_email = excluded.by_email, updated_at = now()`.execute(tx)
}

/** Ends mails about an event for someone; false where there is no such person. */
export async function stopMails(
  tx: Tx,
  { userId, event }: { userId: string; event: string },
): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean | null }>`
    select app.stop_mails(${userId}::uuid, ${event}) as stopped`.execute(tx)
  return rows[0]?.stopped ?? false
}

/** The first ten by name; e-mail addresses are found as well. */
export async function findPeople(tx: Tx, search: string) {
  const pattern = `%${likeText(search)}%`
  const { rows } = await sql<{ id: string; full_name: string; email: string; role: string }>`
    select id, full_name, email, role from public.users
    where status = 'active' and email_verified and (full_name ilike ${pattern} or email ilike ${pattern})
    order by full_name, id limit 10`.execute(tx)
  return rows
}

export async function countAudience(tx: Tx, audience: Audience, byEmail: boolean) {
  const { rows } = await sql<{ people: number; by_email: number }>`
    select * from app.count_broadcast_audience(${audience.kind}, ${sql.join(targetOf(audience))}, ${byEmail})`.execute(
    tx,
  )
  return rows[0]!
}

export type NewBroadcast = {
  id: string
  audience: Audience
  title: string
  message: string
  action_url: string | null
  by_email: boolean
}

export async function sendBroadcast(
  tx: Tx,
  { id, audience, title, message, action_url, by_email }: NewBroadcast,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select app.send_broadcast(${id}, ${audience.kind}, ${sql.join(targetOf(audience))}, ${title}, ${message}, ${action_url}, ${by_email}) as count`.execute(
    tx,
  )
  return rows[0]!.count
}

/** Takes the oldest unfinished announcement further by so many people; false when there is none. */
export async function sendNextBatch(tx: Tx, people: number): Promise<boolean> {
  const { rows } = await sql<{
    had_work: boolean
  }>`select app.send_next_batch(${people}) as had_work`.execute(tx)
  return rows[0]!.had_work
}

const broadcasts = sql`
  select b.id, b.audience, b.audience_role, coalesce(s.name, u.full_name) as audience_name, b.title, b.message, b.action_url,
    b.by_email, b.recipient_count, b.expected_count, b.finished_at, f.full_name as sender_name, b.created_at
  from public.notification_broadcasts b
  left join public.schools s on s.id = b.audience_school_id
  left join public.users u on u.id = b.audience_user_id
  left join public.users f on f.id = b.sent_by`

export async function listBroadcasts(
  tx: Tx,
  { search, page, page_size }: { search: string; page: number; page_size: number },
) {
  const pattern = `%${likeText(search)}%`
  const found = sql`(b.title ilike ${pattern} or b.message ilike ${pattern} or s.name ilike ${pattern} or u.full_name ilike ${pattern})`
  const { rows } = await sql<Broadcast>`
    ${broadcasts} where ${found} order by b.created_at desc, b.id limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    tx,
  )
  const { rows: counted } = await sql<{
    count: number
  }>`select count(*) as count from (${broadcasts} where ${found}) x`.execute(tx)
  return { rows, total: counted[0]!.count }
}

export async function findBroadcast(tx: Tx, id: string) {
  const { rows } = await sql<
    Broadcast & { have_read: number; mails_waiting: number; mails_sent: number; mails_failed: number }
  >`select b.*, o.* from (${broadcasts} where b.id = ${id}::uuid) b, app.broadcast_outcome(${id}) o`.execute(
    tx,
  )
  return rows[0]
}

const targetOf = (audience: Audience) => [
  sql`${audience.kind === 'role' ? audience.role : null}::text`,
  sql`${audience.kind === 'school' ? audience.school_id : null}::uuid`,
  sql`${audience.kind === 'person' ? audience.user_id : null}::uuid`,
]

/** What was typed, searched as it stands. */
const likeText = (typed: string) => typed.trim().replace(/[\\%_]/g, (sign) => `\\${sign}`)
