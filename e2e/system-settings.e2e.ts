import { expect, it } from 'vitest'
import { expectGoodPage, person } from './people.ts'

it('the superadmin announces maintenance, everyone sees it immediately, and it is undone', async () => {
  const student = await person('jenna', { at: '/student/dashboard' })
  const { page, complaints } = await person('sam', { at: '/settings' })
  const row = page.getByRole('row', { name: /Planned maintenance/ })
  await row.getByText('None (default)').waitFor()
  await expectGoodPage(page)
  await row.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: /Change/ }).click()
  const form = page.getByRole('form', { name: 'Planned maintenance' })
  // The focus came over the dialog's own button: the calendar of the first day waits for a press all the same.
  const first = form.getByRole('textbox', { name: 'Starts on' })
  await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await page.getByRole('button', { name: 'Previous' }).count()).toBe(0)
  await form.getByLabel('Message').fill('Save what you are working on.')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Planned maintenance changed').waitFor()
  await student.page.getByText('Save what you are working on.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await student.page.getByText('Save what you are working on.').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

it('background work is run now, and its result is shown', async () => {
  const { page, complaints } = await person('sam', { at: '/settings?view=tasks' })
  const row = page.getByRole('row', { name: /^Clean-up/ })
  await row.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Run now' }).click()
  await page.getByText(/Done in [\d,.]+ ms/).waitFor()
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

it('no one else can open it', async () => {
  const { page } = await person('grace', { at: '/settings' })
  await page.waitForURL('**/school/dashboard')
})
