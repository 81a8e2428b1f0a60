import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Whether anything on a shift needs the school's look, including what the caller may not read. */
export async function hasExceptions(tx: Tx, shiftId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select app.has_exceptions(${shiftId}::uuid) as has`.execute(tx)
  return rows[0]!.has
}
