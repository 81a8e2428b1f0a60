import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { expiryReason } from '../../rules.ts'
import { dueToExpire } from '../queries/due-shifts.ts'
import { notifyByCalendar } from './notify-by-calendar.ts'
import { factsOf } from './notify-shift.ts'
import { type Calendar, bisectOnFailure } from './bisect-on-failure.ts'
import { setByCalendar } from './set-by-calendar.ts'

/** Expires requests that were not answered in time and approved shifts that were not published; the school is notified. */
export async function expireShifts(tx: Tx, calendar: Calendar): Promise<number> {
  const due = (await dueToExpire(tx, calendar.now)).map((row) => ({
    ...row,
    reason: expiryReason(row.status),
  }))
  const done = await bisectOnFailure(tx, due, calendar, async (rows) => {
    for (const [reason, some] of Map.groupBy(rows, (row) => row.reason))
      await setByCalendar(tx, some, {
        status: 'expired',
        counter: null,
        change: null,
        respond_by: null,
        status_reason: reason,
      })
    await notifyByCalendar(
      tx,
      rows.map((row) => ({
        shift_id: row.id,
        audience: 'school',
        type: 'shift_declined',
        key: `expired ${row.version}`,
        ...notification(notificationTexts, 'shift.expired', { ...factsOf(row), reason: row.reason }),
      })),
    )
  })
  return done.length
}
