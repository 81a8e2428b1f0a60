import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { expectGoodPage, person, visitor, pick } from './people.ts'

const admin = openDatabase()

/** The demonstration's open link; its token is public. */
const token = 'demonstration-preceptor-link-0123456789abcde'
/** The link to a final evaluation. */
const finalToken = 'demonstration-final-evaluation-0123456789abc'

it('a student proposes a project, the school approves it and requests a preceptor from a facility', async () => {
  const title = `Night sounds ${createHash('sha256').update(String(Date.now())).digest('hex').slice(0, 6)}`
  const student = await person('jenna', { at: '/student/capstone', size: 'phone', isFresh: true })
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

  const school = await person('ana', { at: '/school/capstone?show=review&semester=all', isFresh: true })
  await expectGoodPage(school.page)
  await school.page
    .getByRole('row', { name: new RegExp(title) })
    .getByRole('link')
    .click()
  await school.page.getByRole('button', { name: 'Start review' }).click()
  await school.page.getByRole('button', { name: 'Approve' }).click()
  const approval = school.page.getByRole('dialog', { name: 'Approve proposal' })
  await pick(approval, 'Faculty member', 'Marcus Bell')
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
  const { page, complaints } = await person('priya', {
    at: '/mentor/dashboard',
    size: 'phone',
    isFresh: true,
  })
  await page.getByRole('heading', { name: 'Needs you' }).waitFor()
  await page.goto('/preceptor/dashboard')
  await page.getByRole('heading', { name: 'Needs you' }).waitFor()
  await expectGoodPage(page)
  // Other hours are noted where the days are, far down on a phone.
  const phone = await person('priya', { at: '/preceptor/dashboard', size: 'thumb' })
  await phone.page.getByRole('link', { name: 'Something else' }).click()
  const days = phone.page.getByRole('heading', { name: 'Days' })
  await days.waitFor()
  await expect.poll(async () => (await days.boundingBox())!.y).toBeLessThan(200)
  await page
    .getByRole('button', { name: /^Confirm / })
    .first()
    .click()
  await page.getByText('60 of 120 hours confirmed').waitFor()
  await page.getByRole('link', { name: 'Open Jenna Park' }).click()
  await page.getByRole('button', { name: 'Raise a concern' }).click()
  await page.getByLabel('What worries you').fill('Came without a watch on both days.')
  await page.getByRole('button', { name: 'Send concern' }).click()
  await page.getByText('Sent to Marcus Bell, who is asked to answer today.').waitFor()
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

it('a preceptor without an account answers once by the link in an email', async () => {
  const { page, complaints } = await visitor({ size: 'phone' })
  await page.goto(`/capstone-task?token=${token}`)
  await page.getByRole('heading', { name: 'Be a preceptor?' }).waitFor()
  await expectGoodPage(page)
  // The token is in no history, and a reload still opens the task.
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  // Anyone to whom the email was forwarded sees in whose name they would answer.
  await page.getByText('Lee Moss').waitFor()
  await page.getByRole('button', { name: 'Decline' }).click()
  const reason = page.getByRole('textbox', { name: 'Reason (optional)' })
  await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Accept student' }).click()
  await page.getByText('You are the preceptor.').waitFor()
  await page.reload()
  await page.getByText(/already submitted/).waitFor()
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

  const school = await person('ana', { at: '/school/capstone?semester=all', isFresh: true })
  await school.page
    .getByRole('row', { name: /Quiet hours in intensive care/ })
    .getByRole('link')
    .click()
  await school.page.getByText('The student acknowledges the final evaluation').waitFor()
  await school.page.getByRole('link', { name: 'Open the final' }).click()
  await school.page.getByRole('button', { name: 'Verify' }).click()
  await school.page.getByRole('button', { name: 'Verify' }).waitFor({ state: 'detached' })
  await school.page.goBack()
  await school.page.getByRole('button', { name: 'Complete project' }).click()
  await school.page.getByRole('dialog').getByRole('button', { name: 'Complete project' }).click()
  await school.page.getByRole('heading', { name: 'Certificates of hours' }).waitFor()
  await expectGoodPage(school.page)
  const download = school.page.waitForEvent('download')
  await school.page.getByRole('link', { name: 'Download PDF, Nadia Clarke' }).click()
  expect((await download).suggestedFilename()).toBe('Certificate of hours Nadia Clarke.pdf')
  expect([...complaints, ...school.complaints]).toEqual([])
})

/**
 * Marks preceptors as asked: the scheduler would otherwise ask them once on its own. The newest link is then the one requested here; the
 * one before stops working.
 */
const isAskedOnlyHere = (table: string, askedAt: string, project: string) =>
  admin.query(`update ${table} set ${askedAt} = coalesce(${askedAt}, now()) where project_id = $1`, [project])

/** The address of the newest link in an email to this person. */
async function linkOf(email: string, words: string): Promise<string> {
  const find = async () => {
    const { rows } = await admin.query<{ body_text: string }>(
      'select body_text from priv.mails where to_address = $1 and position($2 in subject) > 0 order by created_at desc limit 1',
      [email, words],
    )
    return /capstone-task\?token=[\w-]+/.exec(rows[0]?.body_text ?? '')?.[0] ?? ''
  }
  await expect.poll(find, { timeout: 20_000 }).not.toBe('')
  return `/${await find()}`
}

it('one project goes from proposal to certificates, with a substitute, by preceptors without an account', async () => {
  const title = 'Early mobility after a stroke'
  const day = (away: number) => new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10)
  const [noor, sol] = ['noor.haddad@harborview.example', 'sol.vance@harborview.example']

  // The facility invites two nurses who have no account.
  const facility = await person('frank', { at: '/facility/preceptors', isFresh: true })
  for (const [name, email] of [
    ['Noor Haddad', noor],
    ['Sol Vance', sol],
  ] as const) {
    await facility.page.getByRole('button', { name: 'Invite a preceptor' }).first().click()
    const form = facility.page.getByRole('form', { name: 'Preceptor' })
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Works at').first().fill('5 East')
    await facility.page
      .getByRole('option', { name: /5 East/ })
      .first()
      .click()
    await form.getByLabel('License number').fill('RN 55012')
    await form.getByRole('textbox', { name: 'State' }).fill('WI')
    await form.getByLabel('Expires').fill(day(600))
    await form.getByLabel('Years of experience').fill('8')
    await form.getByLabel('Years in this setting').fill('5')
    await form.getByLabel('Preceptor orientation').fill(day(-200))
    await form.getByRole('button', { name: 'Invite preceptor' }).click()
    await form.waitFor({ state: 'hidden' })
  }

  const student = await person('jenna', { at: '/student/capstone', size: 'phone', isFresh: true })
  await student.page.getByRole('button', { name: 'New proposal' }).first().click()
  const form = student.page.getByRole('form', { name: 'Proposal' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Semester').selectOption({ index: 1 })
  await form.getByLabel('Course').fill('NUR 499')
  await form.getByLabel('First day').fill(day(-20))
  await form.getByLabel('Last day').fill(day(60))
  await form
    .getByLabel('Summary')
    .fill('Getting people out of bed on the first day, and what keeps us from it.')
  await form.getByRole('textbox', { name: 'Goal 1' }).fill('Mobilize four patients with the nurse')
  await form.getByRole('button', { name: 'Save proposal' }).click()
  await student.page.getByRole('heading', { name: title }).waitFor()
  const projectPath = new URL(student.page.url()).pathname
  const id = projectPath.split('/').at(-1)!
  await student.page.getByRole('button', { name: 'Submit proposal' }).click()
  await student.page.getByText('The school reviews the proposal.').waitFor()

  const school = await person('ana', { at: `/school/capstone/${id}`, isFresh: true })
  await school.page.getByRole('button', { name: 'Start review' }).click()
  await school.page.getByRole('button', { name: 'Request revisions' }).click()
  const revisions = school.page.getByRole('dialog')
  await revisions.getByLabel('Reason').fill('Say how each goal is measured.')
  await revisions.getByRole('button', { name: 'Request revisions' }).click()
  await school.page.getByText('Revise the proposal and submit it again.').waitFor()
  await student.page.reload()
  await student.page.getByRole('button', { name: 'Edit proposal' }).click()
  await form.getByLabel('How it is measured').fill('Weekly log')
  await form.getByRole('button', { name: 'Save proposal' }).click()
  await form.waitFor({ state: 'hidden' })
  await student.page.getByRole('button', { name: 'More actions' }).click()
  await student.page.getByRole('button', { name: 'Submit proposal' }).click()
  await student.page.getByText('The school reviews the proposal.').waitFor()
  await school.page.reload()
  await school.page.getByRole('button', { name: 'Start review' }).click()
  await school.page.getByRole('button', { name: 'Approve' }).click()
  const approval = school.page.getByRole('dialog', { name: 'Approve proposal' })
  await pick(approval, 'Faculty member', 'Marcus Bell')
  await approval.getByLabel('Required hours').fill('24')
  await approval.getByRole('button', { name: 'Approve' }).click()
  await school.page.getByRole('button', { name: 'Ask a facility' }).click()
  const asking = school.page.getByRole('dialog', { name: 'Ask a facility for a preceptor' })
  await asking.getByLabel('Unit or site').first().fill('5 East')
  await school.page.getByRole('option', { name: /5 East/ }).click()
  await asking.getByRole('button', { name: 'Ask facility' }).click()
  await school.page.getByRole('button', { name: 'Nominate a preceptor' }).click()
  const nominating = school.page.getByRole('dialog', { name: 'Nominate a preceptor' })
  await nominating.getByRole('radio', { name: /Noor Haddad/ }).check()
  await nominating.getByRole('button', { name: 'Nominate', exact: true }).click()
  await school.page.getByText('Noor Haddad answers within seven days.').waitFor()

  // Noor accepts and signs, each with a separate link.
  const nurse = await visitor({ size: 'phone' })
  await nurse.page.goto(await linkOf(noor, 'asks you to be a preceptor'))
  await nurse.page.getByRole('button', { name: 'Accept student' }).click()
  await nurse.page.getByText('You are the preceptor.').waitFor()
  await nurse.page.goto(await linkOf(noor, 'Sign the agreement'))
  await nurse.page.getByLabel('I am Noor Haddad and agree').check()
  await nurse.page.getByRole('button', { name: 'Sign' }).click()
  await nurse.page.getByText('After each day with the student').waitFor()
  await student.page.reload()
  await student.page.getByRole('button', { name: 'Sign', exact: true }).click()
  await student.page.getByRole('dialog').getByRole('button', { name: 'Sign' }).click()
  await student.page.getByText('Marcus Bell still signs the agreement.').waitFor()
  const faculty = await person('marcus', { at: `/proctor/capstone/${id}`, isFresh: true })
  await faculty.page.getByRole('button', { name: 'Sign', exact: true }).click()
  const signing = faculty.page.getByRole('dialog')
  // Jenna is not cleared for all days: the agreement records why she may begin.
  await signing.getByRole('textbox').fill('The last record is being verified today.')
  await signing.getByRole('button', { name: 'Sign' }).click()
  await faculty.page.getByText('Plan the next days').waitFor()

  // Two days of the roster; another nurse substitutes on the second.
  await student.page.reload()
  await student.page.getByRole('button', { name: 'Plan a day' }).click()
  const plan = student.page.getByRole('form', { name: 'Plan a day' })
  // Days on which she has neither a shift nor the rest after a night.
  const { rows: freeDays } = await admin.query<{ day: string }>(
    `select d::date::text as day from generate_series(current_date - 15, current_date - 2, interval '1 day') d
     where not exists (select from public.assignments a join public.users u on u.id = a.student_id
       where u.full_name = 'Jenna Park' and app.holds_seat(a.status) and a.busy && tstzrange(d, d + interval '36 hours'))
       and not exists (select from public.capstone_days c join public.capstone_projects p on p.id = c.project_id
         join public.users u on u.id = p.student_id where u.full_name = 'Jenna Park' and c.date between d::date - 1 and d::date + 1)
     order by 1 limit 2`,
  )
  for (const [at, { day: free }] of freeDays.entries()) {
    await plan.getByLabel('Date').fill(free)
    await plan.getByRole('button', { name: 'Plan day' }).click()
    await expect
      .poll(() => student.page.getByRole('list', { name: 'Days' }).getByRole('listitem').count())
      .toBe(at + 1)
  }
  await school.page.reload()
  const days = school.page.getByRole('list', { name: 'Days' }).getByRole('listitem')
  await days.nth(1).getByRole('button', { name: 'Substitute' }).click()
  const standing = school.page.getByRole('dialog', { name: /^Substitute on/ })
  await standing.getByRole('radio', { name: /Sol Vance/ }).check()
  await standing.getByLabel('Reason').fill('Noor was floated')
  await standing.getByRole('button', { name: 'Name substitute' }).click()
  await days
    .nth(1)
    .getByText(/Sol Vance stands in/)
    .waitFor()
  await isAskedOnlyHere('public.capstone_days', 'reminded_at', id)
  for (const [at, email, name] of [
    [0, noor, 'Noor Haddad'],
    [1, sol, 'Sol Vance'],
  ] as const) {
    const asked = school.page.waitForResponse(/capstone\/sendLink/)
    await days
      .nth(at)
      .getByRole('button', { name: new RegExp(`^Ask ${name} to confirm`) })
      .click()
    await asked
    await nurse.page.goto(await linkOf(email, 'Confirm the hours of'))
    await nurse.page.getByLabel('Hours with you').selectOption('11.75 h')
    await nurse.page.getByRole('button', { name: 'Confirm 11.75 h' }).waitFor()
    await nurse.page.getByLabel('Hours with you').selectOption('12 h')
    await nurse.page.getByRole('button', { name: 'Confirm 12 h' }).click()
    await nurse.page.getByText('The hours are recorded.').waitFor()
  }
  await school.page.reload()
  await school.page.getByText('24 of 24 confirmed').waitFor()

  // The midterm is over with all hours; the final is requested, written, acknowledged and verified.
  await isAskedOnlyHere('public.capstone_nominations', 'final_asked_at', id)
  const finalAsked = school.page.waitForResponse(/capstone\/sendLink/)
  await school.page.getByRole('button', { name: 'Ask for the final' }).click()
  await finalAsked
  await nurse.page.goto(await linkOf(noor, 'Final evaluation'))
  await nurse.page.getByRole('heading', { name: 'Final evaluation' }).waitFor()
  const satisfactory = nurse.page.locator('input[type="radio"][value="S"]')
  await expect.poll(() => satisfactory.count()).toBe(15)
  for (const item of await satisfactory.all()) await item.check()
  await nurse.page.getByRole('button', { name: 'Submit evaluation' }).click()
  await nurse.page.getByText('The student and the school have your evaluation.').waitFor()
  await student.page.reload()
  await student.page.getByRole('link', { name: 'Open the final' }).click()
  const isAcknowledged = student.page.waitForResponse('**/rpc/evaluations/answer')
  await student.page.getByRole('button', { name: 'Acknowledge' }).click()
  await isAcknowledged
  // Other evaluations in the list are already acknowledged and verified.
  await student.page.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' })
  await school.page.reload()
  await school.page.getByRole('link', { name: 'Open the final' }).click()
  await school.page.getByRole('button', { name: 'Verify' }).click()
  await school.page.getByRole('button', { name: 'Verify' }).waitFor({ state: 'detached' })
  await school.page.goto(`/school/capstone/${id}`)
  await school.page.getByRole('button', { name: 'Complete project' }).click()
  await school.page.getByRole('dialog').getByRole('button', { name: 'Complete project' }).click()
  await school.page.getByRole('heading', { name: 'Certificates of hours' }).waitFor()
  await expectGoodPage(school.page)

  // Each of the two preceptors with hours gets a thank-you message and a tagged PDF of their own hours.
  for (const email of [noor, sol]) {
    await nurse.page.goto(await linkOf(email, 'Thank you for being a preceptor'))
    await nurse.page.getByText('12 on 1 day').waitFor()
    const download = nurse.page.waitForEvent('download')
    await nurse.page.getByRole('button', { name: 'Download certificate (PDF)' }).click()
    const pdf = await readFile((await (await download).path())!, 'latin1')
    expect(pdf.startsWith('%PDF-')).toBe(true)
    for (const part of ['/Marked true', '/Type /StructTreeRoot', '/Lang (en-US)']) expect(pdf).toContain(part)
  }
  await student.page.goto(projectPath)
  await student.page.getByText('The project is complete.').waitFor()
  await expectGoodPage(student.page)
  const complaints = [facility, student, school, faculty, nurse].flatMap((one) => one.complaints)
  expect(complaints).toEqual([])
}, 300_000)
