import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** Counts an attempt under a key; returns the seconds to wait, 0 if it may go on. */
export async function reserveAttempt(tx: Tx, key: string, free: number, window: string): Promise<number> {
  const { rows } = await sql<{
    wait: number
  }>`select app.reserve_attempt(${key}, ${free}, ${window}::interval) as wait`.execute(tx)
  return rows[0]!.wait
}

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
