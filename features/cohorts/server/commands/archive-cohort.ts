import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { cohortRefusals } from '../../messages.ts'
import { archiveBlocker } from '../../rules.ts'
import { lockCohort, lockMemberships, type Seen } from './lock-cohort.ts'

/** Archives an empty cohort, which is read-only from then on. */
export async function archiveCohort(tx: Tx, seen: Seen): Promise<void> {
  await lockMemberships(tx, { ofCohort: seen.id })
  const cohort = await lockCohort(tx, seen)
  refuseIf(cohortRefusals, archiveBlocker(cohort))
  await tx.updateTable('cohorts').set({ status: 'archived' }).where('id', '=', cohort.id).execute()
}
