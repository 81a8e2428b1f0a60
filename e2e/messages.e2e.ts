/** Messages: a coordinator writes to a cohort from its page, a student reads it, and the coordinator sees so; a hospital writes to its schools. */
import { expect, it } from 'vitest'
import { expectGoodPage, person } from './people.ts'

it('a message to a cohort reaches its students, and the sender sees who has read it', async () => {
  const ana = await person('ana', { at: '/school/cohorts' })
  const { page } = ana
  await page.getByRole('link', { name: 'BSN Fall 2024' }).first().click()
  await page.getByRole('heading', { name: 'BSN Fall 2024', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Actions for BSN Fall 2024' }).click()
  await page.getByRole('menuitem', { name: 'Message students' }).click()
  const form = page.getByRole('dialog', { name: 'Write a message' })
  await form.getByText('BSN Fall 2024').waitFor()
  await form.getByText(/^Reaches \d+ students\.$/).waitFor()
  await form.getByRole('button', { name: 'Send message' }).click()
  await form.getByText('Give it a subject.').first().waitFor()
  await form.getByRole('textbox', { name: 'Subject' }).fill('Bring your badge on Monday')
  await form.getByRole('textbox', { name: 'Message' }).fill('The east doors open by badge only.')
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Message sent').waitFor()
  const sent = page.getByRole('link', { name: 'Bring your badge on Monday' })
  await sent.waitFor()
  await expectGoodPage(page)

  const jenna = await person('jenna', { size: 'phone' })
  await jenna.page.getByRole('button', { name: /^Notifications/ }).click()
  await jenna.page.getByText('The east doors open by badge only.').waitFor()
  await jenna.page.getByText('Bring your badge on Monday').first().click()

  await sent.click()
  const details = page.getByRole('dialog', { name: 'Bring your badge on Monday' })
  await details.getByText('The east doors open by badge only.').waitFor()
  await details.getByText('Not yet').first().waitFor()
  await expectGoodPage(page)
  expect([...ana.complaints, ...jenna.complaints]).toEqual([])
})

it('a hospital writes to its partner schools, on a phone', async () => {
  const frank = await person('frank', { at: '/facility/messages', size: 'phone' })
  const { page } = frank
  await page.getByRole('button', { name: 'Write a message' }).click()
  const form = page.getByRole('dialog', { name: 'Write a message' })
  await form.getByText(/^Reaches \d+ schools\.$/).waitFor()
  await form.getByRole('textbox', { name: 'Subject' }).fill('Flu season visitors')
  await form
    .getByRole('textbox', { name: 'Message' })
    .fill('Masks are required on every unit from Monday on.')
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Message sent').waitFor()
  await page.getByRole('link', { name: 'Flu season visitors' }).waitFor()
  await expectGoodPage(page)
  expect(frank.complaints).toEqual([])
})
