import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { person, waitUntilSettled } from './people.ts'

/** What has the focus but is covered by something else, such as a bar that sticks to the window; empty if the focus is visible. */
const coveredFocus = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    // The skip link slides in.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    const focused = document.activeElement
    if (!focused || focused === document.body) return ''
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return above && (focused.contains(above) || above.contains(focused))
      ? ''
      : focused.outerHTML.slice(0, 200)
  })

it.each(['/student/dashboard', '/student/progress'])(
  'what has the focus on %s is never below the bar of a phone',
  async (at) => {
    const { page } = await person('jenna', { at, size: 'thumb', dark: true })
    await waitUntilSettled(page)
    const covered: string[] = []
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab')
      covered.push(await coveredFocus(page))
    }
    expect(covered.filter(Boolean)).toEqual([])
  },
)

const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '')

it('what is left by a link, or removed by its own action, gives the focus to a heading', async () => {
  await person('jenna', { isFresh: true })
  const { page } = await person('jenna', { isFresh: true, size: 'thumb' })
  await waitUntilSettled(page)
  await page.getByRole('link', { name: 'Complete it' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/student/profile**')
  await expect.poll(() => focusedText(page)).toBe('My profile')

  const device = page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).first()
  await device.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Device signed out').waitFor()
  await expect.poll(() => focusedText(page)).toBe('Where you are signed in')
})
