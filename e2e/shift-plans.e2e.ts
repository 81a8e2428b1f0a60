import { expect, it } from 'vitest'
import { expectGoodPage, person } from './people.ts'

it('a school admin describes shifts, answers questions, creates drafts, and undoes that', async () => {
  const { page, complaints } = await person('ana', { at: '/school/ai-shift-creator' })
  const text = page.getByRole('textbox', { name: 'Shifts in your words' })
  const example = page.getByRole('button', { name: /^Mondays .* except holidays$/ })
  await example.click()
  const words = (await text.inputValue())
    .replace(/, instructor [^,]+/, ', no instructor yet')
    .replace('Mondays and Tuesdays', 'Sundays')
  await text.fill(`${words}, bring warm jackets`)
  await page.getByRole('button', { name: 'Read it' }).click()
  await page
    .getByRole('region', { name: '1 question' })
    .getByText('“bring warm jackets” was not understood')
    .waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Leave it out', exact: true }).first().click()
  await page.getByText(/^\d+ drafts to make/).waitFor()
  // What all of them lack is shown once.
  await page
    .getByRole('region', { name: 'What several shifts have in common' })
    .getByText('No instructor is named yet')
    .waitFor()
  const seats = page.getByRole('textbox', { name: /^Seats: Sun/ }).first()
  await seats.fill('3')
  await seats.press('Enter')
  await page.getByRole('button', { name: 'Make drafts…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make drafts' }).click()
  await page.getByText(/shifts came from this plan, all drafts/).waitFor()
  await page.getByRole('button', { name: 'Undo the drafts…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the drafts' }).click()
  await page.getByText(/^\d+ drafts to make/).waitFor()
  expect(complaints).toEqual([])
})
