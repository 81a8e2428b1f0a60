import type pg from 'pg'
import { DEMO_TOKEN, demoRoster } from '#features/canvas-connections/fake.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'

const HOST = 'https://lakeshore.canvas.example'

type Ids = (name: string) => string

/** Lakeshore's connection to Canvas, last read some days ago: the next reading is due and will find new and departed people. */
export async function insertCanvas(
  client: pg.Client,
  demoId: Ids,
  objects: ObjectStore | undefined,
): Promise<void> {
  if (!objects) return
  const [id, school, sam] = [
    demoId('canvas lakeshore'),
    demoId('lakeshore'),
    demoId('sam.superadmin@placewell.example'),
  ]
  await client.query(
    `insert into public.canvas_connections (id, school_id, base_url, auth, status, account_name, tested_at, read_at, secret_set_at, created_by, created_at)
     values ($1, $2, $3, 'token', 'active', 'Lakeshore College of Nursing', now() - interval '9 days', now() - interval '2 days', now() - interval '9 days', $4, now() - interval '9 days')`,
    [id, school, HOST, sam],
  )
  await client.query(
    'insert into public.canvas_secrets (connection_id, school_id, sealed) values ($1, $2, $3)',
    [id, school, objects.seal(`canvas connection ${id}`, JSON.stringify({ access_token: DEMO_TOKEN }))],
  )
  const { terms, courses, sections, users, enrollments } = demoRoster()
  for (const { id: term, name, start_at, end_at } of terms)
    await client.query(
      `insert into public.canvas_terms (connection_id, school_id, canvas_id, name, starts_on, ends_on, semester_id)
       values ($1, $2, $3, $4, $5, $6, case when $3 = '26' then (select m.id from public.semesters m where m.school_id = $2 and m.is_active limit 1) end)`,
      [id, school, term, name, start_at!.slice(0, 10), end_at!.slice(0, 10)],
    )
  const cohorts: Record<string, string> = { '341-1': 'cohort bsn-fall-2024', '210-1': 'cohort bsn-fall-2025' }
  for (const { id: section, course_id, name, sis_section_id } of sections) {
    const course = courses.find((one) => one.id === course_id)!
    await client.query(
      `insert into public.canvas_sections (connection_id, school_id, canvas_id, course_id, term_id, course_code, course_name, name, sis_id, cohort_id)
       values ($1, $2, $3, $4, '26', $5, $6, $7, $8, $9)`,
      [
        id,
        school,
        section,
        course_id,
        course.course_code,
        course.name,
        name,
        sis_section_id,
        cohorts[section] ? demoId(cohorts[section]) : null,
      ],
    )
  }
  // Users with student numbers as of the last reading, and one who has left since.
  const gone = {
    id: '599',
    name: 'Julia Romano',
    sis_user_id: null,
    login_id: 'lk599',
    email: 'julia.romano@lakeshore.example',
  }
  for (const user of [...users.slice(0, 6), gone]) {
    const section = enrollments.find((one) => one.user_id === user.id)?.section_id ?? '341-1'
    await client.query(
      `insert into public.canvas_people (connection_id, school_id, canvas_id, name, sis_id, login_id, email, section_ids, cohort_id, status, student_id, matched_by, first_seen_at, seen_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, case when u.id is null then 'new' else 'matched' end, u.id,
         case when u.id is null then null when u.student_number = $5 then 'sis' else 'email' end, now() - interval '8 days', now() - interval '2 days'
       from (select 1) x left join public.users u on u.linked_school_id = $2 and u.role = 'student' and (u.student_number = $5 or $5 is null and u.email = $7)`,
      [
        id,
        school,
        user.id,
        user.name,
        user.sis_user_id ?? null,
        user.login_id,
        user.email,
        [section],
        demoId(cohorts[section]!),
      ],
    )
  }
  await client.query(
    `insert into public.canvas_runs (connection_id, school_id, kind, status, requested_by, created_at, started_at, finished_at, courses_total, courses_done, people, added)
     values ($1, $2, 'test', 'done', $3, now() - interval '9 days', now() - interval '9 days', now() - interval '9 days', null, 0, 0, 0),
       ($1, $2, 'roster', 'done', $3, now() - interval '8 days', now() - interval '8 days', now() - interval '8 days', 2, 2, 7, 7),
       ($1, $2, 'roster', 'done', null, now() - interval '2 days', now() - interval '2 days', now() - interval '2 days', 2, 2, 7, 0)`,
    [id, school, sam],
  )
}
