import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Notifies the students of a wishlist, or those of them whose choices are missing; returns how many. */
export async function notifyStudents(
  tx: Tx,
  id: string,
  { code, values }: { code: string; values: object },
  onlyMissing = false,
): Promise<number> {
  const { rows } = await sql<{ notified: number }>`
    select app.notify_wishlist(${id}::uuid, ${onlyMissing}::boolean, ${code}, ${JSON.stringify(values)}::jsonb) as notified`.execute(
    tx,
  )
  return rows[0]?.notified ?? 0
}
