import { refuseIf } from '#core/refusal.ts'
import { creditBlocker } from '#features/shifts/rules.ts'
import {
  type Actor,
  type Locked,
  lockShift,
  shiftRefusals,
  writeShift,
} from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { creditSeatsAgain } from './credit-seats-again.ts'
import { matchMakeups } from './match-makeups.ts'

/**
 * Corrects the credited hours of a finished shift for its school. Posted hours are reversed and posted again in the same transaction; the
 * reason is in the shift's history and in the ledger of each student, who are notified. Absent students owe the corrected hours.
 */
export async function correctHours(
  tx: Tx,
  me: Actor,
  { hours, ...sent }: Locked & { hours: number; reason: string },
): Promise<{ version: number; corrected: number }> {
  const { shift, party } = await lockShift(tx, me, sent, null)
  refuseIf(shiftRefusals, creditBlocker(shift, { party, hours }))
  const reason = sent.reason.trim()
  await lockReportOf(tx, shift.id)
  const changes = { credited_hours_override: hours, credited_hours_reason: reason }
  const { version } = await writeShift(tx, shift, changes, { reason })
  const before = { hours: Number(shift.credited_hours), reason: shift.credited_hours_reason }
  await matchMakeups(tx, shift.id, before, { hours, reason })
  return { version, corrected: await creditSeatsAgain(tx, shift.id, reason) }
}

/** Waits for who is accepting the shift's report: the hours that they post are corrected here too. */
async function lockReportOf(tx: Tx, shiftId: string): Promise<void> {
  await tx.selectFrom('shift_reports').select('id').where('id', '=', shiftId).forUpdate().execute()
}
