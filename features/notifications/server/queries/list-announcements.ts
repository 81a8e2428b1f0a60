import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { Broadcast } from '../../contract.ts'
import { notificationRefusals } from '../../messages.ts'

const announcements = (tx: Tx) =>
  tx
    .selectFrom('notification_broadcasts as b')
    .leftJoin('schools as s', 's.id', 'b.audience_school_id')
    .leftJoin('users as u', 'u.id', 'b.audience_user_id')
    .leftJoin('users as f', 'f.id', 'b.sent_by')

const columns = [
  'b.id',
  'b.audience',
  'b.audience_role',
  'b.title',
  'b.message',
  'b.action_url',
  'b.by_email',
  'b.recipient_count',
  'b.expected_count',
  'b.finished_at',
  'b.created_at',
  'f.full_name as sender_name',
] as const
const audienceName = sql<string | null>`coalesce(s.name, u.full_name)`.as('audience_name')

/** A page of announcements, newest first; searched by text, school or person. */
export async function listAnnouncements(
  tx: Tx,
  { search, page, page_size }: { search: string; page: number; page_size: number },
) {
  const pattern = containing(search)
  const found = announcements(tx).where((eb) =>
    eb.or(
      (['b.title', 'b.message', 's.name', 'u.full_name'] as const).map((name) => eb(name, 'ilike', pattern)),
    ),
  )
  const rows = await found
    .select(columns)
    .select(audienceName)
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows as Broadcast[], total }
}

type Outcome = { have_read: number; mails_waiting: number; mails_sent: number; mails_failed: number }

/** One announcement and its outcome. */
export async function getAnnouncement(tx: Tx, id: string): Promise<Broadcast & Outcome> {
  const found = await announcements(tx)
    .select(columns)
    .select(audienceName)
    .where('b.id', '=', id)
    .executeTakeFirst()
  if (!found) return refuse(notificationRefusals, refusal('announcement.not_found'))
  const { rows } = await sql<Outcome>`select * from app.broadcast_outcome(${id}::uuid)`.execute(tx)
  return { ...(found as Broadcast), ...rows[0]! }
}
