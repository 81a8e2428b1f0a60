import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectGoodPage, person } from './people.ts'

const questionOn = (page: Page): Locator => page.getByRole('dialog', { name: 'Discard what you typed?' })
const hasFocus = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((element) => element === document.activeElement)

it('a drawer closes at once if nothing was typed; otherwise every way of leaving asks first', async () => {
  const { page, complaints } = await person('frank')
  await page.goto('/facility/preceptors')
  const drawer = page.getByRole('dialog', { name: 'Invite a preceptor' })
  const name = drawer.getByRole('textbox', { name: 'Name' })
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Invite a preceptor' }).click()
    await name.waitFor()
  }
  const question = questionOn(page)
  const leaves = {
    escape: () => page.keyboard.press('Escape'),
    outside: () => page.mouse.click(100, 450),
    close: () => drawer.getByRole('button', { name: 'Close' }).click(),
    cancel: () => drawer.getByRole('button', { name: 'Cancel' }).click(),
  }
  for (const leave of Object.values(leaves)) {
    await open()
    await leave()
    await drawer.waitFor({ state: 'detached' })
  }

  for (const leave of Object.values(leaves)) {
    await open()
    await name.fill('Dana Wells')
    await leave()
    await question.waitFor()
    await expect.poll(() => hasFocus(question.getByRole('button', { name: 'Keep editing' }))).toBe(true)
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Dana Wells')
    await leave()
    await question.getByRole('button', { name: 'Discard' }).click()
    await drawer.waitFor({ state: 'detached' })
  }

  // Text that was typed and removed counts as nothing.
  await open()
  await name.fill('Dana Wells')
  await name.fill('')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  // A choice from a list counts too.
  await open()
  await drawer.getByLabel('License', { exact: true }).selectOption({ index: 1 })
  await page.keyboard.press('Escape')
  await question.waitFor()
  await expectGoodPage(page)
  await question.getByRole('button', { name: 'Discard' }).click()
  await drawer.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

it('on a phone, Back asks before it closes a drawer with unsaved text', async () => {
  const { page } = await person('jenna', { at: '/student/shifts', size: 'thumb' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page
    .getByRole('link', { name: /credential/i })
    .first()
    .tap()
  await page.waitForURL('**/student/credentials**')
  const open = (): Promise<void> => page.getByRole('button', { name: /^Try again: .*(flu|influenza)/i }).tap()
  const back = (): Promise<void> => page.evaluate(() => history.back())
  await open()
  const form = page.getByRole('form', { name: /flu|influenza/i })
  const field = form.getByRole('textbox').first()
  await field.fill('1/2/2026')
  const address = page.url()
  const question = questionOn(page)
  await back()
  await question.getByRole('button', { name: 'Keep editing' }).tap()
  await question.waitFor({ state: 'detached' })
  expect(page.url()).toBe(address)
  expect(await field.inputValue()).toContain('2026')
  await back()
  await question.getByRole('button', { name: 'Discard' }).tap()
  await form.waitFor({ state: 'detached' })
  expect(page.url()).not.toBe(address)

  // Nothing was typed: Back leaves at once.
  await page.goForward()
  await form.waitFor()
  await back()
  await form.waitFor({ state: 'detached' })
})

it('a link in a dialog asks before it leaves with what was typed; a new tab leaves nothing', async () => {
  const { page, context } = await person('grace', { at: '/school/cohorts' })
  await page.getByRole('link', { name: /^BSN Fall 2024/ }).click()
  await page.getByRole('button', { name: 'Actions for BSN Fall 2024' }).click()
  await page.getByRole('menuitem', { name: /^Graduate/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Graduate BSN Fall 2024/ })
  const why = dialog.getByLabel('Why it graduates anyway')
  // Named once for each thing that is open.
  const student = dialog.getByRole('link', { name: 'Jenna Park', exact: true }).first()
  const address = page.url()
  await why.fill('They are cleared on paper.')
  const tab = context.waitForEvent('page')
  await student.click({ modifiers: ['ControlOrMeta'] })
  await (await tab).close()
  await student.click()
  const question = questionOn(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(page.url()).toBe(address)
  expect(await why.inputValue()).toBe('They are cleared on paper.')
  await student.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Jenna Park' }).waitFor()
})

it('on a phone, lists and calendars of a dialog are in the window, and each choice is as large as a finger', async () => {
  const { page } = await person('jenna', { at: '/student/shifts?show=swaps', size: 'thumb' })
  await page.getByRole('button', { name: 'Propose a swap' }).tap()
  await page.getByRole('combobox', { name: 'Classmate' }).tap()
  const list = page.getByRole('listbox')
  await list.getByRole('option').first().waitFor()
  await expect.poll(async () => (await list.boundingBox())!.y).toBeGreaterThan(0)
  const { y, height } = (await list.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(740)
  expect((await list.getByRole('option').first().boundingBox())!.height).toBeGreaterThanOrEqual(44)

  await page.goto('/student/progress')
  await page.getByRole('button', { name: 'Report hours' }).tap()
  const day = page.getByRole('textbox', { name: 'Date' })
  const calendar = page.locator('[data-dates-dropdown]')
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await day.tap()
    await calendar.getByRole('button', { name: 'Next' }).waitFor()
    const { x, width: wide } = (await calendar.boundingBox())!
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + wide).toBeLessThanOrEqual(width)
    const sizes = await calendar
      .getByRole('button')
      .evaluateAll((all) => (all as HTMLElement[]).map((one) => [one.offsetWidth, one.offsetHeight]))
    expect(sizes.length).toBeGreaterThan(28)
    expect(Math.min(...sizes.flat())).toBeGreaterThanOrEqual(43)
    await page.getByRole('heading', { name: 'Report hours' }).last().tap()
    await calendar.waitFor({ state: 'hidden' })
  }
})
