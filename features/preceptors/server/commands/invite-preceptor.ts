import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PreceptorFields } from '../../contract.ts'
import { notificationTexts, preceptorRefusals } from '../../messages.ts'
import { inviteMail } from '../invite-mail.ts'

type Sent = PreceptorFields & { id: string; facility_id: string; email: string }

/**
 * Invites someone to be a preceptor at a facility. Someone with a preceptor account there signs in; others are notified by email and get
 * links.
 */
export async function invitePreceptor(tx: Tx, me: { userId: string }, sent: Sent): Promise<void> {
  const { rows } = await sql<{ name: string; inviter: string }>`
    select f.name, (select u.full_name from public.users u where u.id = ${me.userId}::uuid) as inviter from public.facilities f where f.id = ${sent.facility_id}::uuid and f.id in (select app.facility_scope(app.facility_id()))`.execute(
    tx,
  )
  const facility = rows[0] ?? refuse(preceptorRefusals, refusal('preceptor.elsewhere'))
  const made = await tx
    .insertInto('preceptors')
    .values({ ...sent, created_by: me.userId })
    .onConflict((known) => known.columns(['facility_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) refuse(preceptorRefusals, refusal('preceptor.known'))
  const invited = notification(notificationTexts, 'preceptor.invited', { facility: facility.name })
  const mail = inviteMail({ facility: facility.name, preceptor: sent.full_name, inviter: facility.inviter })
  const { rows: linked } = await sql<{ has_account: boolean }>`
    select app.link_preceptor_account(${sent.id}::uuid, ${mail.subject}, ${mail.text}, ${mail.html}) as has_account`.execute(
    tx,
  )
  if (!linked[0]!.has_account) return
  const key = `preceptor ${sent.id}`
  const how = { to: ['user_id'], type: 'capstone', url: '/preceptor/dashboard', key } as const
  await notifyOfRow(tx, { table: 'preceptors', id: sent.id }, how, invited)
}
