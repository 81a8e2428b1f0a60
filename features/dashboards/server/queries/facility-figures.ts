import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { DashboardFacility } from '../../contract.ts'

export async function facilityNodes(tx: Tx) {
  const { rows } = await sql<{
    id: string
    parent_id: string | null
    kind: string
    name: string
    status: string
    city: string | null
    state: string | null
  }>`
    select f.id, f.parent_id, f.kind, f.name, f.status, f.city, f.state from public.facilities f
    where f.id in (select app.facility_scope((select app.selected_facility_id())))
    order by f.kind = 'unit', f.kind = 'site', f.name`.execute(tx)
  return rows
}

export async function facilityFigures(tx: Tx) {
  const { rows } = await sql<
    Pick<DashboardFacility, 'people' | 'preceptors' | 'waiting_for_approval' | 'credentials_to_review'>
  >`select
    (select count(*) from public.users where linked_facility_id = any (array(select app.facility_scope((select app.selected_facility_id())))) and status = 'active') as people,
    (select count(*) from public.preceptors where facility_id = any (array(select app.facility_scope((select app.selected_facility_id()))))) as preceptors,
    (select count(*) from public.credentials c where (select app.role()) = 'facility_admin' and c.status in ('submitted', 'in_review')
      and c.type_id = any (array(select t.id from public.credential_types t where t.owner_facility_id in (select app.verifier_scope())))
      and c.person_id not in ((select app.uid()), (select app.real_uid()))) as credentials_to_review,
    (select count(*) from public.signup_requests where status = 'pending'
      and facility_id in (select app.facility_scope((select app.selected_facility_id())))) as waiting_for_approval`.execute(
    tx,
  )
  return rows[0]!
}
