import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

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
  const { rows } = await sql<{ people: number; preceptors: number; waiting_for_approval: number }>`select
    (select count(*) from public.users where linked_facility_id = any (array(select app.facility_scope((select app.selected_facility_id())))) and status = 'active') as people,
    (select count(distinct p.user_id) from public.facility_admin_permissions p
      where p.is_enabled and p.permission_type = 'capstone_preceptor' and p.facility_id in (select app.facility_scope((select app.selected_facility_id())))) as preceptors,
    (select count(*) from public.signup_requests where status = 'pending'
      and facility_id in (select app.facility_scope((select app.selected_facility_id())))) as waiting_for_approval`.execute(
    tx,
  )
  return rows[0]!
}
