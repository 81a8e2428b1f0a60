import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { addDays, todayIn } from '#core/plain-date.ts'
import { waitUntilSettled, expectGoodPage, person, sizes } from './people.ts'

const today = todayIn('America/Chicago')

it('a facility admin closes days in every unit, sees affected shifts beforehand, and undoes it', async () => {
  const { page, complaints } = await person('frank', {
    at: `/admin/organizations/${demoId('harborview')}/detail`,
  })
  // A manager of the organization edits its sites from here.
  await page.getByRole('button', { name: 'Actions for Harborview Medical Center' }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Close days…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Close days in / })
  await dialog.getByText('Choose the days first.').waitFor()
  await dialog.getByLabel('From').fill(addDays(today, 1))
  await dialog.getByLabel('To').fill(today)
  await dialog.getByText('End date must be on or after the start date.').waitFor()
  await dialog.getByText('Correct the days first.').waitFor()
  await dialog.getByLabel('To').fill(addDays(today, 60))
  await dialog.getByLabel('Reason').fill('Survey by the state')
  await dialog.getByText(/will be closed\./).waitFor()
  await dialog.getByRole('link', { name: 'See these shifts in the schedule' }).waitFor()
  await dialog.getByRole('button', { name: 'Choose units' }).click()
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  // One unit is excluded, and stays excluded.
  const submit = dialog.getByRole('button', { name: /^Close days/ })
  await dialog.getByRole('checkbox').nth(1).uncheck()
  await submit.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^Days closed in \d+ units/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Days opened again').waitFor()
  expect(complaints).toEqual([])
})

it('days are closed from the list of facilities, and from the command palette', async () => {
  const { page, complaints } = await person('frank', { at: '/facility/management' })
  await page.getByRole('button', { name: 'Actions for Pediatrics' }).click()
  await page.getByRole('menuitem', { name: 'Close days…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close days in Pediatrics' })
  await dialog.getByText('Choose the days first.').waitFor()
  // The focus is on the first day, and its calendar waits for a press, so that it covers no other field.
  const first = dialog.getByRole('textbox', { name: 'From' })
  await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0)
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  // From a row's menu and from a page button, by keyboard only: the focus returns to where it was.
  await page.locator('button[aria-label="Actions for Pediatrics"]:focus').waitFor()
  const invite = page.getByRole('button', { name: 'Invite a school' })
  await invite.focus()
  await page.keyboard.press('Enter')
  const invitation = page.getByRole('dialog', { name: 'Invite a school' })
  await invitation.waitFor()
  await invitation.getByRole('button', { name: 'Cancel' }).press('Enter')
  await invitation.waitFor({ state: 'detached' })
  await page.locator('button:focus', { hasText: 'Invite a school' }).waitFor()
  await page.goto('/facility/dashboard')
  await waitUntilSettled(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('textbox').fill('close days')
  await page.getByText('Close days in your units…').last().click()
  await page.getByRole('dialog', { name: 'Close days in Harborview Health' }).waitFor()
  await page.setViewportSize(sizes.phone)
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})
