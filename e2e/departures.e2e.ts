import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { expectGoodPage, person, sizes } from './people.ts'

const admin = openDatabase()

const bothSizes = async (page: Page): Promise<void> => {
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
}

async function instructor(name: string): Promise<string> {
  const id = randomUUID()
  await admin.query(
    `insert into public.users (id, email, full_name, role, status, email_verified, linked_school_id)
     values ($1, $2, $3, 'proctor', 'active', true, $4)`,
    [id, `${id.slice(0, 8)}@lakeshore.example`, name, demoId('lakeshore')],
  )
  return id
}

it('a departure that someone else planned in the meantime is shown next to the user’s choices', async () => {
  const id = await instructor('Nia Stone')
  const { page } = await person('ana', { at: `/school/user/${id}` })
  await page.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate Nia Stone' })
  // The focus is not on Close, the first button.
  await expect
    .poll(() =>
      dialog.getByRole('radio', { name: 'At once' }).evaluate((one) => one === document.activeElement),
    )
    .toBe(true)
  await dialog.getByRole('radio', { name: 'At once' }).check()
  await dialog.getByLabel('Reason').fill('Moves to another city')
  await dialog.getByText('No upcoming shifts, seats, cohorts or permissions.').waitFor()
  await admin.query(
    `insert into public.departures (id, user_id, kind, status, last_day, ends_at, reason, decided_by, changed_by)
     select gen_random_uuid(), $1, 'leave', 'planned', current_date + 30, now() + interval '31 days', 'Retires', u.id, u.id
     from public.users u where u.linked_school_id = $2 and u.role = 'school_super_admin' limit 1`,
    [id, demoId('lakeshore')],
  )
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await dialog.getByText(/ changed this departure while you were editing\.$/).waitFor()
  await dialog.getByText('Last day nothing → ').waitFor()
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('Moves to another city')
  await bothSizes(page)
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await dialog.waitFor({ state: 'hidden' })
})

it('Ana deactivates an instructor: successors are chosen first, and people concerned are notified once', async () => {
  const [iris, nora] = [await instructor('Iris Holm'), await instructor('Nora Bell')]
  const { rows } = await admin.query<{ id: string }>(
    `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, status, facility_id,
       capacity, approved_capacity, seats, proctor_id)
     select $1, (select id from public.semesters where school_id = $1 order by end_date desc limit 1), 'Handed over', current_date + 20 + n,
       '04:00', '06:00', 'America/Chicago', (current_date + 20 + n + time '04:00') at time zone 'America/Chicago',
       (current_date + 20 + n + time '06:00') at time zone 'America/Chicago', 'published', $2, 1, 1, 1, $3
     from generate_series(1, 4) n returning id`,
    [demoId('lakeshore'), demoId('main-icu'), iris],
  )
  const { page, complaints } = await person('ana', { at: `/school/user/${iris}` })
  await page.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate Iris Holm' })
  // Nothing is preselected, not even the date.
  await dialog.getByRole('radio', { name: 'At once' }).check()
  await dialog.getByText('4 undecided.').waitFor()
  const submit = dialog.getByRole('button', { name: 'Deactivate' })
  expect(await submit.isDisabled()).toBe(true)
  await bothSizes(page)
  await dialog
    .getByRole('combobox', { name: 'Shifts to lead' })
    .selectOption({ label: 'Hand over to Nora Bell' })
  await dialog.getByRole('button', { name: 'Decide one by one' }).click()
  const each = dialog.getByRole('list', { name: 'Each of Shifts to lead' }).getByRole('combobox')
  await expect.poll(() => each.count()).toBe(4)
  await each.nth(3).selectOption({ label: 'Leave without an instructor' })
  await dialog.getByText('3 handed over, 1 freed.').waitFor()
  await bothSizes(page)
  await dialog.getByLabel('Reason').fill('She moved to another college')
  await submit.click()
  await page.getByText('Saved. Everyone concerned is notified.').waitFor()
  const found = await admin.query(
    'select proctor_id, instructor_to_be_named from public.shifts where id = any ($1) order by date',
    [rows.map(({ id }) => id)],
  )
  expect(found.rows.map(({ proctor_id: id }) => id)).toEqual([nora, nora, nora, null])
  const received = await admin.query(
    `select values -> 'heading' as heading from public.notifications where recipient_id = $1`,
    [nora],
  )
  expect(received.rows).toEqual([{ heading: { code: 'departure.leaving', values: { name: 'Iris Holm' } } }])

  await page.getByRole('button', { name: 'Reactivate' }).click()
  const back = page.getByRole('dialog', { name: 'Reactivate Iris Holm?' })
  await back.getByLabel('Reason').fill('She stays after all')
  await back.getByRole('button', { name: 'Reactivate' }).click()
  // Shifts that someone else has by now are named.
  const left = page.getByRole('dialog', { name: 'Not everything could be given back' })
  await left.getByText('1 given back. 3 could not be given back.').waitFor()
  await bothSizes(page)
  await left.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('button', { name: 'Deactivate' }).waitFor()
  expect(complaints).toEqual([])
})

it('Ana plans a last day, sees it on the page, and cancels it', async () => {
  const leah = await instructor('Leah Stone')
  const { page, complaints } = await person('ana', { at: `/school/user/${leah}` })
  await page.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate Leah Stone' })
  await dialog.getByRole('radio', { name: 'After a last day' }).check()
  await dialog.getByRole('textbox', { name: 'Last day' }).fill('2027-04-30')
  await dialog.getByRole('textbox', { name: 'Last day' }).press('Tab')
  await dialog.getByLabel('Reason').fill('Moves to another city')
  await dialog.getByText('Nothing is held after that day.').waitFor()
  await bothSizes(page)
  await dialog.getByRole('button', { name: 'Plan the departure' }).click()
  await page.getByText(/Leah Stone leaves after .*April 30, 2027/).waitFor()
  await bothSizes(page)
  await page.getByRole('button', { name: 'Cancel departure' }).click()
  const question = page.getByRole('dialog', { name: 'Does Leah Stone stay?' })
  await question.getByLabel('Reason').fill('She stays')
  await question.getByRole('button', { name: 'Cancel the departure' }).click()
  await expect.poll(() => page.getByText(/leaves after/).count()).toBe(0)
  expect(complaints).toEqual([])
})

it('an instructor may deactivate their own account once all their responsibilities are decided', async () => {
  const { page, complaints } = await person('marcus', { at: '/proctor/profile' })
  await page.getByRole('button', { name: 'Deactivate my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate your account' })
  await dialog.getByRole('radio', { name: 'At once' }).check()
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
  await bothSizes(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(complaints).toEqual([])
})
