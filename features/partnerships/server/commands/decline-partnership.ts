import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { partnershipRefusals } from '../../messages.ts'
import { reasonBlocker } from '../../rules.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Declines for the answering party, with a reason. */
export async function declinePartnership(tx: Tx, sent: Sent): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'decline')
  const { party, reason } = partnership
  refuseIf(partnershipRefusals, reasonBlocker('decline', party, reason))
  const written = await writePartnership(tx, partnership, { status: 'declined', status_reason: reason })
  await notifyParties(tx, partnership, written, party, 'partnership.declined', { reason })
  return written
}
