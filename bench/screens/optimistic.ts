/**
 * U5: a student takes a seat, drops one and marks all as read, on a network with 300 ms latency: from the click to the frame that shows it.
 * Then the server refuses each, and the page must return exactly to its earlier state.
 *
 *   node bench/screens/optimistic.ts [--quick]
 */
import pg from 'pg'
import type { ElementHandle, Page } from 'playwright-core'
import { demoId } from '#database/seeds/demo.ts'
import { quantile } from '../lib/load.ts'
import { openShifts } from '../lib/open-shifts.ts'
import { type Row, report } from '../lib/report.ts'
import { openSignedIn, openStage } from './stage.ts'

const GOAL_MS = 50
const NETWORK_MS = 300
const ROUNDS = process.argv.includes('--quick') ? 2 : 5
const jenna = demoId('jenna.student@lakeshore.example')

/** An action: how to get there, its button, and where its effect shows. */
type Action = {
  what: string
  call: string
  rounds?: number
  /** Runs before each round. */
  prepare?: (page: Page) => Promise<void>
  open: (page: Page) => Promise<void>
  /** Selectors of its button, and of what disappears when it is done. */
  button: string
  gone: string
  /** The selector of what must be as before after a refusal. */
  standing: string
}

const stage = await openStage()
const admin = new pg.Client({ connectionString: stage.adminUrl })
await admin.connect()
try {
  await openShifts(admin, {
    school: demoId('lakeshore'),
    semester: demoId('lakeshore spring-2027'),
    shifts: ROUNDS + 2,
    seats: 6,
    // After the demonstration's shifts of hers.
    daysOn: 90,
  })
  const { context, page } = await openSignedIn(stage, 'jenna')
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const slow = (latency: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  const rows: Row[] = []
  for (const action of actions()) {
    const times: number[] = []
    for (let round = 0; round <= (action.rounds ?? ROUNDS); round++) {
      await slow(0)
      await action.prepare?.(page)
      await action.open(page)
      await slow(NETWORK_MS)
      const answered = page.waitForResponse((response) => response.url().endsWith(action.call))
      const ms = await press(page, action)
      // The first round warms up the browser's compiler.
      if (round > 0) times.push(ms)
      await answered
      await page.waitForTimeout(500)
    }
    await slow(0)
    await action.prepare?.(page)
    await action.open(page)
    const isBack = await refused(page, action)
    rows.push({
      id: 'U5',
      what: action.what,
      times: { p50: quantile(times, 0.5), p99: Math.max(...times) },
      probe: isBack && quantile(times, 0.5) <= GOAL_MS,
      note: isBack ? 'refused, it stands as it stood' : 'refused, something is left of it',
    })
  }
  report({
    title: 'Seen before the server has answered',
    size: { milliseconds: NETWORK_MS, rounds: ROUNDS },
    rows,
  })
} finally {
  await admin.end()
  await stage.close()
}

function actions(): Action[] {
  return [
    {
      what: 'a seat is taken: the shift is among the open ones no more',
      call: '/rpc/assignments/ask',
      async open(page) {
        await page.goto(`${stage.url}/student/shifts?show=open`)
        await page
          .getByRole('button', { name: /^Take this shift: Skills lab/ })
          .first()
          .waitFor()
        await settled(page)
      },
      button: 'button[aria-label^="Take this shift: Skills lab"]',
      gone: 'li:has(button[aria-label^="Take this shift: Skills lab"])',
      standing: 'main fieldset, main ul',
    },
    {
      what: 'a seat is dropped: it is among those that come no more',
      call: '/rpc/assignments/drop',
      // One of the seats taken above is kept for the refusal.
      rounds: ROUNDS - 1,
      async open(page) {
        await page.goto(`${stage.url}/student/shifts`)
        await page
          .getByRole('button', { name: /^Actions for Skills lab/ })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Drop shift' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Drop shift' }).waitFor()
        await settled(page)
      },
      button: '[role="dialog"] button:has-text("Drop shift")',
      gone: 'main li:has(button[aria-label^="Actions for Skills lab"])',
      standing: 'main fieldset, main ul',
    },
    {
      what: 'all notifications are marked as read: none is new',
      call: '/rpc/notifications/markAllRead',
      prepare: async () => {
        await admin.query('delete from public.notifications where recipient_id = $1', [jenna])
        await admin.query(
          `insert into public.notifications (recipient_id, title, message, type) select $1, 'Notice ' || n, 'It is told for the bench.', 'shift_changed' from generate_series(1, 30) n`,
          [jenna],
        )
      },
      async open(page) {
        await page.goto(`${stage.url}/student/dashboard`)
        await page.getByRole('button', { name: /^Notifications/ }).click()
        await page.getByRole('button', { name: 'Mark all as read' }).waitFor()
        await page.locator('[data-unread]').nth(29).waitFor()
        await settled(page)
      },
      button: 'button:has-text("Mark all as read")',
      gone: '[data-unread]',
      standing: '[data-unread]',
    },
  ]
}

/** Waits until the page has loaded; its live stream never ends. */
function settled(page: Page): Promise<void> {
  return page.waitForTimeout(800)
}

/** Presses the button; resolves with the milliseconds until one of the selected elements has disappeared and the frame is painted. */
async function press(page: Page, { button, gone }: Action): Promise<number> {
  const pair = await Promise.all([button, gone].map((each) => page.locator(each).first().elementHandle()))
  return page.evaluate(
    async ([pressed, leaving]) => {
      const began = performance.now()
      pressed.click()
      const isUnread = leaving.hasAttribute('data-unread')
      const isThere = () => leaving.isConnected && leaving.hasAttribute('data-unread') === isUnread
      while (isThere()) {
        await new Promise(requestAnimationFrame)
        if (performance.now() - began > 5_000) return Number.NaN
      }
      // A task queued after a frame runs once that is painted.
      await new Promise(requestAnimationFrame)
      const { port1, port2 } = new MessageChannel()
      const task = new Promise((resolve) => (port1.onmessage = resolve))
      port2.postMessage('')
      await task
      return performance.now() - began
    },
    pair as [ElementHandle<HTMLElement>, ElementHandle<HTMLElement>],
  )
}

/** Lets the server refuse; true if everything is as before. */
async function refused(page: Page, { call, button, standing }: Action): Promise<boolean> {
  const said = () => page.locator(standing).allInnerTexts()
  const before = await said()
  await page.route(`**${call}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, NETWORK_MS))
    await route.fulfill({
      status: 403,
      json: { json: { defined: false, code: 'FORBIDDEN', status: 403, message: 'Not today.' } },
    })
  })
  await page
    .locator(button)
    .first()
    .evaluate((element: HTMLElement) => element.click())
  await page.getByText('Not today.').first().waitFor()
  await settled(page)
  await page.unroute(`**${call}`)
  const after = await said()
  return JSON.stringify(before) === JSON.stringify(after)
}
