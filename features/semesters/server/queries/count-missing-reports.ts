import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** How many students with hours in a semester have no report of it that was published, or withheld on purpose; as far as the caller sees them. */
export async function countMissingReports(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ missing: number }>`
    select count(*)::integer as missing from (select h.student_id from public.hours_entries h where h.semester_id = ${id}::uuid
        group by h.student_id having sum(h.minutes) > 0) x
    where not exists (select from public.semester_reports r where r.semester_id = ${id}::uuid and r.student_id = x.student_id
      and r.status in ('published', 'acknowledged', 'withheld'))`.execute(tx)
  return rows[0]?.missing ?? 0
}
