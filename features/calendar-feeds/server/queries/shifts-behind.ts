import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { CalendarShift } from '../calendar.ts'

/** The shifts of the person behind an address, as app_auth. */
export async function shiftsBehind(tx: Tx, tokenHash: string): Promise<CalendarShift[]> {
  const { rows } = await sql<CalendarShift>`select * from app.calendar_feed_shifts(${tokenHash})`.execute(tx)
  return rows
}
