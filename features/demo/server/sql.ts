import { sql } from 'kysely'
import { findPerson, openSession } from '#features/accounts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

/** Seconds to wait before this address may enter again; 0 when it may now. */
export async function reserveAttempt(tx: Tx, addressBlock: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select app.reserve_attempt(${`demo from ${addressBlock}`}, 20, '1 minute'::interval) as wait`.execute(tx)
  return rows[0]!.wait
}

/**
 * When the new session ends; null when the demonstration has no such person. They live under .example, a domain that no one can own:
 * whatever calls this, no real person's account opens without a password.
 */
export async function startSession(
  tx: Tx,
  { email, ...session }: { email: string; tokenHash: string; addressBlock: string; userAgent: string },
): Promise<string | null> {
  const person = email.endsWith('.example') ? await findPerson(tx, { email }) : undefined
  if (person?.status !== 'active' || !person.email_verified) return null
  return openSession(tx, { userId: person.id, ...session })
}
