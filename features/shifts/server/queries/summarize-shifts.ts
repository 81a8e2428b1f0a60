import type { Role } from '#core/roles.ts'
import { agreedStates, toReplyStates, unclosedStates, upcomingStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { sql } from 'kysely'
import { needsInstructorIn } from './in-sql.ts'
import { within } from './shift-conditions.ts'

export type ShiftSummary = {
  by_status: Record<string, number>
  needs_answer: number
  needs_reply: number
  needs_instructor: number
  needs_publishing: number
  needs_students: number
  today: number
  next_seven_days: number
  free_seats: number
}

export async function summarizeShifts(
  tx: Tx,
  role: Role,
  schoolId: string | null,
  semesterId: string | null,
): Promise<ShiftSummary> {
  const { rows } = await sql<ShiftSummary>`
    with mine as materialized (
      select x.status, x.date, x.starts_at, x.proctor_id, x.preceptor_id, x.experience_type, x.seats, x.seats_taken, x.min_to_run, x.time_zone from public.shifts x
      where ${within(role)} and (${schoolId}::uuid is null or x.school_id = ${schoolId}::uuid) and (${semesterId}::uuid is null or x.semester_id = ${semesterId}::uuid))
    select coalesce((select jsonb_object_agg(s.status, s.n) from (select m.status, count(*) as n from mine m group by 1) s), '{}') as by_status,
      count(*) filter (where m.status = 'pending_facility')::integer as needs_answer,
      count(*) filter (where m.status in ${listed(toReplyStates)})::integer as needs_reply,
      count(*) filter (where m.status in ${listed(agreedStates)} and m.starts_at > now()
        and ${needsInstructorIn(sql`m`)})::integer as needs_instructor,
      count(*) filter (where m.status = 'approved')::integer as needs_publishing,
      count(*) filter (where m.status = 'published' and m.starts_at > now() and m.seats_taken < greatest(m.min_to_run, 1))::integer as needs_students,
      count(*) filter (where m.status in ${listed(unclosedStates)} and m.date = (now() at time zone m.time_zone)::date)::integer as today,
      count(*) filter (where m.status in ${listed(upcomingStates)} and m.starts_at > now() and m.date < (now() at time zone m.time_zone)::date + 7)::integer as next_seven_days,
      coalesce(sum(m.seats - m.seats_taken) filter (where m.status = 'published' and m.starts_at > now()), 0)::integer as free_seats
    from mine m`.execute(tx)
  return rows[0]!
}
