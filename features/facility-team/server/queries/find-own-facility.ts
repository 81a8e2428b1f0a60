import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { OwnFacility, TeamNode } from '../../contract.ts'

const ADMINS = sql`('unit_admin', 'site_admin', 'org_admin')`

/** As an array, so that the planner uses an index whatever the size of the facility. */
export const inScope = sql`= any (array(select app.facility_scope((select app.selected_facility_id()))))`

/** The facility the caller manages (for the superadmin, the chosen one), and the one they belong to if it differs. */
export async function findOwnFacility(tx: Tx) {
  const { rows } = await sql<OwnFacility & { own_facility_name: string | null; covers_until: string | null }>`
    select f.id, f.kind, f.name, f.status, case when o.id <> f.id then o.name end as own_facility_name,
      case when o.id <> f.id then (select e.expires_on from app.permissions_in_force(u.id) e
        where e.facility_id = f.id and e.permission_type in ${ADMINS} limit 1) end as covers_until
    from public.users u join public.facilities f on f.id = (select app.selected_facility_id())
    left join public.facilities o on o.id = u.linked_facility_id
    where u.id = (select app.uid())`.execute(tx)
  return rows[0]
}

export async function listNodes(tx: Tx): Promise<TeamNode[]> {
  const { rows } = await sql<TeamNode>`
    select f.id, f.parent_id, f.kind, f.name, f.status, n.max_students_per_shift,
      (select count(*) from public.users u where u.linked_facility_id = f.id and u.status = 'active') as people
    from public.facilities f left join public.units n on n.id = f.id
    where f.id ${inScope} and f.status <> 'archived'
    order by f.kind = 'unit', f.kind = 'site', f.name, f.id`.execute(tx)
  return rows
}
