import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { CalendarShift } from './calendar.ts'

type Opened = { state: 'open' | 'revoked' | 'unknown' | 'wait'; wait: number }

/** Counts the reading of an address, as app_auth. */
export async function open(tx: Tx, tokenHash: string, addressBlock: string): Promise<Opened> {
  const { rows } = await sql<Opened>`
    select * from app.open_calendar_feed(${tokenHash}, ${addressBlock})`.execute(tx)
  return rows[0]!
}

/** The shifts of the person behind an address, as app_auth. */
export async function shiftsBehind(tx: Tx, tokenHash: string): Promise<CalendarShift[]> {
  const { rows } = await sql<CalendarShift>`select * from app.calendar_feed_shifts(${tokenHash})`.execute(tx)
  return rows
}
