import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * Sets the hours that students still have to make up for a shift to its credited hours, after those were corrected. If none are left, what
 * is not arranged yet is waived with the reason of the correction.
 */
export async function matchMakeupHours(tx: Tx, shiftId: string, reason: string): Promise<void> {
  const owed = sql`public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
    where x.id = ${shiftId}::uuid and n.assignment_id = a.id and n.school_id = a.school_id`
  await sql`
    update public.makeup_needs n set status = 'waived', waived_reason = left(${reason}::text, 500)
    from ${owed} and n.status = 'open' and x.credited_hours = 0`.execute(tx)
  await sql`
    update public.makeup_needs n set hours = x.credited_hours
    from ${owed} and n.status in ('open', 'scheduled') and n.hours <> x.credited_hours`.execute(tx)
}
