import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Is there anything on a shift that the school looks at first, also what the asker does not read? */
export async function hasExceptions(tx: Tx, shiftId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select app.has_exceptions(${shiftId}::uuid) as has`.execute(tx)
  return rows[0]!.has
}
