import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Locks the units of these shifts until the transaction ends, so that concurrent callers wait for each other. */
export async function lockUnits(tx: Tx, of: readonly { facility_id: string | null }[]): Promise<void> {
  const units = new Set(of.flatMap(({ facility_id: unit }) => unit ?? []))
  if (units.size > 0) await sql`select app.hold_units(${[...units]}::uuid[])`.execute(tx)
}

/** Locks those of these shifts that the caller may change, in order of id, and then their units. */
export async function lockShifts(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ facility_id: string | null }>`
    select x.facility_id from public.shifts x where x.id = any (${ids}::uuid[]) order by x.id for update`.execute(
    tx,
  )
  await lockUnits(tx, rows)
}
