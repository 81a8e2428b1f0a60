/**
 * U8: a hidden page sends no requests. A signed-in tab is hidden for 35 s, longer than the poll interval of 30 s, without the live stream,
 * so that only the poll is left; the control stays visible for the same time, and must send requests.
 *
 *   node bench/screens/hidden-tab.ts [--quick]
 */
import { type Finding, judge } from '../lib/findings.ts'
import { openSignedIn, openStage } from './stage.ts'

const SECONDS = 35
type Stage = Awaited<ReturnType<typeof openStage>>

async function* tryHiddenTab(): AsyncGenerator<Finding> {
  const stage = await openStage()
  try {
    const [hidden, visible] = await Promise.all([count(stage, 'hidden'), count(stage, 'visible')])
    yield {
      name: 'U8 hidden for 35 s',
      holds: hidden.length === 0,
      figures: `${hidden.length} requests ${hidden.join(', ')}`,
    }
    yield {
      name: 'U8 control: visible for 35 s',
      holds: visible.length > 0,
      figures: `${visible.length} requests`,
    }
  } finally {
    await stage.close()
  }
}

/** The paths requested in 35 s by a signed-in page that is hidden or visible. */
async function count(stage: Stage, state: 'hidden' | 'visible'): Promise<string[]> {
  const { context, page } = await openSignedIn(stage, 'ana')
  await context.addInitScript(() => {
    const tab = { isHidden: false }
    Object.assign(globalThis, { tab })
    Object.defineProperty(Document.prototype, 'visibilityState', {
      configurable: true,
      get: () => (tab.isHidden ? 'hidden' : 'visible'),
    })
    Object.defineProperty(Document.prototype, 'hidden', { configurable: true, get: () => tab.isHidden })
  })
  await page.route('**/notifications/live', (route) => route.abort())
  await page.reload({ waitUntil: 'load' })
  await page.waitForTimeout(3_000)
  await page.evaluate((isHidden) => {
    ;(globalThis as unknown as { tab: { isHidden: boolean } }).tab.isHidden = isHidden
    document.dispatchEvent(new Event('visibilitychange'))
  }, state === 'hidden')
  await page.waitForTimeout(1_000)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.waitForTimeout(SECONDS * 1_000)
  await context.close()
  return asked
}

await judge(tryHiddenTab())
