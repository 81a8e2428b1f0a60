import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ActiveMapping } from '../../rules.ts'

/** The active mappings of a school with the units they include, in order of priority (Domain 2.15). */
export async function loadActiveMappings(tx: Tx, schoolId: string): Promise<ActiveMapping[]> {
  const { rows } = await sql<ActiveMapping>`
    select m.course_code, m.specialty, m.specialties, f.name as facility_name,
      case when m.facility_id is not null then array(select app.facility_scope(m.facility_id)) end as unit_ids
    from public.mappings m left join public.facilities f on f.id = m.facility_id
    where m.school_id = ${schoolId}::uuid and m.status = 'active' order by m.priority, f.name, m.id`.execute(
    tx,
  )
  return rows
}
