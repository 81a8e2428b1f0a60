import { expect, it } from 'vitest'
import { misplacedElements } from '#app/testing-html.ts'
import { waitUntilSettled, person, visitor, type Visitor } from './people.ts'

/** The person, their first page, its heading, and a figure on it. */
const pagePrefetches = [
  ['sam', '/admin/dashboard', 'Admin dashboard', /^Students\s+\d+$/m],
  ['ana', '/school/dashboard', 'Lakeshore College of Nursing', /^Students\s+\d+$/m],
  ['frank', '/facility/dashboard', 'Harborview Health', /^People with access\s+\d+$/m],
  ['jenna', '/student/dashboard', 'Hello, Jenna', /^All \d+ upcoming$/m],
  ['marcus', '/proctor/dashboard', 'Hello, Marcus', /\d+ of \d+ students/],
] as const

/** The page as the HTML document alone shows it. */
async function documentOf({ context }: Visitor, path: string): Promise<string> {
  // The server renders only for requests of documents.
  const answer = await context.request.get(path, { headers: { 'sec-fetch-dest': 'document' } })
  return answer.text()
}
const rendered = (html: string): string =>
  /<div id="root">(.*)<\/div>\s*<script type="application\/json"/s.exec(html)?.[1] ?? ''

it.each(pagePrefetches)(
  '%s reads %s before any code is loaded, and can continue',
  async (name, path, title, figure) => {
    const someone = await person(name)
    const { page } = await visitor({ script: false })
    await page.context().addCookies(await someone.context.cookies())
    await page.goto(path)
    await expect.poll(() => page.locator('main h1').innerText()).toBe(title)
    expect(await page.getByRole('main').innerText()).toMatch(figure)
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0)
    await page.getByRole('link', { name: 'My profile' }).click()
    await page.waitForURL(/\/[a-z-]*profile$/)
  },
)

it.each(pagePrefetches)('%s finds in %s the same page that the server rendered', async (name, path) => {
  const { page, complaints } = await person(name)
  await waitUntilSettled(page)
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML : node?.textContent,
        )
        shifts.push(`${value}: ${moved.map((text) => text?.slice(0, 150)).join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  const heading = page.locator('main h1')
  await heading.waitFor()
  // bench/screens measures movement caused by fonts; this is about movement caused by code.
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    ;(globalThis as unknown as { shifts: string[] }).shifts.length = 0
  })
  await heading.evaluate((element) => element.setAttribute('data-first', 'yes'))
  await page.getByRole('link', { name: 'My profile' }).focus()
  // A press before the code is loaded is not lost.
  await page.getByRole('button', { name: /account of/ }).click()
  code.resolve()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await waitUntilSettled(page)
  expect(await heading.getAttribute('data-first')).toBe('yes')
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)
  expect(shifts.join('\n')).toBe('')
  expect(complaints).toEqual([])
})

it.each(pagePrefetches)('the HTML sent to %s for %s is valid', async (name, path) => {
  const someone = await person(name)
  await waitUntilSettled(someone.page)
  const html = rendered(await documentOf(someone, path))
  expect(html.length).toBeGreaterThan(5_000)
  expect(misplacedElements(html)).toEqual([])
})

it('the browser renders the page if the time zone is unknown or data is missing', async () => {
  const someone = await person('marcus')
  await waitUntilSettled(someone.page)
  await someone.context.clearCookies({ name: 'placewell-zone' })
  expect(rendered(await documentOf(someone, '/proctor/dashboard'))).toBe('')
  await someone.page.goto('/proctor/dashboard')
  await someone.page.getByRole('button', { name: /account of/ }).click()
  await someone.page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  expect(rendered(await documentOf(someone, '/proctor/dashboard'))).toContain('Hello, Marcus')
  await someone.page.route('**/proctor/dashboard', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/<script type="application\/json".*?<\/script>/s, '')
    return route.fulfill({ response: answer, body })
  })
  await someone.page.goto('/proctor/dashboard')
  await waitUntilSettled(someone.page)
  await someone.page.getByRole('button', { name: /account of/ }).click()
  await someone.page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  expect(someone.complaints).toEqual([])
})

it('people who open pages at the same moment each get only their own', async () => {
  const people = await Promise.all(
    pagePrefetches.map(async ([name, path, title]) => ({ someone: await person(name), path, title })),
  )
  for (const { someone } of people) await waitUntilSettled(someone.page)
  for (let round = 0; round < 4; round++) {
    const pages = await Promise.all(people.map(({ someone, path }) => documentOf(someone, path)))
    // With many concurrent requests not all are rendered; rendered ones show the person's own page.
    const found = pages.map((html) =>
      people.map(({ title }) => title).filter((title) => rendered(html).includes(`>${title}</h1>`)),
    )
    for (const [at, titles] of found.entries())
      expect(rendered(pages[at]!) === '' ? [people[at]!.title] : titles).toEqual([people[at]!.title])
    expect(pages.filter((html) => rendered(html) !== '').length).toBeGreaterThan(1)
  }
})
