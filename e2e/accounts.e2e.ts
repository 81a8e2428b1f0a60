import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { codeAt } from '#features/accounts/server/second-factor-codes.ts'
import { demoPassword } from '#database/seeds/demo-accounts.ts'
import { openDatabase } from './database.ts'
import { demo, expectGoodPage, person, signIn, sizes, visitor } from './people.ts'

const admin = openDatabase()

const password = 'three herons over a lake'
const someEmail = () => `nina.${randomBytes(4).toString('hex')}@example.org`

/** The token of the link in the latest email of a kind to an address. */
async function tokenTo(email: string, kind: string): Promise<string> {
  const { rows } = await admin.query<{ body_text: string }>(
    'select body_text from priv.mails where to_address = $1 and kind = $2 order by created_at desc limit 1',
    [email, kind],
  )
  const [, token] = /token=([\w-]+)/.exec(rows[0]?.body_text ?? '') ?? []
  if (!token) throw new Error(`No ${kind} mail to ${email}`)
  return token
}

async function credential(email: string): Promise<[userId: string, setting: string, verifier: string]> {
  const { rows } = await admin.query<{ user_id: string; client_setting: string; verifier: string }>(
    'select c.* from priv.credentials c join public.users u on u.id = c.user_id where u.email = $1',
    [email],
  )
  const { user_id, client_setting, verifier } = rows[0]!
  return [user_id, client_setting, verifier]
}

async function typeNewPassword(page: Page, text: string): Promise<void> {
  await page.locator('input[autocomplete="new-password"]').fill(text)
}

it('a student signs up, verifies the address, waits, answers a question and is approved', async () => {
  const email = someEmail()
  const { page } = await visitor()
  await page.goto('/signup')
  await page.getByRole('link', { name: /I am a student/ }).click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Please check 5 fields:').waitFor()
  await page.getByLabel('Full name').fill('Nina Berg')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('combobox', { name: 'School' }).fill('lakesh')
  await page.getByRole('option', { name: /Lakeshore College of Nursing/ }).click()
  await page.getByLabel('Join code').fill('lake26')
  await typeNewPassword(page, 'Password2026!!!')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('This is a common password. Choose another.').first().waitFor()
  await typeNewPassword(page, password)
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page
    .getByText('Account created successfully! Please check your email to verify your account.')
    .waitFor()
  await expectGoodPage(page)

  // Before the link is used, even the right password does not sign in.
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Please verify your email address before signing in.').waitFor()

  // This browser signed up: the link signs in and leads to the request.
  const token = await tokenTo(email, 'verify_email')
  await page.goto(`/verify-email?token=${token}`)
  await page.waitForURL('**/student-pending-approval')
  await page.goto(`/verify-email?token=${token}`)
  await page.getByText('Invalid or expired verification link.').waitFor()
  expect(page.url()).not.toContain(token)
  await page.goto('/student/dashboard')
  await page.waitForURL('**/student-pending-approval')
  await page.getByText('Lakeshore College of Nursing').waitFor()
  await expectGoodPage(page)

  // Returned as a coordinator would do it; the guards allow that only a coordinator, so they are off for the database's owner.
  await admin.query('alter table public.signup_requests disable trigger user')
  await admin.query(
    `with asked as (update public.signup_requests r set status = 'returned', decision_note = 'Which programme?'
       from public.users u where u.id = r.user_id and u.email = $1 returning r.user_id)
     update public.users u set status = 'returned' from asked where u.id = asked.user_id`,
    [email],
  )
  await admin.query('alter table public.signup_requests enable trigger user')
  // The page updates on its own.
  await page.getByText('Which programme?').waitFor()
  await page.setViewportSize(sizes.phone)
  await expectGoodPage(page)
  await page.getByLabel('Join code').fill('LAKE26')
  await page.getByLabel('Note to your approver').fill('The accelerated one.')
  await page.getByRole('button', { name: 'Send my request again' }).click()
  await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor()

  await admin.query(`update public.users set status = 'active' where email = $1`, [email])
  await page.waitForURL('**/student/dashboard')

  // Two-step verification: set up by keyboard on the phone, then asked for at sign-in.
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Set up', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await page.keyboard.press('Enter')
  const address = await dialog
    .getByRole('link', { name: 'Open in an authenticator app' })
    .getAttribute('href')
  const secret = new URL(address!).searchParams.get('secret')!
  await expectGoodPage(page)
  await dialog.getByRole('textbox', { name: 'Code' }).fill('123')
  await page.keyboard.press('Enter')
  await dialog
    .getByText(/That code isn’t right/)
    .first()
    .waitFor()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  await dialog.getByText('Keep your recovery codes').waitFor()
  const recovery = (await dialog.locator('code').allTextContents()) as [string, string]
  expect(recovery).toHaveLength(10)
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'I kept them' }).click()
  await page.getByText('10 of 10 recovery codes are unused.').waitFor()

  const { page: other } = await visitor({ size: 'phone' })
  await other.goto('/login')
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  const code = other.getByLabel('Code')
  await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true)
  await expectGoodPage(other)
  await code.fill('wrong')
  await other.keyboard.press('Enter')
  await other
    .getByText(/That code isn’t right/)
    .first()
    .waitFor()
  await code.fill(recovery[0])
  await other.keyboard.press('Enter')
  await other.waitForURL('**/student/dashboard')
  await other.goto('/profile')
  await other.getByText('9 of 10 recovery codes are unused.').waitFor()
  await other.getByRole('button', { name: 'Turn off', exact: true }).click()
  await other.getByRole('dialog').getByLabel('Current password').fill(password)
  await other.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await other.getByRole('button', { name: 'Set up', exact: true }).waitFor()
})

it('a link opened in another browser asks which password applies, and the earlier link no longer works', async () => {
  const email = someEmail()
  const { page: theirs } = await visitor()
  await theirs.goto('/signup/proctor')
  await theirs.getByLabel('Full name').fill('Olive Holt')
  await theirs.getByLabel('Email').fill(email)
  await theirs.getByRole('combobox', { name: 'School' }).fill('prairie')
  await theirs.getByRole('option').first().click()
  await typeNewPassword(theirs, password)
  await theirs.getByRole('button', { name: 'Create account' }).click()
  await theirs.getByRole('heading', { name: 'Check your email' }).waitFor()

  const token = await tokenTo(email, 'verify_email')
  const { page } = await visitor({ size: 'phone' })
  // A link that the server couldn't be asked about is tried again, and not replaced.
  await page.route('**/api/verify-email', (route) => route.abort())
  await page.goto(`/verify-email?token=${token}`)
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await expectGoodPage(page)
  await page.unroute('**/api/verify-email')
  await again.click()
  await page.getByRole('heading', { name: 'Choose your password' }).waitFor()
  await page.getByText('If you didn’t sign up for Placewell, close this page. Nothing will happen.').waitFor()
  await expectGoodPage(page)
  const own = 'four otters under a bridge'
  await typeNewPassword(page, own)
  await page.getByRole('button', { name: 'Verify my address' }).click()
  await page.waitForURL('**/student-pending-approval')
  await theirs.goto('/login')
  await theirs.getByLabel('Email').fill(email)
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await theirs.getByText('Invalid email or password.').first().waitFor()
})

it('a school that is not in the list is added from the list’s message', async () => {
  const { page } = await visitor({ size: 'phone' })
  await page.goto('/signup/school')
  await page.getByRole('combobox', { name: 'School' }).fill('Aurora Springs')
  await page.getByRole('option', { name: 'Not in the list: add “Aurora Springs”' }).click()
  const name = page.getByLabel('Name of the school')
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await name.inputValue()).toBe('Aurora Springs')
  expect(await page.getByLabel('My school is not in the list').isChecked()).toBe(true)
  await expectGoodPage(page)
  // Students join an existing school: they can't add one.
  await page.goto('/signup/student')
  await page.getByRole('combobox', { name: 'School' }).fill('Aurora Springs')
  await page.getByText('Nothing found').waitFor()
})

it('a proctor needs an existing school, and a used address is refused with two ways to go on', async () => {
  const { page } = await visitor()
  await page.goto('/signup/proctor')
  await page.getByLabel('Full name').fill('Paul Proctor')
  await page.getByLabel('Email').fill(demo('marcus').email)
  await typeNewPassword(page, password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Proctor role requires a school ID').first().waitFor()
  await page.getByLabel('School ID').fill('lakeshore')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Invalid school ID provided for proctor role').first().waitFor()
  expect(await page.getByLabel('Full name').inputValue()).toBe('Paul Proctor')
  await page.getByRole('combobox', { name: 'School' }).fill('prairie')
  await page.getByRole('option').first().click()
  await expect.poll(() => page.getByLabel('School ID').inputValue()).toMatch(/^[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Create account' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Looks like you already have an account' })
  await notice.waitFor()
  expect((await notice.textContent())?.trim()).toBe(
    'Looks like you already have an account with this email address. Please click here to log into your account or click here to reset your password.',
  )
  await expectGoodPage(page)
  await notice.getByRole('link', { name: 'click here to reset your password' }).click()
  await page.waitForURL('**/reset-password')
})

it('a forgotten password is reset once by a link, and the response reveals nothing', async () => {
  const before = await credential(demo('frank').email)
  const { page } = await visitor()
  for (const email of ['nobody@example.org', demo('frank').email]) {
    await page.goto('/reset-password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByText('If this email is registered, you will receive a password reset link.').waitFor()
    await page.getByText('Password Reset Email Sent').first().waitFor()
  }
  const token = await tokenTo(demo('frank').email, 'reset_password')
  await page.goto(`/reset-password?token=${token}`)
  // The token is in no history or screenshot, and a reload still works.
  await page.waitForURL((url) => url.pathname === '/reset-password' && url.search === '')
  await page.reload()
  const late = await visitor()
  await late.page.goto(`/reset-password?token=${token}`)
  await typeNewPassword(late.page, password)
  await typeNewPassword(page, password)
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Change my password' }).click()
  await page.waitForURL('**/login')
  // Where the form was still open, another link can be asked for.
  await late.page.getByRole('button', { name: 'Change my password' }).click()
  await late.page.getByText('Invalid reset token.').waitFor()
  await late.page.getByRole('button', { name: 'Send me a link' }).waitFor()
  await signIn(page, demo('frank').email, password)
  await page.waitForURL('**/facility/dashboard')
  await page.goto(`/reset-password?token=${token}`)
  await page.getByText('Invalid reset token.').waitFor()
  expect(await credential(demo('frank').email)).not.toEqual(before)
  // Restores the demonstration's password for later journeys.
  await admin.query(
    'update priv.credentials set client_setting = $2, verifier = $3 where user_id = $1',
    before,
  )
})

it('a common password must be changed before anything else', async () => {
  await admin.query(
    `update priv.credentials c set must_change = true from public.users u where u.id = c.user_id and u.email = $1`,
    [demo('priya').email],
  )
  const { page } = await person('priya')
  await page.waitForURL('**/facility/profile')
  await page.getByText('Choose a new password').waitFor()
  await page.goto('/facility/dashboard')
  await page.waitForURL('**/facility/profile')
  await page.getByText('Your password is on a list of common passwords.').waitFor()
  await expectGoodPage(page)
  // A direct request to the server is refused too.
  const refused = await page.request.get('/api/profile/sessions')
  expect(refused.status()).toBe(403)
  const before = await credential(demo('priya').email)
  await page.getByLabel('Current password').fill(demoPassword)
  await typeNewPassword(page, password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('heading', { name: 'About me' }).waitFor()
  await page.goto('/facility/dashboard')
  await page.waitForURL('**/facility/dashboard')
  await admin.query(
    'update priv.credentials set client_setting = $2, verifier = $3, must_change = false where user_id = $1',
    before,
  )
})

it('the profile page saves changes, lists devices and signs the others out', async () => {
  const phone = await person('jenna', { size: 'phone', isFresh: true })
  const { page } = await person('jenna', { at: '/profile', isFresh: true })
  await page.waitForURL('**/student/profile')
  await page.getByLabel('Phone', { exact: true }).fill('call me')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Enter a telephone number, such as +1 414 555 0123.').first().waitFor()
  await page.getByLabel('Phone', { exact: true }).fill('+1 414 555 0123')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByLabel('My license is in progress').press('Tab')
  await save.press('Enter')
  await page.getByText('Profile saved').waitFor()
  // The form stays, so neither the focus nor what is typed next is lost.
  await expect.poll(() => save.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await page.getByLabel('Phone', { exact: true }).inputValue()).toBe('+1 414 555 0123')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('Signed out everywhere else').waitFor()
  await phone.page.goto('/student/dashboard')
  await phone.page.waitForURL((url) => url.pathname === '/login')
})

it('choosing another time format keeps the page with what is typed', async () => {
  const { page } = await person('jenna', { at: '/profile', isFresh: true })
  await page.waitForURL('**/student/profile')
  const typed = page.getByLabel('Current password').first()
  await typed.fill('half a password')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const choose = async (format: string): Promise<void> => {
    await page.getByLabel('Time format').selectOption(format)
    await save.press('Enter')
    await page.getByText('Profile saved').last().waitFor()
  }
  await choose('24h')
  expect(await typed.inputValue()).toBe('half a password')
  await expect.poll(() => save.evaluate((button) => button === document.activeElement)).toBe(true)
  await choose('12h')
  expect(await typed.inputValue()).toBe('half a password')
})

it.each([
  ['jenna', '/dashboard', '/student/dashboard'],
  ['jenna', '/dashboard/admin', '/student/dashboard'],
  ['sam', '/dashboard', '/admin/dashboard'],
  ['sam', '/dashboard/student', '/student/dashboard'],
  ['marcus', '/profile', '/proctor/profile'],
])('%s opens %s and gets to %s', async (name, asked, reached) => {
  // A new session, because jenna’s devices were signed out above.
  const { page } = await person(name, { at: asked, isFresh: true })
  await page.waitForURL((url) => url.pathname === reached)
  await expect.poll(() => page.locator('h1').first().innerText()).not.toBe('')
})
