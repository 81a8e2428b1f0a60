import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { typeRefusals } from '../../messages.ts'

/** Retires a requirement; it remains readable. Refuses an outdated version. */
export async function retireRequirement(
  tx: Tx,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const known = await tx
    .selectFrom('credential_requirements')
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!known) refuse(typeRefusals, refusal('credential_requirement.missing'))
  if (known.version !== version) refuse(typeRefusals, refusal('credential_requirement.old_version'))
  await tx.updateTable('credential_requirements').set({ status: 'retired' }).where('id', '=', id).execute()
}
