import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { expectGoodPage, person, visitor } from './people.ts'

/** The open link of the demonstration; the token is no secret there. */
const token = 'demonstration-preceptor-link-0123456789abcde'
/** The link to a final evaluation. */
const finalToken = 'demonstration-final-evaluation-0123456789abc'

it('a student proposes a project, the school approves it and asks a facility for a preceptor', async () => {
  const title = `Night sounds ${createHash('sha256').update(String(Date.now())).digest('hex').slice(0, 6)}`
  const student = await person('jenna', { at: '/student/capstone', size: 'phone', anew: true })
  await expectGoodPage(student.page)
  await student.page.getByRole('button', { name: 'New proposal' }).first().click()
  const form = student.page.getByRole('form', { name: 'Proposal' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Semester').selectOption({ index: 1 })
  await form.getByLabel('Course').fill('NUR 499')
  await form.getByLabel('First day').fill('2027-01-11')
  await form.getByLabel('Last day').fill('2027-05-14')
  await form.getByLabel('Summary').fill('How loud the unit is at night, and what that does to sleep.')
  await form.getByRole('textbox', { name: 'Goal 1' }).fill('Measure noise on four nights')
  await form.getByRole('button', { name: 'Save proposal' }).click()
  await student.page.getByRole('heading', { name: title }).waitFor()
  await student.page.getByRole('button', { name: 'Submit proposal' }).click()
  await student.page.getByText('The school reviews the proposal.').waitFor()
  await expectGoodPage(student.page)

  const school = await person('ana', { at: '/school/capstone?show=review', anew: true })
  await expectGoodPage(school.page)
  await school.page
    .getByRole('row', { name: new RegExp(title) })
    .getByRole('link')
    .click()
  await school.page.getByRole('button', { name: 'Start review' }).click()
  await school.page.getByRole('button', { name: 'Approve' }).click()
  const approval = school.page.getByRole('dialog', { name: 'Approve proposal' })
  await approval.getByLabel('Faculty member').selectOption({ label: 'Marcus Bell' })
  await approval.getByRole('button', { name: 'Approve' }).click()
  await school.page.getByRole('button', { name: 'Ask a facility' }).click()
  const asking = school.page.getByRole('dialog', { name: 'Ask a facility for a preceptor' })
  await asking.getByLabel('Unit or site').first().fill('5 East')
  await school.page.getByRole('option', { name: /5 East/ }).click()
  await asking.getByRole('button', { name: 'Ask facility' }).click()
  await school.page.getByText('The facility nominates a preceptor.').waitFor()
  await expectGoodPage(school.page)
  expect([...student.complaints, ...school.complaints]).toEqual([])
})

it('a preceptor confirms hours with one tap and raises a concern', async () => {
  const { page, complaints } = await person('priya', { at: '/mentor/dashboard', size: 'phone', anew: true })
  await page.getByRole('heading', { name: 'Needs you' }).waitFor()
  await page.goto('/preceptor/dashboard')
  await page.getByRole('heading', { name: 'Needs you' }).waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: /^Confirm / }).first().click()
  await page.getByText('60 of 120 hours confirmed').waitFor()
  await page.getByRole('link', { name: 'Open Jenna Park' }).click()
  await page.getByRole('button', { name: 'Raise a concern' }).click()
  await page.getByLabel('What worries you').fill('Came without a watch on both days.')
  await page.getByRole('button', { name: 'Send concern' }).click()
  await page.getByText('Marcus Bell has it and answers today.').waitFor()
  await expectGoodPage(page)
  expect(complaints).toEqual([])
}) // prettier-ignore

it('a preceptor without an account answers by the link of an email, once', async () => {
  const { page, complaints } = await visitor({ size: 'phone' })
  await page.goto(`/capstone-task?token=${token}`)
  await page.getByRole('heading', { name: 'Be a preceptor?' }).waitFor()
  await expectGoodPage(page)
  await page.reload()
  await page.getByRole('button', { name: 'Accept student' }).click()
  await page.getByText('You are the preceptor.').waitFor()
  await page.reload()
  await page.getByText(/submitted already/).waitFor()
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

it('a preceptor without an account writes the final evaluation, the school verifies it, completes the project, and thanks with a certificate', async () => {
  const { page, complaints } = await visitor({ size: 'phone' })
  await page.goto(`/capstone-task?token=${finalToken}`)
  await page.getByRole('heading', { name: 'Final evaluation' }).waitFor()
  await expectGoodPage(page)
  const satisfactory = page.locator('input[type="radio"][value="S"]')
  await expect.poll(() => satisfactory.count()).toBe(15)
  for (const item of await satisfactory.all()) await item.check()
  await page.reload()
  await page.getByText('15 of 15 · Kept on this device').waitFor()
  await page.getByRole('button', { name: 'Submit evaluation' }).click()
  await page.getByText('The student and the school have your evaluation.').waitFor()
  await expectGoodPage(page)

  const school = await person('ana', { at: '/school/capstone', anew: true })
  await school.page
    .getByRole('row', { name: /Quiet hours in intensive care/ })
    .getByRole('link')
    .click()
  await school.page.getByText('The student acknowledges the final evaluation').waitFor()
  await school.page.getByRole('link', { name: 'Open the final' }).click()
  await school.page.getByRole('button', { name: 'Verify' }).click()
  await school.page.getByText('Verified', { exact: true }).first().waitFor()
  await school.page.goBack()
  await school.page.getByRole('button', { name: 'Complete project' }).click()
  await school.page.getByRole('heading', { name: 'Certificates of hours' }).waitFor()
  await expectGoodPage(school.page)
  const download = school.page.waitForEvent('download')
  await school.page.getByRole('link', { name: 'Download PDF, Nadia Clarke' }).click()
  expect((await download).suggestedFilename()).toBe('Certificate of hours Nadia Clarke.pdf')
  expect([...complaints, ...school.complaints]).toEqual([])
})
