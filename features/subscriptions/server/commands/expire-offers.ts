import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { type Notice, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { noteEvents } from './note-event.ts'

type Expired = {
  id: string
  school_id: string
  school: string
  from_id: string | null
  nominee: string
  ended: 'late' | 'nominee_left' | 'owner_left'
}

/**
 * As the worker: ends offers to transfer billing that were not answered in time, or whose nominee or owner is no longer in charge, and
 * notifies the owners who made them.
 */
export async function expireOffers(tx: Tx): Promise<number> {
  const { rows } = await sql<Expired>`
    with over as (
      select t.id, c.name as school, u.full_name as nominee, case when t.from_id is distinct from o.owner_id then 'owner_left'
          when u.status <> 'active' or u.role not in ('school_admin', 'school_super_admin') or u.linked_school_id is distinct from t.school_id
            then 'nominee_left' when t.expires_at <= now() then 'late' end as ended
      from public.ownership_transfers t join public.schools c on c.id = t.school_id join public.users u on u.id = t.nominee_id
        left join public.billing_owners o on o.school_id = t.school_id
      where t.status = 'pending')
    update public.ownership_transfers t set status = 'expired' from over
    where t.id = over.id and t.status = 'pending' and over.ended is not null
    returning t.id, t.school_id, t.from_id, over.school, over.nominee, over.ended`.execute(tx)
  await noteEvents(
    tx,
    rows.map(({ school_id, nominee }) => ({ school_id, kind: 'offer_expired', details: { nominee } })),
  )
  const stillOwned = rows.filter(({ ended }) => ended !== 'owner_left')
  await notifyPeople(
    tx,
    stillOwned.map(({ id, from_id, school, nominee, ended }): Notice => ({
      to: [from_id],
      type: 'billing',
      url: '/billing/transfer-ownership',
      key: `billing offer expired ${id}`,
      ...(ended === 'late'
        ? notification(notificationTexts, 'billing.offer_expired', { school, nominee })
        : notification(notificationTexts, 'billing.nominee_left', { school, nominee })),
    })),
  )
  return rows.length
}
