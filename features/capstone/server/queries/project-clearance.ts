import { sql } from 'kysely'
import type { ClearanceBrief } from '#features/credentials/contract.ts'
import { briefOf } from '#features/credentials/rules.ts'
import { findClearance } from '#features/credentials/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

type Asked = {
  student_id: string
  facility_id: string | null
  start_date: string
  end_date: string
  today: string
}

/**
 * The student's clearance for the facility of a project, from today or its first day
 * to its last; null without a facility, and for callers who may not know it.
 */
export async function projectClearance(
  tx: Tx,
  { student_id, facility_id, start_date, end_date, today }: Asked,
): Promise<ClearanceBrief | null> {
  if (!facility_id) return null
  const { rows } = await sql<{
    id: string
  }>`select l.id from app.facility_line(${facility_id}::uuid) l`.execute(tx)
  const first = start_date < today && today <= end_date ? today : start_date
  const look = { person_id: student_id, facility_ids: rows.map(({ id }) => id), first, last: end_date }
  const [found] = await findClearance(tx, [look])
  return found ? briefOf(found, today) : null
}
