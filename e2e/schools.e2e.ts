import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { newToken } from '#platform/server/session.ts'
import { base, expectGoodPage, person, visitor } from './people.ts'

const admin = openDatabase()

/** An image with one blue pixel. */
const blue = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==',
  'base64',
)

it('Ana changes her school’s details, programs, join code and rules; Grace’s newer version is not lost', async () => {
  const { page, complaints } = await person('ana')
  const grace = await person('grace')
  await page.goto('/school/profile')
  await page.getByRole('heading', { name: 'Programs' }).waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Edit details' }).click()
  const form = page.getByRole('form', { name: /^School / })
  await form.getByLabel('Phone').fill('414 555 0100')
  await form.getByLabel('ZIP code').fill('12')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByRole('alert').getByText('Five digits.').waitFor()
  await form.getByLabel('ZIP code').fill('53202')
  await expectGoodPage(page)

  await grace.page.goto('/school/profile')
  await grace.page.getByRole('button', { name: 'Edit details' }).click()
  const hers = grace.page.getByRole('form', { name: /^School / })
  await hers.getByLabel('Primary contact').fill('Grace Dean')
  await hers.getByRole('button', { name: 'Save changes' }).click()
  await grace.page.getByText('School updated successfully').waitFor()

  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('changed this school while you were editing.').waitFor()
  // Fields that only Grace changed are taken over, Ana's input stays, and each choice can be reversed.
  const both = form.getByRole('region', { name: 'Two versions' })
  await both.getByText('Primary contact', { exact: true }).waitFor()
  expect(await form.getByLabel('Primary contact').inputValue()).toBe('Grace Dean')
  expect(await form.getByLabel('Phone').inputValue()).toBe('414 555 0100')
  await expectGoodPage(page)
  await both.getByRole('group', { name: 'Phone: whose version' }).getByText('Theirs').click()
  expect(await form.getByLabel('Phone').inputValue()).not.toBe('414 555 0100')
  await both.getByRole('group', { name: 'Phone: whose version' }).getByText('Mine').click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('School updated successfully').waitFor()
  await page.getByRole('link', { name: '414 555 0100' }).waitFor()

  await page.getByRole('button', { name: 'Add program' }).click()
  const program = page.getByRole('form', { name: 'New program' })
  await program.getByLabel('Name').fill('RN to BSN evenings')
  await program.getByRole('button', { name: 'Add a specialty' }).click()
  await program.getByLabel('Hours at least').fill('90')
  await expectGoodPage(page)
  await program.getByRole('button', { name: 'Create program' }).click()
  await page.getByText('Program created successfully').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'RN to BSN evenings' })
  await row.getByText('Medical-surgical 90').waitFor()
  await row.getByRole('button', { name: 'Actions for RN to BSN evenings' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Deactivate program' }).click()
  await row.getByText('Inactive').waitFor()

  await page.getByRole('main').getByRole('link', { name: 'School settings' }).click()
  const code = page.getByTestId('join-code')
  const before = await code.textContent()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  await page.getByRole('button', { name: 'Renew the code' }).click()
  await expect.poll(() => code.textContent()).not.toBe(before)
  const settings = page.getByRole('form', { name: 'Rules and settings' })
  await settings.getByLabel('Deadline to drop a shift').fill('500')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await settings.getByRole('alert').getByText('from 0 to 336').waitFor()
  await settings.getByLabel('Deadline to drop a shift').fill('72')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved').waitFor()
  // The browser itself logs the conflict response.
  expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
})

it('Sam creates a board’s profile and a school, deactivates it with a reason, and finds it again', async () => {
  const { page, complaints } = await person('sam', { at: '/admin/schools' })
  await page.getByRole('link', { name: /Lakeshore/ }).waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Regulatory profiles' }).click()
  await page.getByRole('button', { name: 'New profile' }).click()
  const profile = page.getByRole('form', { name: 'New profile' })
  await profile.getByLabel('Board').fill('Wisconsin')
  await profile.getByRole('textbox', { name: 'In force from' }).fill('2026-01-01')
  await profile.getByLabel('Students per instructor, at most').fill('8')
  await profile.getByLabel('Simulation, at most').fill('50')
  await profile.getByRole('checkbox', { name: 'also applies to simulation' }).check()
  await expectGoodPage(page)
  await profile.getByRole('button', { name: 'Create profile' }).click()
  await page.getByText('Profile created successfully').waitFor()
  await page.getByRole('row').filter({ hasText: 'Wisconsin · BSN' }).waitFor()

  await page.getByRole('button', { name: 'New school' }).click()
  const form = page.getByRole('form', { name: 'New school' })
  await form.getByLabel('Name').fill('Door County College of Nursing')
  await form.getByLabel('State').selectOption('WI')
  expect(await form.getByLabel('Time zone').inputValue()).toBe('America/Chicago')
  await form.getByRole('button', { name: 'Create school' }).click()
  await page.getByRole('heading', { level: 1, name: 'Door County College of Nursing' }).waitFor()
  await page.getByTestId('join-code').waitFor()
  const settings = page.getByRole('form', { name: 'Rules and settings' })
  await settings.getByLabel('Regulatory profile').selectOption({ label: 'Wisconsin · BSN' })
  await settings.getByLabel('Students per instructor, at most').fill('9')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await settings.getByRole('alert').getByText('Wisconsin allows at most 8.').waitFor()
  await settings.getByLabel('Students per instructor, at most').fill('6')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved').waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page.getByText('Its people can still read, export, and record').waitFor()
  await page.getByRole('dialog').getByLabel('Reason').fill('Made by mistake')
  await page.getByRole('button', { name: 'Deactivate school' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.goto('/admin/schools?active=no&q=Door+County')
  await page.getByRole('link', { name: 'Door County College of Nursing' }).waitFor()
  expect(complaints).toEqual([])

  // Its people see this on every page, before they fill in something that would be refused.
  const setActive = (isActive: boolean) =>
    admin.query('update public.schools set is_active = $2 where id = $1', [demoId('lakeshore'), isActive])
  await setActive(false)
  const jenna = await person('jenna', { size: 'phone' })
  await jenna.page.getByText(/^Lakeshore .* is deactivated\.$/).waitFor()
  // Her shift of today goes on.
  await jenna.page.getByText('Attendance and reports go on').waitFor()
  await expectGoodPage(jenna.page)
  await setActive(true)
  // A change made past the application is seen once the server reads the session again.
  await expect
    .poll(
      async () => {
        await jenna.page.reload()
        await jenna.page.getByRole('heading', { level: 1 }).waitFor()
        return jenna.page.getByText('is deactivated.').count()
      },
      { timeout: 10_000 },
    )
    .toBe(0)
})

it('Ana adds a logo to her school; Sam sees it in his list and removes it', async () => {
  const { page, complaints } = await person('ana', { at: '/school/profile', size: 'phone' })
  await page.getByRole('heading', { name: 'Logo', exact: true }).waitFor()
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel(/^Logo \(PNG/).setInputFiles({ name, mimeType, buffer })
  // An SVG document with a PNG's name is not accepted.
  await choose('logo.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await page.getByRole('button', { name: 'Save logo' }).click()
  await page.getByText('A logo is a PNG, JPEG or WebP picture.').waitFor()
  await page.getByRole('button', { name: 'Remove logo.png' }).click()
  await choose('lake.png', 'image/png', blue)
  await page.getByRole('button', { name: 'Save logo' }).click()
  await page.getByText('Logo saved').waitFor()
  const src = await page.locator('header img[src^="/api/logos/"]').getAttribute('src')
  await expectGoodPage(page)
  const answer = await page.request.get(src!)
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(await answer.body()).toEqual(blue)

  const sam = await person('sam', { at: '/admin/schools' })
  const row = sam.page.getByRole('row').filter({ hasText: 'Lakeshore College of Nursing' })
  await row.locator(`img[src="${src}"]`).waitFor()
  await expectGoodPage(sam.page)
  await sam.page.getByRole('link', { name: /Lakeshore/ }).click()
  await sam.page.getByRole('button', { name: 'Remove logo' }).click()
  await sam.page.getByRole('dialog').getByRole('button', { name: 'Remove logo' }).click()
  await sam.page.getByText('Logo removed').first().waitFor()
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  expect(sam.complaints).toEqual([])
})

it('the four pages pass at 320 px and in dark mode', async () => {
  const ana = await person('ana', { size: 'phone', dark: true })
  for (const path of ['/school/profile', '/school/account']) {
    await ana.page.goto(path)
    await ana.page.getByRole('heading', { level: 2 }).nth(1).waitFor()
    await expectGoodPage(ana.page)
  }
  const sam = await person('sam', { size: 'phone' })
  for (const path of [
    '/admin/schools',
    `/admin/schools/${demoId('lakeshore')}`,
    '/admin/schools?view=profiles',
  ]) {
    await sam.page.goto(path)
    await sam.page
      .getByText(/Lakeshore|Regulatory profiles/)
      .last()
      .waitFor()
    await expectGoodPage(sam.page)
  }
  expect([...ana.complaints, ...sam.complaints]).toEqual([])
})

it('Sam approves the first administrator of a school that does not exist yet, and creates it while doing so', async () => {
  await admin.query(
    `with p as (insert into public.users (email, full_name, role, status, email_verified)
       values ('nora.newhouse@riverbend.example', 'Nora Newhouse', 'school_admin', 'pending', true) returning id)
     insert into public.signup_requests (user_id, role, tenant_name) select id, 'school_admin', 'Riverbend College of Nursing' from p`,
  )
  const { page, complaints } = await person('sam', { at: '/admin/users?view=approvals' })
  await page
    .getByRole('row')
    .filter({ hasText: 'Nora Newhouse' })
    .getByRole('button', { name: /Approve/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Where do they belong?' })
  await dialog.getByText('becomes its school super admin').waitFor()
  await dialog.getByRole('button', { name: 'New school…' }).click()
  const form = page.getByRole('form', { name: 'New school' })
  expect(await form.getByLabel('Name').inputValue()).toBe('Riverbend College of Nursing')
  await form.getByLabel('State').selectOption('WI')
  await form.getByRole('button', { name: 'Create school' }).click()
  await form.waitFor({ state: 'hidden' })
  await expect
    .poll(() => dialog.getByLabel('School', { exact: true }).inputValue())
    .toBe('Riverbend College of Nursing')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Nora Newhouse is approved').waitFor()
  expect(complaints).toEqual([])

  // As long as nothing exists, her pages say what comes first, and link to it.
  const nora = await visitor()
  const { token, hash } = newToken()
  await admin.query(
    `insert into priv.sessions (user_id, token_hash, expires_at, address_block, user_agent)
     select id, $1, now() + interval '24 hours', '127.0.0.0', 'Chrome' from public.users where email = 'nora.newhouse@riverbend.example'`,
    [hash],
  )
  await nora.context.addCookies([{ name: 'placewell', value: token, url: base() }])
  await nora.page.goto('/school/dashboard')
  const steps = nora.page.getByRole('list', { name: 'What needs you' }).getByRole('listitem')
  await steps.filter({ hasText: 'Plan your first shifts' }).waitFor()
  expect(await steps.locator('[data-work-line]').allInnerTexts()).toEqual([
    'Create a semester',
    'Add your program',
    'Create a cohort',
    'Import your students',
    'Invite your proctors',
    'Choose required credentials',
    'Request a partnership',
    'Plan your first shifts',
  ])
  await expectGoodPage(nora.page)
  // She runs the school from the start: its other administrators are hers to invite.
  await nora.page.goto('/school/students?view=administrators')
  await nora.page.getByText('School super admin', { exact: true }).first().waitFor()
  await nora.page.getByRole('button', { name: 'Invite', exact: true }).click()
  expect(await nora.page.getByRole('combobox', { name: 'Role' }).inputValue()).toBe('School admin')
  await nora.page.goto('/shifts')
  await nora.page.getByRole('button', { name: 'Plan a shift' }).first().click()
  await nora.page.getByRole('link', { name: 'Units come with an active partnership' }).waitFor()
  await expectGoodPage(nora.page)
  expect(await nora.page.getByRole('link', { name: 'Create a semester first' }).getAttribute('href')).toBe(
    '/school/settings',
  )
  // The shift creator is for school admins only.
  await admin.query(
    `update public.users set role = 'school_admin' where email = 'nora.newhouse@riverbend.example'`,
  )
  await nora.page.goto('/school/ai-shift-creator')
  await nora.page.getByRole('link', { name: 'Create one' }).waitFor()
  for (const address of ['/school/reports', '/admin/semester-reports']) {
    await nora.page.goto(address)
    await nora.page.getByRole('link', { name: 'See your semesters' }).waitFor()
  }
  await nora.page.goto('/school/student-progress')
  await nora.page.getByRole('link', { name: 'Import students' }).waitFor()
  await expectGoodPage(nora.page)
  // A semester without shifts has no reports; its shifts come first.
  await admin.query(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, is_active)
     select id, 'Term', current_date - 30, current_date + 60, 'fall', '2026-2027', true from public.schools where name = 'Riverbend College of Nursing'`,
  )
  await nora.page.goto('/admin/semester-reports')
  await nora.page.getByRole('link', { name: 'See its shifts' }).waitFor()
  await expectGoodPage(nora.page)
  expect(nora.complaints).toEqual([])
})
