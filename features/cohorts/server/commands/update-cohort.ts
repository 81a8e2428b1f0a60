import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CohortFields } from '../../contract.ts'
import { cohortRefusals } from '../../messages.ts'
import { changeBlocker, fieldsBlocker } from '../../rules.ts'
import { columnsOf, refuseForeignProgram } from './create-cohort.ts'
import { lockCohort, type Seen } from './lock-cohort.ts'

/** Changes a cohort's name, dates and other fields. */
export async function updateCohort(tx: Tx, seen: Seen, fields: CohortFields): Promise<void> {
  const cohort = await lockCohort(tx, seen)
  refuseIf(cohortRefusals, changeBlocker(cohort))
  refuseIf(cohortRefusals, fieldsBlocker(fields))
  await refuseForeignProgram(tx, cohort.school_id, fields.program_id)
  await tx.updateTable('cohorts').set(columnsOf(fields)).where('id', '=', cohort.id).execute()
}
