import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { leaveRefusals } from '../../messages.ts'
import { leaveBlocker } from '../../rules.ts'
import { leaveDaysOf } from '../queries/find-leaves.ts'
import { waitForLeave } from './lock-days.ts'

/** Refuses to plan days for a student within a leave, as far as the caller may see leaves. */
export async function refuseWithinLeave(
  tx: Tx,
  studentId: string,
  days: readonly PlainDate[],
): Promise<void> {
  await waitForLeave(tx, studentId)
  const leaves = await leaveDaysOf(tx, studentId)
  const sentence = days.map((day) => leaveBlocker(leaves, day)).find((one) => one !== null)
  if (sentence) refuse(leaveRefusals, refusal('leave.within', { sentence }))
}
