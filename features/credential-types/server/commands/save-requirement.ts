import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import { keepFiles } from '#features/files/server/public.ts'
import type { RequirementFields } from '../../contract.ts'
import { typeRefusals } from '../../messages.ts'
import { draftBlocker, providersBlocker } from '../../rules.ts'
import { findRequirement } from '../queries/list-requirements.ts'
import { findType } from '../queries/list-types.ts'

type Sent = RequirementFields & { id: string; version: number }

/**
 * Adds a requirement (version 0) of the caller's own school or facility, or changes when and for whom it
 * applies; its type and scope stay. A draft does not apply until it is saved as a requirement. Refuses an outdated version.
 */
export async function saveRequirement(tx: Tx, { id, version, ...fields }: Sent): Promise<void> {
  const {
    type_id,
    program_id,
    cohort_id,
    facility_id,
    is_draft: isDraft,
    ...changes
  } = {
    ...fields,
    validity: fields.validity && JSON.stringify(fields.validity),
    status: fields.is_draft ? ('draft' as const) : ('active' as const),
  }
  const ofOwner = tx.selectFrom('credential_requirements').select('id').where('id', '=', id)
  const isOwn = (await ofOwner.forUpdate().executeTakeFirst()) !== undefined
  const known = await findRequirement(tx, id)
  if (!isOwn && (known || version > 0)) refuse(typeRefusals, refusal('credential_requirement.missing'))
  if (known && known.version !== version) refuse(typeRefusals, refusal('credential_requirement.old_version'))
  refuseIf(typeRefusals, draftBlocker(known?.status, isDraft))
  if (fields.providers.length > 0) {
    const type = await findType(tx, known?.type_id ?? type_id)
    refuseIf(typeRefusals, providersBlocker(type ?? { fields: [] }, fields.providers))
  }
  const fresh = fields.file_ids.filter((file) => !known?.attachments.some(({ id: old }) => old === file))
  await keepFiles(tx, fresh, { purpose: 'requirement', ownerId: (await findActor(tx)).id })
  if (known) {
    await tx.updateTable('credential_requirements').set(changes).where('id', '=', id).execute()
    return
  }
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
