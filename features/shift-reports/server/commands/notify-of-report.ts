import type { NotificationIn } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

const recipients = {
  instructor: ['proctor_id', 'instructor_ids'],
  school: ['school', 'superadmin'],
  facility: ['reader_ids'],
} as const

/** Notifies the instructor, the school, or the facility's incident lead of what was just done with a shift's report or an incident. */
export async function notifyOfReport(
  tx: Tx,
  shiftId: string,
  to: { audience: keyof typeof recipients; key: string; type?: string; incident?: string },
  text: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  const url = to.audience === 'instructor' ? `/proctor/shift-reports?shift=${shiftId}` : `/shift/${shiftId}`
  const how = {
    to: recipients[to.audience],
    type: to.type ?? 'shift_report',
    url,
    key: `report ${shiftId} ${to.key}`,
  }
  const row = to.incident
    ? ({ table: 'shift_incidents', id: to.incident } as const)
    : ({ table: 'shift_reports', id: shiftId } as const)
  await notifyOfRow(tx, row, how, text)
}
