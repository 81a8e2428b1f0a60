import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Walk } from '#platform/server/walk.ts'
import { notificationTexts } from '../../messages.ts'
import { dueToRemind } from '../queries/due-shifts.ts'
import { notifyByCalendar } from './notify-by-calendar.ts'
import { factsOf } from './notify-shift.ts'
import { type Calendar, bisectOnFailure } from './bisect-on-failure.ts'

/** Reminds facilities of unanswered requests: after three days, and on the last day before the deadline. */
export async function remindFacilities(tx: Tx, calendar: Calendar, walk: Walk): Promise<number> {
  const done = await bisectOnFailure(
    tx,
    await dueToRemind(tx, calendar.now, walk),
    calendar,
    async (rows) => {
      await notifyByCalendar(
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
      )
      await noteReminders(tx, rows)
    },
  )
  return done.length
}

/** The next round reminds of others, so that each has its turn however many wait. */
async function noteReminders(
  tx: Tx,
  rows: readonly { id: string; sent: string; is_last: boolean }[],
): Promise<void> {
  await tx
    .insertInto('priv.request_reminders')
    .values(rows.map(({ id, sent, is_last }) => ({ shift_id: id, submitted_at: sent, is_last })))
    .onConflict((conflict) =>
      conflict.column('shift_id').doUpdateSet(({ ref }) => ({
        submitted_at: ref('excluded.submitted_at'),
        is_last: ref('excluded.is_last'),
      })),
    )
    .execute()
}
