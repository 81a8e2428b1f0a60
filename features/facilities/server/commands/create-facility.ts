import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import type { FacilityKind } from '../../contract.ts'
import { facilityRefusals } from '../../messages.ts'
import { unitDefaults } from '../../rules.ts'
import { addBlocker } from '../../rules/actions.ts'
import { addressOf, problemsOf } from '../../rules/fields.ts'
import { lockParent } from './lock-facility.ts'
import { writeDetails } from './write-details.ts'

type Creation = { id: string; parent_id: string | null; name: string } & object

/**
 * Creates a facility below an active one; only the superadmin creates organizations. The same id by the same person is the same request.
 */
export async function createFacility(
  tx: Tx,
  me: { realUserId: string },
  kind: FacilityKind,
  { id, parent_id, ...fields }: Creation,
): Promise<void> {
  refuseFields(problemsOf(kind, kind === 'unit' ? { ...unitDefaults, ...fields } : fields))
  const above = parent_id === null ? null : await lockParent(tx, parent_id)
  if (above === undefined) refuse(facilityRefusals, refusal('facility.out_of_scope'))
  const known = await tx
    .selectFrom('facilities')
    .select('id')
    .where('id', '=', id)
    .where('created_by', '=', me.realUserId)
    .where('kind', '=', kind)
    .where('parent_id', 'is not distinct from', parent_id)
    .executeTakeFirst()
  if (known) return
  refuseIf(facilityRefusals, addBlocker(above))
  const values = { id, kind, parent_id, name: fields.name, ...addressOf(kind, fields, above) }
  await tx.insertInto('facilities').values(values).execute()
  await writeDetails(tx, id, kind, fields)
}
