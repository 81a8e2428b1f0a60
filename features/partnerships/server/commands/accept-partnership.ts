import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Contact, PartnershipTerms } from '../../contract.ts'
import { partnershipRefusals } from '../../messages.ts'
import { agreementBlocker, mayGiveSeats } from '../../rules.ts'
import { countFiles } from '../queries/count-files.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

type Acceptance = Sent & {
  terms?: PartnershipTerms | undefined
  contact?: Contact | undefined
  auto_approve_shifts?: boolean | undefined
}

/**
 * Accepts a partnership for the answering party, with its own terms or those of the request. A clinical agreement needs its signed file.
 */
export async function acceptPartnership(tx: Tx, sent: Acceptance): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'accept')
  const { party, reason, today } = partnership
  if (!mayGiveSeats(party, partnership, sent.terms))
    refuse(partnershipRefusals, refusal('partnership.facility_decides'))
  const agreed = { ...partnership, ...sent.terms }
  const { effective_from: from, effective_to: to, agreement_kind, notice_days } = agreed
  refuseIf(partnershipRefusals, agreementBlocker(agreed, { today, files: await countFiles(tx, sent.id) }))
  const contact = sent.contact && JSON.stringify(sent.contact)
  const written = await writePartnership(
    tx,
    partnership,
    {
      ...sent.terms,
      status: 'active',
      status_reason: null,
      ...(party === 'school'
        ? contact && { contact_school: contact }
        : {
            ...(contact && { contact_facility: contact }),
            ...(sent.auto_approve_shifts !== undefined && { auto_approve_shifts: sent.auto_approve_shifts }),
          }),
    },
    { agreement_kind, effective_from: from, effective_to: to, notice_days },
  )
  await notifyParties(tx, partnership, written, party, 'partnership.accepted', {
    reason,
    from: from!,
    to: to!,
  })
  return written
}
