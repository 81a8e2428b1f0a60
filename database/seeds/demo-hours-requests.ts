import type pg from 'pg'
import { addDays, type PlainDate } from '#core/plain-date.ts'

type Ids = (name: string) => string

/**
 * Inserts hours that Lakeshore's students reported: one request in each status, and two pending with the school; an instructor was asked
 * about one of them and confirmed the other.
 */
export async function insertHoursRequests(client: pg.Client, demoId: Ids, today: PlainDate): Promise<void> {
  const [school, ana] = [demoId('lakeshore'), demoId('ana.coordinator@lakeshore.example')]
  const marcus = demoId('marcus.proctor@lakeshore.example')
  const jenna = demoId('jenna.student@lakeshore.example')
  const { rows: others } = await client.query<{ id: string }>(
    `select id from public.users where linked_school_id = $1 and role = 'student' and status = 'active' and id <> $2 order by full_name, id limit 3`,
    [school, jenna],
  )
  const [first, second, third] = others.map(({ id }) => id)
  for (const { name, student, days, hours, kind, specialty, note, status, said } of [
    {
      name: 'flu clinic',
      student: jenna,
      days: 9,
      hours: 4,
      kind: 'direct_care',
      specialty: 'community',
      note: 'Flu shots at the Riverwest clinic, with Lena Brandt, RN.',
      status: 'approved',
      said: null,
    },
    {
      name: 'simulation day',
      student: jenna,
      days: 4,
      hours: 3,
      kind: 'simulation',
      specialty: 'med_surg',
      note: 'Extra practice in the simulation lab after class.',
      status: 'needs_info',
      said: 'Which faculty member was there?',
    },
    {
      name: 'school screening',
      student: first,
      days: 3,
      hours: 5,
      kind: 'direct_care',
      specialty: 'community',
      note: 'Vision screening at Humboldt Park School, with the school nurse.',
      status: 'pending',
      said: null,
    },
    {
      name: 'grand rounds',
      student: second,
      days: 2,
      hours: 1.5,
      kind: 'conference',
      specialty: 'med_surg',
      note: 'Grand rounds at Harborview, signed in at the desk.',
      status: 'pending',
      said: null,
    },
    {
      name: 'drive',
      student: third,
      days: 6,
      hours: 2,
      kind: 'other',
      specialty: 'community',
      note: 'Drove to the clinic and back.',
      status: 'not_approved',
      said: 'The way to a site does not count.',
    },
  ]) {
    if (!student) continue
    await client.query(
      `insert into public.hours_requests (id, school_id, student_id, date, minutes, kind, specialty, note, status, decision_note, decided_by, decided_at, created_at, instructor_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $9 <> 'pending' then $11::uuid end, case when $9 <> 'pending' then now() - interval '1 day' end,
         least(now() - interval '1 hour', $4::date + interval '20 hours'),
         case when $9 = 'pending' then (select p from public.assignments a join public.shifts s on s.id = a.shift_id cross join lateral unnest(app.instructors_of(s)) p
           where a.student_id = $3::uuid and app.holds_seat(a.status) order by p = $12::uuid desc, s.starts_at limit 1) end)`,
      [
        demoId(`hours request ${name}`),
        school,
        student,
        addDays(today, -days),
        hours * 60,
        kind,
        specialty,
        note,
        status,
        said,
        ana,
        marcus,
      ],
    )
    if (name === 'school screening')
      await client.query(
        `update public.hours_requests set confirmation = 'confirmed', confirmed_at = now() - interval '2 hours' where id = $1 and instructor_id is not null`,
        [demoId(`hours request ${name}`)],
      )
    if (status === 'approved')
      await client.query(
        `insert into public.hours_entries (id, school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key, reason, posted_by)
         select r.id, r.school_id, r.student_id, (select s.id from public.semesters s where s.school_id = r.school_id and r.date between s.start_date and s.end_date), r.date, r.minutes, r.kind, r.specialty, 'manual', 'entry ' || r.id, r.note, r.decided_by
         from public.hours_requests r where r.id = $1`,
        [demoId(`hours request ${name}`)],
      )
  }
}
