import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export async function requestCancel(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update public.jobs set cancel_requested = true
    where id = ${id}::uuid and asked_by = (select app.uid()) and status in ('queued', 'running')`.execute(tx)
  return numAffectedRows === 1n
}
