import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { expectGoodPage, person, sizes } from './people.ts'

const admin = openDatabase()

it('a printed roster is black on white, without buttons', async () => {
  const { page, complaints } = await person('ana', {
    at: `/school/cohorts/${demoId('cohort bsn-fall-2024')}`,
    dark: true,
  })
  await page.getByRole('row').nth(2).waitFor()
  await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'Printed') }))
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Print' }).click()
  await page.waitForFunction(() => document.title === 'Printed')

  await page.emulateMedia({ media: 'print' })
  await page.getByRole('navigation').first().waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Print' }).waitFor({ state: 'hidden' })
  await page.getByRole('search').waitFor({ state: 'hidden' })
  const rendered = await page
    .getByRole('row')
    .nth(2)
    .evaluate((row) => {
      const { color, breakInside } = getComputedStyle(row)
      return { color, ground: getComputedStyle(document.body).backgroundColor, breakInside }
    })
  expect(rendered).toEqual({ color: 'rgb(0, 0, 0)', ground: 'rgb(255, 255, 255)', breakInside: 'avoid' })
  expect(complaints).toEqual([])
})

/** The width of Letter paper between its margins, in CSS pixels. */
const PAPER = { width: 725, height: 900 }
/** How many sheets a printer would take. */
const sheetsOf = async (page: Page) =>
  (await page.pdf({ format: 'Letter', preferCSSPageSize: true }))
    .toString('latin1')
    .match(/\/Type\s*\/Page\b/g)?.length

it.each([
  ['ana', `/school/cohorts/${demoId('cohort bsn-fall-2024')}`, 'Graduates'],
  ['ana', '/shifts', 'Instructor'],
  ['sam', '/admin/all-shifts', 'Instructor'],
] as const)('no column is cut off in print: %s at %s', async (who, at, last) => {
  const { page } = await person(who, { at })
  await page.getByRole('row').nth(2).waitFor()
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print' })
  const edge = await page
    .locator('th', { hasText: last })
    .first()
    .evaluate((cell) => cell.getBoundingClientRect().right)
  expect(edge).toBeLessThanOrEqual(PAPER.width)
  expect(await page.getByText('Skip to main content').isVisible()).toBe(false)
})

it.each([
  ['jenna', '/student/shifts?view=calendar'],
  ['marcus', '/proctor/schedule?view=calendar'],
] as const)('a printed calendar has its title, its dates and every shift: %s', async (who, at) => {
  const { page } = await person(who, { at })
  const calendar = page.getByRole('region', { name: 'shifts', exact: true })
  const count = calendar.getByText(/^\d+ shifts/)
  await count.waitFor()
  await page.getByRole('button', { name: 'Print' }).waitFor()
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print' })
  const table = calendar.getByRole('table')
  await table.waitFor()
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  expect(await calendar.getByRole('heading', { level: 2 }).textContent()).toMatch(/^[A-Z]\w+ \d{4}$/)
  expect(await table.getByRole('rowheader').count()).toBe(Number.parseInt((await count.textContent())!, 10))
  const { x, width } = (await table.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(PAPER.width)
  for (const name of ['Print', 'List', 'Add to your calendar'])
    expect(await page.getByText(name, { exact: true }).first().isVisible(), name).toBe(false)
})

it('a facility’s roster has a page for each unit, with names from A to Z, clearance and a column to sign', async () => {
  const { page } = await person('frank', { at: '/facility/shifts?view=roster' })
  const shifts = await admin.query<{ date: string; units: number }>(
    `select to_char(s.date, 'YYYY-MM-DD') as date, count(distinct s.facility_id)::integer as units from public.shifts s
     where s.status in ('published', 'full') and s.date between current_date and current_date + 30 and s.seats_taken > 2 group by 1 order by 1 limit 1`,
  )
  await page.goto(`/facility/shifts?view=roster&on=${shifts.rows[0]!.date}`)
  const sheets = page.getByRole('region', { name: /./ }).filter({ has: page.getByText(/^Roster for /) })
  await sheets.first().waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false)
  expect(await sheetsOf(page)).toBe(await sheets.count())
  const sheet = sheets.filter({ has: page.getByRole('table') }).first()
  await sheet
    .getByText(/^Instructor: /)
    .first()
    .waitFor()
  expect(await sheet.getByRole('columnheader').allTextContents()).toEqual(
    expect.arrayContaining(['Name', 'Program', 'Clearance', 'Signature']),
  )
  await sheet
    .getByText(/^(Cleared|Not cleared|Not checked yet)/)
    .first()
    .waitFor()
  await sheet.getByText(/34 CFR 99\.33/).waitFor()
  await sheet.getByText(/^Roster for \w+day, \w+ \d+, \d{4}$/).waitFor()
  // On the day itself, the emergency contact is below the name.
  const names = (await sheet.getByRole('rowheader').allTextContents()).map(
    (text) => text.split('In an emergency')[0]!,
  )
  const isMasked = (name: string) => /-\d+$/.test(name)
  const named = names.filter((name) => !isMasked(name))
  expect(named.length).toBeGreaterThan(1)
  expect(names).toEqual([...named.toSorted((a, b) => a.localeCompare(b, 'en')), ...names.filter(isMasked)])
  // The column to sign is only in print.
  await page.emulateMedia({ media: 'screen' })
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    expect(await sheet.getByText('Signature').isVisible()).toBe(false)
    await expectGoodPage(page)
  }
})
