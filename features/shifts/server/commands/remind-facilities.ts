import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { dueToRemind } from '../queries/due-shifts.ts'
import { notifyByCalendar } from './notify-by-calendar.ts'
import { factsOf } from './notify-shift.ts'
import { type Calendar, bisectOnFailure } from './bisect-on-failure.ts'

/** Reminds facilities of unanswered requests: after three days, and on the last day before the deadline. */
export async function remindFacilities(tx: Tx, calendar: Calendar): Promise<number> {
  const done = await bisectOnFailure(tx, await dueToRemind(tx, calendar.now), calendar, (rows) =>
    notifyByCalendar(
      tx,
      rows.map((row) => ({
        shift_id: row.id,
        audience: 'facility',
        type: 'shift_requested',
        key: `waits ${row.sent}${row.is_last ? ' last' : ''}`,
        ...notification(notificationTexts, 'shift.waits', {
          ...factsOf(row),
          until: row.respond_by,
          time_zone: row.time_zone,
        }),
      })),
    ),
  )
  return done.length
}
