import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { HoursKind } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { notifyOfHours, notifyOfLine } from './notify-of-hours.ts'
import { reverseLine } from './reverse-line.ts'

type Asked = { id: string; reason: string }

/** Takes a line back by adding a reversal, and notifies the student. */
export async function reverseHours(tx: Tx, { id, reason }: Asked): Promise<void> {
  const { school_id, source_key, minutes, date, kind } = await reverseLine(tx, { id, reason })
  await notifyOfHours(tx, { school_id, source_key, minutes, date, kind: kind as HoursKind, reason })
}

/** Takes an imported line back together with the others of its file; `notice` is the student's one notification about all their lines. */
export async function reverseImported(
  tx: Tx,
  { notice, ...asked }: Asked & { notice: { minutes: number; lines: number } | null },
): Promise<void> {
  const { school_id, source_key } = await reverseLine(tx, asked)
  if (!notice) return
  const sent = { ...notice, reason: asked.reason }
  await notifyOfLine(
    tx,
    { school_id, source_key },
    notification(notificationTexts, 'hours.import_undone', sent),
  )
}
