import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** As the sign-in login: true if this account has signed in from this browser before. */
export async function knowsDevice(tx: Tx, userId: string, deviceHash: string): Promise<boolean> {
  const found = await tx
    .selectFrom('priv.known_devices')
    .select('user_id')
    .where('token_hash', '=', deviceHash)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

export async function rememberDevice(tx: Tx, userId: string, deviceHash: string): Promise<void> {
  await tx
    .insertInto('priv.known_devices')
    .values({ token_hash: deviceHash, user_id: userId })
    .onConflict((known) =>
      known.columns(['token_hash', 'user_id']).doUpdateSet({ last_used_at: sql<string>`now()` }),
    )
    .execute()
}
