import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** How many hours before the start students may drop a seat without asking; a school setting that a facility may know. */
export async function cutoffHours(tx: Tx, schoolId: string): Promise<number> {
  const { rows } = await sql<{ hours: number }>`
    select app.school_setting(${schoolId}::uuid, 'drop_cutoff_h')::integer as hours`.execute(tx)
  return rows[0]!.hours
}
