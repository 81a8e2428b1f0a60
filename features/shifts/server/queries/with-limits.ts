import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { SeatLimit } from '../../contract.ts'
import { lockUnits } from '../commands/lock-units.ts'
import { type LimitFacts, limitsFrom } from '../../rules.ts'

/** As the calendar: adds the current limits to these shifts; their units are locked until the transaction ends. */
export async function withLimits<Row extends { id: string; facility_id: string | null }>(
  tx: Tx,
  shifts: readonly Row[],
): Promise<(Row & { limits: SeatLimit[] })[]> {
  if (shifts.length === 0) return []
  await lockUnits(tx, shifts)
  const { rows } = await sql<{ id: string; facts: LimitFacts }>`
    select x.id, app.limits_of_plan(x.id, '{}') as facts from public.shifts x where x.id = any (${shifts.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  const limits = new Map(rows.map((one) => [one.id, limitsFrom(one.facts)]))
  return shifts.map((shift) => ({ ...shift, limits: limits.get(shift.id)! }))
}
