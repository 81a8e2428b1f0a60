import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * Reminds the owners of credentials that expire, each once a day however often it is pressed; not of what their school looks up itself.
 * Returns how many were reminded.
 */
export async function remindPeople(tx: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ reminded: number }>`
    select coalesce(sum(app.notify_credential(c.id, 'credential_expiring', 'credential.expiring', jsonb_build_object('type', t.name, 'on', c.expires_on,
      'days', c.expires_on - app.school_today(c.school_id)))), 0)::integer as reminded
    from public.credentials c join public.credential_types t on t.id = c.type_id
    where c.id = any (${ids}::uuid[]) and t.evidence <> 'external_check'`.execute(tx)
  return rows[0]!.reminded
}
