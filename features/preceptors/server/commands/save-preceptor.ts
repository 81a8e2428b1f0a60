import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PreceptorFields } from '../../contract.ts'
import { preceptorRefusals } from '../../messages.ts'

/** Changes a profile, for the facility or the preceptor. */
export async function savePreceptor(
  tx: Tx,
  { id, version, ...fields }: PreceptorFields & { id: string; version: number },
): Promise<void> {
  const row = await tx
    .selectFrom('preceptors')
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse(preceptorRefusals, refusal('preceptor.not_found'))
  if (row.version !== version) refuse(preceptorRefusals, refusal('preceptor.old_version'))
  await tx.updateTable('preceptors').set(fields).where('id', '=', id).execute()
}
