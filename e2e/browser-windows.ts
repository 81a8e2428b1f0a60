import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launchBareBrowser } from '../scripts/browser.ts'

/** A browser window without anything left by earlier tests. */
export type Window = { context: BrowserContext; page: Page }

/** One browser for all files of a worker; closed with the worker. */
let browser: Promise<Browser> | undefined

/** The options of a window; those that can be changed later are set again for each test. */
type Look = { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' }
type Kind = Pick<BrowserContextOptions, 'hasTouch' | 'isMobile' | 'javaScriptEnabled' | 'serviceWorkers'>

/** Windows that tests returned, by kind; those of another address are closed. */
const free = new Map<string, Window[]>()
let address = ''

/** Methods whose effects can't be undone: a window on which one was called is closed instead of reused. */
const LASTING = {
  context: [
    'addInitScript',
    'exposeFunction',
    'exposeBinding',
    'grantPermissions',
    'setExtraHTTPHeaders',
    'close',
  ],
  page: ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders', 'close'],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime', 'runFor', 'fastForward'],
} as const
const spoiled = new WeakSet<BrowserContext>()

/**
 * Opens a window for one test. Reuses one that an earlier test of the file returned: its process, code and fonts are two thirds of the cost
 * of a new one (docs/decisions/175).
 */
export async function openWindow(
  baseURL: string,
  kind: Kind,
  { viewport, colorScheme }: Look,
): Promise<Window> {
  if (baseURL !== address) await closeFree()
  address = baseURL
  const window = free.get(JSON.stringify(kind))?.pop() ?? (await newWindow({ ...kind, baseURL, viewport }))
  await window.page.setViewportSize(viewport)
  await window.page.emulateMedia({ media: null, colorScheme, reducedMotion: 'reduce' })
  return window
}

async function newWindow(options: BrowserContextOptions): Promise<Window> {
  browser ??= launchBareBrowser()
  const context = await (await browser).newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const spoil = () => spoiled.add(context)
  before(context, LASTING.context, spoil)
  before(page, LASTING.page, spoil)
  before(page.clock, LASTING.clock, spoil)
  return { context, page }
}

/** Returns a window: emptied for another test, or closed if that fails. */
export async function giveBack(window: Window, kind: Kind): Promise<void> {
  if (spoiled.has(window.context) || !(await emptied(window))) return closed(window)
  const name = JSON.stringify(kind)
  free.set(name, [...(free.get(name) ?? []), window])
}

/** Undoes everything that a test did in a window; returns false if that takes too long or fails, which a page may cause. */
async function emptied({ context, page }: Window): Promise<boolean> {
  const empty = async () => {
    for (const other of context.pages()) if (other !== page) await other.close()
    page.removeAllListeners()
    context.removeAllListeners()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearCookies()
    // A page of the product without code: another origin would have another process, and would load the code again.
    await page.goto('/robots.txt')
    await page.evaluate(() => {
      sessionStorage.clear()
      window.name = ''
    })
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes: 'all' })
    await session.send('Page.resetNavigationHistory')
    await session.detach()
    return true
  }
  return Promise.race([empty().catch(() => false), pause(10_000, false, { ref: false })])
}

/** Chromium sometimes never answers when a window is closed during a navigation; the browser is closed at the end anyway. */
async function closed({ context }: Window): Promise<void> {
  await Promise.race([context.close(), pause(15_000, undefined, { ref: false })])
}

async function closeFree(): Promise<void> {
  const all = [...free.values()].flat()
  free.clear()
  await Promise.all(all.map(closed))
}

/** Runs `first` before each of these methods of an object. */
function before<Of extends object>(of: Of, names: readonly (keyof Of)[], first: () => void): void {
  for (const name of names) {
    const method = of[name] as (...args: unknown[]) => unknown
    of[name] = ((...args: unknown[]) => {
      first()
      return method.apply(of, args)
    }) as Of[typeof name]
  }
}
