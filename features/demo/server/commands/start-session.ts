import { findPerson, openSession } from '#features/accounts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

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
