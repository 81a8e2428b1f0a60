/** Days away: a manager of the organization names a colleague, who then sees for whom requests are. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { demo, expectGoodPage, person, sizes } from './people.ts'

const admin = openDatabase()

const bothSizes = async (page: Page): Promise<void> => {
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
}

it('Frank covers for a colleague, sees it with the requests, and ends it early', async () => {
  await admin.query(
    `insert into public.users (id, email, full_name, role, status, email_verified, linked_facility_id)
     select $1, $2, 'Opal Reyes', 'facility_admin', 'active', true, u.linked_facility_id from public.users u where u.email = $3`,
    [randomUUID(), 'opal.reyes@lakeshore.example', demo('frank').email],
  )
  const { page } = await person('frank', { at: '/facility/users?q=Opal' })
  const row = page.getByRole('row').filter({ hasText: 'Opal Reyes' })
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Set days away' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set when Opal Reyes is away' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose the last day.').first().waitFor()
  const from = await dialog.getByLabel('Away from').inputValue()
  await dialog.getByLabel('Last day away').fill(from)
  await dialog.getByLabel('Last day away').press('Tab')
  await dialog.getByRole('combobox', { name: 'Who covers' }).click()
  await page.getByRole('option', { name: /^Frank/ }).click()
  await bothSizes(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Days away saved').waitFor()
  await row.getByText(/^Away until .* covers$/).waitFor()
  await bothSizes(page)

  await page.goto('/facility/shifts?view=requests')
  await page.getByText(/^You cover for Opal Reyes, who is away until/).waitFor()
  await bothSizes(page)

  await page.goto('/facility/users?q=Opal')
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'End days away' }).click()
  await page
    .getByRole('dialog', { name: 'End the days away of Opal Reyes?' })
    .getByRole('button', { name: 'End days away' })
    .click()
  await row.getByText(/^Away until/).waitFor({ state: 'detached' })
  expect(await row.count()).toBe(1)
})
