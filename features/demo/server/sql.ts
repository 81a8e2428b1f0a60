import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Seconds to wait before this place may enter again; 0 when it may now. */
export async function reserveAttempt(tx: Tx, addressBlock: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select app.reserve_attempt(${`demo from ${addressBlock}`}, 20, '1 minute'::interval) as wait`.execute(tx)
  return rows[0]!.wait
}

/** When the new session ends; null when the demonstration has no such person. */
export async function startSession(
  tx: Tx,
  session: { email: string; tokenHash: string; addressBlock: string; userAgent: string },
): Promise<string | null> {
  const { email, tokenHash, addressBlock, userAgent } = session
  const { rows } = await sql<{ ends: string | null }>`
    select app.start_demo_session(${email}, ${tokenHash}, ${addressBlock}, ${userAgent}) as ends`.execute(tx)
  return rows[0]!.ends
}

export async function endSession(tx: Tx, tokenHash: string): Promise<void> {
  await sql`select app.end_session(${tokenHash})`.execute(tx)
}
