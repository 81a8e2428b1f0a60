import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveCalendarStage } from '../bench/screens/calendar-stage.ts'
import { expectGoodPage, visitor, pick } from './people.ts'

/* The calendar and the week board alone, with made-up shifts, under the product's content security policy. */
let stage: Awaited<ReturnType<typeof serveCalendarStage>>
beforeAll(async () => {
  stage = await serveCalendarStage()
})
afterAll(() => stage.close())

async function open(query: string, options: Parameters<typeof visitor>[0] = {}) {
  const someone = await visitor(options)
  await someone.page.goto(`${stage.url}/?${query}`)
  await someone.page.locator('h1').waitFor()
  return someone
}
const event = (page: Page, name: RegExp) => page.getByRole('link', { name })
const card = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(` ${title} `) })
const cell = (page: Page, row: string, day: string) => page.locator(`[data-row="${row}"][data-day="${day}"]`)

it.each(['month', 'week', 'day', 'list'])(
  'a %s passes in light and dark, and its styles satisfy the content security policy',
  async (view) => {
    for (const dark of [false, true]) {
      const { page, complaints } = await open(`view=${view}&shifts=12`, { dark })
      await event(page, /Shift \d+ .*March/)
        .first()
        .waitFor()
      await expectGoodPage(page)
      expect(complaints).toEqual([])
    }
  },
)

it('a phone has a day and a list, and nothing wider than the screen', async () => {
  const { page } = await open('view=month&shifts=12', { size: 'phone' })
  await event(page, /7 AM–3 PM Shift 0 Aspen College ?, Sunday, March 1, 2026, CST/).waitFor()
  expect(await page.getByRole('button', { name: 'Month', exact: true }).count()).toBe(0)
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await page.getByRole('heading', { name: 'Wednesday, March 4, 2026' }).waitFor()
  await expectGoodPage(page)
})

it('goes forward, back and to today, and shows the number of shifts', async () => {
  const { page } = await open('view=month&shifts=12')
  await page.getByText('12 shifts').waitFor()
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('heading', { name: 'April 2026' }).waitFor()
  await page.getByText('No shifts on these days').first().waitFor()
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByRole('button', { name: 'Week' }).click()
  expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe('Mar 1 – 7, 2026')
})

it('has the same height while loading', async () => {
  const [loading, ready] = [await open('loading&view=month'), await open('view=month&shifts=10')]
  await loading.page.getByText('Loading…').waitFor()
  await event(ready.page, /Shift 0/).waitFor()
  const top = ({ page }: typeof ready) =>
    page
      .getByRole('grid')
      .or(page.getByRole('table'))
      .first()
      .evaluate((grid) => grid.getBoundingClientRect().top)
  expect(await top(loading)).toBe(await top(ready))
})

it('an overnight shift is on both days of a week', async () => {
  const { page } = await open('view=week&shifts=3')
  await event(
    page,
    /7 PM–7 AM \+1 Shift 2 Cedar University ?, Saturday, March 7, 2026, CST, ends on the next day/,
  )
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Next week' }).click()
  await event(page, /Shift 2/).waitFor()
})

it('a shift is moved by keyboard only, and a refusal shows why', async () => {
  const { page, complaints } = await open('view=month&shifts=3')
  await event(page, /Shift 0 /).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Shift 0' })
  await dialog.getByRole('link', { name: 'Open' }).waitFor()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Move…' }).press('Enter')
  await dialog.getByLabel('New day').fill('2026-03-14')
  await dialog.getByLabel('New day').press('Tab')
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  await dialog.getByText('The unit is closed on Saturdays.').waitFor()
  await dialog.getByLabel('New day').fill('2026-03-16')
  await dialog.getByLabel('New day').press('Tab')
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await event(page, /Shift 0 .*Monday, March 16/).waitFor()
  expect(complaints).toEqual([])
})

async function drag(
  page: Page,
  from: ReturnType<Page['locator']>,
  to: ReturnType<Page['locator']>,
  whileOver?: () => Promise<void>,
) {
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(start.x + 20, start.y + 10)
  await page.mouse.down()
  await page.mouse.move(start.x + 30, start.y + 12, { steps: 3 })
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 })
  await whileOver?.()
  await page.mouse.up()
}

it('a shift is dragged to another day of the month', async () => {
  const { page } = await open('view=month&shifts=3')
  const from = event(page, /Shift 0 /)
  await drag(page, from, page.locator('[data-date="2026-03-10"]').first())
  await event(page, /Shift 0 .*Tuesday, March 10/).waitFor()
})

it.each([false, true])('the board passes (dark: %s), and cards are moved by pointer', async (dark) => {
  const { page, complaints } = await open('part=board&shifts=20', { dark })
  await card(page, 'Shift 0').waitFor()
  await expectGoodPage(page)
  await drag(page, card(page, 'Shift 0'), cell(page, 'unit 1', '2026-03-03'))
  await cell(page, 'unit 1', '2026-03-03')
    .getByRole('link', { name: /Shift 0 / })
    .waitFor()
  await drag(page, card(page, 'Shift 0'), cell(page, 'unit 1', '2026-03-07'), async () => {
    await page.getByText('The unit is closed on Saturdays.').waitFor()
    await page.keyboard.press('Escape')
  })
  await cell(page, 'unit 1', '2026-03-03')
    .getByRole('link', { name: /Shift 0 / })
    .waitFor()
  expect(new URL(page.url()).searchParams.get('part')).toBe('board')
  expect(complaints).toEqual([])
})

it('cards are moved by keyboard, and a refusal shows why', async () => {
  const { page } = await open('part=board&shifts=20')
  await page.getByRole('button', { name: /^Move Shift 0, / }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move Shift 0' })
  await pick(dialog, 'New unit', '3 West, Harborview')
  await dialog.getByLabel('New day').fill('2026-03-07')
  await dialog.getByLabel('New day').press('Tab')
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  await dialog.getByText('The unit is closed on Saturdays.').waitFor()
  await expectGoodPage(page)
  await dialog.getByLabel('New day').fill('2026-03-05')
  await dialog.getByLabel('New day').press('Tab')
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await cell(page, 'unit 2', '2026-03-05')
    .getByRole('link', { name: /Shift 0 / })
    .waitFor()
})

it('a board of 10,000 renders what is visible, keeps its headings, and prints completely', async () => {
  const { page } = await open('part=board&shifts=10000')
  const rows = () => page.locator('tbody tr').count()
  await card(page, 'Shift 0').waitFor()
  expect(await rows()).toBeLessThan(12)
  const board = page.getByRole('region', { name: 'Shifts by unit' })
  await board.evaluate((element) => element.scrollTo({ top: 40_000 }))
  await expect
    .poll(() => page.locator('tbody tr').first().getAttribute('aria-rowindex').then(Number))
    .toBeGreaterThan(20)
  const [head, box] = [await page.locator('thead').boundingBox(), await board.boundingBox()]
  expect(Math.abs(head!.y - box!.y)).toBeLessThan(3)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await rows()).toBe(200)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(rows).toBeLessThan(12)
})

it('a board passes on a phone', async () => {
  const { page } = await open('part=board&shifts=20', { size: 'phone' })
  await card(page, 'Shift 0').waitFor()
  await expectGoodPage(page)
})
