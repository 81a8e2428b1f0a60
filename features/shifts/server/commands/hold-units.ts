import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Holds the units of these until the end of the transaction: of two who work on several at once one waits for the other. */
export async function holdUnits(tx: Tx, of: readonly { facility_id: string | null }[]): Promise<void> {
  const units = new Set(of.flatMap(({ facility_id: unit }) => unit ?? []))
  if (units.size > 0) await sql`select app.hold_units(${[...units]}::uuid[])`.execute(tx)
}

/** Holds the shifts among these that the asker may change, in the order of their ids, and then their units. */
export async function holdShifts(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ facility_id: string | null }>`
    select x.facility_id from public.shifts x where x.id = any (${ids}::uuid[]) order by x.id for update`.execute(
    tx,
  )
  await holdUnits(tx, rows)
}
