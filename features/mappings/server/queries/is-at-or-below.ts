import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** True when a facility is another one, or below it. */
export async function isAtOrBelow(tx: Tx, id: string | null, top: string | null): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${id}::uuid in (select app.facility_scope(${top}::uuid)) as found`.execute(tx)
  return rows[0]!.found ?? false
}
