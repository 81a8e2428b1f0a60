import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { type Audience, audience as audienceSchema, type NotSentFor } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { deliveryFailure } from '../../rules.ts'
import { findRecipients } from '../queries/find-recipients.ts'
import type { Sender } from '../queries/find-sender.ts'
import { saveRecipients } from './send-message.ts'

type Due = Sender & {
  id: string
  audience: Audience
  title: string
  message: string
  is_urgent: boolean
  send_at: string | null
  sender: string
  role: string
  status: string
  /** True while its writer still belongs to the school or organization that it is from. */
  is_of_party: boolean
  /** The name of the school or organization; null while it is closed. */
  from: string | null
}

/** The messages or reminders that could not be delivered and are to be passed over, and what is told which one is taken. */
export type Turn = { passed?: readonly string[]; onTaken?: (id: string) => void }

/**
 * Run by the worker: notifies all recipients of the message that has waited longest, each once; the recipients of a scheduled one are
 * determined now. It is one transaction, and two workers never get the same message. Returns false when none is due.
 */
export async function deliverMessage(tx: Tx, { passed = [], onTaken }: Turn = {}): Promise<boolean> {
  const due = await takeOldest(tx, passed)
  if (!due) return false
  onTaken?.(due.id)
  const failure = due.send_at ? await addressScheduled(tx, due) : null
  await sql`update public.messages set delivered_at = case when ${failure}::text is null then now() end, failure = ${failure}
    where id = ${due.id}::uuid`.execute(tx)
  const { id, title, sender } = due
  if (failure)
    await notifyPeople(tx, [
      {
        to: await whoSettles(tx, due, failure),
        type: 'message',
        // Administrators, who are notified about an instructor who left, cannot open the page of instructors.
        url: `${pageOf[failure === 'sender_left' && due.party === 'instructor' ? 'school' : due.party]}?show=${id}`,
        key: `message ${id} not sent`,
        ...notification(notificationTexts, 'message.not_sent', { title, sender, failure }),
      },
    ])
  else await notifyRecipients(tx, due, 'message.sent', { key: `message ${id}` })
  return true
}

const pageOf = { school: '/school/messages', facility: '/facility/messages', instructor: '/proctor/messages' }

/** Finds the oldest due message and locks it until the end of the transaction. */
async function takeOldest(tx: Tx, passed: readonly string[]): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select ${dueColumns} from public.messages m join public.users u on u.id = m.sent_by
    where m.delivered_at is null and m.canceled_at is null and m.failure is null and coalesce(m.send_at, m.created_at) <= now() and m.id <> all (${passed}::uuid[])
    order by coalesce(m.send_at, m.created_at), m.id limit 1 for update of m skip locked`.execute(tx)
  return rows[0]
}

const dueColumns = sql`m.id, m.party, m.school_id, m.organization_id, m.sent_by as user_id, m.audience, m.title, m.message, m.is_urgent, m.send_at,
  u.full_name as sender, u.role, u.status,
  coalesce(u.linked_school_id = m.school_id, u.linked_facility_id in (select app.facility_scope(m.organization_id)), false) as is_of_party,
  coalesce((select s.name from public.schools s where s.id = m.school_id), (select f.name from public.facilities f where f.id = m.organization_id)) as "from"`

/** Stores the current recipients of a scheduled message. Returns why it cannot be sent, or null. */
async function addressScheduled(tx: Tx, due: Due): Promise<NotSentFor | null> {
  const failure = due.from === null ? 'sender_left' : deliveryFailure(due.party, due)
  if (failure) return failure
  const found = await findRecipients(tx, due, audienceSchema.parse(due.audience), 'worker')
  if (found.length === 0) return 'reaches_no_one'
  await saveRecipients(tx, due.id, found)
  return null
}

/** Whom to notify that a message was not sent: its writer, or the other administrators of the school or facility. */
async function whoSettles(tx: Tx, due: Due, failure: NotSentFor): Promise<string[]> {
  if (failure === 'reaches_no_one') return [due.user_id]
  const { rows } = await sql<{ id: string }>`
    select u.id from public.users u where u.status = 'active' and (u.linked_school_id = ${due.school_id}::uuid and u.role in ('school_admin', 'school_super_admin')
      or u.role = 'facility_admin' and u.linked_facility_id = ${due.organization_id}::uuid)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Notifies all recipients of a message, or (`unread`) those who have not read it. */
async function notifyRecipients(
  tx: Tx,
  due: Due,
  code: 'message.sent' | 'message.reminder',
  { key, unread = false }: { key: string; unread?: boolean },
): Promise<void> {
  const { id, title, message, sender, from, audience } = due
  const { rows: people } = await sql<{ id: string }>`
    select p.user_id as id from public.message_people p where p.message_id = ${id}::uuid and not (${unread} and p.read_at is not null)
    union select u.id from public.message_schools s join public.users u on u.linked_school_id = s.partner_id
      and u.role in ('school_admin', 'school_super_admin') and u.status = 'active'
      where s.message_id = ${id}::uuid and not (${unread} and s.read_at is not null)`.execute(tx)
  await notifyPeople(tx, [
    {
      to: people.map((person) => person.id),
      type: due.is_urgent ? 'urgent_message' : 'message',
      url:
        audience.kind === 'shifts' && audience.shift_ids.length === 1
          ? `/shift/${audience.shift_ids[0]}`
          : null,
      key,
      ...notification(notificationTexts, code, { title, message, sender, from: from ?? '' }),
    },
  ])
}

/** Run by the worker: sends the oldest requested reminder to those who have not read its message. Returns false when none is requested. */
export async function deliverReminder(tx: Tx, { passed = [], onTaken }: Turn = {}): Promise<boolean> {
  const { rows } = await sql<Due & { reminder_id: string }>`
    select ${dueColumns}, r.id as reminder_id from public.message_reminders r join public.messages m on m.id = r.message_id
      join public.users u on u.id = m.sent_by
    where r.delivered_at is null and r.id <> all (${passed}::uuid[]) order by r.created_at, r.id limit 1 for update of r skip locked`.execute(
    tx,
  )
  const [due] = rows
  if (!due) return false
  onTaken?.(due.reminder_id)
  await noteReaders(tx)
  await sql`update public.message_reminders set delivered_at = now() where id = ${due.reminder_id}::uuid`.execute(
    tx,
  )
  await notifyRecipients(tx, due, 'message.reminder', { key: `reminder ${due.reminder_id}`, unread: true })
  return true
}

/** Run by the worker: records who has read a message or its reminder, for messages of the last sixty days. */
export async function noteReaders(tx: Tx): Promise<void> {
  await sql`
    with ${keys}, readers as (
      select p.message_id, p.school_id, p.user_id, min(n.read_at) as read_at from public.message_people p
      join keys k on k.message_id = p.message_id join public.notifications n on n.recipient_id = p.user_id and ${isRead}
      where p.read_at is null group by 1, 2, 3)
    update public.message_people p set read_at = x.read_at from readers x
    where p.message_id = x.message_id and p.school_id = x.school_id and p.user_id = x.user_id and p.read_at is null`.execute(
    tx,
  )
  await sql`
    with ${keys}, readers as (
      select s.message_id, s.partner_id, min(n.read_at) as read_at from public.message_schools s
      join keys k on k.message_id = s.message_id
      join public.users u on u.linked_school_id = s.partner_id and u.role in ('school_admin', 'school_super_admin')
      join public.notifications n on n.recipient_id = u.id and ${isRead}
      where s.read_at is null group by 1, 2)
    update public.message_schools s set read_at = x.read_at from readers x
    where s.message_id = x.message_id and s.partner_id = x.partner_id and s.read_at is null`.execute(tx)
}

/** The notification keys of each message and its reminders. */
const keys = sql`keys as (
  select m.id as message_id, 'message ' || m.id as key from public.messages m where m.delivered_at is not null
  union all select r.message_id, 'reminder ' || r.id from public.message_reminders r where r.delivered_at is not null)`
const isRead = sql`n.dedupe_key = k.key and n.type in ('message', 'urgent_message') and n.read_at is not null`
