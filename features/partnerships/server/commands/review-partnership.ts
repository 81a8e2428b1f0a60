import type { Tx } from '#platform/server/db.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Marks the request as under review and lets the other party know. */
export async function reviewPartnership(tx: Tx, sent: Sent): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'review')
  const { party, reason } = partnership
  const written = await writePartnership(tx, partnership, { status: 'under_review' })
  await notifyParties(tx, partnership, written, party, 'partnership.under_review', { reason })
  return written
}
