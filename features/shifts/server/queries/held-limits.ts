import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { SeatLimit } from '../../contract.ts'
import { holdUnits } from '../commands/hold-units.ts'
import { type CountedLimit, wordedLimits } from '../../rules.ts'

/** As the calendar: these shifts with all limits on their seats as they are now; their units are kept until the end of the transaction. */
export async function withLimits<Row extends { id: string; facility_id: string | null }>(
  tx: Tx,
  shifts: readonly Row[],
): Promise<(Row & { limits: SeatLimit[] })[]> {
  if (shifts.length === 0) return []
  await holdUnits(tx, shifts)
  const { rows } = await sql<{ id: string; limits: CountedLimit[] }>`
    select x.id, (select jsonb_agg(to_jsonb(l)) from app.limits_of_plan(x.id, '{}', coalesce(x.approved_capacity, x.capacity)) l) as limits
    from public.shifts x where x.id = any (${shifts.map(({ id }) => id)}::uuid[])`.execute(tx)
  const limits = new Map(rows.map((one) => [one.id, wordedLimits(one.limits)]))
  return shifts.map((shift) => ({ ...shift, limits: limits.get(shift.id)! }))
}
