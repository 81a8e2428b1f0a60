/**
 * Messages: a coordinator writes to a cohort from its page, a student reads it, and the coordinator sees that; a hospital writes to its
 * schools.
 */
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
  // Pasted text is not cut: the field says how much is too much.
  await form.getByRole('textbox', { name: 'Message' }).fill('x'.repeat(2_100))
  await form.getByText('At most 2,000 characters: 100 too many.').waitFor()
  await form.getByRole('textbox', { name: 'Message' }).fill('The east doors open by badge only.')
  await form.getByText('too many').waitFor({ state: 'detached' })
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Message sent').waitFor()
  const sent = page.getByRole('link', { name: 'Bring your badge on Monday' })
  await sent.waitFor()
  await expectGoodPage(page)

  const jenna = await person('jenna', { size: 'phone' })
  await jenna.page.getByRole('button', { name: /^Notifications/ }).click()
  await jenna.page.getByText('The east doors open by badge only.').waitFor()
  // No one replies in Placewell: the message says where to.
  const answer = jenna.page.getByRole('link', { name: 'Write to ana.coordinator@lakeshore.example' })
  expect(await answer.first().getAttribute('href')).toBe(
    'mailto:ana.coordinator@lakeshore.example?subject=Re%3A%20Bring%20your%20badge%20on%20Monday',
  )
  await jenna.page.getByText('Bring your badge on Monday').first().click()

  await sent.click()
  const details = page.getByRole('dialog', { name: 'Bring your badge on Monday' })
  await details.getByText('The east doors open by badge only.').waitFor()
  await details.getByText('Not yet').first().waitFor()
  await expectGoodPage(page)
  await details.getByRole('button', { name: /^Remind the \d+ who have not read it$/ }).click()
  const question = page.getByRole('dialog', { name: /^Remind the \d+ who have not read it/ })
  await question.getByText('You can remind them again after 24 hours.').waitFor()
  await expectGoodPage(page)
  await question.getByRole('button', { name: /^Remind \d+$/ }).click()
  await page.getByText('Reminder sent').waitFor()
  await details.getByText('They were reminded in the last 24 hours.').waitFor()
  await details.getByText(/^To \d+ by /).waitFor()
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

it('a message is scheduled, changed and canceled', async () => {
  for (const size of ['wide', 'phone'] as const) {
    const ana = await person('ana', { at: '/school/messages', size })
    const { page } = ana
    const subject = `Exam week ${size}`
    await page.getByRole('button', { name: 'Write a message' }).first().click()
    const form = page.getByRole('dialog', { name: 'Write a message' })
    await form.getByText('At a chosen time').click()
    await form.getByText(/In your school’s time \(Central Time\), at most 60 days ahead/).waitFor()
    await form.getByText(/^Reaches \d+ students as of today\.$/).waitFor()
    await form.getByRole('textbox', { name: 'Subject' }).fill(subject)
    await form.getByRole('textbox', { name: 'Message' }).fill('No clinicals in the week of the final exams.')
    await form.getByRole('textbox', { name: 'At' }).fill('at dawn')
    await form.getByRole('button', { name: 'Schedule message' }).click()
    await form.getByText('Enter a time, such as 7:00 AM or 0700.').first().waitFor()
    await form.getByRole('textbox', { name: 'At' }).fill('6:30 AM')
    await expectGoodPage(page)
    await form.getByRole('button', { name: 'Schedule message' }).click()
    await page.getByText('Message scheduled').waitFor()
    await page
      .getByText(/^Scheduled for .*6:30 AM/)
      .first()
      .waitFor()
    await expectGoodPage(page)

    await page.getByRole('link', { name: subject }).click()
    const details = page.getByRole('dialog', { name: subject })
    await details.getByText('Recipients are decided when it is sent.').waitFor()
    await expectGoodPage(page)
    await details.getByRole('button', { name: 'Change' }).click()
    const change = page.getByRole('dialog', { name: 'Change message' })
    await change.getByRole('textbox', { name: 'Subject' }).fill(`${subject}, changed`)
    await expectGoodPage(page)
    await change.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Message changed').waitFor()
    await page.getByRole('link', { name: `${subject}, changed` }).click()
    const changed = page.getByRole('dialog', { name: `${subject}, changed` })
    await changed.getByRole('button', { name: 'Cancel message' }).click()
    await page
      .getByRole('dialog', { name: /^Cancel “/ })
      .getByRole('button', { name: 'Cancel message' })
      .click()
    await page.getByText('Message canceled').waitFor()
    await changed.getByText('It was canceled before it was sent.').waitFor()
    expect(ana.complaints).toEqual([])
  }
})

it('an instructor writes to the students on a shift, on a phone; the school sees it', async () => {
  const marcus = await person('marcus', { at: '/proctor/schedule', size: 'phone' })
  const { page } = marcus
  await page.locator('main article a').first().click()
  await page.getByRole('link', { name: 'Message students' }).click()
  const form = page.getByRole('dialog', { name: 'Write a message' })
  await form.getByText(/^Reaches \d+ students?\.$/).waitFor()
  await form.getByRole('textbox', { name: 'Subject' }).fill('Meet at the east elevators')
  await form.getByRole('textbox', { name: 'Message' }).fill('We go up together at ten to seven.')
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Message sent').waitFor()
  await page.getByRole('link', { name: 'Meet at the east elevators' }).waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Write a message' }).first().click()
  await form.getByText('Send to the students on my shifts').waitFor()
  await form.getByText('Chosen days').click()
  await form.getByRole('textbox', { name: 'Through' }).waitFor()
  await expectGoodPage(page)

  const ana = await person('ana', { at: '/school/messages' })
  await ana.page.getByRole('link', { name: 'Meet at the east elevators' }).click()
  const details = ana.page.getByRole('dialog', { name: 'Meet at the east elevators' })
  await details.getByText('We go up together at ten to seven.').waitFor()
  await details.getByText('Marcus Bell').first().waitFor()
  await expectGoodPage(ana.page)
  expect([...marcus.complaints, ...ana.complaints]).toEqual([])
})

it('a message goes to a series, or to all shifts of a search, beyond ten shifts at once', async () => {
  const ana = await person('ana', { at: '/shifts?when=all' })
  const { page } = ana
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: /^Select all \d+/ }).click()
  await page.getByRole('button', { name: 'Message students', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Write a message' })
  const chosen = form.getByText(/^\d+ shifts$/)
  expect(Number.parseInt((await chosen.textContent())!, 10)).toBeGreaterThan(10)
  await form.getByText(/^Reaches \d+ people: \d+ students/).waitFor()
  await form.getByRole('checkbox', { name: 'Instructors too' }).uncheck()
  await form.getByText(/^Reaches \d+ students\.$/).waitFor()
  await expectGoodPage(page)
  await form.getByRole('textbox', { name: 'Subject' }).fill('New parking rules')
  await form.getByRole('textbox', { name: 'Message' }).fill('Park in Lot C from Monday on.')
  await form.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Message sent').waitFor()

  // One shift of a series represents all of them.
  await page.goto(new URL('/shifts', page.url()).href)
  await page.getByRole('row').filter({ hasText: 'Adult Health I' }).getByRole('link').first().click()
  await page.waitForURL('**/shift/*')
  await page.getByRole('heading', { level: 1, name: 'Adult Health I' }).waitFor()
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Message students' }).click()
  await form.getByRole('checkbox', { name: /^All \d+ shifts of this series from then on$/ }).check()
  await form.getByText(/, from .* on$/).waitFor()
  await expectGoodPage(page)
  expect(ana.complaints).toEqual([])
})
