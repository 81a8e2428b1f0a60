import { type RawBuilder, sql } from 'kysely'

/**
 * The days of capstone projects that a facility may see, with their unit. Someone of one unit sees its days also where the project is at the
 * site, and a facility those from before another was asked: without the project, whose columns are null.
 */
export const capstoneDaysAtUnits: RawBuilder<unknown> = sql`(
  select d.id, d.school_id, d.date, d.start_time, d.end_time, d.starts_at, d.ends_at, d.preceptor_name, d.floated_to, d.status, d.project_id as project, j.id as project_id, j.course_code, d.facility_id
  from public.capstone_days d left join public.capstone_projects j on j.id = d.project_id
  where d.status in ('planned', 'confirmed') and d.kind <> 'other')`
