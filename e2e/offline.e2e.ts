import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { waitUntilSettled, expectGoodPage, person, signIn } from './people.ts'

const jenna = demoId('jenna.student@lakeshore.example')
const admin = openDatabase()

/** Creates a published shift on a Sunday of next semester with free seats. */
async function openShift(title: string, sunday: number): Promise<void> {
  await admin.query(
    `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty, experience_type, capacity,
       approved_capacity, seats, seats_limit, status, signup_mode, submitted_at, decided_at, published_at, instructor_to_be_named, drop_cutoff_at, created_by)
     select $1, t.id, $2, d.date, '07:00', '15:00', 'America/Chicago', s.at, s.at + interval '8 hours', $3, 'mental_health', 'group', 4, 4, 4, 'shift', 'published', 'self_signup',
       now(), now(), now(), true, s.at - interval '48 hours', $5
     from (select * from public.semesters where school_id = $1 and start_date > current_date order by start_date limit 1) t
     cross join lateral (select (date_trunc('week', t.start_date + interval '7 days') + interval '6 days')::date + 7 * $4::integer as date) d
     cross join lateral (select (d.date + time '07:00') at time zone 'America/Chicago' as at) s`,
    [demoId('lakeshore'), title, demoId('main-5e'), sunday, demoId('ana.coordinator@lakeshore.example')],
  )
}

const seatsOn = async (title: string): Promise<string[]> =>
  (
    await admin.query<{ status: string }>(
      'select a.status from public.assignments a join public.shifts s on s.id = a.shift_id where s.title = $1 and a.student_id = $2',
      [title, jenna],
    )
  ).rows.map(({ status }) => status)
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

it('a shift taken offline is marked as pending, survives closing the tab, and is sent once', async () => {
  await openShift('Sunday rounds', 1)
  const { page, context } = await person('jenna', { at: '/student/shifts?show=open', size: 'phone' })
  await card(page, 'Sunday rounds').waitFor()
  await waitUntilSettled(page)
  await context.setOffline(true)
  await page.getByRole('alert').filter({ hasText: 'You’re offline.' }).waitFor()
  await card(page, 'Sunday rounds')
    .getByRole('button', { name: /^Take this shift/ })
    .click()
  await card(page, 'Sunday rounds').getByText('Waiting to be sent: Take this shift').waitFor()
  await page.getByRole('alert').filter({ hasText: 'Not sent yet: Take this shift: Sunday rounds' }).waitFor()
  expect(await page.getByText('You’re in').count()).toBe(0)
  await expectGoodPage(page)
  await page.close()
  expect(await seatsOn('Sunday rounds')).toEqual([])

  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto('/student/dashboard')
  await again.getByText(/^Sent: Take this shift: Sunday rounds/).waitFor()
  expect(await seatsOn('Sunday rounds')).toEqual(['assigned'])
})

it('a pending action can be undone, and is never sent by the next person on the device', async () => {
  await openShift('Sunday clinic', 2)
  const { page, context } = await person('jenna', { at: '/student/shifts?show=open' })
  await card(page, 'Sunday clinic').waitFor()
  await waitUntilSettled(page)
  await context.setOffline(true)
  const take = card(page, 'Sunday clinic').getByRole('button', { name: /^Take this shift/ })
  await take.click()
  await card(page, 'Sunday clinic')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await take.click()
  await card(page, 'Sunday clinic').getByText('Waiting to be sent').waitFor()
  await page.close()

  await context.setOffline(false)
  await context.clearCookies()
  const next = await context.newPage()
  await signIn(next, 'marcus.proctor@lakeshore.example')
  await next.waitForURL('**/proctor/dashboard')
  await expect
    .poll(() => next.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('waiting'))))
    .toEqual([])
  expect(await seatsOn('Sunday clinic')).toEqual([])
})

it('an action that can’t be queued is refused at once and stays in the form; a page not opened before shows that there is no connection', async () => {
  const { page, context } = await person('jenna', { at: '/student/profile' })
  await waitUntilSettled(page)
  await context.setOffline(true)
  const name = page.getByLabel('Full name')
  await name.fill('Jenna Offline')
  await page
    .getByRole('form', { name: 'About me' })
    .getByRole('button', { name: 'Save', exact: true })
    .click()
  await page.getByText('You are offline. Nothing was saved').first().waitFor()
  expect(await name.inputValue()).toBe('Jenna Offline')
  await page.getByRole('link', { name: 'Shifts', exact: true }).first().click()
  await page.getByRole('heading', { name: 'You’re offline' }).first().waitFor()
  // The frame stays: other pages are one press away.
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().waitFor()
  await expectGoodPage(page)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Shifts', level: 1 }).waitFor()
})
