import { ORPCError } from '@orpc/server'
import type { Viewer } from '#platform/server/session.ts'
import { refuseIfTooMany, reserveAttempt } from '#platform/server/rate-limits.ts'
import { forgiveAttempts } from './commands/count-attempts.ts'
import { findForLogin } from './queries/find-for-login.ts'
import { type AccountServices, asAuth } from './services.ts'

/** The refusal of a wrong current password, at its field. */
export function wrongPassword(): ORPCError<string, unknown> {
  const message = 'This is not your current password.'
  return new ORPCError('BAD_REQUEST', { message, data: { fieldErrors: { current_password: message } } })
}

/**
 * Checks the signed-in person's password or refuses at its field. Counts the
 * attempt first. Returns the verifier it was compared with.
 */
export async function checkPassword(
  services: AccountServices,
  viewer: Pick<Viewer, 'userId' | 'email'>,
  clientHash: string,
): Promise<string | null> {
  const key = `password of ${viewer.userId}`
  const { account, wait } = await asAuth(services, async (tx) => ({
    wait: await reserveAttempt(tx, key, 5, '15 minutes'),
    account: await findForLogin(tx, viewer.email),
  }))
  refuseIfTooMany(wait)
  const verifier = account?.password_hash ?? null
  if (!(await services.passwords.verify(clientHash, verifier))) throw wrongPassword()
  await asAuth(services, (tx) => forgiveAttempts(tx, key))
  return verifier
}
