import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { typeRefusals } from '../../messages.ts'
import { findType } from '../queries/list-types.ts'

/** Retires a type of the caller's own, or restores it. Approved credentials stay approved. */
export async function retireType(tx: Tx, { id, is_retired: isRetired }: { id: string; is_retired: boolean }) {
  const type = (await findType(tx, id)) ?? refuse(typeRefusals, refusal('credential_type.missing'))
  if (!type.is_own) refuse(typeRefusals, refusal('credential_type.not_yours', { owner: type.owner_name }))
  await tx
    .updateTable('credential_types')
    .set({ status: isRetired ? 'retired' : 'active' })
    .where('id', '=', id)
    .execute()
}
