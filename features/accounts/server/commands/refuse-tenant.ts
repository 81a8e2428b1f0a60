import { refuseIf } from '#core/refusal.ts'
import { signUpRoles } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { accountRefusals } from '../../messages.ts'
import { tenantRefusal, type WantedTenant } from '../../rules.ts'
import { findTenant } from '../queries/find-tenant.ts'

type Wanted = { [Field in keyof WantedTenant]?: string | undefined }

/** Refuses a place that no one of this role can belong to, with the sentence at its field. */
export async function refuseTenant(tx: Tx, role: string, wanted: Wanted): Promise<void> {
  // Which roles there are, the procedure that creates the account says.
  const known = signUpRoles.find((each) => each === role)
  if (!known) return
  const { school_id = '', join_code = '', facility_id = '', place_name = '' } = wanted
  const tenant = { school_id, join_code, facility_id, place_name }
  refuseIf(accountRefusals, tenantRefusal(known, tenant, await findTenant(tx, known, tenant)))
}
