import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** The check-in codes of a shift for the next 30 minutes, one each 30 seconds; refused to who does not run it. */
export async function listCodes(
  tx: Tx,
  shiftId: string,
): Promise<{ code: string; from: string; until: string }[]> {
  const { rows } = await sql<{ code: string; starts: string; ends: string }>`
    select * from app.check_in_codes(${shiftId}::uuid)`.execute(tx)
  return rows.map(({ code, starts, ends }) => ({ code, from: starts, until: ends }))
}
