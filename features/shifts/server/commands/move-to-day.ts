import { agreedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { ShiftStatus } from '../../contract.ts'
import { askChange } from './ask-change.ts'
import type { Actor, Locked } from './lock-shift.ts'
import { updateShift } from './update-shift.ts'

/** Moves a shift to another day: requests it from the other party if the shift is agreed; otherwise the school changes it directly. */
export async function moveToDay(
  tx: Tx,
  me: Actor,
  { date, reason, ...shift }: Locked & { date: PlainDate; reason: string },
) {
  const row = await tx.selectFrom('shifts').select('status').where('id', '=', shift.id).executeTakeFirst()
  if (row && agreedStates.includes(row.status as ShiftStatus))
    return askChange(tx, me, { ...shift, change: { date }, reason })
  return updateShift(tx, me, { ...shift, fields: { date }, reason })
}
