import type { Tx } from '#platform/server/db.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifySides } from './notify-sides.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Who suspended it lets it go on. */
export async function resumePartnership(tx: Tx, sent: Sent): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'resume')
  const { side, reason } = partnership
  const written = await writePartnership(tx, partnership, { status: 'active', status_reason: null })
  await notifySides(tx, partnership, written, side, 'partnership.resumed', { reason })
  return written
}
