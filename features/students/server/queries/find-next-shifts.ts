import { type RawBuilder, sql } from 'kysely'
import { activeSeats } from '#core/seat-statuses.ts'
import { liveStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { StudentSummary } from '../../contract.ts'

type NextShift = NonNullable<StudentSummary['next_shift']>

/** The seats of a school's students on current and upcoming shifts: `a` with its shift `x`. */
export const upcomingSeats = (school: RawBuilder<unknown>) => sql`
  public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
  where a.school_id = ${school} and a.status in ${listed(activeSeats)}
    and x.ends_at > now() and x.status in ${listed(liveStates)}`

/** The next shift of each of these students that the caller may see; students without one are left out. */
export async function findNextShifts(tx: Tx, ids: readonly string[]): Promise<Map<string, NextShift>> {
  const { rows } = await sql<NextShift & { student_id: string }>`
    select u.id as student_id, n.id, n.date, f.name as unit, p.name as site
    from public.users u
    cross join lateral (select x.id, x.date, x.facility_id
      from ${upcomingSeats(sql`u.linked_school_id`)} and a.student_id = u.id order by x.starts_at, x.id limit 1) n
    left join public.facilities f on f.id = n.facility_id
    left join public.facilities p on p.id = f.parent_id
    where u.id = any (${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ student_id: id, ...next }) => [id, next]))
}
