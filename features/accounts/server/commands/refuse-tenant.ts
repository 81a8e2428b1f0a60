import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { signUpRoles } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { accountRefusals } from '../../messages.ts'
import { tenantBlocker, type WantedTenant } from '../../rules.ts'
import { findTenant } from '../queries/find-tenant.ts'

type Wanted = { [Field in keyof WantedTenant]?: string | undefined }

/** Refuses a role that is closed for sign-up, and a school or facility that the role cannot join, with the sentence at its field. */
export async function refuseTenant(tx: Tx, role: string, wanted: Wanted): Promise<void> {
  const known = signUpRoles.find((each) => each === role)
  if (!known) return refuse(accountRefusals, refusal('signup.role', { role }))
  const { school_id = '', join_code = '', facility_id = '', tenant_name = '' } = wanted
  const tenant = { school_id, join_code, facility_id, tenant_name }
  refuseIf(accountRefusals, tenantBlocker(known, tenant, await findTenant(tx, known, tenant)))
}
