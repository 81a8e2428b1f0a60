import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { waitUntilSettled, demo, expectGoodPage, person, signIn, sizes, visitor } from './people.ts'

const admin = openDatabase()

/** Inserts a notification as another process would. */
const notify = (name: string, title: string, url: string | null = null) =>
  admin.query(
    `select app.notify_code(array[$1::uuid], 'semester', 'announcement.sent', jsonb_build_object('title', $2::text, 'message', 'Words'), $3)`,
    [demoId(demo(name).email), title, url],
  )
const forget = (name: string) =>
  admin.query('delete from public.notifications where recipient_id = $1', [demoId(demo(name).email)])
/** Waits for the reminders that the product sends soon after it starts; otherwise they would arrive after notifications are cleared. */
const reminded = (name: string) =>
  expect
    .poll(async () => {
      const { rows } = await admin.query(
        `select distinct split_part(code, '.', 1) from public.notifications where recipient_id = $1 and (code like 'credential%' or code like 'wishlist%')`,
        [demoId(demo(name).email)],
      )
      return rows.length
    })
    .toBe(2)

const bell = (page: Page, unread?: string) =>
  page.getByRole('button', {
    name: unread ? `Notifications, ${unread} unread` : 'Notifications',
    exact: true,
  })

it('the bell updates immediately with the count, and a row opens its page and is then read', async () => {
  await reminded('jenna')
  await forget('jenna')
  const { page, complaints } = await person('jenna')
  await bell(page).click()
  await page.getByText('No notifications yet').waitFor()
  await page.keyboard.press('Escape')
  await notify('jenna', 'Your badge is ready', '/student/profile?from=bell')
  await bell(page, '1').waitFor({ timeout: 2_000 })
  for (let index = 0; index < 10; index++) await notify('jenna', `More ${index}`)
  await bell(page, '9+').click()
  const row = page.getByRole('button', { name: /Your badge is ready/ })
  await row.waitFor()
  expect(await row.textContent()).toMatch(/^UnreadYour badge is readyWords.* ago$/)
  await expectGoodPage(page)
  await row.click()
  await page.waitForURL((url) => url.pathname === '/student/profile' && url.search === '?from=bell')
  await expect
    .poll(
      async () =>
        (
          await admin.query(
            `select is_read from public.notifications where values ->> 'title' = 'Your badge is ready'`,
          )
        ).rows,
    )
    .toEqual([{ is_read: true }])
  expect(complaints).toEqual([])
})

it.each(['wide', 'phone'] as const)(
  'the list scrolls: the oldest of fifty is reachable, on a %s window',
  async (size) => {
    await forget('jenna')
    for (let index = 1; index <= 50; index++) await notify('jenna', `Number ${index}.`)
    const { page, complaints } = await person('jenna', { size })
    // Late parts of the page move what is under the mouse.
    await waitUntilSettled(page)
    await bell(page, '9+').click()
    const oldest = page.getByRole('button', { name: /Number 1\./ })
    await oldest.waitFor()
    const isInView = () =>
      oldest.evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      })
    const list = page.getByRole('dialog').getByRole('list')
    const room = await list.evaluate((found) => ({
      whole: found.scrollHeight,
      shown: found.parentElement!.clientHeight,
    }))
    expect(room.whole).toBeGreaterThan(room.shown)
    expect(await isInView()).toBe(false)
    await list.hover()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 1_000)
        return isInView()
      })
      .toBe(true)
    // The page below does not scroll.
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await forget('jenna')
    expect(complaints).toEqual([])
  },
)

it('the superadmin finds a visitor’s message, and marks it as answered', async () => {
  const { rows } = await admin.query<{ id: string }>(
    `insert into public.contact_messages (id, name, email, organization, topic, message)
     values (gen_random_uuid(), 'Dana Ruiz', 'dana@college.example', 'Cedar College', 'school', 'We place 140 students a term.') returning id`,
  )
  const { page, complaints } = await person('sam', { at: '/admin/notifications' })
  await page.getByRole('button', { name: 'Messages to Placewell' }).click()
  await page.waitForURL((url) => url.searchParams.get('view') === 'messages')
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('cedar')
  await page.getByRole('link', { name: 'Dana Ruiz' }).click()
  const dialog = page.getByRole('dialog', { name: 'Message from Dana Ruiz' })
  await dialog.getByText('We place 140 students a term.').waitFor()
  await dialog.getByText('Not answered', { exact: true }).waitFor()
  expect(await dialog.getByRole('link', { name: 'Write an answer' }).getAttribute('href')).toContain(
    'mailto:',
  )
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Mark as answered' }).click()
  await page.getByText('Marked as answered').waitFor()
  await dialog.getByText(/ by Sam Okafor$/).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Answered/ }).click()
  await page.waitForURL((url) => url.searchParams.get('state') === 'answered')
  await page.getByRole('link', { name: 'Dana Ruiz' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^placewell-messages-/)
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  await admin.query('delete from public.contact_messages where id = $1', [rows[0]!.id])
  expect(complaints).toEqual([])
})

it('marking all as read shows before the server answers, and confirms afterwards', async () => {
  await forget('jenna')
  await notify('jenna', 'One')
  await notify('jenna', 'Two')
  const { page } = await person('jenna')
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/rpc/notifications/markAllRead', async (route) => {
    await held
    await route.continue()
  })
  await bell(page, '2').click()
  await page.getByRole('button', { name: /One/ }).waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(() => page.locator('[data-unread]').count()).toBe(0)
  expect(await page.getByText('All notifications marked as read').count()).toBe(0)
  letGo()
  await page.getByText('All notifications marked as read').waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
})

it('a refusal undoes exactly that change and says why', async () => {
  await forget('jenna')
  await notify('jenna', 'One')
  await notify('jenna', 'Two')
  const { page } = await person('jenna')
  const refuse = {
    status: 403,
    json: { json: { defined: false, code: 'FORBIDDEN', status: 403, message: 'Not today.' } },
  }
  for (const call of ['markRead', 'markAllRead'])
    await page.route(`**/rpc/notifications/${call}`, (route) => route.fulfill(refuse))
  await bell(page, '2').click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('Failed to mark notifications as read').waitFor()
  await page.getByText('Not today.').first().waitFor()
  await bell(page, '2').waitFor()
  await expect.poll(() => page.locator('[data-unread]').count()).toBe(2)
  await page.getByRole('button', { name: /One/ }).click()
  await page.getByText('Failed to mark notification as read').waitFor()
  await bell(page, '2').waitFor()
})

it('a hidden tab sends no requests, and catches up when it is shown', async () => {
  await forget('jenna')
  const { page } = await person('jenna')
  await page.clock.install()
  await page.reload()
  await bell(page).waitFor()
  // The page's own requests are done.
  await page.getByRole('heading', { name: 'Your next shift' }).waitFor()
  await waitUntilSettled(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => visibility === 'hidden' })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await show('hidden')
  await page.clock.runFor(120_000)
  await notify('jenna', 'While you were away')
  await page.waitForTimeout(500)
  expect(asked).toEqual([])
  await show('visible')
  await bell(page, '1').waitFor()
  expect(asked).toContain('/rpc/notifications/live')
  const polls = () => asked.filter((path) => path.endsWith('/unreadCount')).length
  const before = polls()
  await page.clock.runFor(31_000)
  await expect.poll(polls).toBeGreaterThan(before)
})

it('a tab opened in the background prefetches nothing until it is shown', async () => {
  const { page, complaints } = await visitor()
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !('isShown' in window) })
  })
  await signIn(page, demo('jenna').email)
  await page.getByRole('heading', { name: 'Your next shift' }).waitFor()
  await waitUntilSettled(page)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.waitForTimeout(500)
  expect(fetched).toEqual([])
  await page.evaluate(() => {
    Object.assign(window, { isShown: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await expect.poll(() => fetched.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(1)
  expect(complaints).toEqual([])
})

it('the superadmin writes to one person, who is notified immediately and by email', async () => {
  await forget('jenna')
  const sam = await person('sam')
  const jenna = await person('jenna')
  await sam.page.goto('/admin/notifications')
  await sam.page.getByRole('button', { name: 'Send notification' }).click()
  await sam.page.getByText('Please check 2 fields:').waitFor()
  await sam.page.getByText('A person', { exact: true }).click()
  await sam.page.getByRole('combobox', { name: 'Person' }).fill('jenna.student@')
  await sam.page.getByRole('option', { name: /Jenna Park/ }).click()
  await sam.page.getByRole('textbox', { name: 'Title' }).fill('Bring your badge')
  await sam.page.getByRole('textbox', { name: 'Message' }).fill('It is checked at the door.')
  await sam.page.getByRole('textbox', { name: 'Leads to' }).fill('/student/profile')
  await sam.page.getByRole('switch').setChecked(true)
  await sam.page.getByText('Reaches 1 person, 1 of them also by email.').waitFor()
  await sam.page.getByRole('button', { name: 'Send notification' }).click()
  await sam.page.getByRole('dialog').getByRole('button', { name: 'Send notification' }).click()
  await bell(jenna.page, '1').click()
  await jenna.page.getByRole('button', { name: /Bring your badge/ }).waitFor()
  await sam.page.getByRole('link', { name: 'Bring your badge' }).click()
  await sam.page.getByText('0 people (0%)').waitFor()
  await sam.page.keyboard.press('Escape')
  for (const size of Object.values(sizes)) {
    await sam.page.setViewportSize(size)
    await expectGoodPage(sam.page)
  }

  const anybody = await visitor()
  await anybody.page.goto('/email-test?q=jenna')
  await anybody.page.getByRole('link', { name: /Bring your badge/ }).click()
  await anybody.page.getByText('It is checked at the door.').waitFor()
  for (const size of Object.values(sizes)) {
    await anybody.page.setViewportSize(size)
    await expectGoodPage(anybody.page)
  }
  await anybody.page.getByText('HTML', { exact: true }).click()
  const [opened] = await Promise.all([
    anybody.context.waitForEvent('page'),
    anybody.page.frameLocator('iframe').getByRole('link', { name: 'Open Placewell' }).click(),
  ])
  await opened.waitForURL((url) => url.pathname === '/login' && url.search.includes('profile'))
  expect([...sam.complaints, ...jenna.complaints, ...anybody.complaints]).toEqual([])
})
