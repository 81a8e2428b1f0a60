import { sql } from 'kysely'
import { undecidedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { ResponseTime } from '../../contract.ts'

/** How long each organization took to approve or decline a semester's requests, slowest first; excludes what was agreed in advance. */
export async function responseTimes(tx: Tx, semesterId: string): Promise<ResponseTime[]> {
  const { rows } = await sql<ResponseTime>`
    select o.name as facility, count(*) filter (where x.decided_at is not null)::integer as answered,
      count(*) filter (where x.decided_at is null)::integer as waiting,
      (percentile_cont(0.5) within group (order by extract(epoch from x.decided_at - x.submitted_at) / 3600))::float8 as median_hours
    from public.shifts x
    join public.facilities u on u.id = x.facility_id
    left join public.facilities p on p.id = u.parent_id
    left join public.facilities g on g.id = p.parent_id
    join public.facilities o on o.id = coalesce(g.id, p.id, u.id)
    where x.school_id = (select app.selected_school_id()) and x.semester_id = ${semesterId}::uuid and x.submitted_at is not null
      and (x.decided_at > x.submitted_at or x.status in ${listed(undecidedStates)})
    group by o.id, o.name order by median_hours desc nulls last, o.name`.execute(tx)
  return rows
}
