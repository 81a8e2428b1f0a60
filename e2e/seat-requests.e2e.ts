/**
 * Students’ requests, answered in the school’s queue: a single one, several at once with a reason, and the student who reads the answer.
 */
import { expect, it } from 'vitest'
import { expectGoodPage, person } from './people.ts'

it('requests for seats are answered on the dashboard, one and several at once', async () => {
  const ana = await person('ana', { at: '/school/dashboard' })
  const { page } = ana
  await page.getByRole('button', { name: /student requests?/ }).click()
  const rows = page.getByRole('row').filter({ hasText: 'Requests a seat' })
  await rows.first().waitFor()
  const before = await rows.count()
  expect(before).toBeGreaterThan(1)
  await expectGoodPage(page)

  await rows.first().getByRole('button', { name: 'Give a seat' }).click()
  // The oldest request is not cleared: the blocker is shown, and a reason overrides it.
  await page.getByText(/Not cleared: Tuberculosis screening/).waitFor()
  await rows
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Give a seat anyway…' }).click()
  const anyway = page.getByRole('dialog', { name: /a seat anyway/ })
  await anyway.getByRole('textbox', { name: 'Why override this rule?' }).fill('The result is on its way.')
  await expectGoodPage(page)
  await anyway.getByRole('button', { name: 'Give a seat' }).click()
  await page.getByText('Seat given').waitFor()
  await expect.poll(() => rows.count()).toBeLessThan(before)

  const left = await rows.count()
  await rows.last().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Decline 1' }).click()
  const question = page.getByRole('dialog', { name: /^Decline the request of/ })
  await question.getByRole('textbox', { name: 'Reason' }).fill('This day is for seniors.')
  await expectGoodPage(page)
  await question.getByRole('button', { name: 'Decline request' }).click()
  await page.getByText('Request declined').waitFor()
  await expect.poll(() => rows.count()).toBeLessThan(left)
  await expectGoodPage(page)
  expect(ana.complaints.filter((words) => !words.includes('409'))).toEqual([])
})
