import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RequirementFields } from '../../contract.ts'
import { typeRefusals } from '../../messages.ts'
import { findRequirement } from '../queries/list-requirements.ts'

/** States a requirement of the asker's own school or facility, or changes when and for whom it holds; what it asks for and where stays. */
export async function saveRequirement(tx: Tx, { id, ...fields }: RequirementFields & { id: string }) {
  const { type_id, program_id, cohort_id, facility_id, ...changes } = {
    ...fields,
    validity: fields.validity && JSON.stringify(fields.validity),
  }
  const { numUpdatedRows: changed } = await tx
    .updateTable('credential_requirements')
    .set({ ...changes, status: 'active' })
    .where('id', '=', id)
    .executeTakeFirst()
  if (changed > 0n) return
  if (await findRequirement(tx, id)) refuse(typeRefusals, refusal('credential_requirement.missing'))
  await tx
    .insertInto('credential_requirements')
    .values({
      id,
      type_id,
      program_id,
      cohort_id,
      facility_id,
      school_id: facility_id === null ? sql<string>`app.school_id()` : null,
      ...changes,
    })
    .execute()
}
