import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { type Notice, notifyPeople } from '#features/notifications/server/public.ts'
import { type Calendar, bisectOnFailure } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { blockerOf, offerUntil } from '../../rules.ts'
import {
  findRoom,
  lockOfferedShifts,
  lockNextInLine,
  type OfferedShift,
  type Waiting,
} from '../queries/next-in-line.ts'

/**
 * As the worker: offers free seats to the waitlist, a few shifts at a time, because they stay locked
 * meanwhile. Returns true if there may be more: a shift that failed is left for next time, behind the others.
 */
export async function offerSeats(tx: Tx, calendar: Calendar, most = 20): Promise<boolean> {
  const { rows: marks } = await sql<{ id: string; shift_id: string }>`
    select id, shift_id from priv.seat_offers order by asked_at, id limit ${most} for update skip locked`.execute(
    tx,
  )
  const shifts = [...new Set(marks.map((mark) => mark.shift_id))].toSorted().map((id) => ({ id }))
  const done = await bisectOnFailure(tx, shifts, calendar, async (rows) => {
    const ids = rows.map(({ id }) => id)
    for (const shift of await lockOfferedShifts(tx, ids, calendar.now))
      await notifyPeople(tx, await offerOn(tx, shift, calendar.now))
  })
  const over = new Set(done.map(({ id }) => id))
  const idsOf = (part: typeof marks) => part.map(({ id }) => id)
  await sql`delete from priv.seat_offers where id = any (${idsOf(marks.filter((mark) => over.has(mark.shift_id)))}::bigint[])`.execute(
    tx,
  )
  if (over.size < shifts.length)
    await sql`update priv.seat_offers set asked_at = now() where id = any (${idsOf(marks.filter((mark) => !over.has(mark.shift_id)))}::bigint[])`.execute(
      tx,
    )
  return done.length > 0
}

/** Offers as many as there are free seats, in waitlist order; students who cannot come are notified why and leave the waitlist. */
async function offerOn(tx: Tx, shift: OfferedShift, now: string): Promise<Notice[]> {
  const notices: Notice[] = []
  const shiftId = shift.id
  const until = offerUntil(shift, now)
  for (const seat of await lockNextInLine(tx, shiftId)) {
    const { is_free: isFree, block } = await findRoom(tx, shiftId, seat.student_id)
    if (!isFree) break
    const { message: reason } = blockerOf(block)
    const notice = { to: [seat.student_id], type: 'waitlist_offer', url: `/shift/${shiftId}` }
    if (reason === null) {
      await offer(tx, seat, until)
      const text = notification(notificationTexts, 'seat.offered', {
        ...shift.facts,
        until,
        time_zone: shift.time_zone,
      })
      notices.push({ ...notice, key: `offer ${seat.id} ${until}`, ...text })
    } else {
      await tx
        .updateTable('assignments')
        .set({ status: 'lapsed', reason })
        .where('id', '=', seat.id)
        .execute()
      const text = notification(notificationTexts, 'seat.offer_missed', { ...shift.facts, reason })
      notices.push({ ...notice, key: `offer missed ${seat.id}`, ...text })
    }
  }
  return notices
}

async function offer(tx: Tx, { id }: Waiting, until: string): Promise<void> {
  await sql`update public.assignments a set status = 'offered', offer_expires_at = ${until}::timestamptz, during = tstzrange(s.starts_at, s.ends_at), busy = app.busy_range(s)
    from public.shifts s where s.id = a.shift_id and a.id = ${id}`.execute(tx)
}
