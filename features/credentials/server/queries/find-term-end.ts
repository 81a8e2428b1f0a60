import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'

/** The last day of the first semester of the caller's school that ends on or after that day. */
export async function findTermEnd(tx: Tx, issued: PlainDate | null): Promise<PlainDate | null> {
  const { rows } = await sql<{ last: PlainDate | null }>`
    select min(m.end_date) as last from public.semesters m where m.school_id = (select app.school_id()) and m.is_active
      and m.end_date >= ${issued}::date`.execute(tx)
  return rows[0]!.last
}
