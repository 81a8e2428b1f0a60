import pg from 'pg'
import { expect, it } from 'vitest'
import { expectGoodPage, person } from './people.ts'

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['E2E_DATABASE_URL'] })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

it('the superadmin sees that a table lost its protection, what to do, and that it is fixed', async () => {
  const { page, complaints } = await person('sam', { at: '/admin/performance-monitor' })
  await page.getByText('Healthy', { exact: true }).waitFor()
  await expectGoodPage(page)

  await asOwner('alter table public.schools disable row level security')
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('Tables without row-level security: schools.').waitFor()
  await page.getByText('Unhealthy', { exact: true }).waitFor()
  await expectGoodPage(page)
  await page.getByRole('link', { name: 'Security', exact: true }).last().click()
  await page.getByText('Some data is not protected').waitFor()
  await expectGoodPage(page)

  await asOwner('alter table public.schools enable row level security')
  await page.goBack()
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('Healthy', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

it('response times are shown by call, and impersonations with their reason', async () => {
  const { page, complaints } = await person('sam', { at: '/performance' })
  const calls = page.getByRole('region', { name: 'Calls' })
  await calls.getByText('notifications.unreadCount').waitFor()
  await asOwner(`insert into public.audit_events (actor_id, acting_as, action, entity, entity_id, reason, changes)
    select s.id, j.id, 'impersonation_started', 'users', j.id::text, 'She called about her hours', '{}'
    from public.users s, public.users j where s.email like 'sam.%' and j.email like 'jenna.%'`)
  await page.goto('/security')
  const row = page
    .getByRole('region', { name: 'Impersonations' })
    .getByRole('row', { name: /She called about her hours/ })
  await row.getByText('No, view only').waitFor()
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

it('no one else can open these pages', async () => {
  const { page } = await person('grace', { at: '/security' })
  await page.waitForURL('**/school/dashboard')
})
