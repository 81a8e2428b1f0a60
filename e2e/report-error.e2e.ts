import { expect, it } from 'vitest'
import { expectGoodPage, person, sizes } from './people.ts'

it('an error on a page is reported with what the user was doing, and the superadmin reads it', async () => {
  const { page } = await person('jenna')
  let requestId = ''
  await page.route('**/rpc/privacy/mine', async (route) => {
    const answer = await route.fetch()
    requestId = answer.headers()['x-request-id'] ?? ''
    // A response that the page can't render.
    await route.fulfill({ response: answer, json: { json: { releases: 7 } } })
  })
  await page.goto('/student/profile')
  const report = page.getByRole('button', { name: 'Report This Error' })
  await report.waitFor()
  await page.getByRole('button', { name: 'Refresh Page' }).waitFor()
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  await report.click()
  const dialog = page.getByRole('dialog', { name: 'Report this error' })
  await dialog.getByLabel('What were you doing?').fill('I opened my profile.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await page.getByText('Report sent').waitFor()
  expect(requestId).not.toBe('')

  const sam = await person('sam', { at: '/admin/notifications?view=messages' })
  await sam.page.getByRole('link', { name: 'Jenna Park' }).first().click()
  const message = sam.page.getByRole('dialog', { name: 'Message from Jenna Park' })
  await message.getByText('Doing: I opened my profile.').waitFor()
  await message.getByText('Page: /student/profile').waitFor()
  await message.getByText(/Request: \S{8,}/).waitFor()
})

it('a loading error shows the request id to quote', async () => {
  const { page } = await person('jenna')
  await page.route('**/rpc/privacy/mine', (route) =>
    route.fulfill({
      status: 403,
      headers: { 'x-request-id': 'request-4711' },
      json: { json: { defined: false, code: 'FORBIDDEN', status: 403, message: 'Not today.' } },
    }),
  )
  await page.goto('/student/profile')
  await page.getByText('Your releases couldn’t be loaded').waitFor()
  expect(await page.getByRole('alert').first().textContent()).toContain('Request ID: request-4711')
})
