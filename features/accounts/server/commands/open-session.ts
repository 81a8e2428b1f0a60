import { sql } from 'kysely'
import { switchSession } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'

type NewSession = { userId: string; tokenHash: string; addressBlock: string; userAgent: string }

/** As the sign-in login: starts a session of 24 hours (Spec §4), which is audited; returns when it ends. */
export async function openSession(
  tx: Tx,
  { userId, tokenHash, addressBlock, userAgent }: NewSession,
): Promise<string> {
  const ends = sql<string>`now() + interval '24 hours'`
  const { expires_at } = await tx
    .with('started', (started) =>
      started.insertInto('priv.sessions').values({
        token_hash: tokenHash,
        user_id: userId,
        expires_at: ends,
        address_block: addressBlock,
        user_agent: userAgent.slice(0, 300),
      }),
    )
    .selectNoFrom(ends.as('expires_at'))
    .executeTakeFirstOrThrow()
  return expires_at
}

/** As the sign-in login: ends the session of this token; the rest of the transaction has no actor. Notifies every server process. */
export async function endSession(tx: Tx, tokenHash: string): Promise<void> {
  await switchSession(tx, tokenHash)
  await tx
    .with('ended', (ended) =>
      ended.deleteFrom('priv.sessions').where('token_hash', '=', tokenHash).returning('token_hash'),
    )
    .selectFrom('ended')
    .select((eb) => eb.fn('app.session_changed', ['token_hash']).as('notified'))
    .execute()
}
