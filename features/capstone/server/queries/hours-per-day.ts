import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** The most hours of one day that a school allows; preceptors may read nothing else of its settings. */
export async function hoursPerDay(tx: Tx, schoolId: string): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select app.school_setting(${schoolId}::uuid, 'hours_per_day_max')::integer as most`.execute(tx)
  return rows[0]!.most
}
