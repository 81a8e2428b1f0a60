import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { requireText } from './require-text.ts'
import { sentToFacility } from './sent-to-facility.ts'
import { writeShift } from './write-shift.ts'

/** Answers the facility's question; the request then needs the facility's answer again. */
export async function answerAboutShift(tx: Tx, me: Actor, sent: Locked & { answer: string }) {
  const answer = requireText(sent.answer, 'Write an answer; the facility reads it.', 2)
  const { shift } = await lockShift(tx, me, sent, 'answer', answer)
  const written = await writeShift(
    tx,
    shift,
    {
      status: 'pending_facility',
      status_reason: answer,
      ...sentToFacility(shift.starts_at),
    },
    { reason: answer },
  )
  await notifyShift(
    tx,
    shift,
    { audience: 'facility', type: 'shift_requested' },
    notification(notificationTexts, 'shift.answered', { ...factsOf(shift), answer }),
  )
  return written
}
