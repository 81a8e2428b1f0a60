/**
 * U4: an organization of 5,000 sites in the tree, opened, scrolled from end to end, navigated by keyboard and searched: counts browser
 * tasks over 50 ms, and frames. On this CPU there may be none; on one four times slower they are only reported.
 *
 *   node bench/screens/tree.ts [--quick]
 */
import pg from 'pg'
import type { Page } from 'playwright-core'
import { formatNumber } from '#core/number-text.ts'
import { timesOf } from '../lib/load.ts'
import { type Row, report } from '../lib/report.ts'
import { openSignedIn, openStage, slowDown } from './stage.ts'

const SITES = process.argv.includes('--quick') ? 1_000 : 5_000
const LONG_TASK_MS = 50

const stage = await openStage()
const admin = new pg.Client({ connectionString: stage.adminUrl })
try {
  await admin.connect()
  await admin.query(
    `with o as (insert into public.facilities (kind, name) values ('organization', 'A Very Large System') returning id)
     insert into public.facilities (kind, parent_id, name, city, state)
     select 'site', o.id, 'Site ' || n, 'Springfield', 'IL' from o, generate_series(1, $1::int) n`,
    [SITES],
  )
  const rows: Row[] = []
  for (const slower of [false, true]) {
    const { context, page } = await openSignedIn(stage, 'sam')
    // The first round warms up code, data and the browser's compiler.
    await walk(page)
    if (slower) await slowDown(await context.newCDPSession(page))
    for (const { what, tasks, frames } of await walk(page)) {
      const longest = Math.max(0, ...tasks)
      rows.push({
        id: 'U4',
        what: `${what}${slower ? ', four times slower' : ''}`,
        times: timesOf(frames),
        note: `${tasks.length} long tasks${longest > 0 ? `, the longest ${longest.toFixed(0)} ms` : ''}`,
        ...(!slower && { probe: longest <= LONG_TASK_MS }),
      })
    }
    await context.close()
  }
  report({ title: 'A tree of many sites: milliseconds from frame to frame', size: { sites: SITES }, rows })
} finally {
  await admin.end()
  await stage.close()
}

type Seen = { what: string; tasks: number[]; frames: number[] }

/** What a user does with a large tree, and the browser's work for it. */
async function walk(page: Page): Promise<Seen[]> {
  await page.goto('/admin/facility-hierarchy')
  const tree = page.getByRole('tree', { name: 'Facilities' })
  const site = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name} \\(site\\)`) })
  await tree.waitFor()
  await tree.focus()
  await page.keyboard.press('Home')
  const seen: Seen[] = []
  const watched = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await page.waitForTimeout(500)
    await page.evaluate(watch)
    await work()
    seen.push({ what, ...(await page.evaluate(stopWatching)) })
  }
  await watched(`${formatNumber(SITES)} sites opened`, async () => {
    await page.keyboard.press('ArrowRight')
    await site('Site 1').waitFor()
  })
  await watched('scrolled from end to end', () => tree.evaluate(scroll))
  await watched('200 steps down by arrow', async () => {
    await page.keyboard.press('Home')
    for (let step = 0; step < 200; step++) await page.keyboard.press('ArrowDown')
  })
  await watched('closed and opened', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await site('Site 1').waitFor()
  })
  await watched('searched', async () => {
    await page.getByRole('searchbox', { name: 'Search facilities' }).fill('springfield')
    await page.getByText(/facilities found/).waitFor()
  })
  return seen
}

/** Scrolls ten rows per frame, so that nearly every frame shows new rows. */
async function scroll(box: Element): Promise<void> {
  while (box.scrollTop + box.clientHeight < box.scrollHeight - 1) {
    box.scrollTop += 400
    await new Promise(requestAnimationFrame)
  }
}

type Watching = { tasks: number[]; frames: number[]; stop: () => void }

function watch(): void {
  const tasks: number[] = []
  const frames: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  let isOver = false
  let last = performance.now()
  const frame = (now: number): void => {
    frames.push(now - last)
    last = now
    if (!isOver) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  const stop = (): void => {
    isOver = true
    observer.disconnect()
  }
  Object.assign(globalThis, { watching: { tasks, frames, stop } satisfies Watching })
}

async function stopWatching(): Promise<{ tasks: number[]; frames: number[] }> {
  // Entries of long tasks arrive a moment later.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const { watching } = globalThis as unknown as { watching: Watching }
  watching.stop()
  return { tasks: watching.tasks, frames: watching.frames }
}
