import { setTimeout as pause } from 'node:timers/promises'
import type * as Axe from 'axe-core'
import axeSource from 'axe-core/axe.min.js?raw'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { dashboardOf } from '#core/access.ts'
import { ownZone } from '#core/plain-date.ts'
import { demoAccounts, demoPassword } from '#database/seeds/demo-accounts.ts'
import { launchBrowser } from '../scripts/browser.ts'

export const sizes = { wide: { width: 1280, height: 900 }, phone: { width: 320, height: 700 } } as const

/** The address of the product under test. */
export function base(): string {
  const url = process.env['E2E_URL']
  if (!url) throw new Error('Journeys run through npm test, which starts the product for them')
  return url
}

/** The demonstration account by the beginning of its address: `demo('ana')`. */
export function demo(name: string): (typeof demoAccounts)[number] {
  const account = demoAccounts.find(({ email }) => email.startsWith(`${name}.`))
  if (!account) throw new Error(`No demonstration account begins with ${name}`)
  return account
}

let browser: Browser | undefined

/** Lets go of the browser that the visitors of this file shared. */
export async function closeBrowser(): Promise<void> {
  await browser?.close()
  browser = undefined
}

/**
 * A browser window of its own, for as long as the test runs: no cookies, nothing remembered. What the page complains
 * about is collected in `complaints`; a test that fails says where its pages stood.
 */
export async function visitor(
  options: { size?: keyof typeof sizes; dark?: boolean; script?: boolean } = {},
): Promise<Visitor> {
  browser ??= await launchBrowser()
  const context = await browser.newContext({
    viewport: sizes[options.size ?? 'wide'],
    colorScheme: options.dark ? 'dark' : 'light',
    baseURL: base(),
    javaScriptEnabled: options.script ?? true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()}`)
  })
  watchRequests(page)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const text = await page.locator('body').innerText({ timeout: 2_000 }).catch(String)
      console.error(`${page.url()}\n${text.slice(0, 2_000)}\n${complaints.join('\n')}`)
    }
    // Chromium now and then never answers the closing of a window that is still on its way back; the browser itself is closed at the end.
    await Promise.race([context.close(), pause(15_000, undefined, { ref: false })])
  })
  return { context, page, complaints }
}

const underWay = new WeakMap<Page, { requests: Set<Request>; changedAt: number }>()

function watchRequests(page: Page): void {
  const state = { requests: new Set<Request>(), changedAt: Date.now() }
  underWay.set(page, state)
  const over = (request: Request) => {
    if (state.requests.delete(request)) state.changedAt = Date.now()
  }
  page.on('request', (request) => {
    // The live stream is under way as long as the page is shown.
    if (request.url().endsWith('/notifications/live')) return
    state.requests.add(request)
    state.changedAt = Date.now()
  })
  page.on('requestfinished', over)
  page.on('requestfailed', over)
}

/** Waits until nothing has been under way for a quarter of a second. */
export async function calm(page: Page): Promise<void> {
  const state = underWay.get(page)
  if (!state) throw new Error('Not a page of a visitor')
  await page.waitForLoadState('load')
  if (!(await isAwake(page))) {
    await expect.poll(() => isAwake(page), { timeout: 15_000, interval: 50 }).toBe(true)
    state.changedAt = Date.now()
  }
  await expect
    .poll(() => state.requests.size === 0 && Date.now() - state.changedAt > 250, {
      timeout: 15_000,
      interval: 50,
    })
    .toBe(true)
}

/** A page that the server drew stands before React has taken it over. */
const isAwake = (page: Page): Promise<boolean> =>
  page
    .evaluate(() => {
      const heading = document.querySelector('main h1')
      return !heading || Object.keys(heading).some((key) => key.startsWith('__react'))
    })
    .catch(() => false) // it is just being left

export type Visitor = { context: BrowserContext; page: Page; complaints: string[] }

/** Signs a visitor in through the form, as a person would. */
export async function signIn(page: Page, email: string, password: string = demoPassword): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/**
 * A signed-in person of the demonstration, in a window of their own that opens `at` a page, or else where signing in
 * leads. They come with a session of theirs (e2e/setup.ts); one who signs out, acts as another or counts sessions signs
 * in `anew`, through the form.
 */
export async function person(
  name: string,
  { at, anew, ...options }: { at?: string; anew?: boolean; size?: keyof typeof sizes; dark?: boolean } = {},
): Promise<Visitor> {
  const someone = await visitor(options)
  const { context, page } = someone
  const { email, role } = demo(name)
  if (anew) {
    await signIn(page, email)
    if (at) await page.goto(at)
  } else {
    const sessions = JSON.parse(process.env['E2E_SESSIONS']!) as Record<string, string>
    await context.addCookies([
      { name: 'placewell', value: sessions[email]!, url: base() },
      { name: 'placewell-zone', value: encodeURIComponent(ownZone()), url: base() },
    ])
    await page.goto(at ?? dashboardOf(role))
  }
  return someone
}

/** What every page owes everybody: a title, one main heading, nothing wider than the window, nothing serious in axe. */
export async function expectGoodPage(page: Page): Promise<void> {
  await calm(page)
  await page.locator('h1').first().waitFor()
  const where = `${page.url()} at ${page.viewportSize()?.width} px`
  expect(await page.title(), where).not.toBe('')
  // Asked until it holds: a window just resized is drawn anew in the next frames, later on a busy machine.
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      { message: `${where} is wider than the window`, timeout: 5_000 },
    )
    .toBeLessThanOrEqual(0)
  // Every rule, in the page itself; only what is wrong is told, by the words of the document.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    const found = await axe.run(document, { resultTypes: ['violations'], selectors: false })
    return found.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(({ html }) => html),
    }))
  })
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).join(', ')}`)
  expect(serious, where).toEqual([])
}
