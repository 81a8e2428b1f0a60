/**
 * U2: the first pages of five roles, signed in and never loaded before: on a phone, and on a desktop (10 Mbit/s, 40 ms round trip). Largest
 * contentful paint and layout shift; the median of three runs.
 *
 *   node bench/screens/dashboards-cold.ts [--quick]
 */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type Row, report } from '../lib/report.ts'
import { median, openPhone, openSignedIn, openStage, paintsOf, watchPaints } from './stage.ts'

const runs = process.argv.includes('--quick') ? 1 : 3
const GOALS = { phone: 1_500, desktop: 450 }
const dashboards = [
  ['sam', '/admin/dashboard'],
  ['ana', '/school/dashboard'],
  ['frank', '/facility/dashboard'],
  ['jenna', '/student/dashboard'],
  ['marcus', '/proctor/dashboard'],
] as const

const stage = await openStage()
try {
  const rows: Row[] = []
  for (const [name, path] of dashboards) {
    const { context } = await openSignedIn(stage, name)
    const cookies = await context.cookies()
    await context.close()
    for (const device of ['phone', 'desktop'] as const) {
      const loads = []
      for (let run = 0; run < runs; run++) loads.push(await load(device, path, cookies))
      const lcp = median(loads.map((one) => one.lcp))
      rows.push({
        id: 'U2',
        what: `${path}, ${device}: largest paint`,
        times: { p50: lcp, p99: Math.max(...loads.map((one) => one.lcp)) },
        note: `first paint ${median(loads.map(({ fcp }) => fcp)).toFixed(0)} ms, shift ${Math.max(...loads.map(({ cls }) => cls)).toFixed(3)}${lcp <= GOALS[device] ? '' : `; goal ${GOALS[device]} ms`}`,
      })
    }
  }
  report({ title: 'Dashboards, signed in, cold', size: { runs }, rows })
} finally {
  await stage.close()
}

type Cookies = Exclude<BrowserContextOptions['storageState'], string | undefined>['cookies']

async function load(device: 'phone' | 'desktop', path: string, cookies: Cookies) {
  const { context, page } = device === 'phone' ? await openPhone(stage.browser) : await openDesktop()
  try {
    await context.addCookies(cookies)
    await watchPaints(page)
    await page.goto(stage.url + path, { waitUntil: 'load', timeout: 60_000 })
    await rendered(page)
    const fcp = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    )
    return { ...(await paintsOf(page)), fcp }
  } finally {
    await context.close()
  }
}

/** Waits until the page is complete: its heading is there, and nothing is loading. */
async function rendered(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached' })
    .catch(() => undefined)
  await page.waitForTimeout(1_500)
}

async function openDesktop() {
  const context = await stage.browser.newContext({ viewport: { width: 1_350, height: 940 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 10_000_000 / 8,
    uploadThroughput: 10_000_000 / 8,
  })
  return { context, page }
}
