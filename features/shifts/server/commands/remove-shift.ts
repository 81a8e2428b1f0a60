import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftRefusals } from '../../messages.ts'
import { removeBlocker } from '../../rules.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'

/** Deletes a draft that only the school has seen. */
export async function removeShift(tx: Tx, me: Actor, sent: Locked) {
  const { shift, party } = await lockShift(tx, me, sent, null)
  if (party === 'facility') refuse(shiftRefusals, refusal('shift.only_school'))
  refuseIf(shiftRefusals, removeBlocker(shift))
  await tx.deleteFrom('shifts').where('id', '=', shift.id).execute()
  return { version: 0 }
}
