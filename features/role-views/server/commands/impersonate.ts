import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { viewRefusals } from '../../messages.ts'

type Start = { newHash: string; userId: string; reason: string; mayWrite: boolean }

/** As the sign-in login, with the superadmin's session: lets it act as one active person, for 30 minutes at most (db/policies.sql). */
export async function startImpersonation(
  tx: Tx,
  { newHash, userId, reason, mayWrite }: Start,
): Promise<{ expires_at: string; impersonation_expires_at: string }> {
  if (await lockImpersonated(tx)) refuse(viewRefusals, refusal('impersonation.running'))
  const started = await tx
    .updateTable('priv.sessions')
    .set({
      impersonated_user_id: userId,
      impersonation_reason: reason.trim(),
      impersonation_expires_at: sql`least(now() + interval '30 minutes', expires_at)`,
      impersonation_may_write: mayWrite,
    })
    .where('token_hash', '=', ofThisTransaction)
    .returning(['expires_at', 'impersonation_expires_at'])
    .executeTakeFirst()
  if (!started?.impersonation_expires_at)
    throw new ORPCError('FORBIDDEN', {
      message: 'Only a superadmin may act as another person, who is active, and says why',
    })
  await renewSession(tx, newHash)
  return { ...started, impersonation_expires_at: started.impersonation_expires_at }
}

/** As the sign-in login, with the session: ends the impersonation. Returns when the session expires. */
export async function endImpersonation(tx: Tx, newHash: string): Promise<string> {
  if (!(await lockImpersonated(tx))) refuse(viewRefusals, refusal('impersonation.none'))
  const { expires_at: expiresAt } = await tx
    .updateTable('priv.sessions')
    .set({
      impersonated_user_id: null,
      impersonation_reason: null,
      impersonation_expires_at: null,
      impersonation_may_write: false,
    })
    .where('token_hash', '=', ofThisTransaction)
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await renewSession(tx, newHash)
  return expiresAt
}

const ofThisTransaction = sql<string>`current_setting('app.session', true)`

/** Locks the current session if its person may begin or end an impersonation; returns whom they act as. */
async function lockImpersonated(tx: Tx): Promise<string | null> {
  const session = await tx
    .selectFrom('priv.sessions')
    .select('impersonated_user_id')
    .where('token_hash', '=', ofThisTransaction)
    .where('expires_at', '>', sql<string>`now()`)
    .forUpdate()
    .executeTakeFirst()
  return session?.impersonated_user_id ?? null
}

/** Gives the session a new token, so that copies of the old one are useless; every server process is notified. */
async function renewSession(tx: Tx, newHash: string): Promise<void> {
  await sql`select app.renew_session(${newHash})`.execute(tx)
}
