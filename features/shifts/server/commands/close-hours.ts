import type { Tx } from '#platform/server/db.ts'
import { dueToClose } from '../queries/due-shifts.ts'
import { type Calendar, bisectOnFailure } from './bisect-on-failure.ts'
import { setByCalendar } from './set-by-calendar.ts'

/** Closes completed shifts once the hours of their semester are locked. */
export async function closeHours(tx: Tx, calendar: Calendar): Promise<number> {
  const done = await bisectOnFailure(tx, await dueToClose(tx, calendar.now), calendar, (rows) =>
    setByCalendar(tx, rows, { status: 'closed' }, 'The semester’s hours are locked.'),
  )
  return done.length
}
