import type { Tx } from '#platform/server/db.ts'
import { askingSide } from '../../rules.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifySides } from './notify-sides.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Whoever asked takes the request back, while it is not answered. */
export async function withdrawPartnership(tx: Tx, sent: Sent): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'withdraw')
  const { reason } = partnership
  const written = await writePartnership(tx, partnership, { status: 'withdrawn', status_reason: reason })
  await notifySides(tx, partnership, written, askingSide(partnership), 'partnership.withdrawn', { reason })
  return written
}
