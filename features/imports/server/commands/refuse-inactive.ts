import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { importRefusals } from '../../messages.ts'

/** Refuses an organization that nothing can be added to. */
export async function refuseInactive(tx: Tx, organizationId: string): Promise<void> {
  const found = await tx
    .selectFrom('facilities')
    .select('id')
    .where('id', '=', organizationId)
    .where('kind', '=', 'organization')
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!found) refuse(importRefusals, refusal('import.inactive_organization'))
}
