import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Sets the hours that students still have to make up for a shift to its credited hours, after those were corrected. */
export async function matchMakeupHours(tx: Tx, shiftId: string): Promise<void> {
  await sql`
    update public.makeup_needs n set hours = x.credited_hours
    from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
    where x.id = ${shiftId}::uuid and n.assignment_id = a.id and n.school_id = a.school_id and n.status in ('open', 'scheduled')
      and n.hours <> x.credited_hours`.execute(tx)
}
