import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { accountRefusals } from '../../messages.ts'
import { type SignUp, createUser } from './create-user.ts'
import { refuseTenant } from './refuse-tenant.ts'

/** As the sign-in login: creates an account and its request to be decided; the same form sent twice creates once (Spec §4, §5). */
export async function signUp(tx: Tx, input: SignUp, passwordHash: string) {
  await refuseTenant(tx, input.role, input)
  const created = await createUser(tx, input, passwordHash)
  return created ?? refuse(accountRefusals, refusal('signup.has_account'))
}
