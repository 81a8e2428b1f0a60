import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { TypeChanges } from '../../contract.ts'
import { typeRefusals } from '../../messages.ts'
import { findType } from '../queries/list-types.ts'

/** Changes a type of the caller's own from now on: approved credentials keep their last day. Refuses an outdated version. */
export async function changeType(
  tx: Tx,
  { id, version, ...fields }: TypeChanges & { id: string; version: number },
): Promise<void> {
  const type = (await findType(tx, id)) ?? refuse(typeRefusals, refusal('credential_type.missing'))
  if (!type.is_own) refuse(typeRefusals, refusal('credential_type.not_yours', { owner: type.owner_name }))
  const { numUpdatedRows: changed } = await tx
    .updateTable('credential_types')
    .set({ ...fields, fields: JSON.stringify(fields.fields), validity: JSON.stringify(fields.validity) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (changed === 0n) refuse(typeRefusals, refusal('credential_type.old_version'))
}
