import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CohortFields } from '../../contract.ts'
import { cohortRefusals } from '../../messages.ts'
import { changeBlocker, fieldsBlocker } from '../../rules.ts'
import { columnsOf, refuseForeignProgram } from './create-cohort.ts'
import { type LockedCohort, lockCohort, type Seen } from './lock-cohort.ts'

/** Changes a cohort's name, dates and other fields. */
export async function updateCohort(tx: Tx, seen: Seen, fields: CohortFields): Promise<void> {
  const cohort = await lockCohort(tx, seen)
  refuseIf(cohortRefusals, changeBlocker(cohort))
  refuseIf(cohortRefusals, fieldsBlocker(fields))
  await refuseForeignProgram(tx, cohort.school_id, fields.program_id)
  await tx
    .updateTable('cohorts')
    .set({ ...columnsOf(fields), former_names: formerNames(cohort, fields) })
    .where('id', '=', cohort.id)
    .execute()
}

/** The names and codes that the cohort had before, lower case, without those it has now; the latest 200. */
function formerNames(
  { former_names: former, name, code }: Pick<LockedCohort, 'former_names' | 'name' | 'code'>,
  next: CohortFields,
): string[] {
  const now = [next.name, next.code].map((one) => (one ?? '').trim().toLowerCase())
  const before = [name, code ?? ''].map((one) => one.trim().toLowerCase())
  return [...new Set([...former, ...before])].filter((one) => one && !now.includes(one)).slice(-200)
}
