import { sql } from 'kysely'
import { comingSeats } from '#core/seat-statuses.ts'
import { studentStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { SemesterFill } from '../../contract.ts'

/**
 * Seats of published shifts by semester of a school, and hours of its students: in the ledger, and with those to come, which are of seats
 * and capstone days without a line. Semesters without such shifts are left out.
 */
export async function listFill(tx: Tx, schoolId: string): Promise<SemesterFill[]> {
  const { rows } = await sql<SemesterFill>`
    with filled as (
      select x.semester_id, sum(coalesce(x.seats, x.approved_capacity, x.capacity))::integer as seats, sum(x.seats_taken)::integer as seats_taken,
        sum(coalesce(x.credited_hours_override, x.credited_hours, 0) * case x.status when 'closed' then 0 when 'completed' then (
          select count(*) from public.assignments a where a.shift_id = x.id and a.school_id = x.school_id and a.status in ${listed(comingSeats)}
            and not exists (select from public.hours_entries e where e.assignment_id = a.id)) else x.seats_taken end) as ahead
      from public.shifts x where x.school_id = ${schoolId}::uuid and x.status in ${listed(studentStates)} group by 1),
    posted as (select e.semester_id, sum(e.minutes) / 60.0 as done from public.hours_entries e where e.school_id = ${schoolId}::uuid group by 1),
    planned as (select p.semester_id, sum(extract(epoch from d.end_time - d.start_time + case when d.end_time <= d.start_time then interval '24 hours' else interval '0' end)) / 3600 as ahead
      from public.capstone_projects p join public.capstone_days d on d.project_id = p.id
      where p.school_id = ${schoolId}::uuid and p.status in ('matched', 'active', 'awaiting_preceptor') and d.status = 'planned' group by 1)
    select f.semester_id, f.seats, f.seats_taken, (coalesce(h.done, 0) + f.ahead + coalesce(p.ahead, 0))::float8 as hours, coalesce(h.done, 0)::float8 as hours_done
    from filled f left join posted h on h.semester_id = f.semester_id left join planned p on p.semester_id = f.semester_id`.execute(
    tx,
  )
  return rows
}
