import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { fileRefusals } from '../../messages.ts'

/**
 * Removes a file that the caller may change: its salt is destroyed with this transaction, so that its bytes cannot be read any more,
 * and the worker removes them. Removed already, nothing happens; refuses where the caller sees none.
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
