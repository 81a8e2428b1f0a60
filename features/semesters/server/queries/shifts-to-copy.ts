import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftToCopy } from '../../rules/copying.ts'

/** True when a cohort, named k, has not ended. */
export const runs = sql`k.status in ('planned', 'active', 'on_hold')`

/** The columns of a shift that the copying rules use. */
const judgedBy = (targetId: string) => sql`x.id, x.date, x.status, x.facility_id, f.status as unit_status,
  case when x.proctor_id is null then 'none' when u.status = 'active' and u.linked_school_id = x.school_id then 'active' else 'gone' end as proctor,
  case when x.cohort_ids <> '{}' then (select min(case when ${runs} then k.expected_graduation else date '0001-01-01' end) from public.cohorts k
    where k.id = any (x.cohort_ids) and k.school_id = x.school_id) end as cohorts_until,
  x.id in (select y.copied_from_shift_id from public.shifts y where y.semester_id = ${targetId}::uuid
    and y.copied_from_shift_id is not null) as already_copied`

const judged = sql`from public.shifts x left join public.facilities f on f.id = x.facility_id left join public.users u on u.id = x.proctor_id`

type CopyCandidate = ShiftToCopy & {
  id: string
  title: string | null
  unit_name: string | null
  start_time: string
  end_time: string
}

/** The shifts of a semester one by one, for the preview. */
export async function shiftsToCopy(tx: Tx, sourceId: string, targetId: string): Promise<CopyCandidate[]> {
  const { rows } = await sql<CopyCandidate>`
    select ${judgedBy(targetId)}, 1 as count, x.title, f.name as unit_name,
      to_char(x.start_time, 'HH24:MI') as start_time, to_char(x.end_time, 'HH24:MI') as end_time
    ${judged} where x.semester_id = ${sourceId} order by x.date, x.start_time, x.id`.execute(tx)
  return rows
}

export type AlikeToCopy = ShiftToCopy & {
  /** The ids of the shifts it stands for, separated by commas. */
  ids: string
}

/** The shifts of a semester grouped by the columns that the rules use; each shift that is named individually stays separate. */
export async function alikeToCopy(
  tx: Tx,
  sourceId: string,
  targetId: string,
  named: readonly string[],
): Promise<AlikeToCopy[]> {
  const { rows } = await sql<AlikeToCopy>`
    select case when s.id = any (${named}::uuid[]) then s.id end as id, s.date, s.status, s.facility_id, s.unit_status, s.proctor, s.cohorts_until, s.already_copied,
      count(*), string_agg(s.id::text, ',') as ids
    from (select ${judgedBy(targetId)} ${judged} where x.semester_id = ${sourceId}) s
    group by 1, 2, 3, 4, 5, 6, 7, 8 order by s.date`.execute(tx)
  return rows
}
