import { expect, it } from 'vitest'
import { DEMO_TOKEN } from '#features/canvas-connections/fake.ts'
import { expectGoodPage, person } from './people.ts'

it('the superadmin connects a school to its Canvas, reads its roster, and invites new people', async () => {
  const { page, complaints } = await person('sam', { at: '/admin/canvas-integration' })
  await page.getByRole('button', { name: 'Connect a school' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'School' }).fill('Lakeshore')
  await page.getByRole('option', { name: /Lakeshore/ }).click()
  await dialog.getByRole('textbox', { name: 'Canvas address' }).fill('https://lakeshore.canvas.example')
  await dialog.getByRole('button', { name: 'Access token' }).click()
  await dialog.locator('input[type=password]').fill(DEMO_TOKEN)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('Next: test the connection.').waitFor()
  await page.getByRole('button', { name: 'Test the connection' }).click()

  await page.getByText('Next: choose the semester').waitFor()
  await page.getByRole('combobox', { name: 'Semester of Fall 2026' }).click()
  await page.getByRole('option').first().click()
  await page.getByText('Next: read from Canvas.').waitFor()
  await page.getByRole('button', { name: 'Read now' }).click()

  await page.getByText('Next: choose the cohort').waitFor()
  await page
    .getByRole('row', { name: /NURS 210/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: /^Choose cohort 1/ }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Cohort' }).click()
  await page.getByRole('option', { name: /BSN Fall 2025/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Choose cohort' }).click()
  await page.getByText('Next: read from Canvas.').waitFor()
  await page.getByRole('button', { name: 'Read now' }).click()

  const camila = page.getByRole('row', { name: /Camila Reyes/ })
  await camila.getByRole('checkbox').check()
  await expectGoodPage(page)
  await page.getByRole('button', { name: /^Invite 1/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('row', { name: /Camila Reyes.*Invited/ }).waitFor()
  expect(await page.content()).not.toContain(DEMO_TOKEN)
  expect(complaints).toEqual([])
})
