import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** The schools with an active agreement for a unit; empty if the caller does not manage it. */
export async function listPartners(tx: Tx, facilityId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, c.name from public.schools c where c.id in (select app.partner_schools(${facilityId}::uuid)) order by c.name, c.id`.execute(
    tx,
  )
  return rows
}
