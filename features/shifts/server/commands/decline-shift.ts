import { refuse, refusal } from '#core/refusal.ts'
import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { DeclineCode } from '../../contract.ts'
import { notificationTexts, shiftRefusals } from '../../messages.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { requireText } from './require-text.ts'
import { writeShift } from './write-shift.ts'

/** Declines a request with a reason from the list. PostgreSQL notifies students who had requested a seat when the seat is removed. */
export async function declineShift(
  tx: Tx,
  me: Actor,
  sent: Locked & { code: DeclineCode | null; note: string | null },
) {
  const { code } = sent
  if (!code) refuse(shiftRefusals, refusal('shift.no_code'))
  const note = sent.note?.trim() || null
  if (code === 'not_suitable') requireText(note, 'Explain what doesn’t work.')
  const { shift } = await lockShift(tx, me, sent, 'decline', note ?? code)
  const written = await writeShift(
    tx,
    shift,
    {
      status: 'declined',
      decision_code: code,
      status_reason: note,
      decided_at: sql<string>`now()`,
      decided_by: me.realUserId,
      respond_by: null,
    },
    { reason: note ?? code, details: { code } },
  )
  await notifyShift(
    tx,
    shift,
    { audience: 'school', type: 'shift_declined' },
    notification(notificationTexts, 'shift.declined', { ...factsOf(shift), reason: code, note }),
  )
  return written
}
