import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * Reminds the owners of credentials that expire, each once a day however often it is pressed; not of what their school looks up itself.
 * Returns how many were reminded.
 */
export async function remindPeople(tx: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{
    reminded: number
  }>`select app.remind_of_expiry(array(select c.id from public.credentials c join public.credential_types t on t.id = c.type_id
    where c.id = any (${ids}::uuid[]) and t.evidence <> 'external_check')) as reminded`.execute(tx)
  return rows[0]!.reminded
}
