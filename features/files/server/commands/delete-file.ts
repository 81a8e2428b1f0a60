import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { fileRefusals } from '../../messages.ts'

/**
 * Removes a file that the caller may change: its salt is destroyed in this transaction, so that its bytes can no longer be read, and the
 * worker removes them. Does nothing if it was removed before; refuses if the caller cannot see it.
 */
export async function deleteFile(tx: Tx, id: string): Promise<void> {
  const file = await tx
    .selectFrom('files')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!file) refuse(fileRefusals, refusal('file.missing'))
  if (file.status !== 'removed')
    await tx.updateTable('files').set({ status: 'removed' }).where('id', '=', id).execute()
}
