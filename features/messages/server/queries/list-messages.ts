import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { Message, Recipient } from '../../contract.ts'
import { messageRefusals } from '../../messages.ts'

type Page = { page: number; page_size: number }

const sent = (tx: Tx) =>
  tx
    .selectFrom('messages as m')
    .leftJoin('users as u', 'u.id', 'm.sent_by')
    .select(['m.id', 'm.title', 'm.message', 'm.audience_name', 'm.is_urgent', 'm.created_at', 'm.delivered_at'])
    .select((eb) => [
      eb.fn.coalesce('u.full_name', sql<string>`'A colleague'`).as('sender_name'),
      countOf(sql`true`).as('recipients'),
      countOf(sql`r.read_at is not null`).as('have_read'),
    ]) // prettier-ignore

/** Those of one message: people, or schools. */
const recipients = (messageId: ReturnType<typeof sql>) => sql`(
  select p.user_id, coalesce(u.full_name, 'Someone who left') as name, p.read_at from public.message_people p
    left join public.users u on u.id = p.user_id where p.message_id = ${messageId}
  union all select null, coalesce(s.name, 'A school'), x.read_at from public.message_schools x
    left join public.schools s on s.id = x.partner_id where x.message_id = ${messageId})`

const countOf = (which: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::integer from ${recipients(sql`m.id`)} r where ${which})`

/** A page of what the party that is worked for has sent, newest first; found by its words, its sender or its recipients. */
export async function listMessages(
  tx: Tx,
  { search, page, page_size }: Page & { search: string },
): Promise<{ rows: Message[]; total: number }> {
  const pattern = containing(search)
  const query = sent(tx)
    .where(sql<boolean>`app.selected_school_id() is null or m.school_id = app.selected_school_id()`)
    .where((eb) =>
      eb.or((['m.title', 'm.message', 'm.audience_name', 'u.full_name'] as const).map((name) => eb(name, 'ilike', pattern))),
    ) // prettier-ignore
  const rows = await query
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** One message, and a page of its recipients: those who have not read it first. */
export async function getMessage(
  tx: Tx,
  { id, show, page, page_size }: Page & { id: string; show: 'all' | 'unread' },
): Promise<Message & { people: Recipient[]; total: number }> {
  const found = await sent(tx).where('m.id', '=', id).executeTakeFirst()
  if (!found) return refuse(messageRefusals, refusal('message.not_found'))
  const { rows } = await sql<Recipient & { total: number }>`
    select r.user_id, r.name, r.read_at, (count(*) over ())::integer as total from ${recipients(sql`${id}::uuid`)} r
    where ${show} = 'all' or r.read_at is null
    order by r.read_at is not null, r.name, r.user_id limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    tx,
  )
  return { ...found, people: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
