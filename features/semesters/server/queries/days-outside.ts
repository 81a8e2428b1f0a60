import type { PlainDate } from '#core/plain-date.ts'
import { endStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Semester } from '../../contract.ts'

/**
 * The shifts within a semester that would be outside of its new dates, without those that no longer count: how many, and the first and last
 * day. A shift that was outside before, such as one that was copied so, is not one of them.
 */
export async function daysOutside(
  tx: Tx,
  { id, start_date, end_date }: Pick<Semester, 'id' | 'start_date' | 'end_date'>,
  next: Pick<Semester, 'start_date' | 'end_date'>,
): Promise<{ count: number; first: PlainDate; last: PlainDate } | null> {
  const days = await tx
    .selectFrom('shifts')
    .select('date')
    .where('semester_id', '=', id)
    .where((both) => both.between('date', start_date, end_date))
    .where((either) => either.or([either('date', '<', next.start_date), either('date', '>', next.end_date)]))
    .where('status', 'not in', endStates)
    .orderBy('date')
    .execute()
  const [first, last] = [days[0], days.at(-1)]
  return first && last ? { count: days.length, first: first.date, last: last.date } : null
}
