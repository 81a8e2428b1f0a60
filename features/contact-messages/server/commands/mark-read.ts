import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** Records the first person who opened it. */
export async function markRead(tx: Tx, id: string): Promise<void> {
  await sql`update public.contact_messages set read_at = now(), read_by = (select app.uid())
    where id = ${id}::uuid and read_at is null`.execute(tx)
}
