import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

type Askable = { is_theirs: boolean; has_school: boolean; has_organization: boolean }

/** Whether the caller may request for this school or invite for this organization, and whether both exist and are active. */
export async function findAskable(
  tx: Tx,
  { school_id: schoolId, organization_id: organizationId }: { school_id: string; organization_id: string },
): Promise<Askable> {
  const { rows } = await sql<Askable>`
    select coalesce(app.administers_school(${schoolId}::uuid), false) or (coalesce(app.role(), '') = 'facility_admin'
        and ${organizationId}::uuid in (select app.facility_scope(app.facility_id()))) as is_theirs,
      exists (select 1 from public.schools s where s.id = ${schoolId}::uuid and s.is_active) as has_school,
      exists (select 1 from public.facilities f where f.id = ${organizationId}::uuid and f.kind = 'organization' and f.status = 'active') as has_organization`.execute(
    tx,
  )
  return rows[0]!
}
