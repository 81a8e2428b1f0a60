import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { SchoolMapping } from '../../contract.ts'

type Filter = { search: string; page: number; page_size: number }

/** The mapping progress of every school, those with proposals first. */
export async function listSchools(
  tx: Tx,
  { search, page, page_size: size }: Filter,
): Promise<{ rows: SchoolMapping[]; total: number }> {
  const { rows } = await sql<SchoolMapping & { total: number }>`
    with m as (select school_id, count(*) filter (where status = 'active') as active, count(*) filter (where status = 'proposed') as proposed,
        count(*) filter (where status = 'rejected') as rejected, count(*) filter (where status = 'retired') as retired
      from public.mappings group by 1),
    a as (select x.school_id, count(*) as areas, count(*) filter (where exists (select from public.mappings m where m.program_id = x.id
        and m.specialty = x.specialty and m.course_code is not distinct from x.course_code and m.status = 'active')) as mapped
      from (select distinct p.school_id, p.id, q ->> 'specialty' as specialty, nullif(q ->> 'course_code', '') as course_code
        from public.programs p cross join jsonb_array_elements(p.requirements) q where p.is_active) x group by 1),
    r as (select distinct on (q.school_id) q.school_id, q.created_at, q.status, count(*) over (partition by q.school_id) as runs,
        count(j.id) over (partition by q.school_id) as failed
      from public.mapping_runs q left join public.jobs j on j.id = q.job_id and j.status = 'failed' order by q.school_id, q.created_at desc)
    select s.id, s.name, coalesce(a.areas, 0)::integer as areas, coalesce(a.mapped, 0)::integer as mapped, coalesce(m.active, 0)::integer as active,
      coalesce(m.proposed, 0)::integer as proposed, coalesce(m.rejected, 0)::integer as rejected, coalesce(m.retired, 0)::integer as retired,
      coalesce(r.runs, 0)::integer as runs, coalesce(r.failed, 0)::integer as failed, r.created_at as last_run, r.status as last_run_status, (count(*) over ())::integer as total
    from public.schools s left join m on m.school_id = s.id left join a on a.school_id = s.id left join r on r.school_id = s.id
    where s.is_active and (${search} = '' or s.name ilike ${containing(search)})
    order by coalesce(m.proposed, 0) desc, s.name, s.id limit ${size} offset ${(page - 1) * size}`.execute(tx)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
