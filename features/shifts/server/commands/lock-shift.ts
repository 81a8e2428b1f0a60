import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { ShiftEventName } from '../../contract.ts'
import { shiftRefusals } from '../../messages.ts'
import { moveBlocker, type Party } from '../../rules.ts'
import { type LockedShift, rowForUpdate } from '../queries/row-for-update.ts'

/** A shift in the version that the caller saw. */
export type Locked = { id: string; version: number }
/** The parts of the actor that rules need. */
export type Actor = Pick<Viewer, 'role' | 'realUserId' | 'linkedSchoolId'>

/**
 * Locks a shift for a command and returns the caller's party. Throws if the caller can't see it, if it changed since they saw it, or if
 * they may not cause the event now. A concurrent caller waits and then reads the first one's changes.
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
    refuseIf(shiftRefusals, moveBlocker(shift.status, event, { party, isSchoolSuper, reason }))
  }
  return { shift, party }
}

const partyOf = ({ role }: Actor): Party =>
  role === 'superadmin' ? 'platform' : role === 'facility_admin' ? 'facility' : 'school'
