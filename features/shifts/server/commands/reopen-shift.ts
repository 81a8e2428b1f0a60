import type { Tx } from '#platform/server/db.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { requireText } from './require-text.ts'
import { writeShift } from './write-shift.ts'

/** Reopens a closed shift, as the school's super admin, so that its hours can be amended. */
export async function reopenShift(tx: Tx, me: Actor, sent: Locked & { reason: string }) {
  const reason = requireText(sent.reason, 'Give a reason for reopening. Everyone sees that it was amended.')
  const { shift } = await lockShift(tx, me, sent, 'reopen', reason)
  return writeShift(tx, shift, { status: 'completed', status_reason: reason }, { reason })
}
