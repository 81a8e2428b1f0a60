import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { expectGoodPage, person, sizes } from './people.ts'

const admin = openDatabase()

const harborview = demoId('harborview')
const idOf = async (name: string): Promise<string> =>
  (await admin.query('select id from public.facilities where name = $1', [name])).rows[0]?.id
/** The browser's console also logs refusals that a journey provokes. */
const unprovoked = (complaints: string[]): string[] =>
  complaints.filter((line) => !line.includes('status of 4'))
const act = async (page: Page, name: string, action: string): Promise<void> => {
  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}
const bothSizes = async (page: Page): Promise<void> => {
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
}

/** Three hospitals of the national list. */
type Row = Record<string, string>
const hospitals = (): Row[] => {
  const file = join(import.meta.dirname, '../database/seeds/data/cms-hospitals.csv.gz')
  const { data } = Papa.parse<Row>(gunzipSync(readFileSync(file)).toString('utf8'), { header: true })
  return data.filter((row) => row['State'] === 'MN').slice(0, 3)
}
const units = ['Medical-Surgical', 'Intensive Care', 'Labor and Delivery', 'Emergency']

describe('a facility admin', () => {
  it('sets up an organization of three sites and twelve units, by keyboard too, with errors shown at their fields', async () => {
    const { page, complaints } = await person('frank', { at: `/admin/organizations/${harborview}/detail` })
    await page.getByRole('heading', { level: 1, name: 'Harborview Health' }).waitFor()
    // Only the superadmin can edit organizations themselves.
    expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0)
    await page.getByRole('link', { name: 'Add a site' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'New site' }).waitFor()
    await bothSizes(page)

    await page.getByRole('button', { name: 'Create site' }).click()
    await page.getByText('Give it a name.').first().waitFor()
    // The time zone follows the state until it is chosen, even if that is the one it had.
    const state = page.getByRole('textbox', { name: 'State' })
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await state.fill('MN')
    expect(await zone.inputValue()).toBe('America/Chicago')
    await zone.selectOption('America/Denver')
    await zone.selectOption('America/Chicago')
    await state.fill('FL')
    expect(await zone.inputValue()).toBe('America/Chicago')
    // A refusal keeps all typed text.
    const zipOf = () => page.getByRole('textbox', { name: 'ZIP code' })
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept')
    await zipOf().fill('123')
    await page.keyboard.press('Enter')
    await page.getByText('Five digits.').first().waitFor()
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Kept')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('')
    for (const row of hospitals()) {
      const name = page.getByRole('textbox', { name: 'Name', exact: true })
      await expect.poll(() => name.inputValue()).toBe('')
      // Only the keyboard from here on: Tab moves between fields, Enter submits.
      await name.focus()
      await page.keyboard.type(row['Facility Name']!)
      await page.getByRole('textbox', { name: 'CMS certification number' }).fill(row['Facility ID']!)
      await page.getByRole('textbox', { name: 'City' }).fill(row['City/Town']!)
      await page.getByRole('textbox', { name: 'State' }).fill('MN')
      expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('America/Chicago')
      await zipOf().fill(row['ZIP Code']!)
      await page.getByRole('button', { name: 'Create and add another' }).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => idOf(row['Facility Name']!)).toBeTruthy()
    }

    for (const row of hospitals()) {
      await page.goto(`/admin/units/create?parent=${await idOf(row['Facility Name']!)}`)
      const name = page.getByRole('textbox', { name: 'Name', exact: true })
      await name.waitFor()
      await page.getByRole('button', { name: 'D12 7:00 AM–7:00 PM' }).click()
      for (const unit of units) {
        await expect.poll(() => name.inputValue()).toBe('')
        await name.focus()
        await page.keyboard.type(`${unit} ${row['Facility ID']}`)
        await page.getByRole('button', { name: 'Create and add another' }).focus()
        await page.keyboard.press('Enter')
        await expect.poll(() => idOf(`${unit} ${row['Facility ID']}`)).toBeTruthy()
      }
    }
    const { rows } = await admin.query(
      `select count(*)::int as units, count(distinct f.parent_id)::int as sites, min(u.shift_patterns ->> 0) as pattern
       from public.facilities f join public.units u on u.id = f.id join public.facilities s on s.id = f.parent_id
       where s.parent_id = $1 and s.state = 'MN'`,
      [harborview],
    )
    expect(rows[0]).toMatchObject({ units: 12, sites: 3, pattern: expect.stringContaining('D12') })
    expect(unprovoked(complaints)).toEqual([])
  })

  it('pauses a unit with a decision for every upcoming shift, and resumes it', async () => {
    const [unit, other, school] = [demoId('main-ob'), demoId('main-icu'), demoId('lakeshore')]
    await admin.query(
      `update public.shifts set status = 'cancelled', counter = null where facility_id = $1 and starts_at > now()`,
      [unit],
    )
    const { rows } = await admin.query(
      `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, status, facility_id, capacity, submitted_at)
       select $1, (select id from public.semesters where school_id = $1 order by end_date desc limit 1), 'Deliveries', current_date + n,
         '07:00', '19:00', 'America/Chicago', (current_date + n + time '07:00') at time zone 'America/Chicago',
         (current_date + n + time '19:00') at time zone 'America/Chicago', 'approved', $2, 4, now()
       from generate_series(10, 12) n returning id`,
      [school, unit],
    )
    const [kept, gone, elsewhere] = rows.map(({ id }) => id as string)
    const { page, complaints } = await person('frank', { at: `/admin/units/${unit}/detail` })
    await page.getByRole('heading', { level: 1, name: 'Labor and Delivery' }).waitFor()
    await bothSizes(page)
    await act(page, 'Labor and Delivery', 'Pause')
    const dialog = page.getByRole('dialog', { name: 'Pause Labor and Delivery' })
    const choices = dialog.getByRole('list', { name: 'Upcoming shifts' }).getByRole('combobox')
    // Three shifts of one series form one group, and nothing is preselected for them.
    await expect.poll(() => choices.count()).toBe(1)
    await dialog.getByText('3 undecided.').waitFor()
    const submit = dialog.getByRole('button', { name: 'Pause unit' })
    expect(await submit.isDisabled()).toBe(true)
    await choices.selectOption({ label: 'Keep' })
    await submit.click()
    await dialog.getByText('Give a short reason. The schools read it.').first().waitFor()
    await dialog.getByLabel('Reason').fill('The monitors are replaced')
    await dialog.getByRole('button', { name: 'Decide day by day' }).click()
    await expect.poll(() => choices.count()).toBe(4)
    await choices.nth(2).selectOption({ label: 'Cancel' })
    await choices.nth(3).selectOption({ label: 'Move to Medical Intensive Care' })
    await dialog.getByText('1 kept, 1 canceled, 1 moved.').waitFor()
    await bothSizes(page)
    await dialog.getByRole('button', { name: 'Pause unit' }).click()
    await page.getByText('Unit paused successfully').waitFor()
    await page.getByText('Paused: The monitors are replaced').waitFor()
    const state = async (id: string | undefined) =>
      (await admin.query('select status, facility_id from public.shifts where id = $1', [id])).rows[0]
    expect(await state(kept)).toEqual({ status: 'approved', facility_id: unit })
    expect(await state(gone)).toEqual({ status: 'cancelled', facility_id: unit })
    expect(await state(elsewhere)).toEqual({ status: 'approved', facility_id: other })

    const ana = await person('ana', { at: `/admin/units/${unit}/detail` })
    await ana.page.getByText('Schools can’t plan new shifts here until it is resumed.').waitFor()
    // A school can read but not change anything.
    expect(await ana.page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
    const notified = await admin.query(
      `select code, values ->> 'name' as name from public.notifications where recipient_id = $1 and type = 'unit_paused'`,
      [demoId('ana.coordinator@lakeshore.example')],
    )
    expect(notified.rows).toEqual([{ code: 'facility.paused', name: 'Labor and Delivery' }])

    // Shifts that were kept can still be decided while the unit is paused.
    await act(page, 'Labor and Delivery', 'Decide on its shifts')
    const again = page.getByRole('dialog', { name: 'Shifts in Labor and Delivery' })
    await again.getByLabel('Reason').fill('It takes longer')
    await again.getByRole('combobox').selectOption({ label: 'Cancel' })
    await again.getByRole('button', { name: 'Save decisions' }).click()
    await expect.poll(async () => (await state(kept)).status).toBe('cancelled')

    await act(page, 'Labor and Delivery', 'Resume')
    await page.getByText('Unit resumed').waitFor()
    expect(unprovoked(complaints)).toEqual([])
  })

  it('asks before a unit’s limit drops below its upcoming shifts', async () => {
    const unit = demoId('main-5e')
    const { page } = await person('frank', { at: `/admin/units/${unit}/edit` })
    const most = page.getByRole('textbox', { name: 'Students per shift' }).first()
    const before = await most.inputValue()
    await most.fill('1')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const question = page.getByRole('dialog')
    await question.getByText(/coming shifts are over the new limit/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await most.inputValue()).toBe('1')
    const limits = await admin.query(
      'select max_students_per_shift::text as most from public.units where id = $1',
      [unit],
    )
    expect(limits.rows).toEqual([{ most: before }])
    await page.getByRole('button', { name: 'Save changes' }).click()
    await question.getByRole('button', { name: 'Lower the limit' }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/detail'))
    await page.getByText(/shifts are over capacity/).waitFor()
    await admin.query('update public.units set max_students_per_shift = $2::integer where id = $1', [
      unit,
      before,
    ])
  })

  it('shows both versions to the person who saves later, and loses nothing', async () => {
    const unit = demoId('west-peds')
    const { page } = await person('frank', { at: `/admin/units/${unit}/edit` })
    const code = page.getByRole('textbox', { name: 'Code' })
    await code.fill('PEDS')
    await admin.query(`update public.units set code = 'W-3', max_students_per_shift = 6 where id = $1`, [
      unit,
    ])
    await admin.query('update public.facilities set name = name where id = $1', [unit])
    await page.getByRole('button', { name: 'Save changes' }).click()
    const versions = page.getByRole('region', { name: 'Two versions' })
    await versions.getByText('W-3').waitFor()
    expect(await code.inputValue()).toBe('PEDS')
    expect(await page.getByRole('textbox', { name: 'Students per shift' }).first().inputValue()).toBe('6')
    await bothSizes(page)
    await versions.getByRole('button', { name: 'Take all of theirs' }).click()
    expect(await code.inputValue()).toBe('W-3')
    await versions.getByRole('button', { name: 'Keep all of mine' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/detail'))
    expect((await admin.query('select code from public.units where id = $1', [unit])).rows).toEqual([
      { code: 'PEDS' },
    ])
  })

  it('is redirected from the superadmin’s pages, and finds nothing of other organizations', async () => {
    const { page } = await person('frank')
    for (const path of [
      '/admin/organizations',
      '/admin/facility-hierarchy',
      `/admin/organizations/${harborview}`,
    ]) {
      await page.goto(path)
      await page.waitForURL((url) => url.pathname === '/facility/dashboard')
    }
    const { rows } = await admin.query(
      `insert into public.facilities (kind, name) values ('organization', 'Someone Else') returning id`,
    )
    await page.goto(`/admin/organizations/${rows[0].id}/detail`)
    await page.getByText('We can’t find that facility.').waitFor()
    expect(await page.getByText('Someone Else').count()).toBe(0)
  })
})

describe('the superadmin', () => {
  it('creates an organization, finds it in the list, and archives it with Undo', async () => {
    const { page, complaints } = await person('sam', { at: '/admin/organizations' })
    await page.getByRole('link', { name: 'New organization' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Northwoods Clinics')
    await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Clinic' })
    await page.getByRole('textbox', { name: 'Web address name' }).fill('northwoods')
    await bothSizes(page)
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('heading', { level: 1, name: 'Northwoods Clinics' }).waitFor()
    await page.goto('/admin/organizations/northwoods/edit')
    await page.getByRole('textbox', { name: 'City' }).fill('Eau Claire')
    await page.getByRole('textbox', { name: 'State' }).fill('wi')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/detail'))

    await page.goto('/admin/organizations?q=northwoods&type=clinic')
    await page.getByRole('link', { name: 'Northwoods Clinics' }).waitFor()
    await page.getByText('Eau Claire, WI').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^placewell-organizations-/)
    await bothSizes(page)
    await act(page, 'Northwoods Clinics', 'Archive')
    await page.getByRole('dialog').getByLabel('Reason').fill('Merged')
    await page.getByRole('button', { name: 'Archive organization' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Restored successfully').waitFor()
    expect(unprovoked(complaints)).toEqual([])
  })

  it('navigates the tree by keyboard, searches it, and opens a facility', async () => {
    const { page, complaints } = await person('sam', { at: '/admin/facility-hierarchy' })
    const tree = page.getByRole('tree', { name: 'Facilities' })
    await tree.waitFor()
    await page.getByRole('searchbox', { name: 'Search facilities' }).fill('Harborview West')
    await tree.getByRole('treeitem', { name: /^Harborview West Hospital \(site\)/ }).waitFor()
    await tree.focus()
    await page.keyboard.press('ArrowDown')
    const current = tree.locator('[aria-selected="true"]')
    const name = async () => await current.textContent()
    await expect.poll(name).toContain('Harborview Health (organization)')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => current.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(name).toContain('Harborview West Hospital (site)')
    await page.getByRole('heading', { level: 2, name: 'Harborview West Hospital' }).waitFor()
    await bothSizes(page)
    // Without the search it is shown in the whole tree, with its ancestors open; the address restores it.
    await page.getByRole('searchbox', { name: 'Search facilities' }).fill('')
    await expect.poll(name).toContain('Harborview West Hospital (site)')
    await page.reload()
    await expect.poll(name).toContain('Harborview West Hospital (site)')
    expect(await current.getAttribute('aria-level')).toBe('2')
    await page.getByRole('heading', { level: 2, name: 'Harborview West Hospital' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const file = await text(await (await download).createReadStream())
    expect(file).toContain('Site,Harborview West Hospital,Harborview Health,active,')
    await tree.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Harborview West Hospital' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('renders five thousand sites without blocking', async () => {
    await admin.query(
      `with o as (insert into public.facilities (kind, name) values ('organization', 'A Very Large System') returning id)
       insert into public.facilities (kind, parent_id, name, city, state) select 'site', o.id, 'Site ' || n, 'Springfield', 'IL' from o, generate_series(1, 5000) n`,
    )
    const { page, complaints } = await person('sam', { at: '/admin/facility-hierarchy' })
    const tree = page.getByRole('tree', { name: 'Facilities' })
    const current = tree.locator('[aria-selected="true"]')
    const name = async () => await current.textContent()
    await tree.waitFor()
    await tree.focus()
    await page.keyboard.press('Home')
    await expect.poll(name).toContain('A Very Large System')
    await page.keyboard.press('ArrowRight')
    await tree.getByRole('treeitem', { name: /^Site 1 \(site\)/ }).waitFor()
    // Far down, where nothing is loaded yet: only the selected part is fetched, not the rows before it.
    await page.keyboard.press('ArrowRight')
    await expect.poll(name).toContain('Site 1 (site)')
    await tree.evaluate((box) => (box.scrollTop = 40 * 3_000))
    await tree
      .getByRole('treeitem', { name: /^Site \d+ \(site\)/ })
      .nth(10)
      .waitFor()
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(60)
    const last = tree.locator('[aria-level="2"][aria-posinset="5000"]')
    await tree.evaluate((box) => (box.scrollTop = 40 * 4_995))
    await last.getByText('Site 999').waitFor()
    await last.click()
    await expect.poll(name).toContain('Site 999 (site)')
    await page.getByRole('heading', { level: 2, name: 'Site 999' }).waitFor()
    await page.reload()
    await expect.poll(name).toContain('Site 999 (site)')
    await tree.focus()
    await page.keyboard.press('PageUp')
    await expect.poll(() => current.getAttribute('aria-posinset')).toBe('4990')

    await page.getByRole('searchbox', { name: 'Search facilities' }).fill('springfield')
    await page.getByText('5,000 facilities found; the first 200 by name are shown.').waitFor()
    await tree.focus()
    await page.keyboard.press('End')
    await expect.poll(name).toContain('Site ')
    expect(complaints).toEqual([])
  })

  it('sees what needs attention and what is wrong with an organization, and is redirected from old addresses', async () => {
    const west = demoId('harborview-west')
    await admin.query(`update public.facilities set time_zone = 'America/Denver' where id = $1`, [
      demoId('main-5e'),
    ])
    const { page, complaints } = await person('sam', { at: '/admin/facility-operations' })
    await page.getByText('5 East Medical-Surgical is in Mountain Time').first().waitFor()
    await bothSizes(page)
    await page.goto(`/admin/organizations/${harborview}`)
    await page.getByText('1 thing to correct').waitFor()
    await bothSizes(page)
    await page.goto('/admin/facilities')
    await page.waitForURL((url) => url.pathname === '/admin/organizations')
    await page.goto(`/admin/facilities/${west}`)
    await page.waitForURL((url) => url.pathname === `/admin/sites/${west}/detail`)
    await page.getByRole('heading', { level: 1, name: 'Harborview West Hospital' }).waitFor()
    await bothSizes(page)
    expect(complaints).toEqual([])
  })
})
