import type { Tx } from '#platform/server/db.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Takes an ending back before the last day is over, for the party that ended it or the superadmin. No shift was canceled yet. */
export async function continuePartnership(tx: Tx, sent: Sent): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'continue')
  const { party, reason, status, status_reason: why } = partnership
  const written = await writePartnership(tx, partnership, {
    ends_on: null,
    ending_cancels: [],
    status_reason: status === 'suspended' ? why : null,
  })
  await notifyParties(tx, partnership, written, party, 'partnership.continued', { reason })
  return written
}
