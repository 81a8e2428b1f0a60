import { expect, it } from 'vitest'
import { base, waitUntilSettled, expectGoodPage, person } from './people.ts'

it('a proctor creates a private calendar address, sees it once, renews it and turns it off', async () => {
  const { page, complaints } = await person('marcus', { at: '/proctor/profile', size: 'phone' })
  await page.getByRole('button', { name: 'Create calendar link' }).click()
  const field = page.getByLabel('Private calendar address')
  await field.waitFor()
  await expectGoodPage(page)
  const first = await field.inputValue()
  const read = async (url: string) => (await fetch(new URL(new URL(url).pathname, base()))).status
  expect(await read(first)).toBe(200)
  await page.reload()
  await page.getByText(/a calendar last read it/).waitFor()
  expect(await field.count()).toBe(0)

  await page.getByRole('button', { name: 'Make a new address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new address' }).click()
  await field.waitFor()
  const second = await field.inputValue()
  expect([await read(first), await read(second)]).toEqual([410, 200])

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Calendar address turned off').waitFor()
  await page.getByRole('button', { name: 'Create calendar link' }).waitFor()
  expect(await read(second)).toBe(410)
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

it('“Add to your calendar” leads to the address further down the profile', async () => {
  const { page, complaints } = await person('jenna', { at: '/student/shifts' })
  await page.getByRole('link', { name: 'Add to your calendar' }).click()
  const title = page.getByRole('heading', { name: 'Your shifts in your calendar' })
  await title.waitFor()
  await waitUntilSettled(page)
  const { y } = (await title.boundingBox())!
  expect(y).toBeGreaterThan(0)
  expect(y).toBeLessThan(page.viewportSize()!.height)
  expect(complaints).toEqual([])
})
