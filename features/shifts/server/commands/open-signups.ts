import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { dueToOpen } from '../queries/due-shifts.ts'
import { type Calendar, piecewise } from './piecewise.ts'

/** Sign-up that opens at a time of its own: the trail remembers that it did. Returns the ids of those that opened. */
export async function openSignups(tx: Tx, calendar: Calendar): Promise<string[]> {
  const done = await piecewise(tx, await dueToOpen(tx, calendar.now), calendar, async (rows) => {
    await sql`select app.note_open_signups(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
  })
  return done.map(({ id }) => id)
}
