import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { MappingRun, Proposal } from '../../contract.ts'
import { mappingRefusals } from '../../messages.ts'
import { getRun } from '../queries/list-runs.ts'

/** Locks a run and reads it; throws NOT_FOUND if the actor may not change it. */
export async function lockRun(tx: Tx, id: string): Promise<MappingRun & { proposals: Proposal[] }> {
  const rows = await tx
    .selectFrom('mapping_runs')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
  if (rows.length === 0) refuse(mappingRefusals, refusal('mapping.run_missing'))
  return getRun(tx, id)
}
