import type { Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { calm, person, type Visitor } from './people.ts'

type Call = { path: string[]; input?: unknown }
const words = ({ path, input }: Call): string => `${path.join('.')} ${JSON.stringify(input) ?? ''}`.trim()

/** What the bell asks, and asks again as soon as its live stream stands; and what a session is told once, whichever page is its first. */
const ASIDE = /^(notifications\.(unreadCount|live)|roleViews\.setContext)/
/** The four that are asked for in one call at a student's sign-in (Spec §7). */
const AT_SIGN_IN = [
  'assignments.mine {}',
  'assignments.available {"limit":50}',
  'assignments.progress {}',
  'shifts.options {}',
]

const BLOCK = /<script type="application\/json" id="first-answers">(.*?)<\/script>/

/** Opens the page: what came with it, and what it asks until it is left. */
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
  await calm(page)
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
])('%s finds in %s all that it asks first, and nothing in vain', async (name, path) => {
  const someone = await person(name)
  await calm(someone.page)
  const whole = await open(someone, path)
  expect(whole.asked()).toEqual([])
  expect(await someone.page.locator('#first-answers').count()).toBe(0)
  whole.leave()
  const alone = await open(someone, path, { withAnswers: false })
  // A part that comes later asks when it is there: on a busy machine after a moment of silence.
  const needed = () =>
    alone.asked().flatMap((call) => (call.startsWith('assignments.atSignIn') ? AT_SIGN_IN : call))
  await expect.poll(() => [...new Set(needed())].toSorted()).toEqual(whole.given)
  await calm(someone.page)
  expect([...new Set(needed())].toSorted()).toEqual(whole.given)
})

it('who signed out in another tab is sent to sign in by the next page, and finds nothing of before in it', async () => {
  const { page, context } = await person('marcus', { isFresh: true })
  await page.locator('main h1').waitFor()
  // Something to come back to, whether the way to sign in replaces the page or follows it.
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
