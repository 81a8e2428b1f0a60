import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * Applies the school's credit rule to its shifts during a clock change, unless their hours are final, posted or set by hand: the update
 * makes a trigger compute the credit again.
 */
export async function creditAgain(tx: Tx, schoolId: string): Promise<void> {
  const scheduled = sql`x.end_time - x.start_time + case when x.end_time <= x.start_time then interval '1 day' else interval '0' end`
  await tx
    .updateTable('shifts as x')
    .set(({ ref }) => ({ break_min: ref('x.break_min') }))
    .where('x.school_id', '=', schoolId)
    .where('x.status', '<>', 'closed')
    .where('x.credited_hours_override', 'is', null)
    .where(sql<boolean>`x.ends_at - x.starts_at <> ${scheduled}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('hours_entries as e')
            .select('e.id')
            .whereRef('e.shift_id', '=', 'x.id')
            .whereRef('e.school_id', '=', 'x.school_id'),
        ),
      ),
    )
    .execute()
}
