import { expect, it } from 'vitest'
import { waitUntilSettled, demo, person, signIn, visitor } from './people.ts'

it('sends a visitor to sign in and back to where they came from', async () => {
  const { page } = await visitor()
  await page.goto('/school/students?view=proctors')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByLabel('Email').fill(demo('ana').email)
  await page.getByLabel('Password', { exact: true }).fill('placewell demo 2026')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/school/students' && url.search.includes('proctors'))
})

it('never returns to another site', async () => {
  const { page } = await visitor()
  await page.goto('/login?from=//evil.example/x')
  await page.getByLabel('Email').fill(demo('ana').email)
  await page.getByLabel('Password', { exact: true }).fill('placewell demo 2026')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/school/dashboard')
})

it('sends a role without access to its own dashboard, and says why', async () => {
  const { page } = await person('jenna', { at: '/admin/users' })
  await page.waitForURL((url) => url.pathname === '/student/dashboard')
  await page.getByText('That page is for superadmins').first().waitFor()
  await page.goto('/school/dashboard')
  await page.waitForURL((url) => url.pathname === '/student/dashboard')
})

it('lets the superadmin open every page', async () => {
  const { page } = await person('sam')
  for (const path of [
    '/school/dashboard',
    '/facility/dashboard',
    '/student/dashboard',
    '/proctor/dashboard',
  ]) {
    await page.goto(path)
    await page.locator('h1').waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

it('shows the not-found page for any other path', async () => {
  const { page } = await visitor()
  await page.goto('/no/such/page')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Page not found'])
})

it('shows it for an invalid id, and ignores unknown search parameters', async () => {
  const { page } = await person('ana', { at: '/shift/garbage' })
  for (const path of ['/shift/garbage', '/school/students/garbage', '/admin/schools/garbage']) {
    await page.goto(path)
    // Access to the page is checked before its existence.
    if (path.startsWith('/admin')) await page.waitForURL('**/school/dashboard')
    else await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  }
  await page.goto('/shifts?view=garbage&series=garbage&page=-3&q=[1]')
  await page.getByRole('heading', { name: 'Shifts', level: 1 }).waitFor()
  await waitUntilSettled(page)
  await expect.poll(() => page.getByRole('main').innerText()).not.toContain('couldn’t be loaded')
  expect(await page.getByRole('row').count()).toBeGreaterThan(3)
})

it('keeps typed text when sign-in is refused, and says why', async () => {
  const { page } = await visitor()
  await page.goto('/login')
  await page.getByLabel('Email').fill(demo('jenna').email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Invalid email or password.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(demo('jenna').email)
})

it('signs out and has no session afterwards', async () => {
  const { page } = await visitor()
  await signIn(page, demo('marcus').email)
  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await page.goto('/proctor/dashboard')
  await page.waitForURL((url) => url.pathname === '/login')
})
