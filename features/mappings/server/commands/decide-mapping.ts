import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { MappingStatus } from '../../contract.ts'
import { mappingRefusals } from '../../messages.ts'
import { decisionBlocker } from '../../rules.ts'
import { lockMapping, type Seen } from './lock-mapping.ts'
import { notifyOfDecision, notifyOfProposal, notifyOfRetirement } from './notify-about-mapping.ts'
import { partyOf } from '../queries/party-of.ts'

type Decision = Seen & { to: MappingStatus; note: string | null }

/** Makes a transition of a mapping. */
export async function decideMapping(tx: Tx, { to, note, ...seen }: Decision): Promise<void> {
  const locked = await lockMapping(tx, seen)
  const { party } = await partyOf(tx)
  refuseIf(mappingRefusals, decisionBlocker(locked, to, party))
  await tx
    .updateTable('mappings')
    .set({ status: to, review_note: note })
    .where('id', '=', locked.id)
    .execute()
  if (party === 'school') await notifyOfDecision(tx, locked, to, note)
  else if (locked.status === 'active') await notifyOfRetirement(tx, locked, note)
  else if (to === 'proposed') await notifyOfProposal(tx, locked)
}
