import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export async function requeue(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update public.jobs set status = 'queued'
    where id = ${id}::uuid and asked_by = (select app.uid()) and status in ('failed', 'canceled')`.execute(tx)
  return numAffectedRows === 1n
}
