import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { expectGoodPage, person } from './people.ts'

let admin: pg.Client
beforeAll(async () => {
  admin = new pg.Client({ connectionString: process.env['E2E_DATABASE_URL'] })
  await admin.connect()
  await admin.query(
    `update public.units set shift_patterns = '[{"name": "D12", "start": "07:00", "end": "19:00", "unpaid_break_min": 30},
       {"name": "N12", "start": "19:00", "end": "07:00", "unpaid_break_min": 30}]' where id = $1`,
    [demoId('main-5e')],
  )
})
afterAll(() => admin.end())

const spring = demoId('lakeshore spring-2027')
const planned = `/shifts?semester=${spring}&q=Respiratory`
const rows = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

it('Ana plans a weekly series around the spring break, submits it, and keeps her filters and her file', async () => {
  const { page, complaints } = await person('ana')
  await page.goto('/shifts')
  await rows(page, '5 East').first().waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Plan a shift' }).first().click()
  const form = page.getByRole('form', { name: 'Plan a shift' })
  await form.getByLabel('Title').fill('Respiratory rotation')
  await form.getByLabel('Semester').selectOption({ label: 'Spring 2027' })
  await form.getByRole('combobox', { name: 'Unit' }).fill('5 East')
  await page.getByRole('option', { name: /^5 East/ }).click()
  await form.getByRole('button', { name: /^N12/ }).click()
  await form.getByText('Next day').waitFor()
  await form.getByRole('button', { name: /^D12/ }).click()
  await form.getByRole('textbox', { name: 'Date' }).fill('2027-03-01')
  await form.getByText('Repeat every week').click()
  await form.getByText('Mon', { exact: true }).click()
  await form.getByRole('textbox', { name: 'Until' }).fill('2027-03-29')
  await form.getByLabel('Starts').focus()
  await form.getByText('4 shifts, 1 left out').waitFor()
  await form.getByRole('checkbox', { name: /Mon, Mar 15/ }).waitFor()
  expect(await form.getByRole('checkbox', { name: /Mon, Mar 15/ }).isChecked()).toBe(false)
  await form.getByRole('checkbox', { name: /Mon, Mar 29/ }).uncheck()
  await form
    .getByRole('region', { name: 'What limits the seats' })
    .getByText(/seats: /)
    .waitFor()
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Plan 3 drafts' }).click()
  await page.getByText('3 drafts planned').waitFor()

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
  const lines = (await readFile((await file.path())!, 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(complaints).toEqual([])
})

it('the same shifts stand in a calendar and on a board, on a phone too', async () => {
  const { page } = await person('ana')
  await page.goto('/shifts?view=calendar&on=2026-09-15')
  await page
    .getByRole('link', { name: /5 East/ })
    .first()
    .waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Board' }).click()
  await page.getByRole('region', { name: /Shifts by unit/ }).waitFor()
  await expectGoodPage(page)
  const phone = await person('ana', { size: 'phone', dark: true })
  await phone.page.goto('/shifts')
  await phone.page.getByRole('list', { name: 'Shifts' }).waitFor()
  await expectGoodPage(phone.page)
})
