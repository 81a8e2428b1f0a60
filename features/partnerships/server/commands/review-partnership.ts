import type { Tx } from '#platform/server/db.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifySides } from './notify-sides.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Whoever is asked looks at it; the other side knows that. */
export async function reviewPartnership(tx: Tx, sent: Sent): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'review')
  const { side, reason } = partnership
  const written = await writePartnership(tx, partnership, { status: 'under_review' })
  await notifySides(tx, partnership, written, side, 'partnership.under_review', { reason })
  return written
}
