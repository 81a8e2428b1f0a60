import type { Tx } from '#platform/server/db.ts'
import { dueToComplete } from '../queries/due-shifts.ts'
import { type Calendar, bisectOnFailure } from './bisect-on-failure.ts'
import { setByCalendar } from './set-by-calendar.ts'

/** Completes shifts 15 minutes after their end. */
export async function completeShifts(tx: Tx, calendar: Calendar): Promise<number> {
  const done = await bisectOnFailure(tx, await dueToComplete(tx, calendar.now), calendar, (rows) =>
    setByCalendar(tx, rows, { status: 'completed' }),
  )
  return done.length
}
