import type { Tx } from '#platform/server/db.ts'
import type { ShiftStep } from '../../contract.ts'

/** The steps that PostgreSQL lets a shift make: what its trigger refuses everything else by. */
export async function listSteps(tx: Tx): Promise<ShiftStep[]> {
  const rows = await tx
    .selectFrom('transitions')
    .select(['event', 'from_status as from', 'to_status as to', 'parties as who'])
    .where('entity', '=', 'shifts')
    .orderBy('from_status')
    .orderBy('event')
    .execute()
  return rows as ShiftStep[]
}
