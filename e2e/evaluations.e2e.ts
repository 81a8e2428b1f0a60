import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { freeTime } from './free-time.ts'
import type { Locator } from 'playwright-core'
import { itemsOf } from '#features/instruments/rules.ts'
import { templates } from '#features/instruments/server/public.ts'
import { calm, expectGoodPage, person } from './people.ts'

let admin: pg.Client
beforeAll(async () => {
  admin = new pg.Client({ connectionString: process.env['E2E_DATABASE_URL'] })
  await admin.connect()
})
afterAll(() => admin.end())

/** A lab of Marcus that ended an hour ago, with Jenna and two classmates on it, and its report that is due. */
async function labThatIsOver(): Promise<string> {
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

it('an instructor’s evening on a phone: attendance, report, three evaluations; the student disputes, the school returns, it is corrected', async () => {
  const id = await labThatIsOver()
  const jennaId = demoId('jenna.student@lakeshore.example')
  const { page } = await person('marcus', { at: `/proctor/shift-reports?shift=${id}`, size: 'phone' })
  await page.getByRole('button', { name: 'Save: 3 present' }).click()
  await page.getByRole('button', { name: 'Check out all 3' }).click()
  await page.getByRole('list', { name: 'Attendance' }).getByText('Completed').nth(2).waitFor()
  await page.getByLabel('What was taught').fill('Wound care and how to document it.')
  await page.getByText('Saved', { exact: true }).waitFor()
  await expectGoodPage(page)
  await page.getByLabel('This report has no patient information').check()
  await page.getByRole('button', { name: 'Submit report' }).click()
  // Nothing unusual: there is nothing left to approve.
  await page.getByText('Report accepted. The hours are posted.').waitFor()
  const posted = await admin.query<{ lines: number }>(
    'select count(distinct student_id)::int as lines from public.hours_entries where shift_id = $1',
    [id],
  )
  expect(posted.rows).toEqual([{ lines: 3 }])

  await page.goto(`/shift/${id}/evaluate/${jennaId}`)
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

  await page.goto(`/shift/${id}/evaluate/${jennaId}`)
  await page.getByText('Say more about the evening.').waitFor()
  await page.getByLabel('Strengths').fill('Stayed to the end and helped to clean up.')
  await page.getByText('5 of 5 · Saved').waitFor()
  await page.getByRole('button', { name: 'Submit evaluation' }).click()
  await page.getByText('Evaluation of Jenna Park submitted').waitFor()
  await jenna.page.reload()
  await jenna.page.getByText('Stayed to the end and helped to clean up.').waitFor()
  await jenna.page.getByRole('button', { name: 'Acknowledge' }).click()
  await jenna.page.getByText('Acknowledged').first().waitFor()
})

/**
 * How long a person takes who does this with one thumb: a keystroke-level model (Card, Moran and Newell 1983) with 1.1 s to move to a
 * control and press it, 1.35 s to decide before each, 0.9 s to swipe, and 4 words a second to read what is asked.
 */
const thumbSeconds = ({ taps, swipes, words }: { taps: number; swipes: number; words: number }): number =>
  taps * (1.1 + 1.35) + swipes * 0.9 + words / 4

it('the longest evaluation is filled in with one thumb in under three minutes', async () => {
  const id = await labThatIsOver()
  const longest = templates.toSorted((a, b) => itemsOf(b.content).length - itemsOf(a.content).length)[0]!
  const items = itemsOf(longest.content)
  const { rows } = await admin.query<{ student_id: string }>(
    'select student_id from public.assignments where shift_id = $1 and student_id <> $2 order by student_id limit 1',
    [id, demoId('jenna.student@lakeshore.example')],
  )
  const path = `/shift/${id}/evaluate/${rows[0]!.student_id}?kind=final`
  const { page, complaints } = await person('marcus', { at: path, size: 'thumb' })
  await page.getByText(`0 of ${items.length}`).waitFor()
  await page.getByText(longest.name).first().waitFor()
  await calm(page)
  const done = { taps: 0, swipes: 0, words: items.flatMap(({ text }) => text.split(/\s+/)).length }
  let machineMs = 0
  /** Swipes until it can be seen whole, taps it, and waits for what follows; all else is the machine's share. */
  const tap = async (control: Locator, then: () => Promise<unknown>): Promise<void> => {
    for (let at = 0; at < 20; at++) {
      const box = (await control.boundingBox())!
      // The bar at the bottom covers what lies behind it.
      if (box.y >= 0 && box.y + box.height <= 640) break
      await page.mouse.wheel(0, 400)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
      done.swipes++
    }
    const began = performance.now()
    await control.tap()
    await then()
    machineMs += performance.now() - began
    done.taps++
  }
  for (const [at, item] of items.entries()) {
    const points = page.locator(`[id="item-${item.code}"]`)
    await tap(points.locator('label').first(), () => page.getByText(`${at + 1} of ${items.length}`).waitFor())
  }
  await page.getByText('· Saved').waitFor()
  await expectGoodPage(page)
  const submit = page.getByRole('button', { name: 'Submit evaluation' })
  const began = performance.now()
  await submit.tap()
  done.taps++
  await page.getByText(/^Evaluation of .* submitted/).waitFor()
  machineMs += performance.now() - began
  // One tap for each item and one to submit: nothing is typed where everything was satisfactory.
  expect(done.taps).toBe(items.length + 1)
  const seconds = thumbSeconds(done)
  console.log(`${longest.name}: ${done.taps} taps, ${done.swipes} swipes, ${done.words} words: ${Math.round(seconds)} s of a person, ${(machineMs / 1000).toFixed(1)} s of this machine`) // prettier-ignore
  expect(seconds).toBeLessThan(180)
  expect(complaints).toEqual([])
})

it('an incident is read by the person whom its facility named, and closed by the school', async () => {
  const { rows } = await admin.query<{
    id: string
    shift_id: string
    organization: string
    narrative: string
  }>(
    `select i.id, i.shift_id, i.narrative, u.linked_facility_id as organization
     from public.shift_incidents i join public.shifts s on s.id = i.shift_id join public.users u on u.id = $1
     where s.facility_id in (select app.facility_scope(u.linked_facility_id)) order by i.created_at desc limit 1`,
    [demoId('frank.education@harborview.example')],
  )
  const { shift_id: shift, organization, narrative } = rows[0]!
  const frank = await person('frank', { at: `/shift/${shift}` })
  await frank.page.getByRole('heading', { name: 'Students' }).waitFor()
  await calm(frank.page)
  expect(await frank.page.getByText(narrative).count()).toBe(0)

  await frank.page.goto(`/admin/organizations/${organization}/detail`)
  const section = frank.page.getByRole('region', { name: 'Incidents' })
  await section.getByText('No one is named yet, so no one at the facility learns of incidents.').waitFor()
  await section.getByRole('button', { name: 'Name incident lead…' }).click()
  const dialog = frank.page.getByRole('dialog')
  await dialog
    .getByRole('combobox', { name: 'Incident lead' })
    .selectOption({ label: 'Frank Whitaker, Harborview Health' })
  await expectGoodPage(frank.page)
  await dialog.getByRole('button', { name: 'Name incident lead' }).click()
  await section.getByText('You read incidents here.').waitFor()
  await expectGoodPage(frank.page)
  await section.locator(`a[href="/shift/${shift}"]`).first().click()
  const read = frank.page.getByRole('region', { name: 'Incidents' })
  await read.getByText(narrative).waitFor()
  await expectGoodPage(frank.page)

  const ana = await person('ana', { at: `/shift/${shift}`, size: 'phone' })
  const report = ana.page.getByRole('region', { name: 'Shift report' })
  const one = report.getByRole('listitem').filter({ hasText: narrative })
  await one.getByRole('button', { name: 'Close incident…' }).click()
  const question = ana.page.getByRole('dialog', { name: 'Close this incident?' })
  await question.getByRole('button', { name: 'Close incident' }).click()
  await question.getByLabel('What came of it').fill('Seen the same day; nothing further.')
  await expectGoodPage(ana.page)
  await question.getByRole('button', { name: 'Close incident' }).click()
  await one.getByText('Seen the same day; nothing further.').waitFor()
  expect(await one.getByRole('button', { name: 'Close incident…' }).count()).toBe(0)
  await frank.page.reload()
  await read.getByText('Seen the same day; nothing further.').waitFor()
  expect([...frank.complaints, ...ana.complaints]).toEqual([])
})
