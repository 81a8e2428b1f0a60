import { demoId } from '#database/seeds/demo.ts'
import type { Database } from './database.ts'
import { freeTime } from './free-time.ts'

/** Creates a lab of Marcus's that ended an hour ago, with Jenna and two classmates on it, and its report due. */
export async function labThatIsOver(admin: Database): Promise<string> {
  await freeTime(admin, demoId('lakeshore'))
  const { rows } = await admin.query<{ id: string }>(
    `with s as (insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, specialty, experience_type, capacity,
       approved_capacity, seats, seats_limit, status, signup_mode, submitted_at, decided_at, published_at, proctor_id, created_by)
     select $1, t.id, 'Evening lab', current_date, '17:00', '18:00', 'America/Chicago', now() - interval '2 hours', now() - interval '1 hour', 'fundamentals',
       'skills_lab', 4, 4, 4, 'shift', 'in_progress', 'assigned', now(), now(), now(), $2, $3
     from public.semesters t where t.school_id = $1 order by (current_date between t.start_date and t.end_date) desc, t.start_date limit 1 returning *),
     classmates as (select $4::uuid as id union (select m.user_id from public.school_members m join public.users u on u.id = m.user_id and u.role = 'student' and u.status = 'active'
       where m.school_id = $1 and m.user_id <> $4 order by m.user_id limit 2)),
     a as (insert into public.assignments (shift_id, school_id, student_id, during, busy)
       select s.id, s.school_id, c.id, tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at) from s, classmates c returning shift_id)
     select id from s`,
    [
      demoId('lakeshore'),
      demoId('marcus.proctor@lakeshore.example'),
      demoId('ana.coordinator@lakeshore.example'),
      demoId('jenna.student@lakeshore.example'),
    ],
  )
  const id = rows[0]!.id
  await admin.query(`update public.shifts set status = 'completed' where id = $1`, [id])
  await admin.query(
    `insert into public.shift_reports (id, school_id, proctor_id, status, due_at)
     select s.id, s.school_id, s.proctor_id, 'due', s.ends_at + interval '2 days' from public.shifts s where s.id = $1 on conflict do nothing`,
    [id],
  )
  return id
}
