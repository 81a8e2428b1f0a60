import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { FoundBlocker } from '../../rules.ts'

/** What keeps each of these students from a shift, in their order, for whoever may put them on it; a null rule where nothing does. */
export async function blockersOf(
  tx: Tx,
  shiftId: string,
  students: readonly string[],
): Promise<FoundBlocker[]> {
  const { rows } = await sql<FoundBlocker>`
    select * from app.seat_blockers(${shiftId}::uuid, ${students}::uuid[])`.execute(tx)
  return rows
}
