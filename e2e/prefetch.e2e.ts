import { expect, it } from 'vitest'
import { waitUntilSettled, demo, expectGoodPage, signIn, visitor } from './people.ts'

it.each([
  ['ana', 1],
  ['marcus', 1],
  // They are linked to no school.
  ['frank', 0],
  ['sam', 0],
] as const)(
  'after signing in, %s prefetches the four queries %i times, without visible effects',
  async (name, times) => {
    const { page, complaints } = await visitor()
    const answers: number[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/rpc/assignments/atSignIn')) answers.push(response.status())
    })
    await signIn(page, demo(name).email)
    await page.locator('main h1').waitFor()
    await waitUntilSettled(page)
    expect(answers).toEqual(Array.from({ length: times }, () => 200))
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0)
    // There was only one sign-in.
    await page.reload()
    await page.locator('main h1').waitFor()
    await expectGoodPage(page)
    expect(answers).toHaveLength(times)
    expect(complaints).toEqual([])
  },
)

it('a failed or refused prefetch changes nothing on the page, without a message', async () => {
  for (const status of [403, 500]) {
    const { page } = await visitor()
    let asked = 0
    await page.route('**/rpc/assignments/atSignIn', (route) => {
      asked += 1
      return route.fulfill({
        status,
        json: { json: { defined: false, code: 'FORBIDDEN', status, message: 'No.' } },
      })
    })
    await signIn(page, demo('ana').email)
    await page.locator('main h1').waitFor()
    await waitUntilSettled(page)
    expect(asked).toBeGreaterThan(0)
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0)
    await expectGoodPage(page)
  }
})
