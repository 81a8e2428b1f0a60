import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { FoundTenant, WantedTenant } from '../../rules.ts'

/** As the sign-in login: what there is of a place that someone wants to belong to: an active school, whether this is its join code, and a facility. */
export async function findTenant(tx: Tx, wanted: WantedTenant): Promise<FoundTenant> {
  const { rows } = await sql<FoundTenant>`
    select * from app.signup_facts(${wanted.school_id}, ${wanted.join_code}, ${wanted.facility_id})`.execute(
    tx,
  )
  return rows[0]!
}
