import type { ShiftFacts } from '#core/shift-facts.ts'
import type { Tx } from '#platform/server/db.ts'

/** Where and when a shift was, for notifications. */
export async function factsOfShift(tx: Tx, shiftId: string): Promise<ShiftFacts> {
  const row = await tx
    .selectFrom('shifts as s')
    .leftJoin('facilities as unit', 'unit.id', 's.facility_id')
    .leftJoin('facilities as site', 'site.id', 'unit.parent_id')
    .select(['unit.name as unit', 'site.name as site', 's.date', 's.start_time', 's.end_time'])
    .where('s.id', '=', shiftId)
    .executeTakeFirstOrThrow()
  return { ...row, start_time: row.start_time.slice(0, 5), end_time: row.end_time.slice(0, 5) }
}
