import { refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import type { ProfileFields } from '../../contract.ts'
import { schoolRefusals } from '../../messages.ts'
import { problemsOfProfile } from '../../rules.ts'

/** Adds a board's rules, by the superadmin. The caller chooses the id, so that repeating it creates once. */
export async function createProfile(tx: Tx, id: string, fields: ProfileFields): Promise<void> {
  refuseFields(problemsOfProfile(fields))
  const known = await tx
    .selectFrom('regulatory_profiles')
    .select('jurisdiction')
    .where('id', '=', id)
    .executeTakeFirst()
  if (known) {
    const isSame = known.jurisdiction === fields.jurisdiction
    return refuseIf(schoolRefusals, isSame ? null : refusal('school.taken'))
  }
  await tx
    .insertInto('regulatory_profiles')
    .values({ id, ...columnsOf(fields) })
    .execute()
}

/** A board's rules as columns. */
export const columnsOf = ({ min_hours_per_area: areas, ...fields }: ProfileFields) => ({
  ...fields,
  min_hours_per_area: JSON.stringify(areas),
})
