import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** The schools that have an active agreement for a unit: none for who does not run it. */
export async function listPartners(tx: Tx, facilityId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from app.partner_schools(${facilityId}::uuid)`.execute(tx)
  return rows
}
