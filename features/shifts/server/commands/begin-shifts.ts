import type { Tx } from '#platform/server/db.ts'
import { dueToBegin } from '../queries/due-shifts.ts'
import { type Calendar, bisectOnFailure } from './bisect-on-failure.ts'
import { setByCalendar } from './set-by-calendar.ts'

/** Starts published shifts. Their roster is frozen: waitlisted students no longer get a seat (trigger free_seats_begun). */
export async function beginShifts(tx: Tx, calendar: Calendar): Promise<number> {
  const done = await bisectOnFailure(tx, await dueToBegin(tx, calendar.now), calendar, (rows) =>
    setByCalendar(tx, rows, { status: 'in_progress', change: null }),
  )
  return done.length
}
