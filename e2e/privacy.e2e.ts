import { it } from 'vitest'
import { expectGoodPage, person, sizes } from './people.ts'

it('a reason that names a patient is warned of while it is typed, refused, and taken once nobody is meant', async () => {
  const { page } = await person('frank')
  await page.goto('/admin/permission-requests?ask=me')
  const dialog = page.getByRole('dialog', { name: 'Ask for a permission' })
  await dialog.getByRole('combobox', { name: 'Place' }).click()
  await page.getByRole('option', { name: /Medical Intensive Care/ }).click()
  const why = dialog.getByLabel('What it is needed for')
  await why.fill('After what happened to patient Miller the students need a preceptor.')
  const warning = dialog.getByRole('status').filter({ hasText: '“patient Miller” looks like a patient’s name.' })
  await warning.waitFor()
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  await dialog.getByRole('button', { name: 'Save as draft' }).click()
  await dialog.getByText('Take it out, or tick that no patient is named here.').first().waitFor()
  // Miller is the street.
  await dialog.getByRole('checkbox', { name: 'No patient is named here' }).check()
  await dialog.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByText('Draft saved').waitFor()

  // A question with a reason holds the same.
  const sam = await person('sam')
  await sam.page.goto('/admin/users?q=marcus.proctor')
  await sam.page.getByRole('button', { name: /^Actions for/ }).first().click()
  await sam.page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const question = sam.page.getByRole('dialog')
  await question.getByLabel('Reason').fill('Spoke of bed 4 in the hallway.')
  await question.getByText('“bed 4” looks like a patient’s room.').waitFor()
  await question.getByRole('button', { name: /^Deactivate/ }).click()
  await question.getByText('Take it out, or tick that no patient is named here.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
}) // prettier-ignore
