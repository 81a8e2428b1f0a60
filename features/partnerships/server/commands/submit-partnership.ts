import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { partnershipRefusals } from '../../messages.ts'
import { askingSide, openRefusal } from '../../rules.ts'
import { findOpen } from '../queries/find-open.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifySides } from './notify-sides.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Sends a draft; one partnership of a school with an organization is open at a time. */
export async function submitPartnership(tx: Tx, sent: Sent): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'submit')
  refuseIf(partnershipRefusals, openRefusal('submit', await findOpen(tx, partnership)))
  const written = await writePartnership(tx, { id: sent.id }, { status: 'requested', status_reason: null })
  const { direction, message: reason } = partnership
  await notifySides(
    tx,
    partnership,
    written,
    askingSide(partnership),
    direction === 'school_requested' ? 'partnership.requested' : 'partnership.offered',
    { reason },
  )
  return written
}
