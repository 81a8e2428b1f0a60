import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * As the sign-in login, with a session: ends one of its person's, or without an id all but
 * this one; returns how many sign-ins ended. Notifies every server process of each.
 */
export async function endMySessions(tx: Tx, tokenHash: string | null, id: string | null): Promise<number> {
  const ended = await tx
    .deleteFrom('priv.sessions')
    .where((eb) => (id === null ? eb('token_hash', '<>', tokenHash) : eb('id', '=', id)))
    .returning(['token_hash', 'job_id'])
    .execute()
  const ofSignIns = ended.flatMap(({ token_hash: hash, job_id: job }) => (job === null ? [hash] : []))
  await sql`select app.session_changed(e) from unnest(${ofSignIns}::text[]) e`.execute(tx)
  return ofSignIns.length
}
