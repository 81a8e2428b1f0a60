/**
 * U3: from one signed-in page to another with cached data, on a CPU four times slower: from the click to the frame that shows the new
 * page's heading, and to the last change of the page below it. Eight changes for each role; no visible element may shift.
 *
 *   node bench/screens/route-change.ts [--quick]
 */
import type { Page } from 'playwright-core'
import { quantile } from '../lib/load.ts'
import { type Row, report } from '../lib/report.ts'
import { openSignedIn, openStage, slowDown } from './stage.ts'

const GOAL_MS = 50
const CHANGES = 8
const names = process.argv.includes('--quick')
  ? ['ana', 'jenna']
  : ['sam', 'grace', 'ana', 'frank', 'priya', 'marcus', 'jenna']

type Change = { headingMs: number; wholeMs: number; shift: number }

const stage = await openStage()
try {
  const rows: Row[] = []
  for (const name of names) {
    const { context, page } = await openSignedIn(stage, name)
    await page.waitForTimeout(1_500)
    const paths = await page.evaluate(() =>
      [
        ...new Set(
          [...document.querySelectorAll<HTMLAnchorElement>('nav a[href^="/"]')]
            .map(({ pathname }) => pathname)
            // Another area has its own navigation.
            .filter((path) => path.split('/')[1] === location.pathname.split('/')[1]),
        ),
      ].slice(0, 4),
    )
    // Two rounds, so that code, data and the browser's compiler are warm.
    for (const path of [...paths, ...paths, paths[0]!]) {
      if (new URL(page.url()).pathname !== path) await go(page, path)
      await page.waitForTimeout(500)
    }
    await slowDown(await context.newCDPSession(page))
    const changes: Change[] = []
    for (let change = 0; change < CHANGES && paths.length > 1; change++)
      changes.push(await go(page, paths[(change + 1) % paths.length]!))
    const heading = changes.map(({ headingMs }) => headingMs)
    const whole = changes.map(({ wholeMs }) => wholeMs)
    const p50 = quantile(heading, 0.5)
    rows.push({
      id: 'U3',
      what: `${name}: ${paths.join(', ')}`,
      times: { p50, p99: Math.max(...heading) },
      note: [
        `the whole page ${quantile(whole, 0.5).toFixed(0)} ms, at most ${Math.max(...whole).toFixed(0)}`,
        `shift ${Math.max(...changes.map(({ shift }) => shift)).toFixed(3)}`,
        ...(p50 <= GOAL_MS ? [] : [`goal ${GOAL_MS} ms`]),
      ].join('; '),
    })
    await context.close()
  }
  report({ title: 'From page to page, four times slower', size: { changes: CHANGES }, rows })
} finally {
  await stage.close()
}

/** Presses a navigation entry and observes the page until half a second after its last change. */
function go(page: Page, path: string): Promise<Change> {
  return page.evaluate(async (to) => {
    const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)!
    const main = document.querySelector('main')!
    const heading = () => main.querySelector('h1')
    const before = heading()
    const frame = () => new Promise(requestAnimationFrame)
    // A task queued after a frame runs once that is painted.
    const painted = async () => {
      const { port1, port2 } = new MessageChannel()
      const task = new Promise((resolve) => (port1.onmessage = resolve))
      port2.postMessage('')
      await task
      return performance.now() - began
    }
    let shift = 0
    const shifts = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value
    })
    let changedAt = 0
    let wholeMs = 0
    const changes = new MutationObserver(() => {
      changedAt = performance.now()
      void frame()
        .then(painted)
        .then((ms) => (wholeMs = ms))
    })
    shifts.observe({ type: 'layout-shift' })
    changes.observe(main, { subtree: true, childList: true, attributes: true, characterData: true })
    const began = performance.now()
    link.click()
    let headingMs = Number.NaN
    for (let frames = 0; frames < 600 && Number.isNaN(headingMs); frames++) {
      await frame()
      if (location.pathname === to && heading()?.textContent && heading() !== before)
        headingMs = await painted()
    }
    while (performance.now() - changedAt < 500) await new Promise((resolve) => setTimeout(resolve, 100))
    changes.disconnect()
    shifts.disconnect()
    return { headingMs, wholeMs, shift }
  }, path)
}
