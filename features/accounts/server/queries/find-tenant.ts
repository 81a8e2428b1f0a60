import { sql } from 'kysely'
import type { SignUpRole } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import type { FoundTenant, WantedTenant } from '../../rules.ts'

/** As the sign-in login: what there is of a place that someone wants to belong to: an active school, whether this is its join code, and a facility. */
export async function findTenant(tx: Tx, role: SignUpRole, wanted: WantedTenant): Promise<FoundTenant> {
  const { rows } = await sql<FoundTenant>`
    select f.school_id, f.has_code, f.facility_id
    from app.signup_facts(${role}, ${wanted.school_id}, ${wanted.join_code}, ${wanted.facility_id}, ${wanted.place_name}) f`.execute(
    tx,
  )
  return rows[0]!
}
