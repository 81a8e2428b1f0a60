import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { sql } from 'kysely'
import { inScope } from './find-own-facility.ts'

/** The organizations in scope: for a facility admin those they manage and the one above, for the superadmin all. */
export async function listOrganizations(tx: Tx, q: string) {
  const like = containing(q)
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from public.facilities f
    where f.kind = 'organization' and f.status <> 'archived' and (${q.trim()} = '' or f.name ilike ${like})
      and ((select app.is_superadmin()) or f.id ${inScope} or f.id in (select l.id from app.facility_line((select app.selected_facility_id())) l))
    order by f.name, f.id limit 50`.execute(tx)
  return rows
}

/** The nearest organization at or above the caller's facility; for the superadmin the first by name. */
export async function ownOrganization(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select f.id from public.facilities f
    where f.id = (select l.id from app.facility_line((select app.selected_facility_id())) l where l.kind = 'organization' order by l.height limit 1)
      or ((select app.is_superadmin()) and (select app.selected_facility_id()) is null and f.kind = 'organization' and f.parent_id is null
        and f.status <> 'archived')
    order by f.name, f.id limit 1`.execute(tx)
  return rows[0]?.id
}
