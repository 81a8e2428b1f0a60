import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { CapstoneAhead } from '../../contract.ts'
import { capstoneDaysAtUnits } from './capstone-days-at-units.ts'

/** The capstone projects with planned days ahead that meet a condition on `x`, a day with its unit; as far as the caller may see them. */
export async function capstonesAhead(tx: Tx, condition: RawBuilder<unknown>): Promise<CapstoneAhead[]> {
  const { rows } = await sql<CapstoneAhead>`
    select x.project as id, x.school_id, c.name as school_name, f.name as unit_name, x.preceptor_name, count(*)::integer as days, min(x.date) as first, max(x.date) as last
    from ${capstoneDaysAtUnits} x join public.schools c on c.id = x.school_id join public.facilities f on f.id = x.facility_id
    where x.status = 'planned' and x.starts_at > now() and ${condition}
    group by x.project, x.school_id, c.name, f.name, x.preceptor_name order by c.name, f.name, first, x.preceptor_name, x.project`.execute(
    tx,
  )
  return rows
}

/** Those at a facility and below it. */
export const capstonesAheadAt = (tx: Tx, id: string): Promise<CapstoneAhead[]> =>
  capstonesAhead(tx, sql`x.facility_id in (select app.facility_scope(${id}::uuid))`)

/** Those at some units on some days. */
export const capstonesOnDays = (
  tx: Tx,
  unitIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<CapstoneAhead[]> =>
  capstonesAhead(
    tx,
    sql`x.facility_id = any (${unitIds}::uuid[]) and x.date between ${from}::date and ${to}::date`,
  )
