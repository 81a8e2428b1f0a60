/**
 * U3: from one signed-in page to another whose data is known already, on a processor four times slower: from the click to
 * the frame in which the new page's heading stands. Five changes for each role.
 *
 *   node bench/screens/route-change.ts [--quick]
 */
import { person } from '../../e2e/people.ts'
import { quantile } from '../lib/load.ts'
import { type Row, report } from '../lib/report.ts'
import { openStage, slowDown } from './stage.ts'

const GOAL_MS = 50
const CHANGES = 5
const names = process.argv.includes('--quick')
  ? ['ana', 'jenna']
  : ['sam', 'grace', 'ana', 'frank', 'priya', 'marcus', 'jenna']

const stage = await openStage()
try {
  const rows: Row[] = []
  for (const name of names) {
    const { context, page } = await person(name)
    await page.waitForLoadState('load')
    await page.waitForTimeout(1_500)
    const paths = await page.evaluate(() =>
      [
        ...new Set(
          [...document.querySelectorAll<HTMLAnchorElement>('nav a[href^="/"]')].map((a) => a.pathname),
        ),
      ].slice(0, 4),
    )
    const go = (path: string): Promise<number> =>
      page.evaluate(async (to) => {
        const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)!
        const heading = () => document.querySelector('main h1')?.textContent
        const before = heading()
        const began = performance.now()
        link.click()
        for (let frame = 0; frame < 600; frame++) {
          await new Promise(requestAnimationFrame)
          if (location.pathname === to && heading() && heading() !== before) {
            // A task behind this frame runs when it has been painted.
            const { port1, port2 } = new MessageChannel()
            const painted = new Promise((resolve) => (port1.onmessage = resolve))
            port2.postMessage('')
            await painted
            return performance.now() - began
          }
        }
        return Number.NaN
      }, path)
    for (const path of [...paths, paths[0]!]) {
      if (new URL(page.url()).pathname !== path) await go(path)
      await page.waitForTimeout(800)
    }
    await slowDown(await context.newCDPSession(page))
    const times: number[] = []
    for (let change = 0; change < CHANGES && paths.length > 1; change++) {
      times.push(await go(paths[(change + 1) % paths.length]!))
      await page.waitForTimeout(400)
    }
    rows.push({
      id: 'U3',
      what: `${name}: ${paths.join(', ')}`,
      times: { p50: quantile(times, 0.5), p99: Math.max(...times) },
      note: quantile(times, 0.5) <= GOAL_MS ? '' : `goal ${GOAL_MS} ms`,
    })
    await context.close()
  }
  report({ title: 'From page to page, four times slower', size: { changes: CHANGES }, rows })
} finally {
  await stage.close()
}
