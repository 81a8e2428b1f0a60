import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectGoodPage, person, waitUntilSettled } from './people.ts'

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

it('a shift that is taken gives the focus to the next one', async () => {
  const { page } = await person('jenna', { at: '/student/shifts?show=open', size: 'thumb' })
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Take this/ }) })
  const names = await cards.getByRole('heading').allInnerTexts()
  expect(names.length).toBeGreaterThan(1)
  await cards.nth(0).getByRole('link').first().focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const taken = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(taken).toMatch(/^Take this shift/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await expect.poll(() => focusedText(page)).toBe(names[1])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: taken! }).waitFor()
})

it('in a dialog, the option of a list is readable, and what has the focus is not below the title', async () => {
  const { page } = await person('jenna', { at: '/student/shifts?show=swaps', size: 'thumb', dark: true })
  await page.getByRole('button', { name: 'Propose a swap' }).click()
  const dialog = page.getByRole('dialog')
  const classmate = dialog.getByRole('combobox', { name: 'Classmate' })
  await classmate.click()
  await page.getByRole('option').nth(1).waitFor()
  await page.keyboard.press('ArrowDown')
  await expectGoodPage(page)
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio').first().waitFor()
  await dialog.getByRole('button', { name: 'Propose swap' }).focus()
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Shift+Tab')
    expect(await coveredFocus(page)).toBe('')
  }
})
