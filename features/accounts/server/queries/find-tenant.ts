import { sql } from 'kysely'
import type { SignUpRole } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import type { FoundTenant, WantedTenant } from '../../rules.ts'

/** As the sign-in login: the active school and the facility that a person wants to join, and whether the student has the join code. */
export async function findTenant(tx: Tx, role: SignUpRole, wanted: WantedTenant): Promise<FoundTenant> {
  const { rows } = await sql<FoundTenant>`
    select f.found_school_id as school_id, f.school_id is not null as has_code, f.facility_id
    from app.signup_facts(${role}, ${wanted.school_id}, ${wanted.join_code}, ${wanted.facility_id}) f`.execute(
    tx,
  )
  return rows[0]!
}
