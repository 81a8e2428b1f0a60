import writeExcelFile from 'write-excel-file/node'
import { randomBytes } from 'node:crypto'
import { text as textOf } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoPassword } from '#database/seeds/demo-accounts.ts'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { demo, expectGoodPage, person, signIn, sizes, visitor, pick } from './people.ts'

const admin = openDatabase()

const password = 'a lantern in the boathouse'
const lakeshore = 'Lakeshore College of Nursing'
const someEmail = (name: string) => `${name}.${randomBytes(4).toString('hex')}@example.org`

/** Opens the page of people, filtered to those in question. */
const listed = (page: Page, view: string, q: string) =>
  page.goto(`/school/students?view=${view}&q=${encodeURIComponent(q)}`)
const row = (page: Page, text: string | RegExp): Locator => page.getByRole('row').filter({ hasText: text })

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function invite(
  page: Page,
  { email, name, role, message = '' }: { email: string; name: string; role?: string; message?: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Full name').fill(name)
  if (role) {
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('listbox').getByRole('option', { name: role, exact: true }).click()
  }
  await dialog.getByLabel('Message').fill(message)
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invitation sent', { exact: true }).waitFor()
  await dialog.waitFor({ state: 'hidden' })
}

/** Returns the link in the newest email to an address, from the kept emails. */
async function linkTo(page: Page, email: string, count = 1): Promise<string> {
  await page.goto(`/email-test?q=${encodeURIComponent(email)}`)
  const mails = page.getByRole('link', { name: /invites you to Placewell/ })
  await expect.poll(() => mails.count(), { timeout: 20_000 }).toBe(count)
  await mails.first().click()
  const href = await page.getByRole('link', { name: /^http.*token=/ }).getAttribute('href')
  const { pathname, search } = new URL(href ?? '')
  return pathname + search
}

async function choosePassword(page: Page): Promise<void> {
  await page.locator('input[autocomplete="new-password"]').fill(password)
  await page.getByRole('button', { name: 'Create my account' }).click()
}

it.each([
  {
    by: 'grace',
    name: 'Iris Holm',
    role: 'School admin',
    words: 'a school admin',
    accept: '/accept-invitation',
    home: '/school/dashboard',
  },
  {
    by: 'ana',
    name: 'Pavel Stern',
    role: 'Proctor',
    words: 'a proctor',
    accept: '/accept-proctor-invitation',
    home: '/proctor/dashboard',
  },
])('$by invites $words, who reads the email, accepts once and is signed in', async (journey) => {
  const { by, name, role, words, accept, home } = journey
  const email = someEmail(name.split(' ')[0]!.toLowerCase())
  const inviter = await person(by, { at: '/school/students?view=invitations' })
  await invite(inviter.page, { email, name, role, message: 'We start on Monday.' })
  await listed(inviter.page, 'invitations', email)
  await row(inviter.page, email).getByText('Sent', { exact: true }).waitFor()

  const guest = await visitor()
  const link = await linkTo(guest.page, email)
  await guest.page.getByText('writes: “We start on Monday.”').waitFor()
  expect(link.split('?')[0]).toBe(accept)
  await guest.page.getByRole('link', { name: /^http.*token=/ }).click()
  await guest.page.getByRole('heading', { name: `Join ${lakeshore}` }).waitFor()
  // The token is in no history or screenshot, and a reload still works.
  expect(new URL(guest.page.url()).search).toBe('')
  await guest.page.reload()
  await guest.page.getByText(`${demo(by).fullName} invites you to join ${lakeshore} as ${words}.`).waitFor()
  expect(await guest.page.getByLabel('Email').inputValue()).toBe(email)
  expect(await guest.page.getByLabel('Full name').inputValue()).toBe(name)
  await expectGoodPage(guest.page)
  await inviter.page.reload()
  await row(inviter.page, email).getByText('Opened', { exact: true }).waitFor()

  await choosePassword(guest.page)
  await guest.page.waitForURL((url) => url.pathname === home)
  await guest.page.getByRole('button', { name: `account of ${name}` }).waitFor()
  await expectGoodPage(guest.page)
  await inviter.page.reload()
  await row(inviter.page, email).getByText('Accepted', { exact: true }).waitFor()

  // The link worked only once: it is refused to signed-in people and to anyone else.
  const stranger = await visitor({ size: 'phone', dark: true })
  for (const { page } of [guest, stranger]) {
    await page.goto(link)
    await page.getByRole('heading', { name: 'Already accepted' }).waitFor()
    await page.getByText('Sign in with the password you chose then.').waitFor()
  }
  await expectGoodPage(stranger.page)
  await stranger.page.getByRole('link', { name: 'Sign in' }).first().click()
  await signIn(stranger.page, email, password)
  await stranger.page.waitForURL((url) => url.pathname === home)
  expect([...inviter.complaints, ...guest.complaints, ...stranger.complaints]).toEqual([])
})

it.each([
  { kind: 'school', home: '/school/dashboard' },
  { kind: 'organization', home: '/facility/dashboard' },
])('the first administrator of a new $kind is invited from its own page', async ({ kind, home }) => {
  const name = `New ${kind} ${randomBytes(3).toString('hex')}`
  const made =
    kind === 'school'
      ? await admin.query(
          `insert into public.schools (name, slug, time_zone) values ($1, translate(lower($1), ' ', '-'), 'America/Chicago') returning id`,
          [name],
        )
      : await admin.query(
          `insert into public.facilities (kind, name, time_zone) values ('organization', $1, 'America/Chicago') returning id`,
          [name],
        )
  const { id } = made.rows[0] as { id: string }
  const email = someEmail('first')
  const sam = await person('sam', {
    at: kind === 'school' ? `/admin/schools/${id}` : `/admin/organizations/${id}`,
  })
  await sam.page.getByRole('button', { name: 'Invite an administrator' }).click()
  const dialog = sam.page.getByRole('dialog', { name: `Invite someone to ${name}` })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Full name').fill('Fina First')
  await expectGoodPage(sam.page)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await sam.page.getByText('Invitation sent', { exact: true }).waitFor()

  const guest = await visitor()
  await guest.page.goto(await linkTo(guest.page, email))
  await guest.page.getByRole('heading', { name: `Join ${name}` }).waitFor()
  await choosePassword(guest.page)
  await guest.page.waitForURL((url) => url.pathname === home || url.pathname === '/facility/complete-setup')
  expect([...sam.complaints, ...guest.complaints]).toEqual([])
})

it('a person with a pending approval signs in from the invitation and returns to it', async () => {
  const email = someEmail('wanda')
  const ana = await person('ana', { at: '/school/students?view=invitations' })
  await invite(ana.page, { email, name: 'Wanda Ortiz' })
  // She had signed up on her own; she also has the demonstration's password.
  await admin.query(
    `with made as (
       insert into public.users (email, full_name, role, status, email_verified) values ($1, 'Wanda Ortiz', 'student', 'pending', true) returning id)
     insert into priv.credentials (user_id, client_setting, verifier)
       select made.id, c.client_setting, c.verifier from made, priv.credentials c join public.users u on u.id = c.user_id where u.email = $2`,
    [email, demo('jenna').email],
  )
  const { page } = await visitor()
  const link = await linkTo(page, email)
  await page.goto(link)
  await page.getByRole('heading', { name: 'You already have an account' }).waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname + url.search === link)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.waitForURL('**/student/dashboard')
  await page.getByRole('button', { name: 'account of Wanda Ortiz' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/student/dashboard')
})

it('a resent invitation has a new link, which revoking disables until that is undone', async () => {
  const email = someEmail('rhea')
  const ana = await person('ana')
  const guest = await visitor()
  await ana.page.goto('/school/students?view=invitations')
  await invite(ana.page, { email, name: 'Rhea Quist' })
  const first = await linkTo(guest.page, email)

  await listed(ana.page, 'invitations', email)
  await act(ana.page, email, 'Send again')
  await ana.page.getByText('Invitation sent again').first().waitFor()
  await row(ana.page, email).getByText('2 times, by Ana Morales').waitFor()
  const second = await linkTo(guest.page, email, 2)
  await guest.page.getByText('This link replaces the one you were sent before.').waitFor()
  await guest.page.goto(first)
  await guest.page.getByRole('heading', { name: 'There is a newer invitation' }).waitFor()
  await expectGoodPage(guest.page)
  await guest.page.goto(second)
  await guest.page.getByRole('heading', { name: `Join ${lakeshore}` }).waitFor()

  await act(ana.page, email, 'Revoke')
  const question = ana.page.getByRole('dialog', { name: `Revoke the invitation to ${email}?` })
  await question.waitFor()
  await expectGoodPage(ana.page)
  await question.getByRole('button', { name: 'Revoke invitation' }).click()
  await row(ana.page, email).getByText('Revoked', { exact: true }).waitFor()
  await guest.page.goto(second)
  await guest.page.getByRole('heading', { name: 'This invitation was withdrawn' }).waitFor()
  await expectGoodPage(guest.page)

  await ana.page.getByRole('button', { name: 'Send again' }).click()
  await row(ana.page, email).getByText('3 times, by Ana Morales').waitFor()
  await row(ana.page, email).getByText('Sent', { exact: true }).waitFor()
  const third = await linkTo(guest.page, email, 3)
  await guest.page.goto(second)
  await guest.page.getByRole('heading', { name: 'There is a newer invitation' }).waitFor()
  await guest.page.goto(third)
  await guest.page.getByRole('heading', { name: `Join ${lakeshore}` }).waitFor()

  await guest.page.goto('/accept-student-invitation?token=nonsense')
  await guest.page.getByRole('heading', { name: 'This link isn’t valid' }).waitFor()
  expect([...ana.complaints, ...guest.complaints]).toEqual([])
})

it('a roster is checked row by row, fixed before anything is sent, and sent at once', async () => {
  const cohort = `Import ${randomBytes(3).toString('hex')}`
  const [ada, bo, cleo, dan] = ['ada', 'bo', 'cleo', 'dan'].map(someEmail) as [string, string, string, string]
  const csv = [
    'Email,First name,Last name,Student ID,Cohort',
    `${ada},Ada,Moss,0042,${cohort}`,
    `${ada.toUpperCase()},Ada,Moss,0042,${cohort}`,
    `${demo('jenna').email},Jenna,Park,L-1000,${cohort}`,
    `bo at example.org,Bo,Reed,0043,${cohort}`,
    `${cleo},Cleo,Fern,0044,${cohort}`,
    `${dan},Dan,Ash,0045,${cohort}`,
  ].join('\r\n')
  const ana = await person('ana')
  const { page } = ana
  const invited = async () =>
    (await admin.query('select 1 from public.invitations where email = any ($1)', [[ada, bo, cleo, dan]]))
      .rowCount
  await page.goto('/school/students')
  await page.getByRole('link', { name: 'Import students' }).click()
  await page.getByLabel('CSV or Excel file').waitFor()
  await expectGoodPage(page)
  await page
    .getByLabel('CSV or Excel file')
    .setInputFiles({ name: 'roster.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })

  // The cohort does not exist: no one is ready until it is created.
  await page.getByText('A cohort in this file does not exist').waitFor()
  await row(page, /Row 2/).getByText('Unknown cohort').waitFor()
  expect(await page.getByRole('button', { name: /^Send 0/ }).isDisabled()).toBe(true)
  await expectGoodPage(page)
  await page.getByRole('button', { name: `Create “${cohort}”` }).click()
  const form = page.getByRole('form', { name: 'New cohort' })
  expect(await form.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(cohort)
  await form.getByLabel('First day').fill('08/24/2026')
  await form.getByLabel('Expected graduation').fill('05/20/2028')
  await form.getByRole('button', { name: 'Create cohort' }).click()
  const verdicts: [line: number, ...texts: string[]][] = [
    [2, 'Ready'],
    [3, 'Duplicate in file', 'The same address is in row 2.'],
    [4, 'Already member', 'Already has an account at this school.'],
    [5, 'Invalid', '“bo at example.org” is not an email address.'],
    [6, 'Ready'],
    [7, 'Ready'],
  ]
  for (const [line, ...texts] of verdicts)
    for (const text of texts)
      await row(page, new RegExp(`Row ${line}`))
        .getByText(text, { exact: true })
        .waitFor()
  await row(page, /Row 2/).getByText('0042', { exact: true }).waitFor()
  await page.getByText('3 rows will not be sent.').waitFor()
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  await page.setViewportSize(sizes.wide)

  await page.getByRole('button', { name: 'Fix: row 5' }).click()
  await page.getByText('Finish the rows that are being edited first.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Send \d/ }).isDisabled()).toBe(true)
  await page.getByLabel('Email, row 5').fill(bo)
  await expectGoodPage(page)
  await page.getByLabel('Email, row 5').press('Enter')
  await row(page, /Row 5/).getByText('Ready', { exact: true }).waitFor()
  // Corrections are not lost when the menu is pressed.
  await page.getByRole('link', { name: 'Cohorts', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await row(page, /Row 5/).getByText('Ready', { exact: true }).waitFor()
  await act(page, 'row 7', 'Skip')
  await row(page, /Row 7/).getByText('Left out', { exact: true }).waitFor()
  expect(await invited()).toBe(0)

  await page.getByRole('button', { name: 'Send 3 invitations' }).click()
  await page
    .getByRole('dialog', { name: 'Send 3 invitations?' })
    .getByRole('button', { name: 'Send 3' })
    .click()
  await page.getByRole('heading', { name: '3 invitations sent' }).waitFor()
  await page.getByText('3 of 3 emails sent.').waitFor({ timeout: 20_000 })
  await page.getByText(/^3 rows were not sent\. The report says why/).waitFor()
  await expectGoodPage(page)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the report' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('placewell-import-report.csv')
  const report = (await textOf(await saved.createReadStream())).trim().split(/\r?\n/)
  expect(report.map((line) => line.split(',').at(-1))).toEqual([
    'Result',
    'Sent',
    'Duplicate in file',
    'Already member',
    'Sent',
    'Sent',
    'Left out',
  ])
  expect(report[1]).toContain(',0042,')
  expect(report[4]).toContain(bo)

  await page.getByRole('link', { name: 'See the invitations' }).click()
  await page.waitForURL((url) => url.searchParams.get('view') === 'invitations')
  for (const email of [ada, bo, cleo]) await row(page, email).getByText('Sent', { exact: true }).waitFor()
  expect(await row(page, dan).count()).toBe(0)
  expect(await invited()).toBe(3)

  // The student has the file's details from the first day on, including leading zeros.
  const guest = await visitor({ size: 'phone' })
  const link = await linkTo(guest.page, ada)
  expect(link).toMatch(/^\/accept-student-invitation\?/)
  await guest.page.goto(link)
  expect(await guest.page.getByLabel('Full name').inputValue()).toBe('Ada Moss')
  await choosePassword(guest.page)
  await guest.page.waitForURL((url) => url.pathname === '/student/dashboard')
  await guest.page.goto('/student/profile')
  await guest.page.getByText('0042', { exact: true }).waitFor()
  expect([...ana.complaints, ...guest.complaints]).toEqual([])
})

it('a file with other column names is mapped by hand, and the next file, a workbook, uses the same mapping', async () => {
  const [ada, bo] = ['ada', 'bo'].map(someEmail) as [string, string]
  const file = (rows: string[]) => ({
    name: 'sis.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Learner,Where to write,Cohort Name', ...rows].join('\n')),
  })
  const { page, complaints } = await person('ana', { at: '/school/students?view=import' })
  await page.getByLabel('CSV or Excel file').setInputFiles(file([`"Moss, Ada",${ada},No such class`]))
  await page.getByRole('heading', { name: 'Match your columns' }).waitFor()
  await page.getByText('Choose the column with the email addresses.').waitFor()
  expect(await page.getByLabel('What “Cohort Name” contains').inputValue()).toBe('cohort')
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  await page.setViewportSize(sizes.wide)
  await page.getByLabel('What “Where to write” contains').selectOption('Email')
  await page.getByText('Choose the column that has the first names, or the full names.').waitFor()
  await page.getByLabel('What “Learner” contains').selectOption('Full name')
  await page.getByRole('button', { name: 'Continue' }).click()
  await row(page, ada).getByText('Unknown cohort').waitFor()
  await pick(page, '“No such class” (1 row)', 'Import without a cohort')
  await row(page, ada).getByText('Ready', { exact: true }).waitFor()
  await row(page, ada).getByText('Moss', { exact: true }).waitFor()
  await page.getByText('Every row will be sent.').waitFor()

  // The cohort chosen for the rows would be lost.
  await page.getByRole('button', { name: 'Another file' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  const workbook = await writeExcelFile(
    [
      ['Learner', 'Where to write', 'Cohort Name'],
      ['Bo Reed', bo],
    ].map((cells) => cells.map((value) => ({ value }))),
  ).toBuffer()
  await page.getByLabel('CSV or Excel file').setInputFiles({
    name: 'sis.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook,
  })
  await row(page, bo).getByText('Ready', { exact: true }).waitFor()
  await row(page, bo).getByText('Reed', { exact: true }).waitFor()

  // An unclosed quote: the file is refused with the row.
  await page.getByRole('button', { name: 'Another file' }).click()
  await page
    .getByLabel('CSV or Excel file')
    .setInputFiles(file([`Ada Moss,${ada},`, `"Bo Reed,${bo},`, 'Cy Ott,c@d.example,']))
  await page.getByText('Row 3, column 1 (Learner): the quote that opens this cell is not closed').waitFor()
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

it('a facility admin invites another for a part of their facilities', async () => {
  const email = someEmail('lena')
  const frank = await person('frank', { at: '/facility/users?view=invitations' })
  const { page } = frank
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  expect(await dialog.getByRole('combobox', { name: 'Role' }).count()).toBe(0)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Full name').fill('Lena Falk')
  await dialog.getByRole('combobox', { name: 'Facility' }).fill('west')
  await page.getByRole('option', { name: /^Harborview West Hospital/ }).click()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`${email} has 30 days to accept it.`).waitFor()
  await row(page, email).getByText('Harborview West Hospital').waitFor()
  await expectGoodPage(page)

  const guest = await visitor()
  await guest.page.goto(await linkTo(guest.page, email))
  await guest.page.getByRole('heading', { name: 'Join Harborview West Hospital' }).waitFor()
  await guest.page.getByText('Frank Whitaker invites you to join').waitFor()
  await choosePassword(guest.page)
  await guest.page.waitForURL((url) => url.pathname === '/facility/dashboard')
  await guest.page.getByText('Harborview West Hospital').first().waitFor()
  // An administrator of a part does not see the administrators of the whole.
  await guest.page.goto('/facility/users')
  await row(guest.page, email).waitFor()
  expect(await guest.page.getByText(demo('frank').email).count()).toBe(0)
  await expectGoodPage(guest.page)
  expect([...frank.complaints, ...guest.complaints]).toEqual([])
})

/** Creates a person who signed up, verified the address and is pending, with the demonstration's password. */
async function applicant(name: string): Promise<string> {
  const email = someEmail(name.split(' ')[0]!.toLowerCase())
  await admin.query(
    `with applicant as (
       insert into public.users (email, full_name, role, status, linked_school_id, email_verified)
       values ($1, $2, 'student', 'pending', $3, true) returning id),
     credential as (
       insert into priv.credentials (user_id, client_setting, verifier)
       select a.id, c.client_setting, c.verifier from applicant a, priv.credentials c where c.user_id = $4)
     insert into public.signup_requests (user_id, role, school_id, message)
     select id, 'student', $3, 'From the evening programme.' from applicant`,
    [email, name, demoId('lakeshore'), demoId(demo('jenna').email)],
  )
  return email
}

it('a sign-up is returned, corrected, resubmitted and approved', async () => {
  const email = await applicant('Vera Lund')
  const ana = await person('ana')
  const vera = await visitor()
  await signIn(vera.page, email, demoPassword)
  await vera.page.waitForURL((url) => url.pathname === '/student-pending-approval')

  await listed(ana.page, 'approvals', email)
  await row(ana.page, email).getByText('From the evening programme.').waitFor()
  await act(ana.page, 'Vera Lund', 'Send back')
  const question = ana.page.getByRole('dialog', { name: 'Send back to Vera Lund?' })
  await question.getByRole('button', { name: 'Send back' }).click()
  await question.getByText('Write at least 3 characters.').waitFor()
  await expectGoodPage(ana.page)
  await question.getByLabel('What is missing').fill('Which cohort are you in?')
  await question.getByRole('button', { name: 'Send back' }).click()
  await ana.page.getByText('Sent back to Vera Lund').waitFor()

  await vera.page.getByRole('heading', { name: 'Your request needs an answer' }).waitFor()
  await vera.page.getByText('Which cohort are you in?').waitFor()
  await expectGoodPage(vera.page)
  await vera.page.getByLabel('Full name').fill('Vera Lundqvist')
  await vera.page.getByLabel('Join code').fill('LAKE26')
  await vera.page.getByLabel('Note to your approver').fill('The cohort of August.')
  await vera.page.getByRole('button', { name: 'Send my request again' }).click()
  await vera.page.getByRole('heading', { name: 'Waiting for approval' }).waitFor()

  await listed(ana.page, 'approvals', email)
  await row(ana.page, email).getByText('The cohort of August.').waitFor()
  await expectGoodPage(ana.page)
  await row(ana.page, email).getByRole('button', { name: 'Approve Vera Lundqvist' }).click()
  await ana.page.getByText('Vera Lundqvist is approved').waitFor()
  await vera.page.waitForURL((url) => url.pathname === '/student/dashboard')
  await vera.page.goto('about:blank') // or the page would keep sending requests without its session
  await vera.context.clearCookies()
  await signIn(vera.page, email, demoPassword)
  await vera.page.waitForURL((url) => url.pathname === '/student/dashboard')
  expect([...ana.complaints, ...vera.complaints]).toEqual([])
})

it('a sign-up is declined, with a reason that the person reads', async () => {
  const email = await applicant('Otto Brand')
  const ana = await person('ana')
  await listed(ana.page, 'approvals', email)
  await act(ana.page, 'Otto Brand', 'Decline')
  const question = ana.page.getByRole('dialog', { name: 'Decline Otto Brand?' })
  await question.getByLabel('Why').fill('You are not on our roster.')
  await expectGoodPage(ana.page)
  await question.getByRole('button', { name: 'Decline' }).click()
  await ana.page.getByText('Otto Brand is declined').waitFor()
  await ana.page.getByText('No sign-ups match').waitFor()
  await ana.page.getByRole('button', { name: /^Declined/ }).click()
  await row(ana.page, email).getByText('Ana Morales: You are not on our roster.').waitFor()

  const otto = await visitor({ size: 'phone' })
  await signIn(otto.page, email, demoPassword)
  await otto.page.getByRole('heading', { name: 'Your request was declined' }).waitFor()
  await otto.page.getByText('You are not on our roster.').waitFor()
  await expectGoodPage(otto.page)
  await otto.page.goto('/student/dashboard')
  await otto.page.waitForURL((url) => url.pathname === '/student-pending-approval')
  expect([...ana.complaints, ...otto.complaints]).toEqual([])
})
