import type { Tx } from '#platform/server/db.ts'

/** Forgets the attempts under a key, after one that succeeded. */
export async function forgiveAttempts(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('priv.throttles').where('key', '=', key).execute()
}

/** Uncounts a successful attempt: a class that signs in from one address is no attack. */
export async function returnQuota(tx: Tx, key: string): Promise<void> {
  await tx
    .updateTable('priv.throttles')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('key', '=', key)
    .where('attempts', '>', 0)
    .execute()
}
