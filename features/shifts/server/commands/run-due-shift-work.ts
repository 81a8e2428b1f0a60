import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { Walk } from '#platform/server/walk.ts'
import { beginShifts } from './begin-shifts.ts'
import { closeHours } from './close-hours.ts'
import { completeShifts } from './complete-shifts.ts'
import { expireShifts } from './expire-shifts.ts'
import { openSignups } from './open-signups.ts'
import type { Calendar } from './bisect-on-failure.ts'
import { queueNoticesAt } from './queue-notices.ts'
import { releaseShifts } from './release-shifts.ts'
import { remindFacilities } from './remind-facilities.ts'
import { remindPeople } from './remind-people.ts'

/** How many of each the calendar processed. */
export type Worked = Record<'expired' | 'published' | 'started' | 'completed' | 'closed' | 'reminded', number>

/** What may wait for weeks, of which a round looks at some. */
export const calendarWalks = () => ({ approved: new Walk(500), requested: new Walk(1_000) })

/** The calendar's work on seats; injected where the product is wired, because seats depend on shifts. */
export type RunDueSeatWork = (tx: Tx, calendar: Calendar) => Promise<unknown>

/**
 * Runs the calendar's work on shifts (domain §2.4): unanswered requests expire, approved shifts are released, shifts begin, end and close,
 * and people are reminded. One process at a time, as often as needed.
 */
export async function runDueShiftWork(tx: Tx, calendar: Calendar, walks = calendarWalks()): Promise<Worked> {
  if (!(await holdCalendar(tx))) return nothing
  const expired = await expireShifts(tx, calendar)
  const waiting = await remindFacilities(tx, calendar, walks.requested)
  const published = await releaseShifts(tx, calendar, walks.approved)
  const opened = await openSignups(tx, calendar)
  await queueNoticesAt(tx, [...published, ...opened], calendar.now)
  const started = await beginShifts(tx, calendar)
  const completed = await completeShifts(tx, calendar)
  const closed = await closeHours(tx, calendar)
  const reminded = await remindPeople(tx, calendar.now)
  return {
    expired,
    published: published.length,
    started,
    completed,
    closed,
    reminded: waiting + reminded,
  }
}

const nothing: Worked = {
  expired: 0,
  published: 0,
  started: 0,
  completed: 0,
  closed: 0,
  reminded: 0,
}

async function holdCalendar(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('placewell shifts')) as held`.execute(tx)
  return rows[0]!.held
}
