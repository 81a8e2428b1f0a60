import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { calm, expectGoodPage, person } from './people.ts'

let admin: pg.Client
beforeAll(async () => {
  admin = new pg.Client({ connectionString: process.env['E2E_DATABASE_URL'] })
  await admin.connect()
})
afterAll(() => admin.end())

/** A lab of Marcus that ended an hour ago, with Jenna and two classmates who came. */
async function labThatIsOver(): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `with s as (insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, specialty, experience_type, capacity,
       approved_capacity, seats, seats_limit, status, signup_mode, submitted_at, decided_at, published_at, proctor_id, created_by)
     select $1, t.id, 'Evening lab', current_date, '17:00', '18:00', 'America/Chicago', now() - interval '2 hours', now() - interval '1 hour', 'fundamentals',
       'skills_lab', 4, 4, 4, 'shift', 'in_progress', 'assigned', now(), now(), now(), $2, $3
     from public.semesters t where t.school_id = $1 order by t.start_date limit 1 returning *),
     classmates as (select $4::uuid as id union (select m.user_id from public.school_members m join public.users u on u.id = m.user_id and u.role = 'student' and u.status = 'active'
       where m.school_id = $1 and m.user_id <> $4 order by m.user_id limit 2)),
     a as (insert into public.assignments (shift_id, school_id, student_id, during, busy, status)
       select s.id, s.school_id, c.id, tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at), 'checked_in' from s, classmates c returning shift_id)
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
  return id
}

it('an instructor evaluates a group on the phone, the student disputes, the school returns', async () => {
  const id = await labThatIsOver()
  const jennaId = demoId('jenna.student@lakeshore.example')
  const { page } = await person('marcus', { at: `/shift/${id}/evaluate/${jennaId}`, size: 'phone' })
  await page.getByText('0 of 5').waitFor()
  const satisfactory = page.locator('input[type="radio"][value="S"]')
  for (const point of await satisfactory.all()) await point.check()
  await page.getByText('5 of 5 · Saved').waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Copy to 2 others' }).click()
  await page.getByText('Copied. Change what differs.').waitFor()
  await page.getByText('5 of 5 · Saved').waitFor()
  await calm(page)
  await page.getByRole('button', { name: 'Submit all 3' }).click()
  await page.getByText('Evaluations submitted').waitFor()
  const { rows } = await admin.query<{ id: string; student_id: string; status: string }>(
    'select id, student_id, status from public.evaluations where shift_id = $1',
    [id],
  )
  expect(rows.map(({ status }) => status)).toEqual(['submitted', 'submitted', 'submitted'])
  const ofJenna = rows.find(({ student_id: student }) => student === jennaId)!

  const jenna = await person('jenna', { at: `/student/progress?evaluation=${ofJenna.id}`, size: 'phone' })
  await jenna.page.getByLabel('Your reply').fill('I was there the whole evening, and helped to clean up.')
  await expectGoodPage(jenna.page)
  await jenna.page.getByRole('button', { name: 'Dispute' }).click()
  await jenna.page.getByText('Disputed').first().waitFor()

  const ana = await person('ana', { at: `/admin/evaluation-verification?evaluation=${ofJenna.id}` })
  await expectGoodPage(ana.page)
  await ana.page.getByRole('button', { name: 'Return…' }).click()
  await ana.page.getByLabel('Reason').fill('Say more about the evening.')
  await ana.page.getByRole('button', { name: 'Return evaluation' }).click()
  await ana.page.getByText('Returned').first().waitFor()
})
