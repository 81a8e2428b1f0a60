import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
} from 'playwright-core'
import { demoAccounts, demoPassword } from '#database/seeds/demo-accounts.ts'
import { startProduct } from '../../e2e/product.ts'
import { setup } from '../../e2e/setup.ts'
import { launchBrowser } from '../../scripts/browser.ts'

/** Starts the product with its demonstration, and a browser, for one measurement. */
export async function openStage(): Promise<{
  browser: Browser
  url: string
  /** The address of its database, to add data that the demonstration lacks. */
  adminUrl: string
  close: () => Promise<void>
}> {
  const close = await setup()
  const product = await startProduct()
  const browser = await launchBrowser()
  return {
    browser,
    url: product.url,
    adminUrl: product.adminUrl,
    async close() {
      await browser.close()
      await product.close()
      await close()
    },
  }
}

/** Opens a phone with empty caches: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip, a CPU four times slower. */
export async function openPhone(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await slowDown(session)
  return { context, page }
}

/** Signs in a demonstration person, named by the start of their address, through the form in a new window. */
export async function openSignedIn(
  { browser, url }: { browser: Browser; url: string },
  name: string,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const account = demoAccounts.find(({ email }) => email.startsWith(`${name}.`))
  if (!account) throw new Error(`No demonstration account begins with ${name}`)
  const viewport = { width: 1_280, height: 900 }
  const context = await browser.newContext({ viewport, baseURL: url, ...options })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
  await page.waitForLoadState('load')
  return { context, page }
}

/** Makes the page's CPU four times slower than this machine. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** From now on the page records its largest paint and its layout shift, for `paintsOf`. */
export const watchPaints = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen = { lcp: 0, cls: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.cls += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The largest contentful paint in milliseconds, and the layout shift, so far. */
export const paintsOf = (page: Page): Promise<{ lcp: number; cls: number }> =>
  page.evaluate(() => ({ ...(globalThis as unknown as { seen: { lcp: number; cls: number } }).seen }))

/** The median. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
