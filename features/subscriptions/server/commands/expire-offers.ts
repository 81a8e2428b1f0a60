import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { type Notice, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { noteEvents } from './note-event.ts'

type Expired = { id: string; school_id: string; school: string; from_id: string | null; nominee: string }

/** As the worker: expires offers to transfer billing that were not answered in time, and notifies the people who made them. */
export async function expireOffers(tx: Tx): Promise<number> {
  const { rows } = await sql<Expired>`
    update public.ownership_transfers t set status = 'expired' from public.schools c, public.users u
    where c.id = t.school_id and u.id = t.nominee_id and t.status = 'pending' and t.expires_at <= now()
    returning t.id, t.school_id, t.from_id, c.name as school, u.full_name as nominee`.execute(tx)
  await noteEvents(
    tx,
    rows.map(({ school_id, nominee }) => ({ school_id, kind: 'offer_expired', details: { nominee } })),
  )
  await notifyPeople(
    tx,
    rows.map(({ id, from_id, school, nominee }): Notice => ({
      to: [from_id],
      type: 'billing',
      url: '/billing/transfer-ownership',
      key: `billing offer expired ${id}`,
      ...notification(notificationTexts, 'billing.offer_expired', { school, nominee }),
    })),
  )
  return rows.length
}
