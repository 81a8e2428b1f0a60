import { sql } from 'kysely'
import { lockUnits } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

/** Locks these slots and then their units, in a fixed order, so that a request that takes several slots never deadlocks. */
export async function lockSlots(tx: Tx, slots: readonly { id: string }[]): Promise<void> {
  const { rows } = await sql<{ facility_id: string }>`
    select o.facility_id from public.open_slots o where o.id = any (${slots.map(({ id }) => id)}::uuid[]) order by o.id for update`.execute(
    tx,
  )
  await lockUnits(tx, rows)
}
