import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** Records the first person who marked it; undoing it clears that. */
export async function setAnswered(tx: Tx, id: string, answered: boolean): Promise<void> {
  await (
    answered
      ? sql`update public.contact_messages set answered_at = now(), answered_by = (select app.uid())
        where id = ${id}::uuid and answered_at is null`
      : sql`update public.contact_messages set answered_at = null, answered_by = null
        where id = ${id}::uuid and answered_at is not null`
  ).execute(tx)
}
