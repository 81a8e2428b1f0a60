import { refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import type { ProfileFields } from '../../contract.ts'
import { schoolRefusals } from '../../messages.ts'
import { problemsOfProfile } from '../../rules.ts'

/** The superadmin adds what a board asks. The caller chooses the id: the same request creates once. */
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

/** What a board asks, as it is written. */
export const columnsOf = ({ min_hours_per_area: areas, ...fields }: ProfileFields) => ({
  ...fields,
  min_hours_per_area: JSON.stringify(areas),
})
