import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** True when the tenant is active. A facility also needs all its ancestors active: no one can start below a closed hospital. */
export async function isOpenTenant(
  tx: Tx,
  { schoolId, facilityId }: { schoolId: string | null; facilityId: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean | null }>`
    select case when ${schoolId}::uuid is not null then (select s.is_active from public.schools s where s.id = ${schoolId}::uuid)
      else (select bool_and(f.status in ('active', 'paused')) from app.facility_line(${facilityId}::uuid) l
        join public.facilities f on f.id = l.id) end as is_open`.execute(tx)
  return rows[0]?.is_open ?? false
}
