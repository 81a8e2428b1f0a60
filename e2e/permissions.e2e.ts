import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { demo, expectGoodPage, person, sizes } from './people.ts'

const admin = openDatabase()
beforeAll(async () => {
  // Priya works on a unit: Frank, who manages the organization, decides on her requests above it.
  await admin.query('update public.facility_admin_permissions set facility_id = $1 where user_id = $2', [
    demoId('main-icu'),
    demoId(demo('priya').email),
  ])
  await admin.query('update public.users set linked_facility_id = $1 where id = $2', [
    demoId('main-icu'),
    demoId(demo('priya').email),
  ])
})

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function atBothSizes(page: Page): Promise<void> {
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
}

it('a unit’s admin requests the site, the organization’s admin approves, and the pages follow', async () => {
  const priya = await person('priya', { at: '/facility/management' })
  await priya.page.getByText('Medical Intensive Care: facilities, team, and what needs you').waitFor()
  expect(await row(priya.page, 'Labor and Delivery').count()).toBe(0)
  await priya.page.getByRole('button', { name: 'Request a permission' }).first().click()
  const dialog = priya.page.getByRole('dialog', { name: 'Request a permission' })
  await dialog.getByLabel('Permission', { exact: true }).selectOption('site_admin')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await dialog.getByText('Choose the facility.').first().waitFor()
  await expectGoodPage(priya.page)
  await dialog.getByRole('combobox', { name: 'Facility' }).click()
  await priya.page.getByRole('option', { name: /Harborview Medical Center/ }).click()
  await dialog.getByLabel('What it is needed for').fill('I cover for the site while Hugo is away.')
  await dialog.getByLabel('Last day').fill('2090-01-31')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await priya.page.getByText('Request sent').waitFor()

  // She sees it but may not decide on it.
  await priya.page.goto('/admin/permission-requests?view=mine')
  await row(priya.page, 'Site admin at Harborview Medical Center')
    .getByText('Waiting', { exact: true })
    .waitFor()
  expect(await priya.page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)

  const frank = await person('frank', { at: '/admin/permission-requests' })
  const wish = row(frank.page, 'Site admin at Harborview Medical Center')
  await wish.waitFor()
  await atBothSizes(frank.page)
  await act(frank.page, 'Priya Raman as site admin at Harborview Medical Center', 'Details and history')
  const drawer = frank.page.getByRole('dialog', { name: 'Permission request' })
  await drawer.getByText('I cover for the site while Hugo is away.', { exact: true }).first().waitFor()
  await expectGoodPage(frank.page)
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await frank.page.getByText('Request approved').waitFor()
  await drawer.getByRole('list', { name: 'History of the request' }).getByText('Approved').waitFor()

  await priya.page.goto('/facility/management')
  await priya.page.getByText('Harborview Medical Center: facilities, team, and what needs you').waitFor()
  await priya.page
    .getByText('You run Harborview Medical Center in addition to Medical Intensive Care.')
    .waitFor()
  await priya.page.getByRole('link', { name: /Labor and Delivery/ }).waitFor()
  await atBothSizes(priya.page)
  await priya.page.goto('/admin/permissions-help')
  const why = priya.page.getByRole('region', { name: 'Your permissions' })
  await why.getByText('Site admin at Harborview Medical Center').waitFor()
  await why
    .getByText(/and the permission was given to you, until January 31, 2090|until Jan 31, 2090/)
    .waitFor()
  await expectGoodPage(priya.page)
  expect([...priya.complaints, ...frank.complaints]).toEqual([])
})

it('a draft is sent later, a request is withdrawn, and a refusal is shown with its reason', async () => {
  const frank = await person('frank', { at: '/admin/permission-requests?ask=me' })
  const { page } = frank
  const dialog = page.getByRole('dialog', { name: 'Request a permission' })
  await dialog.getByRole('combobox', { name: 'Facility' }).click()
  await page.getByRole('option', { name: /Pediatrics/ }).click()
  await dialog.getByLabel('What it is needed for').fill('Our pediatric students need a preceptor.')
  await dialog.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByText('Draft saved').waitFor()
  await page.getByRole('button', { name: 'Requested by you' }).click()
  await row(page, 'Preceptor at Pediatrics').getByText('Draft', { exact: true }).waitFor()
  await act(page, 'Frank Whitaker as preceptor at Pediatrics', 'Send')
  await page.getByText('Request sent').waitFor()
  await row(page, 'Preceptor at Pediatrics').getByText('Waiting', { exact: true }).waitFor()

  // Frank's page learns of the decision at once; on a slow network it does so late.
  await page.route('**/rpc/permissionRequests/list', () => {})
  const sam = await person('sam', { at: '/admin/permission-requests' })
  await sam.page.getByRole('button', { name: 'Decline Frank Whitaker as preceptor at Pediatrics' }).click()
  const question = sam.page.getByRole('dialog', { name: 'Decline this request?' })
  await question.getByLabel('Why').fill('First the licence, please.')
  await question.getByRole('button', { name: 'Decline' }).click()
  await sam.page.getByText('Request declined').waitFor()
  // His page still offers to withdraw: it shows what happened in the meantime.
  await act(page, 'Frank Whitaker as preceptor at Pediatrics', 'Withdraw')
  await page
    .getByRole('dialog', { name: 'Withdraw this request?' })
    .getByRole('button', { name: 'Withdraw' })
    .click()
  await page.getByText('This request was already declined by Sam Okafor.').waitFor()
  await page.unroute('**/rpc/permissionRequests/list')
  await page.reload()
  await act(page, 'Frank Whitaker as preceptor at Pediatrics', 'Details and history')
  await page.getByText('“First the licence, please.”').first().waitFor()
  expect(sam.complaints).toEqual([])
})

it('the report and the system page show who has what, and where the data is inconsistent', async () => {
  const sam = await person('sam', { at: '/admin/permissions-reporting' })
  const { page } = sam
  await row(page, 'Priya Raman').filter({ hasText: 'Preceptor' }).first().waitFor()
  await row(page, 'Frank Whitaker').filter({ hasText: 'Organization admin' }).waitFor()
  await atBothSizes(page)
  await page.getByLabel('By what').selectOption('grant')
  await expect.poll(() => row(page, 'Organization admin').count()).toBe(0)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^placewell-permissions-.*\.csv$/)

  await page.goto('/admin/permissions-system')
  const health = page.getByRole('region', { name: 'Health checks' })
  await health.getByText('Every permission that is on has effect').waitFor()
  await page.getByRole('region', { name: 'Permissions' }).getByText('/preceptor/dashboard').waitFor()
  await atBothSizes(page)
  expect(sam.complaints).toEqual([])
})

it('a preceptor with past work is turned off only with a note on who takes over', async () => {
  await admin.query(
    'update public.facility_admin_permissions set last_used_at = now() where user_id = $1 and permission_type = $2',
    [demoId(demo('priya').email), 'capstone_preceptor'],
  )
  const sam = await person('sam', { at: `/admin/users/${demoId(demo('priya').email)}/permissions` })
  const { page } = sam
  const toggle = page.getByRole('switch', { name: 'Preceptor at Medical Intensive Care' })
  await toggle.press('Space')
  const dialog = page.getByRole('dialog', { name: 'Who takes over?' })
  await dialog.getByRole('combobox', { name: 'Successor' }).click()
  await expectGoodPage(page)
  await page.getByRole('option', { name: 'Frank Whitaker' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Preceptor permission disabled successfully').waitFor()
  await page
    .getByRole('list', { name: 'Permissions of Priya Raman' })
    .getByText('Preceptor permission at Medical Intensive Care turned off')
    .waitFor()
  const { rows } = await admin.query(
    `select is_enabled from public.facility_admin_permissions where user_id = $1 and permission_type = 'capstone_preceptor' and facility_id = $2`,
    [demoId(demo('frank').email), demoId('main-icu')],
  )
  expect(rows).toEqual([{ is_enabled: true }])
  expect(sam.complaints).toEqual([])
})

it('a new facility admin is guided through setup; settings belong to the organization', async () => {
  const frank = await person('frank', { at: '/facility/complete-setup' })
  const { page } = frank
  const steps = page.getByRole('list', { name: 'Setup' })
  await steps.getByText('Set hours and capacity for each unit').waitFor()
  expect(await steps.getByText('Add your sites').count()).toBe(1)
  await atBothSizes(page)
  await page.goto('/facility/settings')
  await page.getByRole('link', { name: 'Setup checklist' }).waitFor()
  const lead = page.getByLabel('Lead time')
  await lead.fill('500')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('At most 365 days.').first().waitFor()
  await lead.fill('28')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved').waitFor()
  await atBothSizes(page)
  await page.reload()
  await expect.poll(() => page.getByLabel('Lead time').inputValue()).toContain('28')

  await page.goto('/facility/users')
  await row(page, 'Priya Raman').waitFor()
  await page.getByLabel('Facility', { exact: true }).selectOption({ label: 'Medical Intensive Care' })
  await expect.poll(() => row(page, 'Frank Whitaker').count()).toBe(0)
  await atBothSizes(page)
  expect(frank.complaints).toEqual([])

  const jenna = await person('jenna')
  for (const path of [
    '/facility/management',
    '/facility/settings',
    '/admin/permission-requests',
    '/admin/permissions-reporting',
  ]) {
    await jenna.page.goto(path)
    await jenna.page.waitForURL('**/student/dashboard')
  }
  await page.goto('/admin/permissions-system')
  await page.waitForURL('**/facility/dashboard')
})
