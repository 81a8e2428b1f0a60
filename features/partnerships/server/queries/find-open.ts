import type { Tx } from '#platform/server/db.ts'
import type { PartnershipStatus } from '../../contract.ts'
import { openStatuses } from '../../rules.ts'

/** The status of another open partnership of this school with this organization; undefined if there is none. */
export async function findOpen(
  tx: Tx,
  { id, school_id, organization_id }: { id: string; school_id: string; organization_id: string },
): Promise<PartnershipStatus | undefined> {
  const row = await tx
    .selectFrom('partnerships')
    .select('status')
    .where('school_id', '=', school_id)
    .where('organization_id', '=', organization_id)
    .where('status', 'in', openStatuses)
    .where('id', '<>', id)
    .executeTakeFirst()
  return row?.status as PartnershipStatus | undefined
}
