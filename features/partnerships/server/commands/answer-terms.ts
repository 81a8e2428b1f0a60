import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PartnershipTerms } from '../../contract.ts'
import { partnershipRefusals } from '../../messages.ts'
import { agreementBlocker, leftOutBlocker, openBlocker, reasonBlocker } from '../../rules.ts'
import { countFiles } from '../queries/count-files.ts'
import { findOpen } from '../queries/find-open.ts'
import { leftOutOfTerms } from '../queries/shifts-left-out.ts'
import { type LockedPartnership, lockPartnership, type Sent } from './lock-partnership.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Accepts the terms that the other party proposed, which reactivates an expired partnership, or declines them with a reason. */
export async function answerTerms(tx: Tx, sent: Sent & { accept: boolean }): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'answer', { accepts: sent.accept })
  const { party, reason } = partnership
  const written = await (sent.accept ? accept : decline)(tx, partnership, partnership.proposal!)
  await notifyParties(
    tx,
    partnership,
    written,
    party,
    sent.accept ? 'partnership.terms_accepted' : 'partnership.terms_declined',
    { reason },
  )
  return written
}

async function accept(tx: Tx, partnership: LockedPartnership, terms: PartnershipTerms): Promise<Changed> {
  const isOver = partnership.status === 'expired'
  if (isOver) refuseIf(partnershipRefusals, openBlocker('restore', await findOpen(tx, partnership)))
  const files = await countFiles(tx, partnership.id)
  refuseIf(partnershipRefusals, agreementBlocker(terms, { today: null, files }))
  if (!isOver)
    refuseIf(partnershipRefusals, leftOutBlocker('terms', await leftOutOfTerms(tx, partnership, terms)))
  const changes = { ...terms, proposal: null, ...(isOver && { status: 'active' as const }) }
  return writePartnership(tx, partnership, changes, terms)
}

async function decline(tx: Tx, partnership: LockedPartnership, terms: PartnershipTerms): Promise<Changed> {
  const { party, reason } = partnership
  refuseIf(partnershipRefusals, reasonBlocker('decline_terms', party, reason))
  return writePartnership(tx, partnership, { proposal: null }, { ...terms, answer: 'declined' })
}
