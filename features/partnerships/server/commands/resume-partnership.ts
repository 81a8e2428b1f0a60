import type { Tx } from '#platform/server/db.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Resumes a suspended partnership, for the party that suspended it. */
export async function resumePartnership(tx: Tx, sent: Sent): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'resume')
  const { party, reason } = partnership
  const written = await writePartnership(tx, partnership, { status: 'active', status_reason: null })
  await notifyParties(tx, partnership, written, party, 'partnership.resumed', { reason })
  return written
}
