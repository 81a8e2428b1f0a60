import { expect, it } from 'vitest'
import { expectGoodPage, person } from './people.ts'

it('a student ranks rotations with the keyboard and by dragging, and finds each change saved', async () => {
  const { page, complaints } = await person('jenna', { at: '/student/wishlist', size: 'phone', anew: true })
  await page.getByRole('link', { name: 'Rank rotations' }).click()
  await page.getByRole('heading', { name: 'Your ranking' }).waitFor()
  await expectGoodPage(page)
  const add = page.getByRole('button', { name: /^Add .+, / })
  for (const count of [1, 2, 3]) {
    await add.first().click()
    await expect.poll(() => page.getByRole('button', { name: /^Remove / }).count()).toBe(count)
  }
  const names = () =>
    page
      .getByRole('button', { name: /^Move / })
      .evaluateAll((handles) => handles.map((handle) => handle.dataset['handle']))
  const [first, second, third] = await names()
  await page.getByRole('button', { name: /, choice 3 of 3/ }).press('ArrowUp')
  await expect.poll(names).toEqual([first, third, second])
  // The handle that moved keeps the focus.
  await page.keyboard.press('Home')
  await expect.poll(names).toEqual([third, first, second])

  // Below the middle of the last row it becomes the last.
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Move / }) })
  await page.getByRole('heading', { name: 'Your ranking' }).evaluate((heading) => heading.scrollIntoView())
  const handle = (await page.getByRole('button', { name: /, choice 1 of 3/ }).boundingBox())!
  const last = (await rows.last().boundingBox())!
  await page.mouse.move(handle.x + 20, handle.y + 20)
  await page.mouse.down()
  await page.mouse.move(handle.x + 20, last.y + last.height - 2, { steps: 8 })
  await page.mouse.up()
  await expect.poll(names).toEqual([first, second, third])
  await page.getByText('All changes saved').waitFor()
  await page.reload()
  await expect.poll(names).toEqual([first, second, third])
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

it('a school creates a wishlist, looks who is missing, reminds them and enters choices for one', async () => {
  const { page, complaints } = await person('ana', { at: '/school/wishlists', anew: true })
  await page.getByRole('button', { name: 'New wishlist' }).click()
  const form = page.getByRole('form', { name: 'New wishlist' })
  await form.getByRole('button', { name: 'Create draft' }).click()
  await form.getByText('Give the wishlist a name.').first().waitFor()
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: 'Open Upcoming rotations' }).click()
  await page.getByRole('heading', { name: 'Students' }).waitFor()
  await page.getByRole('button', { name: /^Remind / }).click()
  await page.getByText('Reminders sent').waitFor()
  await page.getByRole('button', { name: /^Not started/ }).click()
  await page.waitForURL(/show=not_started/)
  await page.getByRole('button', { name: 'Enter choices for Nora Lindgren' }).click()
  const dialog = page.getByRole('dialog', { name: /^Choices of/ })
  await dialog.getByLabel('Rotations').first().click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Save choices' }).click()
  await page.getByText('Choices saved').waitFor()
  await page.getByRole('button', { name: /^In progress/ }).click()
  await page.getByText('(entered by the school)').waitFor()
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})
