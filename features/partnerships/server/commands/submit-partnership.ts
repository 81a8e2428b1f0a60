import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { partnershipRefusals } from '../../messages.ts'
import { askingParty, openBlocker } from '../../rules.ts'
import { findOpen } from '../queries/find-open.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Sends a draft; a school has at most one open partnership per organization. */
export async function submitPartnership(tx: Tx, sent: Sent): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'submit')
  refuseIf(partnershipRefusals, openBlocker('submit', await findOpen(tx, partnership)))
  const written = await writePartnership(tx, { id: sent.id }, { status: 'requested', status_reason: null })
  const { direction, message: reason } = partnership
  await notifyParties(
    tx,
    partnership,
    written,
    askingParty(partnership),
    direction === 'school_requested' ? 'partnership.requested' : 'partnership.offered',
    { reason },
  )
  return written
}
