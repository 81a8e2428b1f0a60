import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { FilePurpose } from '../../contract.ts'
import { fileRefusals } from '../../messages.ts'
import { keepingBlocker } from '../../rules.ts'

/**
 * Keeps files that the caller uploaded with the form that names them: from now on they are `ownerId`'s record, and the feature's policy
 * says who else sees them. Keeping them again for the same purpose and record changes nothing. Refuses files that are not the caller's, not ready, or
 * part of someone else's record.
 */
export async function keepFiles(
  tx: Tx,
  ids: readonly string[],
  { purpose, ownerId }: { purpose: FilePurpose; ownerId: string },
): Promise<void> {
  if (ids.length === 0) return
  const files = await tx
    .selectFrom('files')
    .select(['id', 'status', 'purpose', 'name', 'owner_id'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  const fresh = ids.filter((id) => {
    const file = files.find((one) => one.id === id)
    if (file?.status === 'kept' && file.purpose === purpose && file.owner_id === ownerId) return false
    refuseIf(fileRefusals, keepingBlocker(file, purpose))
    return true
  })
  if (fresh.length > 0)
    await tx
      .updateTable('files')
      .set({ status: 'kept', owner_id: ownerId })
      .where('id', 'in', fresh)
      .execute()
}
