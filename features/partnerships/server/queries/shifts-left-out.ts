import { type RawBuilder, sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { capstonesAhead } from '#features/facilities/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PartnershipTerms } from '../../contract.ts'
import type { LockedPartnership } from '../commands/lock-partnership.ts'
import { underPartnership } from './later-capstones.ts'
import { shiftsOf } from './later-shifts.ts'

/**
 * How many shifts people rely on, and planned days of capstone projects, would no longer be within the agreement, and their first and last
 * day; null if there are none.
 */
export type LeftOut = { count: number; capstones: number; first: PlainDate; last: PlainDate } | null

/** Shifts and capstone days from today on that the terms agreed now include, and the new ones would not: by day, or because only observation is agreed. */
export async function leftOutOfTerms(
  tx: Tx,
  partnership: LockedPartnership,
  terms: Pick<PartnershipTerms, 'effective_from' | 'effective_to' | 'agreement_kind'>,
): Promise<LeftOut> {
  const { id, today, effective_from: from, effective_to: to, agreement_kind: kind } = partnership
  const isObservation = (agreed: string) => ['observation_only', 'none'].includes(agreed)
  const isOnlyObserved = !isObservation(kind) && isObservation(terms.agreement_kind)
  const isLeftOut = (date: RawBuilder<unknown>) =>
    sql`${date} between ${from} and ${to} and (${date} not between ${terms.effective_from} and ${terms.effective_to} or ${isOnlyObserved}`
  return countLeftOut(
    tx,
    sql`${shiftsOf(id, today)} later where ${isLeftOut(sql`later.date`)} and later.experience_type is distinct from 'observation')`,
    sql`${underPartnership(id, today)} and ${isLeftOut(sql`x.date`)})`,
  )
}

/** Shifts and capstone days from today on at sites that the partnership includes now, and would no longer include. */
export async function leftOutOfSites(
  tx: Tx,
  { id, today }: Pick<LockedPartnership, 'id' | 'today'>,
  siteIds: readonly string[],
): Promise<LeftOut> {
  const isLeftOut = (facility: RawBuilder<unknown>) =>
    sql`not exists (select from app.facility_line(${facility}) above where above.id = any (${siteIds}::uuid[]))`
  return countLeftOut(
    tx,
    sql`${shiftsOf(id, today)} later where ${isLeftOut(sql`later.facility_id`)}`,
    sql`${underPartnership(id, today)} and ${isLeftOut(sql`x.facility_id`)}`,
  )
}

async function countLeftOut(
  tx: Tx,
  shifts: RawBuilder<unknown>,
  days: RawBuilder<unknown>,
): Promise<LeftOut> {
  const { rows } = await sql<{ count: number; first: PlainDate; last: PlainDate }>`
    select count(*)::integer as count, min(later.date) as first, max(later.date) as last from ${shifts}`.execute(
    tx,
  )
  const capstones = await capstonesAhead(tx, days)
  const { count, first, last } = rows[0]!
  if (count === 0 && capstones.length === 0) return null
  const dates = [
    ...(count > 0 ? [first, last] : []),
    ...capstones.flatMap((one) => [one.first, one.last]),
  ].toSorted()
  return {
    count,
    capstones: capstones.reduce((sum, { days: planned }) => sum + planned, 0),
    first: dates[0]!,
    last: dates.at(-1)!,
  }
}
