import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { requireText } from './require-text.ts'
import { writeShift } from './write-shift.ts'

/** Asks the school a question before the facility answers a request. */
export async function askAboutShift(tx: Tx, me: Actor, sent: Locked & { question: string }) {
  const question = requireText(sent.question, 'Enter your question.')
  const { shift } = await lockShift(tx, me, sent, 'ask', question)
  const written = await writeShift(
    tx,
    shift,
    { status: 'needs_info', status_reason: question, decided_by: me.realUserId },
    { reason: question },
  )
  await notifyShift(
    tx,
    shift,
    { audience: 'school', type: 'shift_needs_info' },
    notification(notificationTexts, 'shift.question', { ...factsOf(shift), question }),
  )
  return written
}
