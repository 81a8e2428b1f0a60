import { refuseIf } from '#core/refusal.ts'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { viewRefusals } from '../../messages.ts'
import { impersonationRefusal } from '../../rules.ts'

/** Refuses to impersonate someone who does not exist, is not active, or is a superadmin. */
export async function refuseImpersonation(tx: Tx, id: string): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select((eb) => [eb.ref('role').$castTo<Role>().as('role'), 'status', 'email_verified'])
    .where('id', '=', id)
    .executeTakeFirst()
  refuseIf(viewRefusals, impersonationRefusal(person))
}
