import type { Tx } from '#platform/server/db.ts'
import type { SessionRow } from '../../contract.ts'

/** As the sign-in login, with a session: the person's own sign-ins, by row-level security; sessions of jobs are not included. */
export async function mySessions(tx: Tx, tokenHash: string | null): Promise<SessionRow[]> {
  return tx
    .selectFrom('priv.sessions')
    .select(['id', 'signed_in_at', 'last_seen_at', 'address_block', 'user_agent'])
    .select((eb) => eb('token_hash', '=', tokenHash).$castTo<boolean>().as('is_current'))
    .where('expires_at', '>', (eb) => eb.fn<string>('now'))
    .where('job_id', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()
}
