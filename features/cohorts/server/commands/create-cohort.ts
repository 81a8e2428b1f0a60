import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CohortFields } from '../../contract.ts'
import { cohortRefusals } from '../../messages.ts'
import { fieldsBlocker } from '../../rules.ts'

/** Creates a cohort; the client chooses the id, so the same request creates once. */
export async function createCohort(
  tx: Tx,
  key: { id: string; school_id: string },
  fields: CohortFields,
): Promise<void> {
  refuseIf(cohortRefusals, fieldsBlocker(fields))
  await refuseForeignProgram(tx, key.school_id, fields.program_id)
  const made = await tx
    .insertInto('cohorts')
    .values({ ...key, ...columnsOf(fields) })
    .onConflict((taken) => taken.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (made.numInsertedOrUpdatedRows) return
  const known = await tx
    .selectFrom('cohorts')
    .select(['school_id', 'name'])
    .where('id', '=', key.id)
    .executeTakeFirst()
  if (known?.school_id !== key.school_id || known.name !== fields.name)
    refuse(cohortRefusals, refusal('cohort.taken'))
}

/** The entered fields as they are written; empty ones become null. */
export const columnsOf = ({ code, admission_term, ...fields }: CohortFields) => ({
  ...fields,
  code: code || null,
  admission_term: admission_term || null,
})

/** Refuses a program of another school. */
export async function refuseForeignProgram(
  tx: Tx,
  schoolId: string,
  programId: string | null,
): Promise<void> {
  if (programId === null) return
  const program = await tx
    .selectFrom('programs')
    .select('id')
    .where('id', '=', programId)
    .where('school_id', '=', schoolId)
    .executeTakeFirst()
  if (!program) refuse(cohortRefusals, refusal('cohort.no_program'))
}
