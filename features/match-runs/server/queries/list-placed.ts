import { sql } from 'kysely'
import { agreedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'

export type PlacedOption = {
  id: string
  name: string
  series_id: string | null
  unit_id: string | null
  preceptor_id: string | null
  first_date: string
  last_date: string
  facility_ids: string[]
  students: { id: string; name: string }[]
  /** Its upcoming shifts. */
  shift_ids: string[]
}

/** The options of a run with the students placed there. */
export async function listPlaced(tx: Tx, runId: string): Promise<PlacedOption[]> {
  const { rows } = await sql<PlacedOption>`
    select o.id, o.name, o.series_id, o.unit_id, o.preceptor_id, o.first_date, o.last_date,
      coalesce((select array_agg(l.id) from app.facility_line(o.unit_id) l), '{}') as facility_ids,
      jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name) order by u.id) as students,
      array(select s.id from public.shifts s where s.series_id = o.series_id and s.school_id = o.school_id
        and s.status in ${listed(agreedStates)} and s.starts_at > now() order by s.id) as shift_ids
    from public.wishlist_runs n join public.wishlist_results r on r.run_id = n.id
    join public.wishlist_options o on o.campaign_id = n.campaign_id and o.id = any (r.option_ids)
    join public.users u on u.id = r.student_id
    where n.id = ${runId}::uuid group by o.id order by o.position`.execute(tx)
  return rows
}
