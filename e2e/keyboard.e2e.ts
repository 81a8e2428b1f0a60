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
  await cards.nth(1).waitFor()
  const names = await cards.getByRole('heading').allInnerTexts()
  await cards.nth(0).getByRole('link').first().focus()
  await page.keyboard.press('Tab')
  const taken = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(taken).toMatch(/^Take this shift/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await expect.poll(() => focusedText(page)).toBe(names[1])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: taken! }).waitFor()
})

it('a dialog whose action removes the button that opened it gives the focus to a heading', async () => {
  const { page } = await person('jenna', { at: '/student/shifts?show=open', size: 'thumb' })
  await page
    .getByRole('button', { name: /^Take this/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.goto('/student/shifts')
  const more = page.getByRole('button', { name: /^Actions for/ }).last()
  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Drop shift' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^H[1-3]$/)
})

it('the option of a list that the keyboard is at can be read in the dark scheme', async () => {
  const { page } = await person('grace', { at: '/billing/transfer-ownership', size: 'thumb', dark: true })
  await page.getByRole('combobox', { name: 'New billing owner' }).click()
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('[data-combobox-selected]').waitFor()
  await expectGoodPage(page)
})

it('what has the focus is not below the title or the buttons of a drawer', async () => {
  const { page } = await person('frank', { at: '/facility/preceptors', size: 'thumb' })
  await page.getByRole('button', { name: 'Invite a preceptor' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Name' }).waitFor()
  await drawer.getByRole('button', { name: 'Cancel' }).focus()
  const covered: string[] = []
  for (let presses = 0; presses < 15; presses++) {
    await page.keyboard.press('Shift+Tab')
    covered.push(await coveredFocus(page))
  }
  expect(covered.filter(Boolean)).toEqual([])
})
