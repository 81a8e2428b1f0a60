import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Role } from '#core/roles.ts'
import { proctorStudentsIn } from '#features/assignments/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import {
  type Audience,
  audience as audienceSchema,
  type Message,
  type NotSentFor,
  type Recipient,
  type Reminder,
  type Shown,
} from '../../contract.ts'
import { messageRefusals } from '../../messages.ts'
import { statusOf } from '../../rules.ts'

type Page = { page: number; page_size: number }

const written = (tx: Tx) =>
  tx
    .selectFrom('messages as m')
    // Each by its key: a join could read everyone’s names.
    .leftJoinLateral(
      (eb) => eb.selectFrom('users').select('full_name').whereRef('id', '=', 'm.sent_by').limit(1).as('u'),
      (join) => join.onTrue(),
    )
    .leftJoin('schools as s', 's.id', 'm.school_id')
    .leftJoin('facilities as f', 'f.id', 'm.organization_id')
    .select([
      'm.id',
      'm.title',
      'm.message',
      'm.audience_name',
      'm.is_urgent',
      'm.send_at',
      'm.delivered_at',
      'm.canceled_at',
    ])
    .select((eb) => [
      eb.fn.coalesce('u.full_name', sql<string>`'A colleague'`).as('sender_name'),
      sql<NotSentFor | null>`m.failure`.as('failure'),
      sql<boolean>`coalesce(m.sent_by = (select app.uid()), false)`.as('is_mine'),
      sql<string>`coalesce(m.send_at, m.created_at)`.as('at'),
      sql<string>`coalesce(s.time_zone, f.time_zone)`.as('time_zone'),
      countOf(sql`true`).as('recipients'),
      countOf(sql`r.read_at is not null`).as('have_read'),
      sql<
        string | null
      >`(select max(r.created_at) from public.message_reminders r where r.message_id = m.id)`.as(
        'reminded_at',
      ),
    ])

const countOf = (which: ReturnType<typeof sql>) => sql<number>`(select count(*)::integer from (
  select p.read_at from public.message_people p where p.message_id = m.id
  union all select x.read_at from public.message_schools x where x.message_id = m.id) r where ${which})`

/** The recipients of one message: people, or schools. An instructor may read only the names of students on their shifts. */
const recipients = (messageId: string) => sql`(
  select p.user_id, coalesce(u.full_name, o.full_name, 'Someone who left') as name, p.read_at from public.message_people p
    left join public.users u on u.id = p.user_id left join ${proctorStudentsIn} o on o.student_id = p.user_id
    where p.message_id = ${messageId}::uuid
  union all select null, coalesce(s.name, 'A school'), x.read_at from public.message_schools x
    left join public.schools s on s.id = x.partner_id where x.message_id = ${messageId}::uuid)`

const isShown: Record<Shown, ReturnType<typeof sql<boolean>>> = {
  scheduled: sql`m.send_at is not null and num_nonnulls(m.delivered_at, m.canceled_at, m.failure) = 0`,
  sent: sql`(m.delivered_at is not null or m.send_at is null)`,
  not_sent: sql`num_nonnulls(m.canceled_at, m.failure) > 0`,
}

type Row = Awaited<ReturnType<ReturnType<typeof written>['execute']>>[number]
const messageOf = ({ send_at, delivered_at, canceled_at, ...row }: Row): Message => ({
  ...row,
  status: statusOf({ ...row, send_at, delivered_at, canceled_at }),
})

type Reader = { role: Role; selectedSchoolId: string | null }

/** Repeats the policy of the reader's role, so that an index finds their messages; a superadmin reads all, or those of the selected school. */
function isReadBy({ role, selectedSchoolId }: Reader) {
  if (role === 'facility_admin')
    return sql<boolean>`(m.sent_by = (select app.uid()) or m.organization_id = any (array(select app.facility_scope((select app.facility_id())))))`
  if (role === 'superadmin' && selectedSchoolId === null) return sql<boolean>`true`
  return sql<boolean>`m.school_id = (select app.selected_school_id()) and ${role === 'proctor' ? sql`m.sent_by = (select app.uid())` : sql`true`}`
}

type Search = Page & { search: string; show?: Shown | undefined }

/** A page of the messages of the caller's party, newest first, searched by text, sender or recipient. */
export async function listMessages(
  tx: Tx,
  reader: Reader,
  { search, show, page, page_size }: Search,
): Promise<{ rows: Message[]; total: number }> {
  const pattern = containing(search)
  const query = written(tx)
    .where(isReadBy(reader))
    .where((eb) =>
      eb.or(
        (['m.title', 'm.message', 'm.audience_name', 'u.full_name'] as const).map((name) =>
          eb(name, 'ilike', pattern),
        ),
      ),
    )
    .$if(show !== undefined, (some) => some.where(isShown[show!]))
  const rows = await query
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .orderBy(sql`coalesce(m.send_at, m.created_at)`, 'desc')
    .orderBy('m.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { rows: rows.map(({ total: _total, ...row }) => messageOf(row)), total: rows[0]?.total ?? 0 }
}

/** One message that the caller may see; refused otherwise. */
export async function findMessage(tx: Tx, id: string): Promise<Message & { audience: Audience }> {
  const found = await written(tx).select('m.audience').where('m.id', '=', id).executeTakeFirst()
  if (!found) return refuse(messageRefusals, refusal('message.not_found'))
  const { audience, ...row } = found
  return { ...messageOf(row), audience: audienceSchema.parse(audience) }
}

type Details = Message & { audience: Audience; reminders: Reminder[]; people: Recipient[]; total: number }

/** One message with its reminders, and a page of its recipients, unread first. */
export async function getMessage(
  tx: Tx,
  { id, show, page, page_size }: Page & { id: string; show: 'all' | 'unread' },
): Promise<Details> {
  const found = await findMessage(tx, id)
  const { rows } = await sql<Recipient & { total: number }>`
    select r.user_id, r.name, r.read_at, (count(*) over ())::integer as total from ${recipients(id)} r
    where ${show} = 'all' or r.read_at is null
    order by r.read_at is not null, r.name, r.user_id limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    tx,
  )
  const { rows: reminders } = await sql<Reminder>`
    select r.created_at as at, coalesce(u.full_name, 'A colleague') as sender_name, r.recipients from public.message_reminders r
    left join public.users u on u.id = r.sent_by where r.message_id = ${id}::uuid order by r.created_at desc`.execute(
    tx,
  )
  return {
    ...found,
    reminders,
    people: rows.map(({ total: _total, ...row }) => row),
    total: rows[0]?.total ?? 0,
  }
}
