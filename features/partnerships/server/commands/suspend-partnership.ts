import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { partnershipRefusals } from '../../messages.ts'
import { reasonBlocker } from '../../rules.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Suspends the partnership for either party, with a reason: no new shifts can be submitted until that party resumes it. */
export async function suspendPartnership(tx: Tx, sent: Sent): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'suspend')
  const { party, reason } = partnership
  refuseIf(partnershipRefusals, reasonBlocker('suspend', party, reason))
  const written = await writePartnership(tx, partnership, { status: 'suspended', status_reason: reason })
  await notifyParties(tx, partnership, written, party, 'partnership.suspended', { reason })
  return written
}
