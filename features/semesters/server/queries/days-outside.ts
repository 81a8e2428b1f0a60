import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'

/** The shifts of a semester that would be outside of these dates, without those that no longer count: how many, and the first and last day. */
export async function daysOutside(
  tx: Tx,
  { id, start_date, end_date }: { id: string; start_date: PlainDate; end_date: PlainDate },
): Promise<{ count: number; first: PlainDate; last: PlainDate } | null> {
  const { rows } = await sql<{ count: number; first: PlainDate; last: PlainDate }>`
    select count(*)::integer as count, min(x.date) as first, max(x.date) as last from public.shifts x
    where x.semester_id = ${id}::uuid and x.date not between ${start_date}::date and ${end_date}::date
      and x.status not in ('withdrawn', 'declined', 'expired', 'cancelled')`.execute(tx)
  return rows[0] ?? null
}
