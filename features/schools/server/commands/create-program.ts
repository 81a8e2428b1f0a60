import { refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import type { ProgramFields } from '../../contract.ts'
import { schoolRefusals } from '../../messages.ts'
import { problemsOfProgram } from '../../rules.ts'
import { boardOf } from './lock-program.ts'
import { lockSchool } from './lock-school.ts'

/**
 * Adds a program to a school; it may not require less than the board does. The caller chooses the id, so that repeating it creates once.
 */
export async function createProgram(
  tx: Tx,
  key: { id: string; school_id: string },
  { requirements, ...fields }: ProgramFields,
): Promise<void> {
  const school = await lockSchool(tx, { id: key.school_id })
  const known = await tx
    .selectFrom('programs')
    .select(['school_id', 'name'])
    .where('id', '=', key.id)
    .executeTakeFirst()
  if (known) {
    const isSame = known.school_id === key.school_id && known.name === fields.name
    return refuseIf(schoolRefusals, isSame ? null : refusal('school.taken'))
  }
  refuseFields(problemsOfProgram({ ...fields, requirements }, await boardOf(tx, school)))
  await tx
    .insertInto('programs')
    .values({ ...key, ...fields, requirements: JSON.stringify(requirements) })
    .execute()
}
