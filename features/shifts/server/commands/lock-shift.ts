import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { ShiftEventName } from '../../contract.ts'
import { shiftRefusals } from '../../messages.ts'
import { moveRefusal, type Party } from '../../rules.ts'
import { type LockedShift, rowForUpdate } from '../queries/row-for-update.ts'

/** A shift as someone saw it. */
export type Locked = { id: string; version: number }
/** Who acts, as far as a rule asks. */
export type Actor = Pick<Viewer, 'role' | 'realUserId' | 'linkedSchoolId'>

/**
 * Locks a shift for a command and says for which party its caller speaks. Refuses when there is none for them, when it was changed
 * since they saw it, and when the event is not theirs to bring about now. Of two people at once the second reads what the first did.
 */
export async function lockShift(
  tx: Tx,
  me: Actor,
  sent: Locked,
  event: ShiftEventName | null,
  reason: string | null = null,
): Promise<{ shift: LockedShift; party: Party }> {
  const shift = await rowForUpdate(tx, sent.id)
  if (!shift) refuse(shiftRefusals, refusal('shift.not_found'))
  const party = partyOf(me)
  if (shift.version !== sent.version)
    refuse(shiftRefusals, refusal('shift.old_version', { status: shift.status }))
  if (event) {
    const isSchoolSuper = me.role === 'school_super_admin'
    refuseIf(shiftRefusals, moveRefusal(shift.status, event, { party, isSchoolSuper, reason }))
  }
  return { shift, party }
}

const partyOf = ({ role }: Actor): Party =>
  role === 'superadmin' ? 'platform' : role === 'facility_admin' ? 'facility' : 'school'
