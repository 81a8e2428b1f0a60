import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { formatRange } from '#core/plain-date.ts'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { base, expectGoodPage, person, sizes, pick } from './people.ts'

const admin = openDatabase()

/** The browser's console also logs refusals that a journey provokes. */
const unprovoked = (complaints: string[]): string[] =>
  complaints.filter((line) => !line.includes('status of 4'))
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('table').first().waitFor()
}
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const act = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
/** An API call as this person, without the UI. */
const post = async (page: Page, path: string, data: object) =>
  page.request.post(`${base()}/api${path}`, {
    data,
    headers: { origin: base(), 'content-type': 'application/json' },
  })

describe('a partnership', () => {
  it('is found, requested, refused with a reason, requested again and accepted with its agreement', async () => {
    const ana = await person('ana')
    // Ends the agreement with Harborview, so that it can be requested again.
    await admin.query(
      `update public.partnerships set status = 'terminated', ends_on = current_date, status_reason = 'It was time.' where id = $1`,
      [demoId('partnership lakeshore harborview')],
    )
    await open(ana.page, '/school/partnerships')
    const ask = async (message: string, seats?: string) => {
      await ana.page.getByRole('button', { name: 'New partnership' }).click()
      await ana.page.getByLabel('Organization, city or site').fill('harborview west')
      await ana.page.getByRole('button', { name: 'Choose Harborview Health' }).click()
      await ana.page.getByRole('switch', { name: 'All sites' }).setChecked(false)
      await ana.page.getByRole('button', { name: 'Send request' }).click()
      await ana.page.getByText('Choose at least one site, or all of them.').first().waitFor()
      await ana.page.getByLabel('Harborview Medical Center').check()
      await ana.page.getByRole('textbox', { name: 'Message' }).fill(message)
      if (seats) {
        await ana.page.getByRole('switch', { name: 'Propose terms now' }).check()
        await ana.page.getByLabel('Agreement', { exact: true }).selectOption('mou')
        await ana.page.getByRole('textbox', { name: 'Seats per semester' }).fill(seats)
        await ana.page.getByRole('textbox', { name: 'Last day' }).fill('2020-01-01')
        await ana.page.getByRole('button', { name: 'Send request' }).click()
        await ana.page.getByText('The agreement must not end before it begins.').first().waitFor()
        await ana.page.getByRole('textbox', { name: 'Last day' }).fill('2029-06-30')
        await expectGoodPage(ana.page)
      }
      await ana.page.getByRole('button', { name: 'Send request' }).click()
      await ana.page.getByText('Request sent', { exact: true }).first().waitFor()
      await rowOf(ana.page, 'Waiting on the facility.').first().waitFor()
    }
    const openRequest = async () =>
      (
        await admin.query<{ id: string; version: number }>(
          `select id, version from public.partnerships where organization_id = $1 and school_id = $2 and status = 'requested'`,
          [demoId('harborview'), demoId('lakeshore')],
        )
      ).rows[0]!
    await ask('Sixteen seats in the fall.')

    const frank = await person('frank')
    const first = await openRequest()
    const silent = await post(frank.page, `/partnerships/${first.id}/decline`, {
      version: first.version,
      reason: '',
    })
    expect(silent.status()).toBe(400)
    const declined = await post(frank.page, `/partnerships/${first.id}/decline`, {
      version: first.version,
      reason: 'No instructors on 5 East this fall.',
    })
    expect(await declined.json()).toMatchObject({ status: 'declined' })
    await ana.page.reload()
    await ana.page
      .getByText('Declined: No instructors on 5 East this fall. You may ask again.')
      .first()
      .waitFor()
    await ask('Eight seats would do.', '8')

    // The superadmin accepts for the hospital, which agreed by phone: only with the signed agreement.
    const sam = await person('sam')
    const second = await openRequest()
    await open(sam.page, `/admin/relationships?partnership=${second.id}`)
    const drawer = sam.page.getByRole('dialog')
    await drawer.getByText('Eight seats would do.').waitFor()
    await drawer.getByRole('heading', { name: 'Proposed terms' }).waitFor()
    await drawer.getByText('Memorandum of understanding').waitFor()
    await drawer.getByRole('button', { name: 'Accept…' }).click()
    const form = sam.page.getByRole('form', { name: 'Agreement' })
    await expect.poll(() => form.getByRole('textbox', { name: 'Seats per semester' }).inputValue()).toBe('8')
    await form.getByLabel('Reason').fill('Agreed by phone with Frank.')
    await form.getByRole('button', { name: 'Accept partnership' }).click()
    await form.getByText('Add the signed agreement (PDF)').first().waitFor()
    await form.locator('input[type=file]').setInputFiles({
      name: 'Signed.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2 * 1024 * 1024, 32)]),
    })
    await form.getByRole('button', { name: 'Accept partnership' }).click()
    await sam.page.getByText('Partnership accepted', { exact: true }).waitFor()
    await drawer.getByText('Agreed by phone with Frank.').waitFor()

    await ana.page.reload()
    await rowOf(ana.page, 'In force until').first().waitFor()
    await ana.page.goto(`/school/partnerships?partnership=${second.id}`)
    const details = ana.page.getByRole('dialog')
    await details.getByRole('link', { name: 'Signed.pdf' }).waitFor()
    await expectGoodPage(ana.page)
    // What an agreement is for comes next: a shift on one of its units.
    const plan = await details.getByRole('link', { name: 'Plan a shift' }).getAttribute('href')
    expect(plan).toMatch(/^\/shifts\?plan=[0-9a-f-]{36}$/)
    const href = await details.getByRole('link', { name: 'Signed.pdf' }).getAttribute('href')
    const file = await ana.page.request.get(`${base()}${href}`)
    expect(file.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
    })
    expect((await file.body()).length).toBe(9 + 2 * 1024 * 1024)

    // Outsiders get nothing.
    const marcus = await person('marcus')
    expect((await marcus.page.request.get(`${base()}${href}`)).status()).toBe(403)
    const elsewhere = {
      headers: { 'content-type': 'application/json' },
      data: { content: 'x'.repeat(2_000_000) },
    }
    expect(
      (
        await (
          await ana.context.browser()!.newContext()
        ).request.post(`${base()}/api/partnerships/${second.id}/files`, elsewhere)
      ).status(),
    ).toBe(401)

    // A shift at a site outside the agreement is refused; one inside is accepted.
    const move = (shift: string) =>
      admin.query(
        `update public.shifts set status = 'pending_facility' where id = (select id from public.shifts
        where facility_id = $1 and status = 'draft' order by date limit 1) returning id`,
        [demoId(shift)],
      )
    await expect(move('west-peds')).rejects.toMatchObject({ message: 'cover.site_not_included' })
    expect(unprovoked([...ana.complaints, ...sam.complaints])).toEqual([])
  })

  it('is withdrawn, and the withdrawal is undone', async () => {
    const { page } = await person('ana')
    await open(page, '/school/partnerships?q=northgate')
    await act(page, 'Northgate Children’s Hospital', 'Withdraw…')
    await page.getByRole('button', { name: 'Withdraw request' }).click()
    await rowOf(page, 'Withdrawn. You may ask again.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await rowOf(page, 'The facility is looking at it.').waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
  })

  it('is suspended with a reason and resumed; ended with notice it lasts until its last day, and the end can be undone', async () => {
    const { page } = await person('ana')
    await open(page, '/school/partnerships?q=cedar')
    await act(page, 'Cedar Creek Senior Living', 'Suspend…')
    await page.getByRole('textbox', { name: 'Reason' }).fill('Our insurance is being renewed.')
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await rowOf(page, 'You suspended it: Our insurance is being renewed.').waitFor()
    await act(page, 'Cedar Creek Senior Living', 'Resume')
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await rowOf(page, 'Runs out in').waitFor()
    await admin.query(
      `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, status, facility_id, capacity, specialty)
       select p.school_id, (select id from public.semesters where school_id = p.school_id order by end_date desc limit 1), 'Elders', current_date + 50 + n,
         '07:00', '15:00', 'America/Chicago', (current_date + 50 + n + time '07:00') at time zone 'America/Chicago',
         (current_date + 50 + n + time '15:00') at time zone 'America/Chicago', 'postponed',
         coalesce((select x.site_id from public.partnership_sites x where x.partnership_id = p.id limit 1), o.id), 4, 'med_surg'
       from generate_series(1, 2) n, public.partnerships p join public.facilities o on o.id = p.organization_id and o.name like 'Cedar%'
       where p.school_id = $1 and p.status = 'active'`,
      [demoId('lakeshore')],
    )
    await act(page, 'Cedar Creek Senior Living', 'End partnership…')
    const form = page.getByRole('form', { name: 'End partnership' })
    const submit = form.getByRole('button', { name: 'End partnership' })
    // Nothing is preselected: what happens to each shift must be decided first.
    await form.getByText('2 shifts have no decision yet.').waitFor()
    expect(await submit.isDisabled()).toBe(true)
    // Units of other partners with the specialty are offered.
    const move = form.getByRole('option', { name: /^Move to .+, Harborview/ }).first()
    await move.waitFor({ state: 'attached' })
    for (const size of [sizes.phone, sizes.wide]) {
      await page.setViewportSize(size)
      await expectGoodPage(page)
    }
    // A shift that can't move blocks the ending, and is named.
    const { rows: closed } = await admin.query<{ id: string; blackout: object }>(
      `update public.partnerships set blackout = '[{"from": "2026-01-01", "to": "2036-01-01"}]'
       where school_id = $1 and organization_id = $2 returning id, old.blackout`,
      [demoId('lakeshore'), demoId('harborview')],
    )
    await form.getByRole('combobox').selectOption((await move.getAttribute('value'))!)
    await form.getByLabel('Reason').fill('We found a facility nearer by.')
    await submit.click()
    await form
      .getByText(/^Elders on .+: /)
      .first()
      .waitFor()
    for (const { id, blackout } of closed)
      await admin.query('update public.partnerships set blackout = $2 where id = $1', [
        id,
        JSON.stringify(blackout),
      ])
    await form.getByRole('combobox').first().selectOption({ label: 'Cancel when it ends' })
    await form.getByLabel('Last day').fill('2026-01-01')
    await form.getByLabel('Reason').fill('We found a facility nearer by.')
    await form.getByRole('button', { name: 'End partnership' }).click()
    await form.getByText('The agreed notice is 30 days').first().waitFor()
    await form.getByLabel('Last day').fill(new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10))
    await expect.poll(() => submit.isEnabled()).toBe(true)
    await submit.click()
    await rowOf(page, 'No shift after that day can be requested.').waitFor()
    await rowOf(page, 'Ending').first().waitFor()
    const { rows } = await admin.query(`select distinct status from public.shifts where title = 'Elders'`)
    expect(rows).toEqual([{ status: 'postponed' }])
    await act(page, 'Cedar Creek Senior Living', 'Keep partnership…')
    await page.getByRole('button', { name: 'Keep partnership' }).click()
    await page.getByText('The partnership continues').waitFor()
    await rowOf(page, 'Runs out in').waitFor()
  })
})

describe('a facility', () => {
  it('finds requests in its inbox: observation is accepted without a file, and an ended partnership shows its reason', async () => {
    const { page, complaints } = await person('frank', { at: '/facility/management' })
    const inbox = page.getByRole('list', { name: 'Partnerships' })
    await inbox.getByText('Needs your review').first().waitFor()
    await page.getByRole('button', { name: 'Accept Prairie State School of Nursing' }).click()
    const form = page.getByRole('form', { name: 'Agreement' })
    await form.getByLabel('Agreement').first().selectOption('observation_only')
    await form.getByRole('button', { name: 'Accept partnership' }).click()
    await page.getByText('Partnership accepted', { exact: true }).waitFor()
    // The tab is in the address: after a reload, the same partnerships are shown.
    await page.getByRole('button', { name: /^In force/ }).click()
    await page.waitForURL(/[?&]group=force/)
    await page.reload()
    await inbox.getByText('Prairie State School of Nursing').waitFor()
    await page.getByRole('button', { name: 'Details of Prairie State School of Nursing' }).click()
    await page.getByRole('dialog').getByText('Observation only').first().waitFor()
    await page
      .getByRole('dialog')
      .getByText('Frank Whitaker, Harborview Health', { exact: false })
      .first()
      .waitFor()
    expect(unprovoked(complaints)).toEqual([])
  })
})

describe('a school to invite', () => {
  it('is chosen with Enter: the first match, as soon as it is found', async () => {
    const { page, complaints } = await person('frank', { at: '/facility/management' })
    await page.getByRole('button', { name: 'Invite a school' }).click()
    const field = page.getByRole('dialog').getByRole('combobox', { name: 'School' })
    await field.pressSequentially('wisconsin-milw')
    await page.locator('[data-combobox-selected]', { hasText: 'University of Wisconsin-Milwaukee' }).waitFor()
    await field.press('Enter')
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe('University of Wisconsin-Milwaukee')
    expect(unprovoked(complaints)).toEqual([])
  })
})

describe('seats and closed days', () => {
  it.each(Object.keys(sizes) as (keyof typeof sizes)[])('are set by the facility, at %s', async (size) => {
    await admin.query(
      `update public.partnerships set seat_quota_per_semester = null, quota_by_unit = '[]', blackout = '[]' where school_id = $1 and organization_id = $2 and status = 'active'`,
      [demoId('lakeshore'), demoId('harborview')],
    )
    const { page, complaints } = await person('frank', { at: '/facility/management', size })
    await page.getByRole('button', { name: /^In force/ }).click()
    await page.getByRole('button', { name: /^Details of Lakeshore/ }).click()
    await page.getByRole('button', { name: 'Sites, seats, days and contacts…' }).click()
    const form = page.getByRole('form', { name: 'Sites, seats, days and contacts' })
    await form.getByRole('textbox', { name: 'Seats per semester' }).fill('120')
    await form.getByRole('button', { name: 'Add a unit' }).click()
    await form.getByRole('button', { name: 'Add closed days' }).click()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.getByText('Choose a unit.').first().waitFor()
    await form.getByText('Fill in the first day.').first().waitFor()
    await pick(form, 'Unit', '5 East Medical-Surgical')
    await form.getByRole('textbox', { name: 'Seats', exact: true }).fill('24')
    await form.getByRole('textbox', { name: 'From' }).fill('2027-02-01')
    await form.getByRole('textbox', { name: 'To', exact: true }).fill('2027-02-05')
    await form.getByRole('textbox', { name: 'Why closed' }).fill('New record system')
    await expectGoodPage(page)
    // Someone else saved first: both versions are shown, and the typed text stays.
    await admin.query(
      `update public.partnerships set seat_quota_per_semester = 80 where school_id = $1 and organization_id = $2 and status = 'active'`,
      [demoId('lakeshore'), demoId('harborview')],
    )
    await form.getByRole('button', { name: 'Save changes' }).click()
    const both = form.getByRole('region', { name: 'Two versions' })
    const seats = both.getByRole('group', { name: 'Seats per semester: whose version' })
    await both.getByText('Theirs 80').waitFor()
    await expectGoodPage(page)
    await seats.getByText('Theirs').click()
    expect(await form.getByRole('textbox', { name: 'Seats per semester' }).inputValue()).toBe('80')
    await seats.getByText('Mine').click()
    expect(await form.getByRole('textbox', { name: 'Seats per semester' }).inputValue()).toBe('120')
    expect(await form.getByRole('textbox', { name: 'Why closed' }).inputValue()).toBe('New record system')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Partnership changed', { exact: true }).waitFor()
    const details = page.getByRole('dialog')
    await details.getByText('5 East Medical-Surgical: 24').waitFor()
    await details.getByText(`${formatRange('2027-02-01', '2027-02-05')}: New record system`).waitFor()
    await expectGoodPage(page)
    expect(unprovoked(complaints)).toEqual([])
  })
})

describe('the diagram of partnerships', () => {
  it('is navigated with the arrow keys, describes each mark, and opens it', async () => {
    const { page, complaints } = await person('sam')
    await open(page, '/admin/relationships')
    const picture = page.getByRole('group', { name: /Picture of \d+ schools?/ })
    await picture.waitFor()
    const first = picture.getByRole('button').first()
    await first.focus()
    const before = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await page.keyboard.press('ArrowRight')
    const after = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(after).not.toBe(before)
    await page.getByText(after!.split(':')[0]!, { exact: true }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('History').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByLabel('Search partnerships').fill('prairie')
    await expect.poll(() => picture.getAttribute('aria-label')).toContain('Picture of 1 school and')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('terminated')
    await rowOf(page, 'The downtown clinic has closed its teaching rooms.').waitFor()
    expect(unprovoked(complaints)).toEqual([])
  })

  it.each(Object.keys(sizes) as (keyof typeof sizes)[])(
    'both pages pass at %s, in dark mode too',
    async (size) => {
      for (const [name, path] of [
        ['sam', '/admin/relationships'],
        ['ana', '/school/partnerships'],
      ] as const) {
        const { page } = await person(name, { at: path, size, dark: true })
        await page
          .getByRole('button', { name: /^Actions for .*Cedar Creek/ })
          .first()
          .waitFor()
        await expectGoodPage(page)
        expect(new URL(page.url()).pathname).toBe(path)
      }
    },
  )
})
