/**
 * U4: 10,000 shifts on the week board (200 units × 7 days) and in the calendar's month: scrolled through, filtered letter
 * by letter, the view changed. Counted is every task of the browser that takes longer than 50 ms, and every frame.
 *
 *   node bench/screens/week-board.ts [--quick]
 */
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../scripts/browser.ts'
import { quantile } from '../lib/load.ts'
import { type Row, report } from '../lib/report.ts'
import { serveCalendarStage } from './calendar-stage.ts'

const GOAL_MS = 50
const { values: args } = parseArgs({ options: { quick: { type: 'boolean' } } })
const SHIFTS = 10_000
const ROUNDS = args.quick ? 1 : 3

const stage = await serveCalendarStage()
const browser = await launchBrowser()
try {
  const rows: Row[] = []
  const board = await open('part=board')
  rows.push(await measure(board, 'week board: scroll through 200 units', scroll))
  rows.push(await measure(board, 'week board: filter letter by letter', filter))
  const month = await open('view=month')
  rows.push(await measure(month, 'calendar, month: filter letter by letter', filter))
  rows.push(await measure(month, 'calendar: month, week, day, list and back', views))
  report({ title: 'Ten thousand shifts', size: { shifts: SHIFTS }, rows })
} finally {
  await browser.close()
  await stage.close()
}

async function open(query: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } })
  await page.goto(`${stage.url}/?${query}&shifts=${SHIFTS}`)
  await page.getByText('Shift 0', { exact: true }).first().waitFor()
  // Code, fonts and the browser's own compiler are warm.
  await page.waitForTimeout(1_500)
  return page
}

type Watched = { tasks: number[]; frames: number[] }

async function measure(page: Page, what: string, work: (page: Page) => Promise<void>): Promise<Row> {
  await work(page)
  const watched: Watched = { tasks: [], frames: [] }
  for (let round = 0; round < ROUNDS; round++) {
    await page.evaluate(() => {
      const seen: Watched & { stop?: () => void } = { tasks: [], frames: [] }
      Object.assign(globalThis, { seen })
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.tasks.push(duration)
      })
      observer.observe({ type: 'longtask' })
      let last = performance.now()
      let frame = requestAnimationFrame(function next(now) {
        seen.frames.push(now - last)
        last = now
        frame = requestAnimationFrame(next)
      })
      seen.stop = () => {
        cancelAnimationFrame(frame)
        observer.disconnect()
      }
    })
    await work(page)
    const found = await page.evaluate(() => {
      const { seen } = globalThis as unknown as { seen: Watched & { stop: () => void } }
      seen.stop()
      return { tasks: seen.tasks, frames: seen.frames }
    })
    watched.tasks.push(...found.tasks)
    watched.frames.push(...found.frames)
  }
  const longest = Math.max(0, ...watched.tasks)
  return {
    id: 'U4',
    what,
    times: { p50: quantile(watched.frames, 0.5), p99: quantile(watched.frames, 0.99) },
    probe: longest <= GOAL_MS,
    note: `${watched.tasks.length} tasks over 50 ms, the longest ${longest.toFixed(0)} ms; frames`,
  }
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
  // 2,000 of the 10,000 are left, and nothing of another school is drawn.
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
