import { sql } from 'kysely'
import { undecidedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { SchoolSeats } from '../../contract.ts'

/**
 * Seats of shifts that each school requested of the units in scope, from half a year ago to half
 * a year ahead, with their outcome; the school with the most first. Includes the quota of its
 * partnership and the busiest semester. Excludes withdrawn and canceled shifts.
 */
export async function seatsBySchool(tx: Tx, specialty: string | null): Promise<SchoolSeats[]> {
  const { rows } = await sql<SchoolSeats>`
    with asked as (
      select x.school_id, x.semester_id, x.capacity, coalesce(x.approved_capacity, x.capacity) as given,
        case when x.status in ${listed(undecidedStates)} then 'waiting'
          when x.status in ('declined', 'expired') then 'declined' else 'approved' end as became
      from public.shifts x
      where x.facility_id in (select app.facility_scope((select app.selected_facility_id())))
        and x.date between current_date - 182 and current_date + 182 and x.submitted_at is not null
        and x.status = any (${COUNTED}::text[])
        and (${specialty}::text is null or x.specialty = ${specialty})),
    semesters as (
      select school_id, semester_id, sum(given) filter (where became = 'approved') as given from asked group by 1, 2),
    schools as (
      select school_id, sum(capacity) as requested, sum(given) filter (where became = 'approved') as approved,
        sum(capacity) filter (where became = 'waiting') as waiting, sum(capacity) filter (where became = 'declined') as declined
      from asked group by 1)
    select s.id, s.name as school, a.requested::integer, coalesce(a.approved, 0)::integer as approved, coalesce(a.waiting, 0)::integer as waiting,
      coalesce(a.declined, 0)::integer as declined,
      (select max(p.seat_quota_per_semester) from public.partnerships p where p.school_id = s.id and p.status = 'active') as quota,
      (select coalesce(max(m.given), 0)::integer from semesters m where m.school_id = s.id) as busiest_semester
    from schools a join public.schools s on s.id = a.school_id
    order by a.requested desc, s.name, s.id`.execute(tx)
  return rows
}

const COUNTED = [
  'pending_facility',
  'needs_info',
  'countered',
  'declined',
  'expired',
  'approved',
  'published',
  'full',
  'in_progress',
  'completed',
  'closed',
]
