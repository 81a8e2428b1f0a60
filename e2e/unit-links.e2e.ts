/** A unit's page for its charge nurse: an administrator creates the link and the poster, and it opens without an account. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { base, expectGoodPage, person, sizes, visitor } from './people.ts'

const admin = openDatabase()

const bothSizes = async (page: Page): Promise<void> => {
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
}

/** Creates a shift of six students today on 5 East, with an instructor who has a phone number. */
async function shiftToday(): Promise<void> {
  const school = demoId('lakeshore')
  const instructor = randomUUID()
  await admin.query(
    `insert into public.users (id, email, full_name, role, status, email_verified, linked_school_id, phone)
     values ($1, 'nora.quinn@lakeshore.example', 'Nora Quinn', 'proctor', 'active', true, $2, '(414) 555-0163')`,
    [instructor, school],
  )
  await admin.query(
    `insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, status, capacity, seats, submitted_at,
       title, objectives, proctor_id)
     select $1, (select semester_id from public.shifts where school_id = $1 and date >= current_date order by date limit 1), d.today, '00:00', '23:59', 'America/Chicago',
       (d.today + time '00:00') at time zone 'America/Chicago', (d.today + time '23:59') at time zone 'America/Chicago', $2, 'published', 8, 8, now(),
       'Transitions to Practice', array['Lead a small team'], $3
     from (select (now() at time zone 'America/Chicago')::date as today) d`,
    [school, demoId('main-ob'), instructor],
  )
}

it('Frank creates a link and a poster, a charge nurse opens it without an account, and it can be turned off', async () => {
  await shiftToday()
  const { page, complaints } = await person('frank', { at: `/admin/units/${demoId('main-ob')}/detail` })
  const section = page.getByRole('region', { name: 'Charge nurse page' })
  await section.getByText('No link yet.').waitFor()
  await section.getByRole('button', { name: 'Make link' }).click()
  const field = section.getByLabel('Link', { exact: true })
  await field.waitFor()
  await section.getByText('Works', { exact: true }).waitFor()
  const url = await field.inputValue()
  expect(url).toMatch(/\/unit-today\?token=[\w-]{43}$/)
  await bothSizes(page)

  // The poster is the only page.
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('heading', { name: /^Today on / }).waitFor()
  expect(await page.getByRole('heading', { name: 'Charge nurse page' }).isVisible()).toBe(false)
  const sheets = (await page.pdf({ format: 'Letter', preferCSSPageSize: true })).toString('latin1')
  expect(sheets.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })

  const nurse = await visitor({ size: 'phone' })
  const { pathname, search } = new URL(url)
  await nurse.page.goto(pathname + search)
  await nurse.page.getByRole('heading', { level: 1, name: /^Today on / }).waitFor()
  await nurse.page.getByRole('heading', { name: /^Today, / }).waitFor()
  await nurse.page.getByText('Instructor: Nora Quinn').waitFor()
  expect(
    await nurse.page.getByRole('link', { name: 'Call Nora Quinn, (414) 555-0163' }).getAttribute('href'),
  ).toBe('tel:4145550163')
  await nurse.page.getByText('Lead a small team').waitFor()
  // The token is no longer in the address; a reload still works.
  expect(nurse.page.url()).toBe(`${base().replace(/\/$/, '')}/unit-today`)
  await bothSizes(nurse.page)
  await nurse.page.reload()
  await nurse.page.getByText('Instructor: Nora Quinn').waitFor()
  await nurse.page.emulateMedia({ media: 'print' })
  await nurse.page.getByRole('button', { name: 'Print' }).waitFor({ state: 'hidden' })
  await nurse.page.getByText('Transitions to Practice').waitFor()
  await nurse.page.emulateMedia({ media: 'screen' })
  await nurse.page.getByRole('button', { name: 'Refresh' }).click()

  await page.reload()
  await section.getByText(/^(2|3) times, last/).waitFor()
  expect(await field.count()).toBe(0)
  await section.getByRole('button', { name: 'Extend for 90 days' }).click()
  await page.getByText('The link works for 90 days from today').waitFor()
  await section.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Link turned off').waitFor()
  await section.getByText('Turned off', { exact: true }).waitFor()
  await bothSizes(page)

  await nurse.page.goto(pathname + search)
  await nurse.page.getByRole('heading', { name: 'This link was turned off' }).waitFor()
  await nurse.page.getByText(/Ask the administrator of .* for the new one/).waitFor()
  await bothSizes(nurse.page)
  await nurse.page.goto('/unit-today?token=not-a-link')
  await nurse.page.getByRole('heading', { name: 'This link isn’t valid' }).waitFor()
  await expectGoodPage(nurse.page)
  expect([...complaints, ...nurse.complaints]).toEqual([])
})

it('an organization turns such pages off, and its units say so', async () => {
  const { page } = await person('frank', { at: '/facility/settings' })
  await page.getByRole('switch', { name: 'Unit pages without sign-in' }).click()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText(/saved/i).first().waitFor()
  await bothSizes(page)
  await page.goto(`/admin/units/${demoId('main-5e')}/detail`)
  const section = page.getByRole('region', { name: 'Charge nurse page' })
  await section.getByText(/^Your organization turned off pages without sign-in/).waitFor()
  await section.getByText('Off for the organization').waitFor()
  await bothSizes(page)
  expect(await section.getByRole('button', { name: 'Make link' }).count()).toBe(0)
})
