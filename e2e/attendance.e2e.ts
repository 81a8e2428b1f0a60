import { expect, it } from 'vitest'
import { formatClockTime, wallTime } from '#core/clock-time.ts'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { freeTime } from './free-time.ts'
import { waitUntilSettled, expectGoodPage, person } from './people.ts'

const admin = openDatabase()

/** A campus shift that began ten minutes ago and lasts an hour, led by Marcus, with Jenna on it. */
async function runningShift(title = 'Wound care lab'): Promise<string> {
  await freeTime(admin, demoId('lakeshore'))
  const { rows } = await admin.query<{ id: string }>(
    `with s as (insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, specialty, experience_type, capacity,
       approved_capacity, seats, seats_limit, status, signup_mode, submitted_at, decided_at, published_at, proctor_id, created_by)
     select $1, t.id, $5, current_date, '07:00', '08:00', 'America/Chicago', now() - interval '10 minutes', now() + interval '50 minutes', 'fundamentals',
       'skills_lab', 4, 4, 4, 'shift', 'in_progress', 'assigned', now(), now(), now(), $2, $3
     from public.semesters t where t.school_id = $1 order by t.start_date limit 1 returning *)
     insert into public.assignments (shift_id, school_id, student_id, during, busy)
     select s.id, s.school_id, $4, tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at) from s returning shift_id as id`,
    [
      demoId('lakeshore'),
      demoId('marcus.proctor@lakeshore.example'),
      demoId('ana.coordinator@lakeshore.example'),
      demoId('jenna.student@lakeshore.example'),
      title,
    ],
  )
  return rows[0]!.id
}

it('an offline check-in waits on the phone, is sent once, and the instructor sees when it was pressed', async () => {
  const id = await runningShift()
  const marcus = await person('marcus', { at: `/shift/${id}`, size: 'phone' })
  await marcus.page.getByRole('button', { name: 'Show check-in code' }).click()
  const shown = marcus.page.getByLabel('Check-in code')
  await shown.filter({ hasText: /^[A-Z2-9]{6}$/ }).waitFor()
  const jenna = await person('jenna', { at: `/shift/${id}`, size: 'phone' })
  await jenna.page.getByLabel('Code').waitFor()
  await waitUntilSettled(jenna.page)
  await jenna.context.setOffline(true)
  await jenna.page.getByLabel('Code').fill((await shown.textContent()) ?? '')
  await jenna.page.getByRole('button', { name: 'Check in', exact: true }).click()
  await jenna.page.getByText(/^Waiting to be sent: Check in/).waitFor()
  await expectGoodPage(jenna.page)
  expect(
    await admin.query('select 1 from public.attendance_records where shift_id = $1', [id]),
  ).toMatchObject({ rowCount: 0 })
  await jenna.context.setOffline(false)
  await jenna.page.getByText('Checked in').first().waitFor()
  const { rows } = await admin.query(
    `select status, check_in_method, (select count(*)::int from public.shift_events e where e.shift_id = r.shift_id and event = 'seat_check_in') as times
     from public.attendance_records r where shift_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ status: 'checked_in', check_in_method: 'code', times: 1 }])
  await marcus.page.reload()
  await marcus.page.getByRole('list', { name: 'Attendance' }).getByText('Checked in').waitFor()
  await expectGoodPage(marcus.page)
})

it('today’s shift opens offline after the app was closed; the check-in is sent once when the app is next online', async () => {
  // Removes the shift of the journey above: Marcus and Jenna are free again.
  const id = await runningShift('Basement lab')
  const marcus = await person('marcus', { at: `/shift/${id}`, size: 'phone' })
  await marcus.page.getByRole('button', { name: 'Show check-in code' }).click()
  const shown = marcus.page.getByLabel('Check-in code')
  await shown.filter({ hasText: /^[A-Z2-9]{6}$/ }).waitFor()
  await marcus.page.getByRole('img', { name: 'QR code to scan' }).waitFor()

  const { page, context } = await person('jenna', {
    at: '/student/dashboard',
    size: 'phone',
    offlineShell: true,
  })
  await page.getByRole('heading', { name: 'Check in to your shift' }).first().waitFor()
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/index.html'))), { timeout: 20_000 })
    .toBe(true)
  // The shift's page was never opened, but its code is fetched and cached.
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const kept = await (await caches.open('placewell-shell')).keys()
          const used = performance.getEntriesByType('resource').map(({ name }) => name)
          return used.every((name) => !name.includes('/assets/') || kept.some(({ url }) => url === name))
        }),
      { timeout: 30_000 },
    )
    .toBe(true)
  await context.setOffline(true)
  await page.close()

  // The app is opened again while offline.
  const below = await context.newPage()
  await below.goto(`/shift/${id}`)
  await below.getByRole('heading', { name: 'Basement lab' }).waitFor()
  await below.getByRole('heading', { name: 'Check-in' }).waitFor()
  await below.getByText('You’re offline.').waitFor()
  await below.goto('/student/dashboard')
  await below
    .getByLabel(/^Code/)
    .first()
    .fill((await shown.textContent()) ?? '')
  await below.getByRole('button', { name: 'Check in', exact: true }).first().click()
  await below
    .getByText(/^Waiting to be sent: Check in/)
    .first()
    .waitFor()
  await below.close()
  expect(
    await admin.query('select 1 from public.attendance_records where shift_id = $1', [id]),
  ).toMatchObject({ rowCount: 0 })

  await context.setOffline(false)
  const above = await context.newPage()
  await above.goto('/student/dashboard')
  await above.getByText(/^Sent: Check in/).waitFor()
  const { rows } = await admin.query(
    `select status, check_in_method, (select count(*)::int from public.shift_events e where e.shift_id = r.shift_id and event = 'seat_check_in') as times
     from public.attendance_records r where shift_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ status: 'checked_in', check_in_method: 'code', times: 1 }])
})

it('an instructor records on a phone who came late and left early: the current time is suggested, one button saves, and refused entries stay', async () => {
  const id = await runningShift('Lab with a latecomer')
  const { page } = await person('marcus', { at: `/shift/${id}`, size: 'thumb' })
  const list = page.getByRole('list', { name: 'Attendance' })
  const saveAll = page.getByRole('button', { name: /^Save: 1 present/ })
  await saveAll.waitFor()
  await waitUntilSettled(page)
  // Attendance comes before evaluations.
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.indexOf('Attendance')).toBeLessThan(headings.indexOf('Evaluations'))
  const shortly = wallTime(new Date().toISOString(), 'America/Chicago')
  await list.getByRole('button', { name: 'Actions for Jenna Park' }).tap()
  await page.getByRole('menuitem', { name: 'Arrived late…' }).tap()
  await list.getByRole('button', { name: 'Save time' }).waitFor()
  expect(await saveAll.isVisible()).toBe(false)
  await list.getByRole('button', { name: 'Save time' }).tap()
  // Neither 7:00, when the shift was scheduled to begin, nor ten minutes ago, when it did.
  const soon = wallTime(new Date().toISOString(), 'America/Chicago')
  await list.getByText(new RegExp(`^in (${formatClockTime(shortly)}|${formatClockTime(soon)})`)).waitFor()
  await list.getByRole('button', { name: 'Actions for Jenna Park' }).tap()
  await page.getByRole('menuitem', { name: 'Left early…' }).tap()
  const left = page.getByLabel('Jenna Park: left at')
  const offered = await left.inputValue()
  await left.fill(
    formatClockTime(wallTime(new Date(Date.now() + 20 * 60_000).toISOString(), 'America/Chicago')),
  )
  await list.getByRole('button', { name: 'Save time' }).tap()
  await page.getByText('This time is in the future.').waitFor()
  expect(await left.isVisible()).toBe(true)
  await left.fill(offered)
  await list.getByRole('button', { name: 'Save time' }).tap()
  await list.getByText(/ min early/).waitFor()
  await expectGoodPage(page)
})

it('saving the whole sheet confirms a proposed no-show, unless the instructor taps the student', async () => {
  const id = await runningShift('Lab with a no-show')
  await admin.query(`update public.shifts set starts_at = now() - interval '70 minutes' where id = $1`, [id])
  await admin.query(
    `insert into public.attendance_records (id, shift_id, school_id, student_id)
     select id, shift_id, school_id, student_id from public.assignments where shift_id = $1 on conflict do nothing`,
    [id],
  )
  await admin.query(`update public.attendance_records set status = 'no_show_proposed' where shift_id = $1`, [
    id,
  ])
  const { page } = await person('marcus', { at: `/shift/${id}` })
  const list = page.getByRole('list', { name: 'Attendance' })
  await list.getByText('has not checked in').waitFor()
  await page.getByRole('button', { name: 'Save: 0 present, 1 absent' }).waitFor()
  await list.getByRole('button', { name: 'Jenna Park: absent' }).click()
  await page.getByRole('button', { name: 'Save: 1 present' }).waitFor()
  await list.getByRole('button', { name: 'Jenna Park: present' }).click()
  await page.getByRole('button', { name: 'Save: 0 present, 1 absent' }).click()
  await list.getByText('No-show', { exact: true }).waitFor()
  await expectGoodPage(page)
})
