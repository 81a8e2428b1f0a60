/**
 * U4: 10,000 shifts on the week board (200 units × 7 days) and in the calendar's month: scrolled, filtered letter by letter, and switched
 * between views. Counts every browser task over 50 ms, and every frame.
 *
 *   node bench/screens/week-board.ts [--quick]
 */
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../scripts/browser.ts'
import { type Row, report } from '../lib/report.ts'
import { serveCalendarStage } from './calendar-stage.ts'
import { watchTasks } from './long-tasks.ts'

const { values: args } = parseArgs({ options: { quick: { type: 'boolean' } } })
const SHIFTS = 10_000
const ROUNDS = args.quick ? 1 : 3

const stage = await serveCalendarStage()
const browser = await launchBrowser()
try {
  const rows: Row[] = []
  const board = await open('part=board')
  rows.push(
    await watchTasks(board, { what: 'week board: scroll through 200 units', rounds: ROUNDS, work: scroll }),
  )
  rows.push(
    await watchTasks(board, { what: 'week board: filter letter by letter', rounds: ROUNDS, work: filter }),
  )
  const month = await open('view=month')
  rows.push(
    await watchTasks(month, {
      what: 'calendar, month: filter letter by letter',
      rounds: ROUNDS,
      work: filter,
    }),
  )
  rows.push(
    await watchTasks(month, {
      what: 'calendar: month, week, day, list and back',
      rounds: ROUNDS,
      work: views,
    }),
  )
  report({ title: 'Ten thousand shifts', size: { shifts: SHIFTS }, rows })
} finally {
  await browser.close()
  await stage.close()
}

async function open(query: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } })
  await page.goto(`${stage.url}/?${query}&shifts=${SHIFTS}`)
  await page.getByText('Shift 0', { exact: true }).first().waitFor()
  // Waits until code, fonts and the browser's compiler are warm.
  await page.waitForTimeout(1_500)
  return page
}

async function scroll(page: Page): Promise<void> {
  const board = page.getByRole('region', { name: 'Shifts by unit' })
  await board.evaluate(async (element) => {
    element.scrollTop = 0
    const step = element.scrollHeight / 240
    for (let at = 0; at < 240; at++) {
      element.scrollTop += step
      await new Promise(requestAnimationFrame)
    }
  })
}

async function filter(page: Page): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Search shifts' }).or(page.getByLabel('Search shifts'))
  await field.first().fill('')
  await field.first().pressSequentially('Birch Coll', { delay: 120 })
  // 2,000 of the 10,000 are left, and nothing of another school is rendered.
  await page.getByText('Aspen College').first().waitFor({ state: 'detached' })
  await field.first().fill('')
  await page.waitForTimeout(600)
}

async function views(page: Page): Promise<void> {
  for (const name of ['Week', 'Day', 'List', 'Month']) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.waitForTimeout(500)
  }
}
