import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Mapping } from '../../contract.ts'
import { mappingRefusals } from '../../messages.ts'
import { findMapping } from '../queries/find-mapping.ts'

/** A mapping and the version that the actor loaded. */
export type Seen = Pick<Mapping, 'id' | 'version'>

/** Locks the row; throws NOT_FOUND if the actor may not see it, and CONFLICT if it changed since they loaded it. */
export async function lockMapping(tx: Tx, { id, version }: Seen): Promise<Mapping> {
  await tx.selectFrom('mappings').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const found = await findMapping(tx, id)
  if (found.version !== version) refuse(mappingRefusals, refusal('mapping.old_version'))
  return found
}
