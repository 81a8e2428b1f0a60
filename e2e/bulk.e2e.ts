import { expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { demoId } from '#database/seeds/demo.ts'
import { fakeShift } from '#features/shifts/fake.ts'
import { openDatabase } from './database.ts'
import { base, expectGoodPage, person, sizes } from './people.ts'

const admin = openDatabase()

const COUNT = 55
const TITLE = 'Many at once'

it('Ana submits all shifts that match her filter: she reads what would work first, sees the progress, and finds the job again', async () => {
  const { page, complaints } = await person('ana', { at: '/shifts' })
  const { rows } = await admin.query<{ id: string; from: string }>(
    `select id, to_char(greatest(start_date, current_date + 40), 'YYYY-MM-DD') as from from public.semesters
      where school_id = $1 and end_date > current_date + 120 order by start_date limit 1`,
    [demoId('lakeshore')],
  )
  const semester = rows[0]!
  for (let index = 0; index < COUNT; index++) {
    const answer = await page.request.post(`${base()}/api/shifts`, {
      data: {
        ...fakeShift({
          semester_id: semester.id,
          facility_id: demoId('main-ob'),
          date: addDays(semester.from, index),
          title: TITLE,
          capacity: 2,
          min_to_run: 0,
          proctor_id: null,
        }),
        id: crypto.randomUUID(),
        school_id: demoId('lakeshore'),
      },
      headers: { origin: base(), 'content-type': 'application/json' },
    })
    expect([answer.status(), await answer.text()]).toEqual([200, expect.anything()])
  }
  await page.goto(`${base()}/shifts?q=${encodeURIComponent(TITLE)}&when=all&semester=all`)
  await page.getByRole('row').filter({ hasText: TITLE }).first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: `Select all ${COUNT}` }).click()
  await bar.getByText(`All ${COUNT} selected`).waitFor()
  await bar.getByRole('button', { name: 'Submit…' }).click()
  const dialog = page.getByRole('dialog', { name: `Submit ${COUNT} shifts to the facility?` })
  await dialog.getByRole('button', { name: `Check ${COUNT} shifts` }).click()
  await dialog.getByText(`${COUNT} shifts can be submitted.`).waitFor()
  expect(await statuses()).toEqual([{ status: 'draft', count: COUNT }])
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: `Submit ${COUNT} shifts` }).click()
  await dialog.getByText(`${COUNT} done`).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect(await statuses()).toEqual([{ status: 'pending_facility', count: COUNT }])
  // The list updates on its own.
  await page.getByRole('row').filter({ hasText: TITLE }).filter({ hasText: 'Waiting' }).first().waitFor()

  await page.setViewportSize(sizes.phone)
  await page
    .getByRole('button', { name: /^Account|Ana/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Recent jobs' }).click()
  const jobs = page.getByRole('dialog', { name: 'Recent jobs' })
  await jobs.getByRole('button', { name: `Submit ${COUNT} shifts` }).click()
  await jobs.getByText(`${COUNT} done`).first().waitFor()
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

const statuses = async () =>
  (
    await admin.query<{ status: string; count: number }>(
      'select status, count(*)::integer as count from public.shifts where title = $1 group by 1',
      [TITLE],
    )
  ).rows

it('Frank cancels a day of a site: one reason for all, after seeing what would work', async () => {
  await admin.query(
    `update public.shifts set status = 'approved', seats = 2, approved_capacity = 2, decided_at = now() where title = $1
      and id in (select id from public.shifts where title = $1 order by date limit 3)`,
    [TITLE],
  )
  const [first] = (
    await admin.query<{ date: string }>(
      `select to_char(min(date), 'YYYY-MM-DD') as date from public.shifts where title = $1 and status = 'approved'`,
      [TITLE],
    )
  ).rows
  const { page, complaints } = await person('frank', { at: `/facility/shifts?view=roster&on=${first!.date}` })
  await page.getByRole('button', { name: 'Cancel or move a day…' }).click()
  const day = page.getByRole('dialog', { name: 'Cancel or move all shifts of a day' })
  await day.getByText(/approved or published shift/).waitFor()
  await expectGoodPage(page)
  await day.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel / })
  await dialog.getByLabel('Why').selectOption('weather')
  await dialog.getByLabel('Reason').fill('The site is closed by a storm.')
  await dialog.getByRole('button', { name: /^Check / }).click()
  await dialog.getByText(/can be canceled\.$/).waitFor()
  await dialog.getByRole('button', { name: /^Cancel \d+ shifts?$/ }).click()
  await dialog.getByText(/\d+ done$/).waitFor()
  const { rows } = await admin.query<{ status: string }>(
    'select distinct status from public.shifts where title = $1 and date = $2',
    [TITLE, first!.date],
  )
  expect(rows).toEqual([{ status: 'cancelled' }])
  expect(complaints).toEqual([])
})
