import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Partnership, ActingParty, PartnershipTerms } from '../../contract.ts'
import { partnershipRefusals } from '../../messages.ts'
import { type Command, moveBlocker, reasonBlocker } from '../../rules.ts'

/** The partnership in the version the caller saw, and the reason for the command. */
export type Sent = { id: string; version: number; reason?: string | undefined }
export type LockedPartnership = Awaited<ReturnType<typeof lockPartnership>>

/**
 * Locks a partnership for a command and returns for which party the caller decides. Throws if they may not see it, if it changed since they
 * saw it, or if they can't run the command now. Of two concurrent callers, the second reads what the first did.
 */
export async function lockPartnership(
  tx: Tx,
  sent: Sent,
  command: Command,
  { accepts = true }: { accepts?: boolean } = {},
) {
  const row = await rowForUpdate(tx, sent.id)
  const party = row?.party ?? null
  if (!row || party === null) return explainNotFound(tx, sent.id)
  const reason = sent.reason?.trim() || null
  if (party === 'platform') refuseIf(partnershipRefusals, reasonBlocker(command, party, reason))
  if (row.version !== sent.version) refuse(partnershipRefusals, refusal('partnership.old_version'))
  refuseIf(partnershipRefusals, moveBlocker(command, row, { now: Date.now(), accepts }))
  return { ...row, party, reason }
}

/** The row with the names of both parties and today's date at the organization, locked until the end of the transaction. */
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

/** The column types that the table's check constraints guarantee. */
type Known = Pick<
  Partnership,
  'status' | 'direction' | 'agreement_kind' | 'suspended_by_party' | 'proposal_party' | 'ending_party'
> & { proposal: PartnershipTerms | null }

/** Throws the reason why nothing was changed: a site's administrator may only look at what the organization decides. */
async function explainNotFound(tx: Tx, id: string): Promise<never> {
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
