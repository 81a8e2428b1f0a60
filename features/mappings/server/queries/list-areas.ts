import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Area } from '../../contract.ts'

/** The requirements of a school's programs by course and specialty, with the number of their mappings that the actor may see. */
export async function listAreas(tx: Tx, schoolId: string | null): Promise<Area[]> {
  const { rows } = await sql<Area>`
    with a as (select p.id as program_id, p.name as program_name, nullif(q ->> 'course_code', '') as course_code, q ->> 'specialty' as specialty,
        sum((q ->> 'min_hours')::float8) as min_hours, sum((q ->> 'min_direct_hours')::float8) as min_direct_hours,
        sum((q ->> 'max_sim_hours')::float8) as max_sim_hours
      from public.programs p cross join jsonb_array_elements(p.requirements) q
      where p.is_active and p.school_id = ${schoolId}::uuid group by 1, 2, 3, 4)
    select a.*, coalesce(m.active, 0) as active, coalesce(m.proposed, 0) as proposed from a
      left join lateral (select (count(*) filter (where m.status = 'active'))::integer as active,
          (count(*) filter (where m.status = 'proposed'))::integer as proposed from public.mappings m
        where m.program_id = a.program_id and m.specialty = a.specialty and m.course_code is not distinct from a.course_code) m on true
    order by program_name, course_code nulls last, specialty`.execute(tx)
  return rows
}

/** The given school, else the actor's current school; null if there is none. */
export async function requestedSchoolOrOwn(tx: Tx, named: string | undefined): Promise<string | null> {
  if (named !== undefined) return named
  const { rows } = await sql<{ id: string | null }>`select app.selected_school_id() as id`.execute(tx)
  return rows[0]!.id
}
