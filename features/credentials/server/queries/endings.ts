import { type RawBuilder, sql } from 'kysely'
import type { ExpiryBasis } from '../../contract.ts'

/**
 * Of credentials `c`: approved, of an active person, and not replaced by a later one. Only of these it matters that they expire. Looks
 * each up separately instead of joining: in the order of their days, the first are found without reading the others (measured with
 * 30,000 students).
 */
const isLatest = sql`c.status = 'approved'
      and (select o.id from public.credentials o where o.person_id = c.person_id and o.school_id = c.school_id and o.type_id = c.type_id and o.facility_id is not distinct from c.facility_id
        and o.status = 'approved' and o.id <> c.id and coalesce(o.expires_on, 'infinity') > c.expires_on limit 1) is null
      and (select u.status from public.users u where u.id = c.person_id) = 'active'`

/** The last day of a credential that counts, by its status. */
export const lastDayOf = (row: string): RawBuilder<unknown> =>
  sql.raw(`case ${row}.status when 'approved' then coalesce(${row}.expires_on, 'infinity')
      when 'conditionally_approved' then ${row}.conditional_until when 'waived' then ${row}.waived_until end`)

/** Of credentials `c`: conditionally approved, or waived, of an active person, and nothing else of the type lasts longer. */
function isLastUntil(status: 'conditionally_approved' | 'waived'): RawBuilder<unknown> {
  return sql`c.status = ${sql.lit(status)} and not exists (select from public.credentials o where o.person_id = c.person_id and o.school_id = c.school_id
      and o.type_id = c.type_id and o.facility_id is not distinct from c.facility_id and o.id <> c.id and ${lastDayOf('o')} > ${lastDayOf('c')})
    and (select u.status from public.users u where u.id = c.person_id) = 'active'`
}

type Ending = { basis: ExpiryBasis | null; on: RawBuilder<unknown>; isLast: RawBuilder<unknown> }

/** What ends of credentials `c`, by the status of the row: an approval by expiring, one with a condition, and a waiver. */
export const endings = [
  { basis: null, on: sql.ref('c.expires_on'), isLast: isLatest },
  { basis: 'condition', on: sql.ref('c.conditional_until'), isLast: isLastUntil('conditionally_approved') },
  { basis: 'waiver', on: sql.ref('c.waived_until'), isLast: isLastUntil('waived') },
] as const satisfies Ending[]

/** SQL: one row for each basis, from a query for each. */
export const ofEachEnding = (
  queryOf: (ending: (typeof endings)[number]) => RawBuilder<unknown>,
): RawBuilder<unknown> => sql.join(endings.map(queryOf), sql` union all `)
