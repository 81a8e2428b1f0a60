import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Mapping } from '../../contract.ts'
import { mappingRefusals } from '../../messages.ts'
import { mappingsOf } from './list-mappings.ts'

/** The mapping with this id; throws NOT_FOUND if the actor may not see it. */
export async function findMapping(tx: Tx, id: string): Promise<Mapping> {
  const found = await mappingsOf(tx).where('m.id', '=', id).executeTakeFirst()
  return found ?? refuse(mappingRefusals, refusal('mapping.missing'))
}
