import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { CalendarFeed } from '../contract.ts'
import type { CalendarShift } from './calendar.ts'

export async function find(tx: Tx): Promise<CalendarFeed | null> {
  const { rows } = await sql<CalendarFeed>`select * from app.my_calendar_feed()`.execute(tx)
  return rows[0] ?? null
}

export async function renew(tx: Tx, tokenHash: string): Promise<void> {
  await sql`select app.renew_calendar_feed(${tokenHash})`.execute(tx)
}

export async function revoke(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ revoked: boolean }>`select app.revoke_calendar_feed() as revoked`.execute(tx)
  return rows[0]!.revoked
}

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
