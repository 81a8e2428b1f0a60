import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Audience } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'

type Due = {
  id: string
  audience: Audience
  title: string
  message: string
  is_urgent: boolean
  sender: string
  from: string
}

/** As the worker: notifies everyone whom the oldest waiting message is for, each once. False when none waits. */
export async function deliverMessage(tx: Tx): Promise<boolean> {
  const due = await takeOldest(tx)
  if (!due) return false
  const { rows: people } = await sql<{ id: string }>`
    select p.user_id as id from public.message_people p where p.message_id = ${due.id}::uuid
    union select u.id from public.message_schools s join public.users u on u.linked_school_id = s.partner_id
      and u.role in ('school_admin', 'school_super_admin') and u.status = 'active'
      where s.message_id = ${due.id}::uuid`.execute(tx)
  const { title, message, sender, from, audience } = due
  await notifyPeople(tx, [
    {
      to: people.map(({ id }) => id),
      type: due.is_urgent ? 'urgent_message' : 'message',
      url: audience.kind === 'shifts' && audience.shift_ids.length === 1 ? `/shift/${audience.shift_ids[0]}` : null,
      key: `message ${due.id}`,
      ...notification(notificationTexts, 'message.sent', { title, message, sender, from }),
    },
  ]) // prettier-ignore
  return true
}

/** Marks it as delivered; what is written after this stands or falls with it. */
async function takeOldest(tx: Tx): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    with oldest as (
      select id from public.messages where delivered_at is null order by created_at limit 1 for update skip locked)
    update public.messages m set delivered_at = now() from oldest, public.users u
    where m.id = oldest.id and u.id = m.sent_by
    returning m.id, m.audience, m.title, m.message, m.is_urgent, u.full_name as sender,
      coalesce((select s.name from public.schools s where s.id = m.school_id), (select f.name from public.facilities f where f.id = m.organization_id)) as "from"`.execute(
    tx,
  )
  return rows[0]
}

/** As the worker: notes who has read what they were sent in the last sixty days. */
export async function noteReaders(tx: Tx): Promise<void> {
  await sql`
    update public.message_people p set read_at = n.read_at from public.notifications n
    where p.read_at is null and n.recipient_id = p.user_id and ${isOf(sql`p.message_id`)}`.execute(tx)
  await sql`
    with readers as (
      select s.message_id, s.partner_id, min(n.read_at) as read_at from public.message_schools s
      join public.users u on u.linked_school_id = s.partner_id and u.role in ('school_admin', 'school_super_admin')
      join public.notifications n on n.recipient_id = u.id and ${isOf(sql`s.message_id`)}
      where s.read_at is null group by 1, 2)
    update public.message_schools s set read_at = x.read_at from readers x
    where s.message_id = x.message_id and s.partner_id = x.partner_id`.execute(tx)
}

/** Of a notification: it is of this message, and was read. */
const isOf = (messageId: ReturnType<typeof sql>) =>
  sql`n.dedupe_key = 'message ' || ${messageId} and n.type in ('message', 'urgent_message') and n.read_at is not null`
