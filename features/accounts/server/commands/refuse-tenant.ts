import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import { signUpRoles } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { accountRefusals } from '../../messages.ts'
import { type FoundTenant, tenantRefusal, type WantedTenant } from '../../rules.ts'

type Wanted = { [Field in keyof WantedTenant]?: string | undefined }

/** Refuses a place that no one of this role can belong to, with the sentence at its field. */
export async function refuseTenant(tx: Tx, role: string, wanted: Wanted): Promise<void> {
  // Which roles there are, the procedure that creates the account says.
  const known = signUpRoles.find((each) => each === role)
  if (!known) return
  const { school_id = '', join_code = '', facility_id = '', place_name = '' } = wanted
  const { rows } = await sql<FoundTenant>`
    select f.school_id, f.has_code, f.facility_id from app.signup_facts(${school_id}, ${join_code}, ${facility_id}) f`.execute(
    tx,
  )
  refuseIf(accountRefusals, tenantRefusal(known, { school_id, join_code, facility_id, place_name }, rows[0]!))
}
