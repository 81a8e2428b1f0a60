import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoPassword } from '#database/seeds/demo-accounts.ts'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { waitUntilSettled, demo, expectGoodPage, person, signIn, sizes, visitor } from './people.ts'

const admin = openDatabase()

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const switcherNames = /^(Switch Role View|Admin Dashboard|(Student|Facility|School|Proctor) View)$/
const switcher = (page: Page): Locator => page.getByRole('button', { name: switcherNames })
const schoolPicker = (page: Page): Locator => page.getByRole('combobox', { name: 'School you work in' })

it('the role switcher takes a superadmin to each view and shows the current one', async () => {
  const { page, complaints } = await person('sam')
  await page.waitForURL('**/admin/dashboard')
  const views = [
    ['Student View', '/student/dashboard'],
    ['Facility View', '/facility/dashboard'],
    ['School View', '/school/dashboard'],
    ['Proctor View', '/proctor/dashboard'],
    ['Admin Dashboard', '/admin/dashboard'],
  ] as const
  let here = 'Admin Dashboard'
  for (const [view, path] of views) {
    await switcher(page).click()
    const menu = page.getByRole('menu')
    await menu.getByText('Switch Role View', { exact: true }).waitFor()
    await menu.getByRole('menuitem', { name: `${here} Current` }).waitFor()
    expect(await menu.getByText('Current', { exact: true }).count()).toBe(1)
    expect(await menu.getByRole('menuitem').count()).toBe(views.length)
    if (here === 'Admin Dashboard') await expectGoodPage(page)
    await menu.getByRole('menuitem', { name: view }).click()
    await page.waitForURL((url) => url.pathname === path)
    await page.getByRole('button', { name: view, exact: true }).waitFor()
    here = view
  }
  // If the page belongs to no view, the button says what it does.
  await page.goto('/preceptor/dashboard')
  await page.getByRole('button', { name: 'Switch Role View', exact: true }).waitFor()
  expect(complaints).toEqual([])
})

it.each(['grace', 'frank', 'jenna'])(
  '%s has neither a role switcher nor a choice of schools',
  async (name) => {
    const { page } = await person(name)
    await page.getByRole('button', { name: /account of/ }).waitFor()
    expect(await switcher(page).count()).toBe(0)
    expect(await schoolPicker(page).count()).toBe(0)
  },
)

it('the selected school is kept for the browser session, and no longer', async () => {
  const { page, complaints } = await person('sam')
  const bar = page.getByRole('region', { name: 'Notice' })
  await page.goto('/school/dashboard')
  await bar.getByText('Lakeshore College of Nursing').waitFor()
  await schoolPicker(page).fill('prairie')
  await page.getByRole('option', { name: 'Prairie State School of Nursing' }).click()
  await page.getByText('You now work in Prairie State School of Nursing').waitFor()
  await bar.getByText('Prairie State School of Nursing').waitFor()
  await expectGoodPage(page)
  await page.goto('/student/dashboard')
  await bar.getByText('Student View').waitFor()
  await page.goto('/school/students')
  await row(page, 'Daniel Ortiz').waitFor()
  expect(await row(page, 'Jenna Park').count()).toBe(0)
  await page.reload()
  await bar.getByText('Prairie State School of Nursing').waitFor()
  expect(await schoolPicker(page).inputValue()).toBe('Prairie State School of Nursing')
  await page.setViewportSize(sizes.phone)
  await expectGoodPage(page)

  // Back to all schools from the superadmin's own pages; a page opened later does not remember one either.
  await page.goto('/admin/dashboard')
  await page.getByRole('heading', { name: 'Shifts of Prairie State School of Nursing' }).waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Show all schools' }).click()
  await page.getByRole('heading', { name: 'Shifts of all schools' }).waitFor()
  await bar.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Shifts of all schools' }).waitFor()
  await page.setViewportSize(sizes.wide)

  const another = await person('sam', { at: '/school/dashboard', isFresh: true })
  await another.page
    .getByRole('region', { name: 'Notice' })
    .getByText('Lakeshore College of Nursing')
    .waitFor()
  expect([...complaints, ...another.complaints]).toEqual([])
})

const facilityPicker = (page: Page): Locator => page.getByRole('combobox', { name: 'Facility you work in' })

it('the facility is selected like the school, and the pages of the area follow it', async () => {
  const { page, complaints } = await person('sam', { at: '/facility/dashboard' })
  const bar = page.getByRole('region', { name: 'Notice' })
  // Before a selection it is the default one, which the page shows.
  await expect.poll(() => facilityPicker(page).inputValue()).not.toBe('')
  const first = await facilityPicker(page).inputValue()
  await page.getByRole('heading', { level: 1, name: first }).waitFor()
  await facilityPicker(page).fill('harborview')
  await page.getByRole('option', { name: 'Harborview Health', exact: true }).click()
  await bar.getByText('Harborview Health').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Harborview Health' }).waitFor()
  await expectGoodPage(page)
  await page.goto('/facility/users')
  await row(page, 'Frank Whitaker').waitFor()
  await page.reload()
  await row(page, 'Frank Whitaker').waitFor()
  expect(await facilityPicker(page).inputValue()).toBe('Harborview Health')
  await page.setViewportSize(sizes.phone)
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

it('an icon shows its name on hover and on keyboard focus, but not after a press', async () => {
  const { page } = await person('jenna')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await waitUntilSettled(page)
  const tip = page.locator('[data-words]')
  // The first mouse movement fetches the code.
  await page.mouse.move(400, 400)
  await expect.poll(() => page.locator('body > [aria-hidden="true"][hidden]').count()).toBeGreaterThan(0)
  await bell.hover()
  await expect.poll(() => tip.isVisible()).toBe(true)
  expect(await tip.getAttribute('data-words')).toMatch(/^Notifications/)
  await page.keyboard.press('Escape')
  await expect.poll(() => tip.isVisible()).toBe(false)
})

/** Opens the dialog that asks why to act as Jenna. */
async function actAsJenna(page: Page): Promise<Locator> {
  await page.goto('/admin/users?q=jenna.student')
  await act(page, 'Jenna Park', 'Act as this person')
  const dialog = page.getByRole('dialog', { name: 'Act as Jenna Park' })
  await dialog.waitFor()
  return dialog
}

async function endImpersonation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End impersonation' }).click()
  await page.waitForURL((url) => url.pathname === '/admin/users')
  await page.getByRole('button', { name: 'account of Sam Okafor' }).waitFor()
  await page.getByText('You’re acting as Jenna Park').waitFor({ state: 'detached' })
}

it('impersonation needs a reason, is shown on every page, and is read-only', async () => {
  const { page } = await person('sam', { isFresh: true })
  const dialog = await actAsJenna(page)
  await dialog.getByLabel('Reason').fill('Help')
  await dialog.getByRole('button', { name: 'Start impersonation' }).click()
  const tooShort = 'Give a reason of at least 10 characters. It’s kept on record.'
  await dialog.getByText(`Please check one field: ${tooShort}`).waitFor()
  await expect.poll(() => dialog.getByText(tooShort, { exact: true }).count()).toBe(1)
  await expectGoodPage(page)
  await dialog.getByLabel('Reason').fill('She cannot find her semester.')
  await dialog.getByRole('button', { name: 'Start impersonation' }).click()
  await page.waitForURL((url) => url.pathname === '/student/dashboard')

  const banner = page.getByRole('region', { name: 'Notice' })
  for (const path of ['/student/dashboard', '/admin/permissions-help', '/student/profile']) {
    await page.goto(path)
    await banner.getByText('You’re acting as Jenna Park (Student).').waitFor()
    await banner.getByText('Read-only.').waitFor()
    await banner.getByText('Reason: She cannot find her semester.').waitFor()
  }
  // A superadmin who acts as a student has only a student's access.
  await page.goto('/admin/users')
  await page.waitForURL((url) => url.pathname === '/student/dashboard')
  expect(await switcher(page).count()).toBe(0)
  await page.goto('/student/profile')
  await page.getByLabel('Phone', { exact: true }).fill('+1 414 555 0199')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByText('You are looking at Placewell as Jenna Park, read-only. Nothing was changed.')
    .waitFor()
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  await endImpersonation(page)
})

it('a change during impersonation has both names in the audit trail', async () => {
  const jenna = demoId(demo('jenna').email)
  const { rows } = await admin.query('select phone from public.users where id = $1', [jenna])
  const phone = `+1 414 555 ${1000 + Math.floor(Math.random() * 9000)}`
  const { page, complaints } = await person('sam', { isFresh: true })
  const dialog = await actAsJenna(page)
  await dialog.getByLabel('Reason').fill('She asked me on the telephone.')
  await dialog.getByLabel('Look and change').check()
  await dialog.getByRole('button', { name: 'Start impersonation' }).click()
  await page.waitForURL((url) => url.pathname === '/student/dashboard')
  await page.getByText('Changes are allowed and recorded.').waitFor()
  await page.goto('/student/profile')
  await page.getByText('belong to Jenna Park alone and are not shown here.').waitFor()
  await page.getByLabel('Phone', { exact: true }).fill(phone)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Profile saved').waitFor()
  await endImpersonation(page)

  await page.goto('/admin/users?q=jenna.student')
  await act(page, 'Jenna Park', 'Audit trail')
  const trail = page.getByRole('list', { name: 'About Jenna Park' })
  const entry = trail.getByRole('listitem').filter({ hasText: `→ ${phone}` })
  await entry.getByText(/^Sam Okafor, acting as Jenna Park, /).waitFor()
  await trail.getByText('“She asked me on the telephone.”').first().waitFor()
  await trail.getByText('Impersonation ended').first().waitFor()
  await expectGoodPage(page)
  await admin.query('update public.users set phone = $2 where id = $1', [jenna, rows[0].phone])
  expect(complaints).toEqual([])
})

/** Creates a student of Lakeshore whom no other test uses, with the demonstration's password. */
async function throwAway(name: string): Promise<string> {
  const email = `${name.split(' ')[0]!.toLowerCase()}.${randomBytes(4).toString('hex')}@example.org`
  await admin.query(
    `with someone as (
       insert into public.users (email, full_name, role, status, linked_school_id, email_verified)
       values ($1, $2, 'student', 'active', $3, true) returning id)
     insert into priv.credentials (user_id, client_setting, verifier)
     select s.id, c.client_setting, c.verifier from someone s, priv.credentials c where c.user_id = $4`,
    [email, name, demoId('lakeshore'), demoId(demo('jenna').email)],
  )
  return email
}

it('people are found, given another role, deactivated and reactivated, each with a reason', async () => {
  const email = await throwAway('Tara Voss')
  const tara = await visitor()
  await signIn(tara.page, email, demoPassword)
  await tara.page.waitForURL('**/student/dashboard')

  const sam = await person('sam', { at: '/admin/users' })
  const { page } = sam
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(email)
  await page.waitForURL((url) => url.searchParams.get('q') === email)
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Student')
  await page.waitForURL(
    (url) => url.searchParams.get('q') === email && url.searchParams.get('role') === 'student',
  )
  await page.reload()
  await row(page, email).getByText('Lakeshore College of Nursing').waitFor()
  expect(await page.getByRole('searchbox', { name: 'Search by name or email' }).inputValue()).toBe(email)
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL((url) => url.search === '')
  await page.goto(`/admin/users?q=${email}`)

  await act(page, 'Tara Voss', 'Change role and links')
  const dialog = page.getByRole('dialog', { name: 'Role and links of Tara Voss' })
  await dialog.getByLabel('Role', { exact: true }).selectOption('Proctor')
  await dialog.getByRole('button', { name: 'Change role and links' }).click()
  await dialog.getByText('Please check one field: Give a short reason. It’s kept on record.').waitFor()
  await expectGoodPage(page)
  await dialog.getByLabel('Reason').fill('She teaches now.')
  await dialog.getByRole('button', { name: 'Change role and links' }).click()
  await page.getByText('Role and links changed').waitFor()
  await row(page, email).getByText('Proctor', { exact: true }).waitFor()
  await tara.page.reload()
  await tara.page.waitForURL('**/proctor/dashboard')

  await act(page, 'Tara Voss', 'Deactivate')
  const question = page.getByRole('dialog', { name: 'Deactivate Tara Voss' })
  await question.getByRole('radio', { name: 'At once' }).check()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await question.getByText('Give a short reason. It’s kept on record.').first().waitFor()
  await expectGoodPage(page)
  await question.getByLabel('Reason').fill('She left the school.')
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Saved. Everyone concerned is notified.').waitFor()
  // The open window is notified immediately: its live stream ends with the session, and the next request is refused.
  await tara.page.getByText('Your session has ended').waitFor()
  await tara.page.waitForURL((url) => url.pathname === '/login')
  // It still says so to someone who was away.
  await tara.page.reload()
  await tara.page.getByText('Your session has ended').waitFor()

  await act(page, 'Tara Voss', 'Reactivate')
  const back = page.getByRole('dialog', { name: 'Reactivate Tara Voss?' })
  await back.getByLabel('Reason').fill('She is back.')
  await back.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('Reactivated').first().waitFor()
  await signIn(tara.page, email, demoPassword)
  await tara.page.waitForURL('**/proctor/dashboard')

  await act(page, 'Tara Voss', 'Audit trail')
  await page.waitForURL((url) => url.searchParams.has('person'))
  const trail = page.getByRole('list', { name: 'About Tara Voss' })
  const entry = trail.getByRole('listitem').filter({ hasText: 'Role: Student → Proctor' })
  await entry.getByText(/^Sam Okafor, /).waitFor()
  await entry.getByText('“She teaches now.”').waitFor()
  await trail.getByText('“She left the school.”').waitFor()
  await trail.getByText('“She is back.”').waitFor()
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  expect(sam.complaints).toEqual([])
})

it('the preceptor permission opens the preceptor pages on the next load, and closes them again', async () => {
  const sam = await person('sam')
  const frank = await person('frank', { at: '/preceptor/dashboard' })
  await frank.page.waitForURL('**/facility/dashboard')
  await sam.page.goto('/admin/users?q=frank.education')
  await act(sam.page, 'Frank Whitaker', 'Permissions')
  await sam.page.getByRole('heading', { name: 'Permissions of Frank Whitaker' }).waitFor()
  const toggle = sam.page.getByRole('switch', { name: 'Preceptor at Harborview Medical Center' })
  await toggle.waitFor()
  expect(await toggle.isChecked()).toBe(false)
  // A person clicks the label or the track; the input itself is below them.
  await toggle.press('Space')
  await sam.page.getByText('Preceptor permission enabled successfully', { exact: true }).waitFor()
  await expect.poll(() => toggle.isChecked()).toBe(true)
  await sam.page.getByText('Preceptor permission at Harborview Medical Center turned on').first().waitFor()
  await expectGoodPage(sam.page)

  await frank.page.reload()
  await frank.page.getByRole('link', { name: 'Preceptor Dashboard' }).click()
  await frank.page.waitForURL('**/preceptor/dashboard')
  await frank.page.getByText('Preceptor Portal').first().waitFor()
  expect(await frank.page.getByRole('link', { name: 'Settings', exact: true }).getAttribute('href')).toBe(
    '/facility/settings',
  )
  await row(frank.page, 'Harborview Medical Center').waitFor()
  await expectGoodPage(frank.page)

  await toggle.press('Space')
  // Frank has past work: a successor must be chosen.
  const question = sam.page.getByRole('dialog', { name: 'Who takes over?' })
  await question.getByRole('combobox', { name: 'Successor' }).click()
  await sam.page.getByRole('option', { name: /^No one needs to take over/ }).click()
  await question.getByLabel('Reason').fill('The capstone term is over.')
  await expectGoodPage(sam.page)
  await question.getByRole('button', { name: 'Disable' }).click()
  await sam.page.getByText('Preceptor permission disabled successfully', { exact: true }).waitFor()
  await expect.poll(() => toggle.isChecked()).toBe(false)
  await sam.page.getByText('“The capstone term is over.”').first().waitFor()
  await frank.page.reload()
  await frank.page.waitForURL('**/facility/dashboard')
  await frank.page.getByRole('link', { name: 'Users' }).first().waitFor()
  expect(await frank.page.getByRole('link', { name: 'Preceptor Dashboard' }).count()).toBe(0)
  expect([...sam.complaints, ...frank.complaints]).toEqual([])
})

it('permissions are explained to each person, and to the superadmin for anyone', async () => {
  const entry = (page: Page, path: string) =>
    page.getByRole('row').filter({ has: page.getByText(path, { exact: true }) })
  const jenna = await person('jenna', { at: '/admin/permissions-help', size: 'wide' })
  await entry(jenna.page, '/admin/users').getByText('It is for superadmins only.').waitFor()
  await entry(jenna.page, '/student/profile').getByText('It is open to the role Student.').waitFor()
  await jenna.page.getByText('Lakeshore College of Nursing').first().waitFor()

  const sam = await person('sam', { at: '/admin/permissions-help' })
  const { page } = sam
  await page.getByText('The whole platform').waitFor()
  await entry(page, '/admin/users').getByText('A superadmin passes every check.').waitFor()
  await page.getByRole('combobox', { name: 'Explain for' }).selectOption('Explain for: Preceptor')
  await page.getByRole('searchbox', { name: 'Search pages and roles' }).fill('preceptor')
  await page.waitForURL(
    (url) => url.searchParams.get('as') === 'preceptor' && url.searchParams.get('q') === 'preceptor',
  )
  await page.reload()
  await entry(page, '/preceptor/dashboard')
    .getByText(/^It is open to preceptors/)
    .waitFor()
  expect(await entry(page, '/student/profile').count()).toBe(0)
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  expect([...jenna.complaints, ...sam.complaints]).toEqual([])
})

/** Presses Tab until an element has the focus, as someone without a mouse would. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let presses = 0; presses < 40; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not get there')
}

it('signing in, opening a page by the palette and the menus, and signing out work by keyboard only', async () => {
  const { page, complaints } = await visitor()
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(demo('jenna').email)
  await page.keyboard.press('Tab')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/student/dashboard')
  await waitUntilSettled(page)

  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Command palette' }).getByRole('textbox')
  await search.waitFor()
  await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('who may')
  await page.getByText('Permissions guide').last().waitFor()
  await expectGoodPage(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/permissions-help')
  await page.getByRole('heading', { name: 'Permissions guide' }).waitFor()
  await search.waitFor({ state: 'hidden' })

  // Skips the navigation to reach the page, then uses the navigation to reach another.
  await page.goto('/student/dashboard')
  await waitUntilSettled(page)
  await tabTo(page, page.getByRole('link', { name: 'Skip to main content' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'My profile' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/student/profile')

  const account = page.getByRole('button', { name: 'account of Jenna Park' })
  await tabTo(page, account)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor({ state: 'hidden' })
  await expect.poll(() => account.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const signOut = page.getByRole('menuitem', { name: 'Sign out' })
  await signOut.waitFor()
  for (let presses = 0; presses < 10; presses++) {
    if (await signOut.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  expect(complaints).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/login')
})

it('signing out shows no message about an ended session, however slow the response', async () => {
  const { page } = await person('jenna', { isFresh: true })
  // The end of the session reaches the live stream first.
  await page.route('**/rpc/accounts/signOut', async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await page.getByText('Your session has ended').count()).toBe(0)
})
