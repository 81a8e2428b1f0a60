import { findPerson, openSession } from '#features/accounts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

/**
 * When the new session ends; null if the demo has no such person. Demo people have .example addresses, a domain that no one can own, so no
 * caller can open a real person's account without a password.
 */
export async function startSession(
  tx: Tx,
  { email, ...session }: { email: string; tokenHash: string; addressBlock: string; userAgent: string },
): Promise<string | null> {
  const person = email.endsWith('.example') ? await findPerson(tx, { email }) : undefined
  if (person?.status !== 'active' || !person.email_verified) return null
  return openSession(tx, { userId: person.id, ...session })
}
