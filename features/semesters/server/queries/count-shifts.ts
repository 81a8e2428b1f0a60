import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** How many shifts of a semester have which status, as far as the caller sees them. */
export async function countShifts(tx: Tx, id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from public.shifts where semester_id = ${id} group by status`.execute(tx)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
