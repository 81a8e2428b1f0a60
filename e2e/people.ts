import { setTimeout as pause } from 'node:timers/promises'
import type { QueryClient } from '@tanstack/react-query'
import pg from 'pg'
import type { BrowserContext, Locator, Page, Request } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { dashboardOf } from '#core/access.ts'
import { hideCurrentYear, ownZone } from '#core/plain-date.ts'
import { demoAccounts, demoPassword } from '#database/seeds/demo-accounts.ts'
import { seriousFaults } from './accessibility.ts'
import { startSession } from './sessions.ts'
import { cutPlaceholders } from './cut-placeholders.ts'
import { smallTargets } from './touch-targets.ts'
import { giveBack, openWindow } from './browser-windows.ts'

// Journeys compare screens without the current year.
hideCurrentYear(true)

export const sizes = {
  wide: { width: 1280, height: 900 },
  phone: { width: 320, height: 700 },
  /** A current phone with touch: `tap` works. */
  thumb: { width: 360, height: 740 },
} as const

/** The address of the product under test. */
export function base(): string {
  const url = process.env['E2E_URL']
  if (!url) throw new Error('Journeys run through npm test, which starts the product for them')
  return url
}

/** The demonstration account whose email starts with this name: `demo('ana')`. */
export function demo(name: string): (typeof demoAccounts)[number] {
  const account = demoAccounts.find(({ email }) => email.startsWith(`${name}.`))
  if (!account) throw new Error(`No demonstration account begins with ${name}`)
  return account
}

/** If the dialog asks, gives a reason for assigning students in spite of a rule that can be overridden. */
export async function giveOverrideReason(dialog: Locator): Promise<void> {
  const why = dialog.getByLabel('Why override this rule?')
  if (await why.isVisible()) await why.fill('The renewal is on its way.')
}

/**
 * Opens a browser window for the duration of a test, without cookies or storage. The page's errors and warnings are collected in
 * `complaints`; a failed test reports the state of its pages.
 */
export async function visitor(
  options: { size?: keyof typeof sizes; dark?: boolean; script?: boolean; offlineShell?: boolean } = {},
): Promise<Visitor> {
  const kind = {
    hasTouch: options.size === 'thumb' || options.size === 'phone',
    isMobile: options.size === 'thumb',
    javaScriptEnabled: options.script ?? true,
    // page.route can't see responses of a service worker.
    serviceWorkers: options.offlineShell ? 'allow' : 'block',
  } as const
  const { context, page } = await openWindow(base(), kind, {
    viewport: sizes[options.size ?? 'wide'],
    colorScheme: options.dark ? 'dark' : 'light',
  })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // Caused by these tests, which block service workers unless a test allows one.
    if (message.text() === 'Service Worker registration blocked by Playwright') return
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()}`)
  })
  watchRequests(page)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const text = await page.locator('body').innerText({ timeout: 2_000 }).catch(String)
      console.error(`${page.url()}\n${text.slice(0, 2_000)}\n${complaints.join('\n')}`)
    }
    await giveBack({ context, page }, kind)
  })
  return { context, page, complaints }
}

type UnderWay = { requests: Set<Request>; asked: number; changedAt: number }
const underWay = new WeakMap<Page, UnderWay>()

function watchRequests(page: Page): void {
  const state: UnderWay = { requests: new Set<Request>(), asked: 0, changedAt: Date.now() }
  underWay.set(page, state)
  const over = (request: Request) => {
    if (state.requests.delete(request)) state.changedAt = Date.now()
  }
  page.on('request', (request) => {
    // The live stream lasts as long as the page is shown.
    if (request.url().endsWith('/notifications/live')) return
    state.requests.add(request)
    state.asked++
    state.changedAt = Date.now()
  })
  page.on('requestfinished', over)
  page.on('requestfailed', over)
}

/**
 * Waits until the page has settled: no requests are under way, its router and queries are idle, no part says that it is loading, and the
 * browser had nothing to do meanwhile. `silentMs` without a request prove that nothing follows.
 */
export async function waitUntilSettled(
  page: Page,
  { silentMs = 250, withinMs = 15_000 } = {},
): Promise<void> {
  const state = underWay.get(page)
  if (!state) throw new Error('Not a page of a visitor')
  await page.waitForLoadState('load')
  const until = Date.now() + withinMs
  let why = ''
  while (Date.now() < until) {
    const { asked } = state
    why =
      state.requests.size > 0 ? [...state.requests].map((one) => one.url()).join(', ') : await unrest(page)
    if (why === '' && asked === state.asked && Date.now() - state.changedAt >= silentMs) return
    await pause(20)
  }
  throw new Error(`${page.url()} does not settle: ${why || 'it goes on asking'}`)
}

/** What keeps the page busy after the browser had a moment for pending work; empty if nothing does. */
const unrest = (page: Page): Promise<string> =>
  page
    .evaluate(async () => {
      // Twice, because the first rendering may start something that the second shows.
      for (let round = 0; round < 2; round++)
        await new Promise((resolve) => {
          requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 5_000 }))
        })
      const heading = document.querySelector('main h1')
      // A server-rendered page is visible before React has hydrated it.
      if (heading && !Object.keys(heading).some((key) => key.startsWith('__react')))
        return 'it is not hydrated'
      const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: Settling }
      if (router && router.state.status !== 'idle') return 'its router is under way'
      const client = router?.options.context?.queryClient
      // Mutations paused while offline don't count.
      const isSent = ({ state }: { state: { isPaused: boolean } }) => !state.isPaused
      if (client && client.isFetching() + client.isMutating({ predicate: isSent }) > 0)
        return 'its queries are under way'
      const busy = document.querySelector('[aria-busy="true"]')
      return busy ? `busy: ${busy.outerHTML.slice(0, 200)}` : ''
    })
    .catch(String) // the page is being left

/** What the page knows about its own loading (the router exposes itself there). */
type Settling = {
  navigate: (to: { href: string }) => Promise<void>
  state: { status: string }
  options: { context?: { queryClient?: Pick<QueryClient, 'isFetching' | 'isMutating'> } }
}

/** Navigates to another page within the app, as its links do. */
export async function walkTo(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Settling }
    return router.navigate({ href: to })
  }, href)
}

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
 * Opens a window for a signed-in person of the demonstration, `at` a page or the one after sign-in. They use a prepared session
 * (e2e/setup.ts); one who signs out, acts as another or counts sessions needs a new one (`isFresh`).
 */
export async function person(
  name: string,
  {
    at,
    isFresh,
    ...options
  }: {
    at?: string
    isFresh?: boolean
    size?: keyof typeof sizes
    dark?: boolean
    offlineShell?: boolean
  } = {},
): Promise<Visitor> {
  const someone = await visitor(options)
  const { context, page } = someone
  const { email, role } = demo(name)
  const sessions = JSON.parse(process.env['E2E_SESSIONS']!) as Record<string, string>
  await context.addCookies([
    { name: 'placewell', value: isFresh ? await newSession(email) : sessions[email]!, url: base() },
    { name: 'placewell-zone', value: encodeURIComponent(ownZone()), url: base() },
  ])
  await page.goto(at ?? dashboardOf(role))
  return someone
}

async function newSession(email: string): Promise<string> {
  const client = new pg.Client({ connectionString: process.env['E2E_DATABASE_URL'] })
  await client.connect()
  try {
    return await startSession(client, email)
  } finally {
    await client.end()
  }
}

/**
 * Checks what every page needs: a title, one main heading, nothing wider than the window, no touch target too small, no placeholder cut
 * off, and no serious axe finding.
 */
export async function expectGoodPage(page: Page, { withinMs }: { withinMs?: number } = {}): Promise<void> {
  await waitUntilSettled(page, { silentMs: 0, withinMs })
  await page.locator('h1').first().waitFor()
  const where = `${page.url()} at ${page.viewportSize()?.width} px`
  expect(await page.title(), where).not.toBe('')
  // Repeated until it passes: a resized window is rendered again in the next frames, later on a busy machine.
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      { message: `${where} is wider than the window`, timeout: 5_000 },
    )
    .toBeLessThanOrEqual(0)
  expect(await seriousFaults(page), where).toEqual([])
  expect(await smallTargets(page), where).toEqual([])
  expect(await cutPlaceholders(page), where).toEqual([])
}

/** Chooses an option by name in a searchable field. */
export async function pick(
  within: Page | Locator,
  label: string | RegExp,
  option: string | RegExp,
): Promise<void> {
  const page = 'goto' in within ? within : within.page()
  const field = within.getByRole('combobox', { name: label, exact: typeof label === 'string' })
  if (typeof option === 'string') await field.fill(option)
  else await field.click()
  await page.getByRole('listbox').getByRole('option', { name: option }).first().click()
}
