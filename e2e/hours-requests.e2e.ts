/** Hours that no shift shows: a student reports them on a phone, the school asks, gets an answer, and approves. */
import { expect, it } from 'vitest'
import { expectGoodPage, person } from './people.ts'

it('hours reported on a phone are asked about, answered and approved', async () => {
  const jenna = await person('jenna', { at: '/student/progress', size: 'phone' })
  const { page } = jenna
  const own = page.getByRole('region', { name: 'Hours you reported' })
  await own.getByText('Which faculty member was there?').waitFor()
  await own.getByRole('button', { name: 'Report hours' }).click()
  const form = page.getByRole('dialog', { name: 'Report hours' })
  await form.getByRole('button', { name: 'Report hours' }).click()
  await form.getByText('Enter up to 16 hours.').first().waitFor()
  await form.getByRole('textbox', { name: 'Hours' }).fill('20')
  await form
    .getByRole('textbox', { name: 'What you did, and with whom' })
    .fill('A health fair, with Nia Cole, RN.')
  await form.getByRole('button', { name: 'Report hours' }).click()
  await form.getByText('Enter up to 16 hours.').first().waitFor()
  await form.getByRole('textbox', { name: 'Hours' }).fill('2.5')
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Report hours' }).click()
  await page.getByText('Hours reported').waitFor()
  await own.getByText('A health fair, with Nia Cole, RN.').waitFor()
  await expectGoodPage(page)

  const ana = await person('ana', { at: '/school/student-progress' })
  const queue = ana.page.getByRole('region', { name: /^Hours to approve/ })
  const mine = queue.getByRole('row').filter({ hasText: 'A health fair' })
  await mine.getByRole('button', { name: /^Ask/ }).click()
  const question = ana.page.getByRole('dialog', { name: 'Ask Jenna Park about these hours?' })
  await question.getByRole('textbox', { name: 'Your question' }).fill('At which site was it?')
  await expectGoodPage(ana.page)
  await question.getByRole('button', { name: 'Ask', exact: true }).click()
  await ana.page.getByText('Jenna Park was asked').waitFor()
  await mine.waitFor({ state: 'detached' })

  await page.reload()
  const asked = own
    .getByRole('listitem')
    .filter({ hasText: 'A health fair' })
    .or(own.getByRole('row').filter({ hasText: 'A health fair' }))
  await asked.getByRole('button', { name: /^Actions|^More/ }).click()
  await page.getByRole('menuitem', { name: 'Answer…' }).click()
  const answer = page.getByRole('dialog', { name: 'Answer your school' })
  await answer.getByText('At which site was it?').waitFor()
  await answer.getByRole('textbox', { name: 'Your answer' }).fill('At the Riverwest clinic.')
  await answer.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('Answer sent').waitFor()

  await ana.page.goto('/school/dashboard')
  await ana.page.getByRole('button', { name: /reports of hours to approve/ }).click()
  const there = ana.page.getByRole('row').filter({ hasText: 'Answer: At the Riverwest clinic.' })
  await there.getByRole('button', { name: /^Approve/ }).click()
  await ana.page.getByText('Hours of Jenna Park approved').waitFor()
  await page.reload()
  await asked.getByText('Approved').waitFor()
  expect([...jenna.complaints, ...ana.complaints]).toEqual([])
})
