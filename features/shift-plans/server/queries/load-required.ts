import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { RequiredHours } from '../../rules/overshoot.ts'

/** Required hours of a school's cohorts and of its programs' courses. A cohort's own hours take precedence over its program's. */
export async function loadRequired(tx: Tx, schoolId: string): Promise<RequiredHours> {
  const { rows } = await sql<RequiredHours>`
    select app.school_setting(${schoolId}::uuid, 'credit_rule') as credit_rule,
      coalesce((select json_agg(json_build_object('cohort_id', c.id, 'name', c.name, 'total', coalesce(c.required_hours_total, nullif(q.total_required_hours, 0)),
        'requirements', case when c.requirements <> '[]' then c.requirements else coalesce(q.requirements, '[]') end))
        from public.cohorts c left join app.cohort_hours q on q.cohort_id = c.id where c.school_id = ${schoolId}::uuid), '[]') as cohorts,
      coalesce((select json_agg(json_build_object('course_code', g.code, 'hours', g.hours)) from (
        select r.code, max(r.hours) as hours from (select p.id, x.r ->> 'course_code' as code, sum((x.r ->> 'min_hours')::float8) as hours
          from public.programs p cross join lateral jsonb_array_elements(p.requirements) x (r) where p.school_id = ${schoolId}::uuid and x.r ->> 'course_code' is not null
          group by 1, 2) r group by 1) g), '[]') as courses`.execute(tx)
  return rows[0]!
}
