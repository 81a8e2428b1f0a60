import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { endGroup, groupNotifications } from '#features/notifications/server/public.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import type { DuePartnership } from '../queries/list-due.ts'
import { notifyParties } from './notify-parties.ts'
import { writeCalendarStep } from './write-calendar-step.ts'

/** Cancels those of these shifts that are still planned, notifies everyone on them, and returns how many. Implemented by another feature. */
export type CancelShifts = (
  tx: Tx,
  ended: { shiftIds: string[]; schoolId: string; organizationId: string; after: PlainDate; reason: string },
) => Promise<number>

/** Ends a partnership after its last day: cancels the shifts chosen for that, and notifies each person on them once. */
export async function finishEnding(tx: Tx, due: DuePartnership, cancelShifts: CancelShifts): Promise<void> {
  const { id, version, status_reason: reason, ends_on: end, organization_name: organization } = due
  await giveReason(tx, `Partnership ended: ${reason}`.slice(0, 500))
  const { code, values } = notification(notificationTexts, 'partnership.shifts_canceled', { organization })
  await groupNotifications(tx, `partnership ended ${id} ${version}`, { code, values })
  const canceled = await cancelShifts(tx, {
    shiftIds: due.ending_cancels,
    schoolId: due.school_id,
    organizationId: due.organization_id,
    after: end!,
    reason: `The partnership has ended: ${reason}`,
  })
  await endGroup(tx)
  const details = { ends_on: end, shifts_canceled: canceled }
  const written = await writeCalendarStep(tx, due, 'terminated', { reason, details })
  await notifyParties(tx, due, written, 'system', 'partnership.ended', { last_day: end!, canceled })
}
