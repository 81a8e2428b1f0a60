import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Mapping } from '../../contract.ts'
import { mappingRefusals } from '../../messages.ts'
import { changeBlocker } from '../../rules.ts'
import { lockMapping, type Seen } from './lock-mapping.ts'
import { partyOf } from '../queries/party-of.ts'

type Change = Seen & Pick<Mapping, 'specialties' | 'min_hours' | 'priority' | 'rationale'>

/** Changes the hours, the priority and the rationale of a mapping. */
export async function changeMapping(tx: Tx, change: Change): Promise<void> {
  const { specialties, min_hours, priority, rationale, ...seen } = change
  const locked = await lockMapping(tx, seen)
  const { party } = await partyOf(tx)
  refuseIf(mappingRefusals, changeBlocker(locked, party))
  if (locked.facility_id === null && specialties.length === 0)
    refuse(mappingRefusals, refusal('mapping.nowhere'))
  await tx
    .updateTable('mappings')
    .set({ specialties, min_hours, priority, rationale })
    .where('id', '=', locked.id)
    .execute()
}
