import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { type Notice, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { firstOwner } from '../../rules.ts'
import { noteEvents } from './note-event.ts'

type Administrator = { id: string; name: string; role: string; since: string }
type Without = { school_id: string; school: string; people: Administrator[] }

/** As the worker: appoints an administrator for schools without an active billing owner. Returns how many. */
export async function appointOwners(tx: Tx): Promise<number> {
  const { rows } = await sql<Without>`
    select c.id as school_id, c.name as school, a.people from public.schools c
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name, 'role', u.role, 'since', u.created_at)) as people
      from public.users u where u.linked_school_id = c.id and u.role in ('school_admin', 'school_super_admin') and u.status = 'active') a
    where a.people is not null and not exists (select from public.billing_owners o join public.users u on u.id = o.owner_id
      where o.school_id = c.id and u.linked_school_id = c.id and u.role in ('school_admin', 'school_super_admin') and u.status = 'active')
    order by c.id limit 500`.execute(tx)
  const found = rows.map((row) => ({ ...row, owner: firstOwner(row.people)! }))
  if (found.length === 0) return 0
  const owners = found.map(({ school_id, owner }) => ({ school_id, owner_id: owner.id }))
  await tx
    .insertInto('billing_owners')
    .values(owners)
    .onConflict((conflict) =>
      conflict.column('school_id').doUpdateSet({ owner_id: (row) => row.ref('excluded.owner_id') }),
    )
    .execute()
  await noteEvents(
    tx,
    found.map(({ school_id, owner }) => ({
      school_id,
      kind: 'owner_appointed',
      details: { owner: owner.name },
    })),
  )
  await notifyPeople(
    tx,
    found.map(({ school, owner }): Notice => ({
      to: [owner.id],
      type: 'billing',
      url: '/billing',
      ...notification(notificationTexts, 'billing.owner', { school }),
    })),
  )
  return found.length
}
