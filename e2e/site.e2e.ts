import { expect, it } from 'vitest'
import { sitePages } from '#core/site-pages.ts'
import { base, waitUntilSettled, expectGoodPage, visitor } from './people.ts'

it('every page of the site hydrates without messages, and requests nothing from others', async () => {
  const { page, complaints } = await visitor()
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(base())) strangers.push(request.url())
  })
  for (const path of sitePages) {
    await page.goto(path)
    await expectGoodPage(page)
    const [titles, descriptions] = [page.locator('head title'), page.locator('meta[name="description"]')]
    expect([path, await titles.count(), await descriptions.count()]).toEqual([path, 1, 1])
  }
  expect(complaints).toEqual([])
  expect(strangers).toEqual([])
})

it('the pages can be read and navigated before any script runs', async () => {
  const { page } = await visitor({ script: false })
  await page.goto('/')
  expect(await page.locator('h1').innerText()).toContain('Every student, well placed.')
  await page.getByRole('link', { name: 'Questions', exact: true }).click()
  await page.waitForURL('**/faq')
  await page.getByText('What does it cost?').click()
  await page.getByText('Students, instructors and the sites that host them pay nothing.').waitFor()
})

it('a question is found by its text, opened by keyboard, and has an address', async () => {
  const { page } = await visitor({ size: 'phone' })
  await page.goto('/faq')
  await page.getByLabel('Search all questions').fill('copy weekdays')
  await page.getByText('1 question', { exact: true }).waitFor()
  await page.getByText('How do I copy a semester?').press('Enter')
  await expect.poll(() => page.getByText('Tuesdays stay Tuesdays').isVisible()).toBe(true)
  await page.getByLabel('Search all questions').fill('zeppelin')
  await page.getByText('No questions contain these words.').waitFor()

  await page.goto('/faq/students#join-code')
  await page.getByText('Your school’s placement office has it.').waitFor({ state: 'visible' })
})

it('a message to us: errors are shown at their fields, typed text stays, and it arrives once', async () => {
  const { page } = await visitor()
  // Its code loads late: text typed before stays as well.
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => code.promise.then(() => route.continue()))
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByLabel('Message').fill('We place 140 students a term and would like to see Placewell.')
  code.resolve()
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  const name = page.getByLabel('Your name')
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await page.getByLabel('Message').inputValue()).toContain('140 students')

  await name.fill('Dana Ruiz')
  await page.getByLabel('Email').fill('dana@college.example')
  await page.getByLabel('What is it about?').selectOption('school')
  await page.route('**/api/contact-messages', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Your message is still here.').waitFor()
  expect(await name.inputValue()).toBe('Dana Ruiz')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('We’ll reply to dana@college.example.').waitFor()
  // The answer is in view, wherever the button was.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('is on its way')
  await expectGoodPage(page)
})

it('one click in the demonstration signs in as someone', async () => {
  const { page } = await visitor()
  await page.goto('/demo')
  await page.getByRole('button', { name: 'Enter as Ana Morales' }).click()
  await page.waitForURL('**/school/dashboard')
  await page.goto('/')
  await page.getByRole('link', { name: 'Your dashboard' }).click()
  await page.waitForURL('**/school/dashboard')
  await expect.poll(() => page.getByText('Lakeshore College of Nursing').count()).toBeGreaterThan(0)
})

it('the pricing page shows the plans, without a payment script if no key is set', async () => {
  const { page } = await visitor()
  await page.goto('/pricing')
  await page.getByText('$2,400').waitFor()
  expect(await page.getByText('Free', { exact: true }).count()).toBeGreaterThan(0)
  expect(await page.locator('script[src*="stripe"]').count()).toBe(0)
})

it('the payment provider’s script is loaded only on the pricing page, and only if a key is set', async () => {
  const { page } = await visitor()
  const loaded: string[] = []
  await page.route('https://js.stripe.com/**', async (route) => {
    loaded.push(new URL(page.url()).pathname)
    await route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  // The response of an installation with payments: with a key, and a policy that allows the script on that page.
  await page.route('**/api/plans', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), payment_key: 'pk_test_123' },
    })
  })
  await page.route('**/pricing', async (route) => {
    const response = await route.fetch()
    const headers = response.headers()
    const policy = headers['content-security-policy']!.replace(
      'script-src ',
      'script-src https://js.stripe.com ',
    )
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } })
  })
  await page.goto('/about')
  await page.goto('/pricing')
  await page.getByText('$2,400').waitFor()
  await expect.poll(() => loaded).toEqual(['/pricing'])
  expect(await page.locator('script[src*="stripe"]').count()).toBe(1)
  await page.goto('/faq')
  expect(loaded).toEqual(['/pricing'])
})
