import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { cohortRefusals } from '../../messages.ts'
import { statusBlocker } from '../../rules.ts'
import { lockCohort, type Seen } from './lock-cohort.ts'

/** Activates a planned cohort before its first day, puts one on hold, or resumes it. */
export async function setStatus(tx: Tx, seen: Seen, to: 'active' | 'on_hold'): Promise<void> {
  const cohort = await lockCohort(tx, seen)
  refuseIf(cohortRefusals, statusBlocker(cohort, to))
  await tx.updateTable('cohorts').set({ status: to }).where('id', '=', cohort.id).execute()
}
