import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Notifies the schools that have shifts at a facility or below it, each with its own numbers in addition to the common values. */
export async function notifySchools(
  tx: Tx,
  id: string,
  { code, values }: { code: string; values: object },
  counts: readonly object[],
): Promise<void> {
  await sql`select app.notify_schools_at(${id}::uuid, ${code}, ${JSON.stringify(values)}::jsonb, ${JSON.stringify(counts)}::jsonb)`.execute(
    tx,
  )
}
