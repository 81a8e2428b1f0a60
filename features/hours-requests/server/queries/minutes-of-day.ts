import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { comingSeats } from '#core/seat-statuses.ts'
import { unclosedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'

/** Lets the hours of a student be counted one transaction after the other. */
export async function lockDays(tx: Tx, studentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('hours of ' || ${studentId}, 0))`.execute(tx)
}

/**
 * Minutes that count toward the daily maximum: those in the ledger, those of shifts and capstone days that will be posted there, and
 * reported ones not yet decided, except `without`.
 */
export async function minutesOfDay(
  tx: Tx,
  { studentId, date, without = null }: { studentId: string; date: PlainDate; without?: string | null },
): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select coalesce(sum(d.minutes), 0)::integer as minutes from (
      select e.minutes from public.hours_entries e where e.student_id = ${studentId}::uuid and e.date = ${date}::date
      union all
      select r.minutes from public.hours_requests r where r.student_id = ${studentId}::uuid and r.date = ${date}::date
        and r.status in ('pending', 'needs_info') and r.id is distinct from ${without}::uuid
      union all
      select x.credited_hours * 60 from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
        where a.student_id = ${studentId}::uuid and a.status in ${listed(comingSeats)} and x.date = ${date}::date
        and x.status in ${listed(unclosedStates)} and not exists (select from public.hours_entries e where e.assignment_id = a.id)
      union all
      select extract(epoch from c.end_time - c.start_time + case when c.end_time <= c.start_time then interval '24 hours' else interval '0' end) / 60 from public.capstone_days c join public.capstone_projects p on p.id = c.project_id
        where p.student_id = ${studentId}::uuid and p.status in ('matched', 'active', 'awaiting_preceptor') and c.date = ${date}::date and c.status = 'planned') d`.execute(
    tx,
  )
  return rows[0]!.minutes
}
