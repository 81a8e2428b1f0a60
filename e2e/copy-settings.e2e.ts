import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { expectGoodPage, person, sizes } from './people.ts'

it('a facility admin copies a unit’s settings to others, sees the changes first, and undoes it', async () => {
  const { page, complaints } = await person('frank', { at: `/admin/units/${demoId('main-5e')}/detail` })
  await page.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Copy settings to other units…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy settings of 5 East Medical-Surgical' })
  await dialog.getByText('Choose a unit that would change.').waitFor()
  // Nothing is selected to copy: the dialog says so and does not ask for units.
  const groups = dialog.getByRole('group', { name: 'What to copy' }).getByRole('checkbox')
  for (const box of await groups.all()) await box.uncheck()
  await dialog.getByText('Choose what to copy first.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Specialty, patients and level of care' }).check()
  await dialog.getByRole('checkbox', { name: 'Shift times', exact: true }).check()
  await dialog.getByLabel('Search units').fill('peds')
  await dialog.getByText('Nothing found. Try another part of the name.').waitFor()
  await dialog.getByLabel('Search units').fill('pediatrics')
  await dialog.getByRole('checkbox', { name: 'Pediatrics', exact: true }).check()
  const changes = dialog.getByRole('list', { name: 'What changes' })
  await changes.getByText(/^Specialty: .+ → /).waitFor()
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  await dialog.getByRole('button', { name: 'Copy settings' }).click()
  await dialog.getByText('Settings copied to 1 unit.').waitFor()
  await dialog.getByText('Pediatrics: settings copied').waitFor()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Settings as before in 1 unit').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})
