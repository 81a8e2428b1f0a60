import { type RawBuilder, sql } from 'kysely'

/**
 * The days of capstone projects that a facility may see, with their unit, as app.capstone_stays has them (features/capstone/db/kernel.sql). Someone of one unit
 * sees the days of its preceptors also where the project is at the site: without the project, whose columns are null.
 */
export const capstoneDaysAtUnits: RawBuilder<unknown> = sql`(
  select d.id, d.school_id, d.date, d.start_time, d.end_time, d.starts_at, d.ends_at, d.preceptor_name, d.floated_to, d.status, d.project_id as project, j.id as project_id, j.course_code,
    case when r.id is null or exists (select from public.units u where u.id = j.facility_id) then j.facility_id else r.facility_id end as facility_id
  from public.capstone_days d left join public.capstone_projects j on j.id = d.project_id left join public.preceptors r on r.id = d.preceptor_id
  where d.status in ('planned', 'confirmed') and d.kind <> 'other')`
