import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** As the worker: ends what is past its last day, and reminds of what ends or is due for review. Returns how many have ended. */
export async function expirePermissions(tx: Tx): Promise<number> {
  const { rows } = await sql<{ ended: number }>`select app.expire_permissions() as ended`.execute(tx)
  return rows[0]!.ended
}
