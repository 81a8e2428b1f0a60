import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PartnershipTerms } from '../../contract.ts'
import type { LockedPartnership } from '../commands/lock-partnership.ts'
import { shiftsOf } from './later-shifts.ts'

/** How many shifts people rely on that would no longer be within the agreement, and their first and last day; null if there are none. */
export type LeftOut = { count: number; first: PlainDate; last: PlainDate } | null

/** Shifts from today on that the terms agreed now include, and the new ones would not: by day, or because only observation is agreed. */
export async function leftOutOfTerms(
  tx: Tx,
  partnership: LockedPartnership,
  terms: Pick<PartnershipTerms, 'effective_from' | 'effective_to' | 'agreement_kind'>,
): Promise<LeftOut> {
  const { id, today, effective_from: from, effective_to: to, agreement_kind: kind } = partnership
  const isObservation = (agreed: string) => ['observation_only', 'none'].includes(agreed)
  return countShifts(
    tx,
    sql`${shiftsOf(id, today)} later where later.date between ${from} and ${to}
      and (later.date not between ${terms.effective_from} and ${terms.effective_to}
        or ${!isObservation(kind) && isObservation(terms.agreement_kind)} and later.experience_type is distinct from 'observation')`,
  )
}

/** Shifts from today on at sites that the partnership includes now, and would no longer include. */
export async function leftOutOfSites(
  tx: Tx,
  { id, today }: Pick<LockedPartnership, 'id' | 'today'>,
  siteIds: readonly string[],
): Promise<LeftOut> {
  return countShifts(
    tx,
    sql`${shiftsOf(id, today)} later where not exists (select from app.facility_line(later.facility_id) above
      where above.id = any (${siteIds}::uuid[]))`,
  )
}

async function countShifts(tx: Tx, from: ReturnType<typeof sql>): Promise<LeftOut> {
  const { rows } = await sql<{ count: number; first: PlainDate; last: PlainDate }>`
    select count(*)::integer as count, min(later.date) as first, max(later.date) as last from ${from}`.execute(
    tx,
  )
  return rows[0]!.count > 0 ? rows[0]! : null
}
