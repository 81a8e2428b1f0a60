import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftRefusals } from '../../messages.ts'
import { isAskedFor } from '../../rules.ts'
import { endShift } from './end-shift.ts'
import { type Actor } from './lock-shift.ts'
import { rowForUpdate } from '../queries/row-for-update.ts'
import { submitShift } from './submit-shift.ts'
import { updateShift } from './update-shift.ts'

/**
 * Requests a unit of another facility for a shift, because the agreement with the current one ends. An agreed shift is postponed first: the
 * new facility decides again, and the seats are released until then.
 */
export async function moveElsewhere(
  tx: Tx,
  me: Actor,
  { shiftId: id, unitId, reason }: { shiftId: string; unitId: string; reason: string },
): Promise<void> {
  const shift = await rowForUpdate(tx, id)
  if (!shift) refuse(shiftRefusals, refusal('shift.not_found'))
  const isAsked = isAskedFor(shift.status)
  const isAgreed = !isAsked && shift.status !== 'postponed'
  const { version } = isAgreed
    ? await endShift(tx, me, { id, version: shift.version, event: 'postpone', code: null, reason })
    : shift
  const moved = await updateShift(tx, me, { id, version, fields: { facility_id: unitId }, reason })
  if (!isAsked) await submitShift(tx, me, { id, version: moved.version, reason })
}
