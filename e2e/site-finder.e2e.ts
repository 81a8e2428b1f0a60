import { beforeAll, expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { expectGoodPage, person, sizes } from './people.ts'

const admin = openDatabase()
beforeAll(async () => {
  await admin.query(`insert into public.postal_codes (postal_code, city, state, latitude, longitude)
    values ('53202', 'Milwaukee', 'WI', 43.0506, -87.8979) on conflict do nothing`)
  for (const [key, latitude, longitude] of [
    ['harborview-main', 43.04, -87.92],
    ['harborview-west', 43.05, -88.25],
  ] as const)
    await admin.query('update public.sites set latitude = $2, longitude = $3 where id = $1', [
      demoId(key),
      latitude,
      longitude,
    ])
})

it('finds the sites near a ZIP code, on the map and in the list, and keeps the search in the address', async () => {
  const { page, complaints } = await person('ana', { at: '/school/facilities' })
  await page.getByRole('link', { name: 'Harborview Medical Center' }).waitFor()
  const zip = page.getByLabel('Near ZIP code')
  expect(await page.getByLabel('Distance').isDisabled()).toBe(true)

  await zip.fill('532')
  await page.getByLabel('State').focus()
  await page.getByText('A ZIP code has five digits, such as 53202.').waitFor()
  await zip.fill('00001')
  await page.getByText('We can’t find that ZIP code. Check it, or search by city.').waitFor()
  await zip.fill('53202')
  await page.getByLabel('Distance').selectOption('Within 10 miles')
  await page.waitForURL(
    (url) => url.searchParams.get('zip') === '53202' && url.searchParams.get('within') === '10',
  )
  await page.getByRole('link', { name: 'Harborview West Hospital' }).waitFor({ state: 'detached' })
  await page.getByRole('img', { name: /^Map with \d+ of the sites found/ }).waitFor()
  await expectGoodPage(page)

  await page.reload()
  await page.getByRole('link', { name: 'Harborview Medical Center' }).waitFor()
  expect(await page.getByLabel('Distance').inputValue()).toBe('10')
  await page.getByLabel('Distance').selectOption('Within 50 miles')
  await page.getByRole('link', { name: 'Harborview West Hospital' }).waitFor()

  // Shown alone on the map: near others it would be part of a cluster.
  const search = page.getByRole('searchbox', { name: 'Search by site, organization or city' })
  await search.fill('Harborview West')
  await page.locator('svg circle').filter({ hasText: 'Harborview West Hospital' }).click()
  await page.waitForURL((url) => url.searchParams.get('site') === demoId('harborview-west'))
  await page.getByText('Chosen on the map:').waitFor()

  await page.setViewportSize(sizes.phone)
  await expectGoodPage(page)
  await page.getByRole('searchbox', { name: 'Search by site, organization or city' }).fill('zeppelin')
  await page.getByText('No matching sites').waitFor()
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL((url) => url.search === '')
  await page.getByRole('link', { name: 'Harborview Medical Center' }).first().waitFor()
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([])
})
