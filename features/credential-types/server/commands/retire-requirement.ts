import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { typeRefusals } from '../../messages.ts'

/** Retires a requirement; it remains readable. */
export async function retireRequirement(tx: Tx, id: string): Promise<void> {
  const { numUpdatedRows: changed } = await tx
    .updateTable('credential_requirements')
    .set({ status: 'retired' })
    .where('id', '=', id)
    .executeTakeFirst()
  if (changed === 0n) refuse(typeRefusals, refusal('credential_requirement.missing'))
}
