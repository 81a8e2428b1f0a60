import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export async function countShifts(tx: Tx, id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from public.shifts where semester_id = ${id} group by status`.execute(tx)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
