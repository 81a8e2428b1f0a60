import type { Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { waitUntilSettled, person, type Visitor } from './people.ts'

type Call = { path: string[]; input?: unknown }
const words = ({ path, input }: Call): string => `${path.join('.')} ${JSON.stringify(input) ?? ''}`.trim()

/** The bell's requests, which are repeated once its live stream is open, and what a session reports once, whichever page is first. */
const ASIDE = /^(notifications\.(unreadCount|live)|roleViews\.setContext)/
/** The four queries of one call at a student's sign-in (Spec §7). */
const AT_SIGN_IN = [
  'assignments.mine {}',
  'assignments.available {"limit":50}',
  'assignments.progress {}',
  'shifts.options {}',
]

const BLOCK = /<script type="application\/json" id="first-answers">(.*?)<\/script>/

/** Opens a page and records what came with it, and its requests until it is left. */
async function open({ page }: Visitor, path: string, { withAnswers = true } = {}) {
  const asked: string[] = []
  let given: Call[] = []
  const note = (request: Request) => {
    const [, call] = /\/rpc\/(.+)$/.exec(request.url()) ?? []
    if (!call) return
    const { json } = (request.postDataJSON() ?? {}) as { json?: unknown }
    asked.push(words({ path: call.split('/'), input: json }))
  }
  page.on('request', note)
  await page.route(`**${path}`, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const body = await answer.text()
    given = (JSON.parse(BLOCK.exec(body)?.[1] ?? '{"answers":[]}') as { answers: Call[] }).answers
    return route.fulfill({ response: answer, body: withAnswers ? body : body.replace(BLOCK, '') })
  })
  await page.goto(path)
  await page.locator('main h1').waitFor()
  await waitUntilSettled(page)
  await page.unroute(`**${path}`)
  return {
    asked: () => asked.filter((call) => !ASIDE.test(call)),
    given: given.map(words).toSorted(),
    leave: () => page.off('request', note),
  }
}

it.each([
  ['sam', '/admin/dashboard'],
  ['ana', '/school/dashboard'],
  ['frank', '/facility/dashboard'],
  ['jenna', '/student/dashboard'],
  ['marcus', '/proctor/dashboard'],
])('%s finds in %s everything that its first requests need, and nothing unneeded', async (name, path) => {
  const someone = await person(name)
  await waitUntilSettled(someone.page)
  const whole = await open(someone, path)
  expect(whole.asked()).toEqual([])
  expect(await someone.page.locator('#first-answers').count()).toBe(0)
  whole.leave()
  const alone = await open(someone, path, { withAnswers: false })
  // A lazy part sends its requests when it is loaded: on a busy machine after a moment of silence.
  const needed = () =>
    alone.asked().flatMap((call) => (call.startsWith('assignments.atSignIn') ? AT_SIGN_IN : call))
  await expect.poll(() => [...new Set(needed())].toSorted()).toEqual(whole.given)
  await waitUntilSettled(someone.page)
  expect([...new Set(needed())].toSorted()).toEqual(whole.given)
})

it('a user who signed out in another tab is sent to sign in by the next page, and finds no earlier data in it', async () => {
  const { page, context } = await person('marcus', { isFresh: true })
  await page.locator('main h1').waitFor()
  // A page to return to, whether the sign-in page replaces it or follows it.
  await page.goto('/proctor/schedule')
  await page.locator('main h1').waitFor()
  const second = await context.newPage()
  await second.goto('/proctor/dashboard')
  await second.getByRole('button', { name: /account of/ }).click()
  await second.getByRole('menuitem', { name: 'Sign out' }).click()
  await second.waitForURL(({ pathname }) => pathname === '/login')
  const answer = await page.goto('/proctor/dashboard')
  expect(await answer!.text()).not.toMatch(BLOCK)
  await page.waitForURL(({ pathname }) => pathname === '/login')
  await page.goBack().catch(() => null)
  await page.waitForURL(({ pathname }) => pathname === '/login')
})
