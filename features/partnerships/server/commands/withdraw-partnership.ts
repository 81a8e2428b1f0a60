import type { Tx } from '#platform/server/db.ts'
import { askingParty } from '../../rules.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Withdraws the request for the party that sent it, until it is answered. */
export async function withdrawPartnership(tx: Tx, sent: Sent): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'withdraw')
  const { reason } = partnership
  const written = await writePartnership(tx, partnership, { status: 'withdrawn', status_reason: reason })
  await notifyParties(tx, partnership, written, askingParty(partnership), 'partnership.withdrawn', { reason })
  return written
}
