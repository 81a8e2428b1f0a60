import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * Whether the caller may end what this person holds there: the superadmin everywhere, a facility admin for people and facilities of their
 * own part.
 */
export async function mayEndAt(tx: Tx, userId: string, facilityId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select app.is_superadmin() or (${facilityId}::uuid in (select app.facility_scope(app.facility_id()))
      and exists (select 1 from public.users u where u.id = ${userId}::uuid)) as may`.execute(tx)
  return rows[0]!.may
}
