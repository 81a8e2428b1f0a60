import type { Tx } from '#platform/server/db.ts'
import type { ShiftStep } from '../../contract.ts'

/** The steps that PostgreSQL allows for a shift; its trigger refuses all others. */
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
