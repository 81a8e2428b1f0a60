import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { facilityRefusals } from '../../messages.ts'
import { restoreBlocker } from '../../rules/actions.ts'
import { findScoped, lockFacility, type Seen } from './lock-facility.ts'

/** Restores an archived facility and everything archived with it, each to its earlier status. */
export async function restoreFacility(tx: Tx, seen: Seen): Promise<void> {
  const facility = await lockFacility(tx, seen)
  refuseIf(facilityRefusals, restoreBlocker(facility, await findScoped(tx, facility.parent_id)))
  await sql`
    update public.facilities f set status = coalesce((select e.from_status from public.facility_events e
      where e.facility_id = f.id and e.to_status = 'archived' order by e.at desc, e.id desc limit 1), 'active')
    where f.id in (select app.facility_scope(${facility.id}::uuid)) and f.status = 'archived'
      and f.archived_at is not distinct from (select n.archived_at from public.facilities n where n.id = ${facility.id}::uuid)`.execute(
    tx,
  )
}
