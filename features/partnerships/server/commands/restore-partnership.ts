import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { partnershipRefusals } from '../../messages.ts'
import { askingParty, openBlocker } from '../../rules.ts'
import { findOpen } from '../queries/find-open.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Restores a withdrawn request to its earlier status, within 24 hours. */
export async function restorePartnership(tx: Tx, sent: Sent): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'restore')
  refuseIf(partnershipRefusals, openBlocker('restore', await findOpen(tx, partnership)))
  const status = partnership.withdrawn_from ?? 'requested'
  const written = await writePartnership(tx, partnership, { status, status_reason: null })
  await notifyParties(tx, partnership, written, askingParty(partnership), 'partnership.restored', {})
  return written
}
