import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { sql } from 'kysely'
import type { MessageState, ReceivedMessage } from '../../contract.ts'

export type MessageFilter = { search: string; state?: MessageState | undefined }

const columns = sql`m.id, m.name, m.email, m.organization, m.topic, m.message, m.created_at, m.read_at, m.answered_at,
  (select u.full_name from public.users u where u.id = m.answered_by) as answered_by_name`

const isUnread = sql`(m.read_at is null and m.answered_at is null)`

const states: Record<MessageState, typeof isUnread> = {
  unread: isUnread,
  open: sql`m.answered_at is null`,
  answered: sql`m.answered_at is not null`,
}

/** Matches the search text literally in name, address, organization and message. */
function fitting({ search }: MessageFilter) {
  const pattern = containing(search)
  return sql`(${search} = '' or m.name ilike ${pattern} or m.email ilike ${pattern} or m.organization ilike ${pattern} or m.message ilike ${pattern})`
}

export async function listMessages(
  tx: Tx,
  filter: MessageFilter,
  page: { page: number; page_size: number } | 'all',
): Promise<ReceivedMessage[]> {
  const part =
    page === 'all' ? sql`` : sql`limit ${page.page_size} offset ${(page.page - 1) * page.page_size}`
  const { rows } = await sql<ReceivedMessage>`
    select ${columns} from public.contact_messages m where ${fitting(filter)} and ${filter.state ? states[filter.state] : sql`true`}
    order by m.created_at desc, m.id ${part}`.execute(tx)
  return rows
}

export async function countByState(tx: Tx, filter: MessageFilter) {
  const { rows } = await sql<{ all: number; unread: number; open: number; answered: number }>`
    select count(*) as all, count(*) filter (where ${states.unread}) as unread, count(*) filter (where ${states.open}) as open,
      count(*) filter (where ${states.answered}) as answered
    from public.contact_messages m where ${fitting(filter)}`.execute(tx)
  return rows[0]!
}

export async function findMessage(tx: Tx, id: string): Promise<ReceivedMessage | undefined> {
  const { rows } = await sql<ReceivedMessage>`
    select ${columns} from public.contact_messages m where m.id = ${id}::uuid`.execute(tx)
  return rows[0]
}
