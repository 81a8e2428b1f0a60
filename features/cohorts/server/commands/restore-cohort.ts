import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { cohortRefusals } from '../../messages.ts'
import { restoreBlocker } from '../../rules.ts'
import { lockCohort, type Seen } from './lock-cohort.ts'

/** Restores an archived cohort within 90 days to its earlier status. */
export async function restoreCohort(tx: Tx, seen: Seen): Promise<void> {
  const cohort = await lockCohort(tx, seen)
  refuseIf(cohortRefusals, restoreBlocker(cohort))
  const status = cohort.archived_from ?? 'graduated'
  await tx.updateTable('cohorts').set({ status }).where('id', '=', cohort.id).execute()
}
