import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Party } from '../../rules.ts'

/**
 * The party that the actor decides for: a facility admin for the facility; the school's administrators and the superadmin for the school.
 */
export async function partyOf(tx: Tx): Promise<{ party: Party; facilityId: string | null }> {
  const { rows } = await sql<{ role: string; facility: string | null }>`
    select app.role() as role, app.facility_id() as facility`.execute(tx)
  const { role, facility } = rows[0]!
  return role === 'facility_admin'
    ? { party: 'facility', facilityId: facility }
    : { party: 'school', facilityId: null }
}
