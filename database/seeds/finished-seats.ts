import type pg from 'pg'
import type { PlainDate } from '#core/plain-date.ts'

/**
 * Posts accepted reports: a ledger line for each seat by its attendance, minus missed time, to the quarter hour; settles the attendance
 * too. Returns how many lines were written.
 */
export async function postAttendedSeats(client: pg.Client): Promise<number> {
  const written = await insertLedgerOfReports(client)
  await client.query(
    `update public.attendance_records r set posted_at = p.accepted_at from public.shift_reports p where p.id = r.shift_id and p.status = 'accepted'`,
  )
  return written
}

/** Inserts ledger lines for accepted reports `p`, only those selected by `which`; returns how many were written. */
export async function insertLedgerOfReports(client: pg.Client, which = 'true'): Promise<number> {
  const { rowCount } = await client.query(
    `insert into public.hours_entries (id, school_id, student_id, semester_id, assignment_id, shift_id, date, minutes, kind, specialty, course_code, source,
       source_key, posted_at)
     select overlay(overlay(md5('attended ' || a.id) placing '4' from 13) placing 'a' from 17)::uuid, a.school_id, a.student_id, x.semester_id, a.id, x.id, x.date, m.minutes,
       case when x.experience_type in ('simulation', 'skills_lab', 'observation', 'orientation') then x.experience_type else 'direct_care' end,
       x.specialty, nullif(x.course_code, ''), case a.source when 'makeup' then 'makeup' else 'attendance' end, 'seat ' || a.id, p.accepted_at
     from public.shift_reports p join public.shifts x on x.id = p.id join public.attendance_records r on r.shift_id = x.id and r.status = 'completed'
     join public.assignments a on a.id = r.id and a.school_id = x.school_id
     cross join lateral (select round(x.credited_hours * 60) as planned, case when r.late_min > 15 then r.late_min else 0 end + r.left_early_min as missed) t
     cross join lateral (select case when t.missed = 0 then t.planned else least(t.planned, greatest(0, round((t.planned - t.missed) / 15.0) * 15)) end as minutes) m
     where p.status = 'accepted' and m.minutes > 0 and ${which}`,
  )
  return rowCount ?? 0
}

/**
 * Inserts a ledger line for each finished seat that has no report and no line, as before attendance was recorded; returns how many were
 * written.
 */
export async function postFinishedSeats(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `insert into public.hours_entries (id, school_id, student_id, semester_id, assignment_id, shift_id, date, minutes, kind, specialty, course_code, source,
       source_key, posted_at)
     select overlay(overlay(md5('hours ' || a.id) placing '4' from 13) placing 'a' from 17)::uuid, a.school_id, a.student_id, x.semester_id, a.id, x.id, x.date, round(x.credited_hours * 60),
       case when x.experience_type in ('simulation', 'skills_lab', 'observation', 'orientation') then x.experience_type else 'direct_care' end,
       x.specialty, nullif(x.course_code, ''), 'before_attendance', 'seat ' || a.id, x.ends_at
     from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
     where a.status in ('assigned', 'checked_in', 'completed') and x.status in ('completed', 'closed') and round(x.credited_hours * 60) > 0
       and not exists (select 1 from public.shift_reports p where p.id = x.id)
       and not exists (select 1 from public.hours_entries e where e.assignment_id = a.id and e.school_id = a.school_id)`,
  )
  return rowCount ?? 0
}

/**
 * Imports hours of earlier terms for a school's cohorts: as many as each specialty requires by the end of the current semester, except for
 * every fourth student, who is at risk; `share` is the imported part.
 */
export async function importEarlierHours(
  client: pg.Client,
  { school, today, share }: { school: string; today: PlainDate; share: number },
): Promise<void> {
  await client.query(
    `insert into public.hours_entries (id, school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key, reason)
     select overlay(overlay(md5('earlier hours ' || m.student_id || (r ->> 'specialty')) placing '4' from 13) placing 'a' from 17)::uuid, m.school_id, m.student_id,
       (select s.id from public.semesters s where s.school_id = m.school_id and t.start_date - 30 between s.start_date and s.end_date order by s.start_date desc limit 1), t.start_date - 30,
       round((r ->> 'min_hours')::numeric * least(1, (t.end_date - c.start_date)::numeric / (c.expected_graduation - c.start_date))
         * case when m.at % 4 = 1 then 0.7 else 1 end * $3 - 6) * 60, 'direct_care', r ->> 'specialty', 'import',
       'earlier hours ' || m.student_id || ' ' || (r ->> 'specialty'), 'Hours of earlier semesters.'
     from (select m.*, row_number() over (partition by m.cohort_id order by u.full_name, u.id) as at from public.cohort_memberships m
       join public.users u on u.id = m.student_id where m.school_id = $1 and m.to_date is null) m
     join public.cohorts c on c.id = m.cohort_id and c.start_date < $2::date left join public.programs g on g.id = c.program_id
     cross join lateral (select s.start_date, s.end_date from public.semesters s where s.school_id = m.school_id and s.end_date >= $2::date
       order by s.start_date limit 1) t
     cross join lateral jsonb_array_elements(case when c.requirements <> '[]' then c.requirements else g.requirements end) r
     where (r ->> 'min_hours')::numeric * least(1, (t.end_date - c.start_date)::numeric / (c.expected_graduation - c.start_date)) * 0.7 * $3 > 7`,
    [school, today, share],
  )
}
