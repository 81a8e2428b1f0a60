import { sql } from 'kysely'
import { holdUnits } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

/** Waits for anyone who has one of these slots in hand, so that several are taken in one go and no one waits in a circle. */
export async function holdSlots(tx: Tx, slots: readonly { id: string }[]): Promise<void> {
  const { rows } = await sql<{ facility_id: string }>`
    select o.facility_id from public.open_slots o where o.id = any (${slots.map(({ id }) => id)}::uuid[]) order by o.id for update`.execute(
    tx,
  )
  await holdUnits(tx, rows)
}
