import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Partnership, ActingParty, PartnershipTerms } from '../../contract.ts'
import { partnershipRefusals } from '../../messages.ts'
import { type Command, moveRefusal, reasonRefusal } from '../../rules.ts'

/** A partnership as someone saw it, and why they do what they do. */
export type Sent = { id: string; version: number; reason?: string | undefined }
export type LockedPartnership = Awaited<ReturnType<typeof lockPartnership>>

/**
 * Locks a partnership for a command and says for which party its caller decides. Refuses when there is none for them, when it was
 * changed since they saw it, and when the command is not theirs now. Of two people at once the second reads what the first did.
 */
export async function lockPartnership(
  tx: Tx,
  sent: Sent,
  command: Command,
  { accepts = true }: { accepts?: boolean } = {},
) {
  const row = await rowForUpdate(tx, sent.id)
  const party = row?.party ?? null
  if (!row || party === null) return refuseUnseen(tx, sent.id)
  const reason = sent.reason?.trim() || null
  if (party === 'platform') refuseIf(partnershipRefusals, reasonRefusal(command, party, reason))
  if (row.version !== sent.version) refuse(partnershipRefusals, refusal('partnership.old_version'))
  refuseIf(partnershipRefusals, moveRefusal(command, row, { now: Date.now(), accepts }))
  return { ...row, party, reason }
}

/** The row with the names of both parties and the day it is at the organization, locked until the end of the transaction. */
export async function rowForUpdate(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('partnerships as p')
    .innerJoin('facilities as f', 'f.id', 'p.organization_id')
    .innerJoin('schools as c', 'c.id', 'p.school_id')
    .selectAll('p')
    .select([
      'f.name as organization_name',
      'c.name as school_name',
      sql<ActingParty | null>`app.partnership_party_of(p.id)`.as('party'),
      sql<PlainDate>`(now() at time zone f.time_zone)::date`.as('today'),
    ])
    .where('p.id', '=', id)
    .forNoKeyUpdate('p')
    .executeTakeFirst()
  return row && { ...row, ...(row as unknown as Known) }
}

/** What the table's own checks hold the columns to. */
type Known = Pick<
  Partnership,
  'status' | 'direction' | 'agreement_kind' | 'suspended_by_party' | 'proposal_party' | 'ending_party'
> & { proposal: PartnershipTerms | null }

/** Says why there is nothing to change: a site's administrator may look at what the whole organization decides. */
async function refuseUnseen(tx: Tx, id: string): Promise<never> {
  const seen = await tx
    .selectFrom('partnerships')
    .select('id')
    .where('id', '=', id)
    .where('status', '<>', 'draft')
    .executeTakeFirst()
  return refuse(
    partnershipRefusals,
    refusal(seen ? 'partnership.organization_decides' : 'partnership.missing'),
  )
}
