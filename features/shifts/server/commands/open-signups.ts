import type { Tx } from '#platform/server/db.ts'
import { dueToOpen } from '../queries/due-shifts.ts'
import { noteByCalendar } from './note-by-calendar.ts'
import { type Calendar, bisectOnFailure } from './bisect-on-failure.ts'

/** Records in the trail that a scheduled sign-up opened. Returns the ids of the shifts that opened. */
export async function openSignups(tx: Tx, calendar: Calendar): Promise<string[]> {
  const done = await bisectOnFailure(tx, await dueToOpen(tx, calendar.now), calendar, async (rows) => {
    await noteByCalendar(
      tx,
      rows.map(({ id }) => ({ shift_id: id, event: 'open_signup' })),
    )
  })
  return done.map(({ id }) => id)
}
