import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { recountedSeats } from '../../rules.ts'
import { advanceRecount, nextRecount, type RecountedShift, shiftsOfRecount } from '../queries/due-recounts.ts'
import { noteByCalendar } from './note-by-calendar.ts'
import { notifyByCalendar } from './notify-by-calendar.ts'
import { type Calendar, bisectOnFailure } from './bisect-on-failure.ts'
import { restLeadersAgain, type RestSeatsAgain } from './rest-leaders-again.ts'

type Recounted = RecountedShift & NonNullable<ReturnType<typeof recountedSeats>> & { before: number }

/**
 * Recounts the seats of upcoming shifts after a rule of a school, board, unit or agreement changed, and applies a school's rest after a
 * night. Approvals stay and no one loses a seat; waitlisted students are offered new seats. Returns true if there may be more to do.
 */
export async function recountSeats(
  tx: Tx,
  calendar: Pick<Calendar, 'passOver'> & { restSeatsAgain: RestSeatsAgain },
  most = 500,
): Promise<boolean> {
  const recount = await nextRecount(tx)
  if (!recount) return false
  if (recount.school_id && !recount.facility_id && recount.is_first) {
    await calendar.restSeatsAgain(tx, recount.school_id)
    await restLeadersAgain(tx, recount.school_id)
  }
  const shifts = await shiftsOfRecount(tx, recount, most)
  const changed = shifts.flatMap((shift): Recounted[] => {
    const now = recountedSeats(shift.limits, shift)
    return now ? [{ ...shift, ...now, before: shift.seats }] : []
  })
  const done = await bisectOnFailure(tx, changed, calendar, (rows) => writeSeats(tx, rows))
  await notifySchools(tx, done, `recount ${recount.id} ${shifts[0]?.id}`)
  await advanceRecount(tx, recount.id, shifts.length < most ? null : shifts.at(-1)!.id)
  return true
}

async function writeSeats(tx: Tx, rows: readonly Recounted[]): Promise<void> {
  const written = rows.map(({ id, seats, seats_limit }) => ({ id, seats, seats_limit }))
  await sql`update public.shifts x set seats = w.seats, seats_limit = w.seats_limit
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) w (id uuid, seats integer, seats_limit text) where x.id = w.id`.execute(
    tx,
  )
  await noteByCalendar(
    tx,
    rows
      .filter(({ before, seats }) => before !== seats)
      .map(({ id, before, seats, why }) => ({
        shift_id: id,
        event: 'recount',
        reason: why,
        details: { seats: [before, seats] },
      })),
  )
}

/** Notifies each school once, with its numbers. */
async function notifySchools(tx: Tx, shifts: readonly Recounted[], key: string): Promise<void> {
  const ofSchools = Map.groupBy(
    shifts.filter(({ before, seats }) => before !== seats),
    ({ school_id }) => school_id,
  )
  await notifyByCalendar(
    tx,
    [...ofSchools.values()].map((rows) => ({
      shift_id: rows[0]!.id,
      audience: 'school' as const,
      type: 'seat_changed',
      key,
      ...notification(notificationTexts, 'shift.recounted', {
        fewer: rows.filter(({ before, seats }) => seats < before).length,
        more: rows.filter(({ before, seats }) => seats > before).length,
        over: rows.filter(({ isOver }) => isOver).length,
      }),
    })),
  )
}
