/**
 * U4: a school's list of 10,000 shifts, used like a person would: page by page, each scrolled to its end, filtered by status and by letters
 * of the search, and sorted. The responses consist of the demonstration's own rows and are immediate, because the browser's work is
 * measured. Counts every task over 50 ms, and every frame.
 *
 *   node bench/screens/shift-table.ts [--quick]
 */
import type { Locator, Page, Route } from 'playwright-core'
import { report } from '../lib/report.ts'
import { watchTasks } from './long-tasks.ts'
import { openSignedIn, openStage } from './stage.ts'

const SHIFTS = 10_000
const rounds = process.argv.includes('--quick') ? 1 : 3

type Row = { id: string; title: string | null; status: string }
type Asked = { page?: number; page_size?: number; q?: string; dir?: string }

const stage = await openStage()
try {
  const { page } = await openSignedIn(stage, 'ana')
  await page.route('**/rpc/shifts/list', answered())
  await page.goto('/shifts?when=all&semester=all')
  await rowOf(page, 0).waitFor()
  await page.waitForTimeout(1_500)
  report({
    title: 'A list of ten thousand shifts',
    size: { shifts: SHIFTS },
    rows: [
      await watchTasks(page, { what: 'list: ten pages, each scrolled to its end', rounds, work: pages }),
      await watchTasks(page, { what: 'list: searched letter by letter', rounds, work: search }),
      await watchTasks(page, { what: 'list: sorted by day, both ways', rounds, work: sort }),
    ],
  })
} finally {
  await stage.close()
}

/** Responds to each request for shifts from 10,000 rows like the first ones. */
function answered(): (route: Route) => Promise<void> {
  let all: Row[] | undefined
  return async (route) => {
    if (!all) {
      const first = await route.fetch()
      const { rows } = ((await first.json()) as { json: { rows: Row[] } }).json
      all = Array.from({ length: SHIFTS }, (_, at) => ({
        ...rows[at % rows.length]!,
        id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        title: `Shift ${at}`,
      }))
    }
    const { page = 1, page_size = 50, q = '', dir } = (route.request().postDataJSON() as { json: Asked }).json
    const found = all.filter(({ title }) => title!.includes(q))
    if (dir === 'desc') found.reverse()
    const rows = found.slice((page - 1) * page_size, page * page_size)
    await route.fulfill({ json: { json: { rows, total: found.length, is_more: false } } })
  }
}

function rowOf(page: Page, at: number): Locator {
  return page
    .getByRole('table')
    .getByText(new RegExp(`^Shift ${at}(?!\\d)`))
    .first()
}

async function pages(page: Page): Promise<void> {
  for (let turn = 1; turn <= 10; turn++) {
    await page.evaluate(async () => {
      const root = document.documentElement
      for (root.scrollTop = 0; root.scrollTop + root.clientHeight < root.scrollHeight - 1;) {
        root.scrollTop += 200
        await new Promise(requestAnimationFrame)
      }
    })
    await page.getByRole('button', { name: 'Next page' }).click()
    await rowOf(page, turn * 50).waitFor()
  }
  await page.getByRole('button', { name: 'First page' }).click()
  await rowOf(page, 0).waitFor()
}

async function search(page: Page): Promise<void> {
  const field = page.getByRole('searchbox').first()
  await field.pressSequentially('Shift 77', { delay: 120 })
  await rowOf(page, 0).waitFor({ state: 'detached' })
  await field.fill('')
  await rowOf(page, 0).waitFor()
}

async function sort(page: Page): Promise<void> {
  for (const shown of [SHIFTS - 1, 0]) {
    // The button and not the cell, whose center may be next to it.
    await page.getByRole('columnheader', { name: /^When/ }).getByRole('button').click()
    await rowOf(page, shown).waitFor()
  }
}
