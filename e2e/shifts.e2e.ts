import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { todayIn } from '#core/plain-date.ts'
import { termsOf } from '#database/seeds/demo-terms.ts'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { base, expectGoodPage, person, giveOverrideReason } from './people.ts'

const admin = openDatabase()
beforeAll(async () => {
  await admin.query(
    `update public.units set shift_patterns = '[{"name": "D12", "start": "07:00", "end": "19:00", "unpaid_break_min": 30},
       {"name": "N12", "start": "19:00", "end": "07:00", "unpaid_break_min": 30}]' where id = $1`,
    [demoId('main-5e')],
  )
})

const spring = demoId('lakeshore spring-2027')
const planned = `/shifts?semester=${spring}&q=Respiratory`
const rows = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

it('Ana plans a weekly series around spring break, submits it, and keeps her filters and her file', async () => {
  const { page, complaints } = await person('ana', { at: '/shifts' })
  await rows(page, '5 East').first().waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Plan a shift' }).first().click()
  const form = page.getByRole('form', { name: 'Plan a shift' })
  await form.getByLabel('Title').fill('Respiratory rotation')
  // Same as the page behind it: the current one, not the latest.
  const today = todayIn('America/Chicago')
  const current = termsOf(today).find(({ start, end }) => start <= today && today <= end)!
  expect(await form.getByLabel('Semester').locator('option:checked').textContent()).toBe(current.name)
  await form.getByLabel('Semester').selectOption({ label: 'Spring 2027' })
  await form.getByRole('combobox', { name: 'Unit' }).fill('5 East')
  await page.getByRole('option', { name: /^5 East/ }).click()
  await form.getByRole('button', { name: /^N12/ }).click()
  await form.getByText('Next day · Credits 11.5 h').waitFor()
  await form.getByRole('button', { name: /^D12/ }).click()
  await form.getByRole('textbox', { name: 'Date' }).fill('2027-03-01')
  // The field's calendar closes when the field is left.
  await form.getByRole('textbox', { name: 'Date' }).press('Tab')
  await form.getByRole('switch', { name: 'Repeat every week' }).check()
  await form.getByRole('textbox', { name: 'Until' }).fill('2027-03-29')
  await form.getByRole('textbox', { name: 'Until' }).press('Tab')
  await form.getByText('4 shifts, 1 left out').waitFor()
  await form.getByRole('checkbox', { name: /Mon, Mar 15/ }).waitFor()
  expect(await form.getByRole('checkbox', { name: /Mon, Mar 15/ }).isChecked()).toBe(false)
  await form.getByRole('checkbox', { name: /Mon, Mar 29/ }).uncheck()
  await form.getByRole('region', { name: 'Limits and rules' }).getByText(/seats/).first().waitFor()
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Save 3 drafts' }).click()
  await page.getByText('3 drafts saved').waitFor()

  await page.goto(planned)
  await expect.poll(() => rows(page, 'Respiratory').count()).toBe(3)
  await page.reload()
  await expect.poll(() => rows(page, 'Respiratory').count()).toBe(3)
  expect(await page.getByRole('searchbox', { name: 'Search shifts' }).inputValue()).toBe('Respiratory')

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Submit 3' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByText('3 shifts submitted').waitFor()
  await expect.poll(() => rows(page, 'Waiting for facility').count()).toBe(3)

  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^placewell-shifts-.*\.csv$/)
  const lines = (await text(await file.createReadStream())).trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(complaints).toEqual([])
})

it('a series that is refused says why for each date, and asks for what would change it', async () => {
  const notice = (days: number) =>
    admin.query('update public.organizations set default_lead_time_days = $2 where id = $1', [
      demoId('harborview'),
      days,
    ])
  await notice(365)
  const { page, complaints } = await person('ana', { at: planned })
  await rows(page, 'Respiratory').first().waitFor()
  await page.getByRole('button', { name: 'Plan a shift' }).first().click()
  const form = page.getByRole('form', { name: 'Plan a shift' })
  await form.getByLabel('Title').fill('Late group')
  await form.getByLabel('Semester').selectOption({ label: 'Spring 2027' })
  await form.getByRole('combobox', { name: 'Unit' }).fill('5 East')
  await page.getByRole('option', { name: /^5 East/ }).click()
  await form.getByRole('button', { name: /^D12/ }).click()
  await form.getByRole('textbox', { name: 'Date' }).fill('2027-03-01')
  await form.getByRole('textbox', { name: 'Date' }).press('Tab')
  await form.getByRole('switch', { name: 'Repeat every week' }).check()
  await form.getByRole('textbox', { name: 'Until' }).fill('2027-03-08')
  await form.getByRole('textbox', { name: 'Until' }).press('Tab')
  await form.getByRole('button', { name: 'Save 2 drafts' }).waitFor()
  await form.getByRole('button', { name: 'Save and submit' }).click()
  const dialog = page.getByRole('dialog', { name: /Submit 2 shifts/ })
  await dialog.getByText('2 shifts stayed as they were').waitFor()
  for (const day of ['Mon, Mar 1', 'Mon, Mar 8'])
    await dialog
      .getByRole('listitem')
      .filter({ hasText: day })
      .getByText(/needs 365 days’ notice/)
      .waitFor()
  await expectGoodPage(page)
  await dialog.getByRole('textbox', { name: 'Why so late?' }).fill('A new group starts')
  await dialog.getByRole('button', { name: 'Submit again' }).click()
  await page.getByText('2 shifts submitted').waitFor()
  await notice(21)
  expect(complaints).toEqual([])
})

/** An API call as this person, without the UI. */
const post = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(`${base()}/api${path}`, {
    data,
    headers: { origin: base(), 'content-type': 'application/json' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

it('the facility decides, and Ana publishes, assigns students and changes a series from one shift on', async () => {
  const { rows: three } = await admin.query<{ id: string; version: number }>(
    `select id, version from public.shifts where title = 'Respiratory rotation' order by date`,
  )
  const [first, second, third] = three
  const frank = await person('frank')
  await post(frank.page, '/shifts/approve', {
    shifts: [{ id: first!.id, version: first!.version }],
    seats: 4,
  })
  await frank.page.goto(`/shift/${second!.id}`)
  await frank.page.getByText('Approve it, ask, suggest a change, or decline.').waitFor()
  await expectGoodPage(frank.page)
  await frank.page.getByRole('button', { name: /^Actions for/ }).click()
  await frank.page.getByRole('menuitem', { name: 'Decline…' }).click()
  const question = frank.page.getByRole('form', { name: 'Decline' })
  await question.getByLabel('Why').selectOption({ label: 'Not enough staff' })
  await question.getByRole('button', { name: 'Decline' }).click()
  await frank.page.getByText('1 shift declined').waitFor()
  await frank.page.getByText('Nothing: you declined it.').waitFor()

  const { page } = await person('ana', { at: `/shift/${first!.id}` })
  await page.getByRole('button', { name: 'Publish' }).click()
  const publish = page.getByRole('form', { name: 'Publish' })
  await publish.getByRole('button', { name: 'Publish' }).click()
  await publish.getByText(/Name an instructor first/).waitFor()
  await publish.getByRole('checkbox', { name: /Publish without an instructor/ }).check()
  await publish.getByRole('button', { name: 'Publish again' }).click()
  await page.getByText('1 shift published').waitFor()
  // The school assigns its seats.
  await page.getByText('Assign students to this shift.').first().waitFor()

  await page.getByRole('button', { name: 'Assign students' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign students' })
  await dialog.getByRole('searchbox', { name: 'Search students' }).fill('Jenna')
  await dialog.getByRole('checkbox', { name: /Jenna Park/ }).check()
  await giveOverrideReason(dialog)
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Assign 1' }).click()
  await page.getByText('1 student assigned').waitFor()
  await rows(page, 'Jenna Park').getByText('Assigned').waitFor()
  await page.getByRole('region', { name: 'Attendance' }).getByText('Jenna Park').waitFor()
  await expectGoodPage(page)

  // The third still needs the facility's answer: it is changed from here on, and its history shows what changed.
  await page.goto(`/shift/${third!.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Edit shift' })
  await form.getByText('This and following').click()
  await form.getByLabel('Course').fill('NRS 310')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('1 shift changed').waitFor()
  await page
    .getByRole('list', { name: 'History of the shift' })
    .getByText(/Course: none → NRS 310/)
    .waitFor()

  const jenna = await person('jenna', { at: `/shift/${first!.id}`, size: 'phone' })
  await jenna.page.getByRole('heading', { name: 'Your seat' }).waitFor()
  await expectGoodPage(jenna.page)
})

it('a shift of another school is not found, and the page leads back to the user’s own', async () => {
  const { rows: foreign } = await admin.query<{ id: string }>(
    'select id from public.shifts where school_id <> $1 limit 1',
    [demoId('lakeshore')],
  )
  for (const [name, list] of [
    ['ana', '/shifts'],
    ['marcus', '/proctor/schedule'],
  ] as const) {
    const { page } = await person(name, { size: 'phone', at: `/shift/${foreign[0]!.id}` })
    await page.getByRole('heading', { name: 'We can’t find that shift.' }).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await expectGoodPage(page)
    await page.getByRole('main').getByRole('link').last().click()
    await page.waitForURL((url) => url.pathname === list)
  }
})

it('the school’s first page shows what needs action, and leads there', async () => {
  const { page } = await person('ana', { at: '/school/dashboard?semester=all' })
  await page.getByRole('heading', { name: 'This week' }).waitFor()
  const queue = page.getByRole('list', { name: 'What needs you' })
  // Opened in place, by mouse or keyboard.
  await queue.getByRole('button', { name: /make-ups? to plan/ }).press('Enter')
  await queue
    .getByRole('button', { name: /^Assign: / })
    .first()
    .waitFor()
  await expectGoodPage(page)
  await queue.getByRole('button', { name: /make-ups? to plan/ }).press('k')
  await page.waitForFunction(() =>
    /credential|underfilled|hours to approve/.test(document.activeElement?.textContent ?? ''),
  )
  await queue.getByRole('link', { name: 'Publish', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/shifts' && url.searchParams.get('needs') === 'publishing')
})

it('the same shifts are in a calendar and on a board, on a phone too', async () => {
  const { page } = await person('ana', { at: '/shifts?view=calendar&on=2026-09-15' })
  await page
    .getByRole('link', { name: /5 East/ })
    .first()
    .waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Board' }).click()
  await page.getByRole('region', { name: /Shifts by unit/ }).waitFor()
  await expectGoodPage(page)
  const phone = await person('ana', { at: '/shifts', size: 'phone', dark: true })
  await phone.page.getByRole('list', { name: 'Shifts' }).waitFor()
  await expectGoodPage(phone.page)
  // A phone collapses the filters, and says how many are set.
  const state = phone.page.getByLabel('Status', { exact: true })
  expect(await state.isVisible()).toBe(false)
  await phone.page.getByRole('button', { name: 'Filters' }).click()
  await state.selectOption('published')
  await phone.page.getByRole('button', { name: 'Filters (1)' }).click()
  await state.waitFor({ state: 'hidden' })
})

it('Sam filters all shifts by school, which stays in the address, and only then can sort by free seats', async () => {
  const { page, complaints } = await person('sam', { at: '/admin/all-shifts?when=all' })
  await rows(page, '5 East').first().waitFor()
  await expectGoodPage(page)
  const seats = page.getByRole('columnheader', { name: 'Seats' })
  expect(await seats.getByRole('button').count()).toBe(0)
  await page.getByRole('combobox', { name: 'School' }).fill('Lakeshore')
  await page.getByRole('option', { name: /Lakeshore/ }).click()
  await page.waitForURL((url) => url.searchParams.get('school') === demoId('lakeshore'))
  await seats.getByRole('button').click()
  await page.waitForURL((url) => url.searchParams.get('sort') === 'seats')
  await page.reload()
  await expect.poll(() => page.getByRole('combobox', { name: 'School' }).inputValue()).toMatch(/Lakeshore/)
  await rows(page, '5 East').first().waitFor()
  await expectGoodPage(page)
  // Without the filter, sorting falls back to the day.
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL((url) => !url.searchParams.get('school'))
  await rows(page, '5 East').first().waitFor()
  await expect.poll(() => seats.getByRole('button').count()).toBe(0)
  expect(complaints).toEqual([])
})
