import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'

/** The shifts of a semester that would be outside of these dates, without those that no longer count: how many, and the first and last day. */
export async function daysOutside(
  tx: Tx,
  { id, start_date, end_date }: { id: string; start_date: PlainDate; end_date: PlainDate },
): Promise<{ count: number; first: PlainDate; last: PlainDate } | null> {
  const days = await tx
    .selectFrom('shifts')
    .select('date')
    .where('semester_id', '=', id)
    .where((either) => either.or([either('date', '<', start_date), either('date', '>', end_date)]))
    .where('status', 'not in', ['withdrawn', 'declined', 'expired', 'cancelled'])
    .orderBy('date')
    .execute()
  const [first, last] = [days[0], days.at(-1)]
  return first && last ? { count: days.length, first: first.date, last: last.date } : null
}
