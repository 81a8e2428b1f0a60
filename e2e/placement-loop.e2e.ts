/** A whole placement, by five people in five windows: once with seats that students take, once by request and assignment. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { expectGoodPage, person, signIn, visitor, giveOverrideReason } from './people.ts'

const chloe = 'chloe.nguyen@lakeshore.example'
const admin = openDatabase()
beforeAll(async () => {
  // A classmate with Jenna's password.
  await admin.query(
    `update priv.credentials c set client_setting = j.client_setting, verifier = j.verifier from priv.credentials j, public.users u
     where u.email = $1 and c.user_id = u.id and j.user_id = $2`,
    [chloe, demoId('jenna.student@lakeshore.example')],
  )
})

/** Plans one shift in Labor and Delivery through the form and opens its page; returns its address. */
async function plan(page: Page, date: string, seats: number, signUp: string): Promise<string> {
  const title = `Newborn care ${randomUUID().slice(0, 8)}`
  await page.goto('/shifts')
  await page.getByRole('button', { name: 'Plan a shift' }).first().click()
  const form = page.getByRole('form', { name: 'Plan a shift' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Semester').selectOption({ label: 'Spring 2027' })
  await form.getByRole('combobox', { name: 'Unit' }).fill('Labor')
  await page.getByRole('option', { name: /^Labor and Delivery/ }).click()
  await form.getByRole('textbox', { name: 'Date' }).fill(date)
  await form.getByLabel('Starts').fill('07:00')
  await form.getByLabel('Ends').fill('15:00')
  await form.getByRole('textbox', { name: 'Seats' }).fill(String(seats))
  await form.getByRole('combobox', { name: 'Instructors' }).fill('Marcus')
  await page.getByRole('option', { name: 'Marcus Bell' }).click()
  await form.getByLabel('Sign-up').selectOption({ label: signUp })
  await form.getByRole('button', { name: 'Save draft' }).click()
  const planned = async () =>
    (await admin.query<{ id: string }>('select id from public.shifts where title = $1', [title])).rows
  await expect.poll(async () => (await planned()).length).toBe(1)
  await page.goto(`/shift/${(await planned())[0]!.id}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  return new URL(page.url()).pathname
}

/** Presses a button of the page, and the button of the same name in its dialog. */
async function act(
  page: Page,
  name: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void> = async () => {},
) {
  await page.getByRole('button', { name, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await fill(dialog)
  await dialog.getByRole('button', { name, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}
const state = (page: Page, word: string) =>
  page.getByRole('main').getByText(word, { exact: true }).first().waitFor()

it('students take seats themselves: planned, approved with fewer seats, published, taken, waitlisted, dropped and offered', async () => {
  const [ana, frank, jenna, marcus] = await Promise.all([
    person('ana'),
    person('frank'),
    person('jenna'),
    person('marcus'),
  ])
  const mate = await visitor({ size: 'phone' })
  await signIn(mate.page, chloe)
  const shift = await plan(ana.page, '2027-04-10', 3, 'Student self-sign-up')
  await act(ana.page, 'Submit')
  await state(ana.page, 'Waiting for facility')

  await frank.page.goto(shift)
  await act(frank.page, 'Approve', async (dialog) => {
    await dialog.getByLabel('Seats').fill('1')
    await dialog.getByLabel('Note').fill('One at a time that week.')
  })
  await state(frank.page, 'Approved')

  await ana.page.reload()
  await act(ana.page, 'Publish')
  await state(ana.page, 'Published')

  await jenna.page.goto(shift)
  await jenna.page.getByRole('button', { name: 'Take this shift' }).click()
  await jenna.page.getByRole('button', { name: 'Drop shift' }).waitFor()
  // The coordinator's open roster updates on its own.
  const rosterRow = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  await rosterRow(ana.page, 'Jenna Park').waitFor()
  // The check-in is shown only with a seat.
  await jenna.page.getByText(/^Check-in opens/).waitFor()

  await mate.page.goto(shift)
  await mate.page.getByRole('button', { name: 'Join the waitlist' }).click()
  await mate.page.getByRole('button', { name: 'Leave the waitlist' }).waitFor()
  await expectGoodPage(mate.page)

  await marcus.page.goto(shift)
  await marcus.page.getByText('Jenna Park').first().waitFor()
  await marcus.page.getByText('Waitlisted, number 1').waitFor()

  await jenna.page.getByRole('button', { name: 'Drop shift' }).click()
  await jenna.page.getByRole('dialog').getByRole('button', { name: 'Drop shift' }).click()
  await jenna.page.getByText('Shift dropped').waitFor()
  await jenna.page.getByText(/^Check-in opens/).waitFor({ state: 'detached' })
  for (const { page } of [ana, marcus]) await rosterRow(page, 'Jenna Park').waitFor({ state: 'detached' })
  const seats = async () =>
    (
      await admin.query(
        `select a.status, u.full_name from public.assignments a join public.users u on u.id = a.student_id where a.shift_id = $1 order by 2`,
        [shift.split('/').at(-1)],
      )
    ).rows
  // The worker offers the seat.
  await expect.poll(async () => (await seats()).map(({ status }) => status)).toContain('offered')
  // The waitlisted student's page updates on its own.
  await mate.page.getByRole('button', { name: 'Accept seat' }).click()
  await mate.page.getByRole('button', { name: 'Drop shift' }).waitFor()
  // The page shows the answer before the server has it.
  await expect.poll(seats).toEqual([
    { status: 'assigned', full_name: 'Chloe Nguyen' },
    { status: 'dropped', full_name: 'Jenna Park' },
  ])
  for (const { page } of [ana, marcus])
    await rosterRow(page, 'Chloe Nguyen').getByText('Assigned', { exact: true }).waitFor()

  // A seat that the school frees is offered on open pages: the coordinator's, and the waitlisted student's.
  await jenna.page.getByRole('button', { name: 'Join the waitlist' }).click()
  await jenna.page.getByRole('button', { name: 'Leave the waitlist' }).waitFor()
  await ana.page.getByText('Waitlisted, number 1').waitFor()
  await ana.page
    .getByRole('row', { name: /^Chloe Nguyen/ })
    .getByRole('button', { name: 'Actions for Chloe Nguyen' })
    .click()
  await ana.page.getByRole('menuitem', { name: 'Take off…' }).click()
  const removal = ana.page.getByRole('dialog')
  await removal.getByLabel('Reason').fill('Chloe moves to another unit.')
  await removal.getByRole('button', { name: 'Take off', exact: true }).click()
  await removal.waitFor({ state: 'detached' })
  await jenna.page.getByRole('button', { name: 'Accept seat' }).waitFor()
  await ana.page.getByText('Offered', { exact: true }).waitFor()
})

it('the school assigns: requested, countered, accepted, published, assigned; everyone sees the same', async () => {
  const [ana, frank, jenna, marcus, sam] = await Promise.all([
    person('ana'),
    person('frank'),
    person('jenna', { size: 'phone' }),
    person('marcus'),
    person('sam'),
  ])
  const shift = await plan(ana.page, '2027-04-17', 4, 'The school assigns the seats')
  await act(ana.page, 'Submit')

  await frank.page.goto(shift)
  await frank.page.getByRole('button', { name: 'Suggest a change' }).click()
  const proposal = frank.page.getByRole('form', { name: 'Suggestion' })
  await proposal.getByRole('textbox', { name: 'Date' }).fill('2027-04-24')
  await proposal.getByLabel('Seats').fill('2')
  await proposal.getByLabel('Note').fill('The week after has more births.')
  await proposal.getByRole('button', { name: 'Send suggestion' }).click()
  await state(frank.page, 'Change suggested')

  await ana.page.reload()
  await ana.page.getByText('The week after has more births.').first().waitFor()
  await act(ana.page, 'Accept suggestion')
  await state(ana.page, 'Approved')
  await act(ana.page, 'Publish')
  await state(ana.page, 'Published')
  await ana.page.getByRole('button', { name: 'Assign students' }).click()
  const dialog = ana.page.getByRole('dialog', { name: 'Assign students' })
  await dialog.getByLabel('Search students').fill('Jenna')
  await dialog.getByRole('checkbox', { name: 'Jenna Park' }).check()
  await giveOverrideReason(dialog)
  await dialog.getByRole('button', { name: /^Assign/ }).click()
  await ana.page.getByText('1 student assigned').waitFor()
  await expectGoodPage(ana.page)

  await jenna.page.goto('/student/shifts')
  await jenna.page.getByText('Apr', { exact: true }).first().waitFor()
  await jenna.page.goto(shift)
  await jenna.page.getByRole('button', { name: 'Drop shift' }).waitFor()
  await marcus.page.goto(shift)
  await marcus.page.getByText('Jenna Park').first().waitFor()
  await sam.page.goto(shift)
  await sam.page.getByText('1 of 2 seats taken').first().waitFor()
  const notified = await admin.query(
    `select type from public.notifications where recipient_id = $1 and data ->> 'action_url' = $2`,
    [demoId('jenna.student@lakeshore.example'), shift],
  )
  expect(notified.rows).toEqual([{ type: 'shift_assigned' }])
})
