import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PartnershipTerms } from '../../contract.ts'
import { partnershipRefusals } from '../../messages.ts'
import { termRefusals } from '../../rules.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

/** Proposes new terms for an active or expired agreement; the other party answers. */
export async function proposeTerms(tx: Tx, sent: Sent & { terms: PartnershipTerms }): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'propose')
  const { party, reason, today } = partnership
  const { terms } = sent
  for (const problem of Object.values(termRefusals(terms, today))) refuseIf(partnershipRefusals, problem)
  const written = await writePartnership(tx, partnership, { proposal: JSON.stringify(terms) }, terms)
  const span = { from: terms.effective_from, to: terms.effective_to }
  await notifyParties(tx, partnership, written, party, 'partnership.terms_proposed', { reason, ...span })
  return written
}
