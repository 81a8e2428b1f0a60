import type pg from 'pg'

/** A line of the ledger for each finished seat that has none, as at the time before attendance was recorded; how many were written. */
export async function postFinishedSeats(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `insert into public.hours_entries (id, school_id, student_id, semester_id, assignment_id, shift_id, date, minutes, kind, specialty, course_code, source,
       source_key, posted_at)
     select overlay(md5('hours ' || a.id) placing '4' from 13)::uuid, a.school_id, a.student_id, x.semester_id, a.id, x.id, x.date, round(x.credited_hours * 60),
       case when x.experience_type in ('simulation', 'skills_lab', 'observation', 'orientation') then x.experience_type else 'direct_care' end,
       x.specialty, nullif(x.course_code, ''), 'before_attendance', 'seat ' || a.id, x.ends_at
     from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
     where a.status in ('assigned', 'checked_in', 'completed') and x.status in ('completed', 'closed') and round(x.credited_hours * 60) > 0
       and not exists (select 1 from public.hours_entries e where e.assignment_id = a.id and e.school_id = a.school_id)`,
  )
  return rowCount ?? 0
}
