/** What a school does with its evaluations on a computer: it builds its own form, and bulk-verifies those that passed every check. */
import { expect, it } from 'vitest'
import { expectGoodPage, person, sizes } from './people.ts'

it('a school copies a form, adds a section and a critical item, previews it, publishes it and chooses it for midterms', async () => {
  const { page } = await person('ana', { at: '/admin/evaluation-verification?show=forms' })
  const forms = page.locator('tbody').getByRole('row')
  const shipped = forms.filter({ hasText: 'Comes with Placewell' }).filter({ hasText: 'S / NI / U' }).first()
  await shipped.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await page.getByText('Copied. Change it, then publish it.').waitFor()

  const name = page.getByLabel('Name', { exact: false }).first()
  await name.fill('')
  await page.getByText(/^Before you can save: /).waitFor()
  expect(await page.getByRole('button', { name: 'Publish version 1' }).isDisabled()).toBe(true)
  await name.fill('Lakeshore clinical evaluation')
  await page.getByRole('button', { name: 'Add a section' }).click()
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: /^Section \d+$/ }) })
  await section.getByLabel('Title').fill('Handoff')
  const handoff = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Handoff' }) })
  if ((await handoff.getByLabel('What item 1 asks').count()) === 0)
    await handoff.getByRole('button', { name: 'Add an item to Handoff' }).click()
  await handoff.getByLabel('What item 1 asks').fill('Hands off in the order of SBAR')
  await handoff.getByLabel('item 1 is critical').check()
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }

  // The preview shows what an instructor will see; nothing in it is saved.
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Hands off in the order of SBAR').waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Publish version 1' }).click()
  await page.getByText('Published. New evaluations use this version.').waitFor()

  const own = forms.filter({ hasText: 'Lakeshore clinical evaluation' })
  await own.getByText('Published').waitFor()
  await page.getByLabel('At midterm').selectOption({ label: 'Lakeshore clinical evaluation' })
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  await own.waitFor()
  expect(await page.getByLabel('At midterm').locator('option:checked').textContent()).toBe(
    'Lakeshore clinical evaluation',
  )
})

it('evaluations that passed every check are verified together; the others must be opened', async () => {
  const { page } = await person('ana', { at: '/admin/evaluation-verification' })
  const rows = page.locator('tbody').getByRole('row')
  await rows.first().waitFor()
  const before = await rows.count()
  const disputed = await rows.filter({ hasText: 'Disputed' }).count()
  expect(disputed).toBeGreaterThan(0)
  await page.locator('thead').getByRole('checkbox').check()
  const verify = page.getByRole('button', { name: /^Verify \d+$/ })
  const ready = Number((await verify.textContent())!.replace('Verify ', ''))
  expect(ready).toBeGreaterThan(0)
  await page.getByText(`${before - ready} to open first`).waitFor()
  await expectGoodPage(page)
  await verify.click()
  await page.getByText('Evaluations verified').waitFor()
  await expect.poll(() => rows.count()).toBe(before - ready)
  expect(await rows.filter({ hasText: 'Disputed' }).count()).toBe(disputed)
  await page.getByText('Verified', { exact: true }).first().click()
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(ready)
})
