import { sql } from 'kysely'
import { closedDaysIn } from '#features/facilities/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ClosedDays } from '../../rules.ts'

/** By unit of a semester's shifts, the days from today on which it takes no students. */
export async function listClosedDays(tx: Tx, semesterId: string): Promise<Map<string, ClosedDays[]>> {
  const units = await tx
    .selectFrom(
      tx
        .selectFrom('shifts')
        .select('facility_id')
        .distinct()
        .where('semester_id', '=', semesterId)
        .where('facility_id', 'is not', null)
        .as('x'),
    )
    .select(['x.facility_id', sql<ClosedDays[]>`${closedDaysIn(sql`x.facility_id`)}`.as('closed')])
    .execute()
  return new Map(units.map(({ facility_id: id, closed }) => [id!, closed]))
}
