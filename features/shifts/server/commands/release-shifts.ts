import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Walk } from '#platform/server/walk.ts'
import { notificationTexts } from '../../messages.ts'
import { dropCutoff, fewSeatsBlocker, publishBlocker, seatsFor } from '../../rules.ts'
import { dueToRelease, type ReleasedShift } from '../queries/due-shifts.ts'
import { notifyByCalendar } from './notify-by-calendar.ts'
import { factsOf } from './notify-shift.ts'
import { type Calendar, bisectOnFailure } from './bisect-on-failure.ts'

/**
 * Publishes approved shifts of schools that let the calendar do so. Shifts without room or without a leader stay approved; their planners
 * see why when they publish. Returns the ids of the published shifts.
 */
export async function releaseShifts(tx: Tx, calendar: Calendar, walk: Walk): Promise<string[]> {
  const { now } = calendar
  const due = (await dueToRelease(tx, now, walk)).filter(
    (shift) =>
      !publishBlocker(shift, { now, schoolAllows: false, toBeNamed: false }) &&
      !fewSeatsBlocker(seatsFor(shift.limits)!, shift.seats_taken),
  )
  const done = await bisectOnFailure(tx, due, calendar, async (rows) => {
    await publishAll(tx, rows, now)
    await notifyByCalendar(
      tx,
      rows.map((row) => ({
        shift_id: row.id,
        audience: 'seats',
        type: 'shift_assigned',
        key: `published ${now}`,
        ...notification(notificationTexts, 'shift.published', factsOf(row)),
      })),
    )
  })
  return done.map(({ id }) => id)
}

/** Publishes each shift with its own seats in one statement; the trail records the seats. */
async function publishAll(tx: Tx, rows: readonly ReleasedShift[], now: string): Promise<void> {
  const written = rows.map(({ id, limits, starts_at, drop_cutoff_h }) => {
    const { seats, limit_name: seats_limit } = seatsFor(limits)!
    return { id, seats, seats_limit, drop_cutoff_at: dropCutoff(starts_at, drop_cutoff_h) }
  })
  await sql`update public.shifts x set status = 'published', published_at = ${now}::timestamptz, seats = w.seats, seats_limit = w.seats_limit,
      instructor_to_be_named = false, change = null, drop_cutoff_at = w.drop_cutoff_at
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) w (id uuid, seats integer, seats_limit text, drop_cutoff_at timestamptz)
    where x.id = w.id and set_config('app.reason', '', true) is not null
      and set_config('app.event_details', jsonb_build_object('seats', w.seats, 'limit', w.seats_limit)::text, true) is not null`.execute(
    tx,
  )
}
