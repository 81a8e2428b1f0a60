import { expect, it } from 'vitest'
import { formatDate } from '#core/plain-date.ts'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { demo, expectGoodPage, person, sizes, pick } from './people.ts'

const admin = openDatabase()

it('a reason that names a patient causes a warning while typing, is refused, and is accepted once no patient is meant', async () => {
  const { page } = await person('frank', { at: '/admin/permission-requests?ask=me' })
  const dialog = page.getByRole('dialog', { name: 'Request a permission' })
  await dialog.getByRole('combobox', { name: 'Facility' }).click()
  await page.getByRole('option', { name: /Medical Intensive Care/ }).click()
  const why = dialog.getByLabel('What it is needed for')
  await why.fill('After what happened to patient Miller the students need a preceptor.')
  const warning = dialog
    .getByRole('status')
    .filter({ hasText: '“patient Miller” looks like a patient’s name.' })
  await warning.waitFor()
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  await dialog.getByRole('button', { name: 'Save as draft' }).click()
  await dialog.getByText('Remove it, or confirm that no patient is named.').first().waitFor()
  // Miller is a street here.
  await dialog.getByRole('checkbox', { name: 'No patient is named here' }).check()
  await dialog.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByText('Draft saved').waitFor()

  // A dialog with a reason has the same check.
  const sam = await person('sam', { at: '/admin/users?q=marcus.proctor' })
  await sam.page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await sam.page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const question = sam.page.getByRole('dialog')
  await question.getByRole('radio', { name: 'At once' }).check()
  await question.getByLabel('Reason').fill('Spoke of bed 4 in the hallway.')
  await question.getByText('“bed 4” looks like a patient’s room.').waitFor()
  for (const choice of await question.getByRole('combobox').all()) {
    const values = await choice
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
    await choice.selectOption(values.includes('free') ? 'free' : 'keep')
  }
  await question.getByRole('button', { name: /^Deactivate/ }).click()
  await question.getByText('Remove it, or confirm that no patient is named.').first().waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
})

it('a student reads, releases and revokes; the school asks, records a release on paper, and both see the same', async () => {
  const jenna = await person('jenna', { at: '/student/profile' })
  const { page } = jenna
  await page.getByText('Facilities see a number instead of your name').waitFor()
  await page.getByRole('button', { name: 'Read and release' }).click()
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  // Nothing happens without the checkbox.
  await page.getByRole('button', { name: 'Release my information' }).click()
  await page.getByText('Check the box if you agree. You don’t have to.').first().waitFor()
  await page.getByRole('checkbox', { name: 'I have read this and agree' }).check()
  await page.getByRole('button', { name: 'Release my information' }).click()
  await page.getByText('Your information is released').waitFor()
  await page.getByText('In force').waitFor()
  await page.getByLabel('Name, relation and phone').fill('Sun Park, father, (414) 555-0101')
  await page.getByRole('button', { name: 'Save contact' }).click()
  await page.getByText('Emergency contact saved').waitFor()
  await page.getByRole('region', { name: 'Who has seen my information' }).getByText('No one so far').waitFor()

  await page.getByRole('button', { name: 'Revoke the release for every facility' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked: nothing more is shown').waitFor()
  await page.getByText('Revoked', { exact: true }).waitFor()
  await page.getByText('Facilities see a number instead of your name').waitFor()

  const ana = await person('ana', { at: '/school/students?release=none&q=Jenna' })
  await ana.page.getByRole('checkbox', { name: 'Select Jenna Park' }).check()
  await ana.page.getByRole('button', { name: 'Request a release' }).click()
  await ana.page.getByText('Release requested from 1 student').waitFor()
  await ana.page.getByRole('link', { name: 'Jenna Park' }).click()
  await ana.page.getByText('Sun Park, father, (414) 555-0101', { exact: true }).waitFor()
  await ana.page.getByRole('button', { name: 'Record a signed release' }).click()
  const dialog = ana.page.getByRole('dialog', { name: 'Record a signed release' })
  await pick(dialog, 'Facilities', 'Only Harborview Health')
  await dialog.getByRole('button', { name: 'Record release' }).click()
  await dialog.getByText('Enter the day on the paper.').first().waitFor()
  await dialog.getByLabel('Signed on').fill('2026-01-05')
  await expectGoodPage(ana.page)
  await dialog.getByRole('button', { name: 'Record release' }).click()
  await ana.page.getByText('Release recorded').waitFor()
  await ana.page
    .getByText(`Signed on paper on ${formatDate('2026-01-05')}, recorded by Ana Morales`)
    .waitFor()
  await expectGoodPage(ana.page)

  // She was asked and notified.
  await page.goto('/student/profile')
  await page.getByText('Harborview Health', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Revoke the release for Harborview Health' }).waitFor()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByText('Lakeshore College of Nursing requested your release of information').first().waitFor()
  await page.getByText('Your school recorded a release of information that you signed').first().waitFor()
})

it('a facility sees a number until the student releases the name; the student reads who looked, revokes, and the name is gone', async () => {
  // Jenna and a classmate without a release are assigned to intensive care on the next morning that both have free.
  const jenna = demoId(demo('jenna').email)
  const { rows: others } = await admin.query<{ id: string }>(
    `select id from public.users u where linked_school_id = $1 and role = 'student' and status = 'active' and email_verified and id <> $2
       and not exists (select 1 from public.consents c where c.student_id = u.id) order by full_name limit 1`,
    [demoId('lakeshore'), jenna],
  )
  await admin.query(
    'update public.consents set revoked_at = now(), revoked_by = student_id where student_id = $1 and revoked_at is null',
    [jenna],
  )
  const { rows: shifts } = await admin.query<{ id: string }>(
    `with day as (
       select d::date as date from generate_series(1, 14) n, lateral (select (now() at time zone 'America/New_York')::date + n as d) x
       where not exists (select 1 from public.assignments a where a.student_id = any($4) and app.holds_seat(a.status)
         and a.busy && tstzrange((d + time '06:00') at time zone 'America/New_York', (d + time '10:00') at time zone 'America/New_York'))
         and not exists (select 1 from app.capstone_times c where c.student_id = any($4)
         and c.during && tstzrange((d + time '06:00') at time zone 'America/New_York', (d + time '10:00') at time zone 'America/New_York'))
       order by d limit 1)
     insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, status, capacity,
       seats, submitted_at)
     select $1, $2, 'The journey of names', date, '06:00', '10:00', 'America/New_York', (date + time '06:00') at time zone 'America/New_York',
       (date + time '10:00') at time zone 'America/New_York', $3, 'published', 4, 4, now() from day returning id`,
    [demoId('lakeshore'), demoId('lakeshore fall-2026'), demoId('main-icu'), [jenna, others[0]!.id]],
  )
  for (const student of [jenna, others[0]!.id])
    await admin.query(
      `insert into public.assignments (shift_id, school_id, student_id, during, busy)
       select id, school_id, $2, tstzrange(starts_at, ends_at), tstzrange(starts_at, ends_at) from public.shifts where id = $1`,
      [shifts[0]!.id, student],
    )

  const frank = await person('frank')
  const look = async () => {
    await frank.page.goto(`/admin/units/${demoId('main-icu')}/detail`)
    await frank.page
      .getByRole('listitem')
      .filter({ hasText: 'The journey of names' })
      .getByRole('button', { name: /^Students on/ })
      .click()
    await frank.page.getByText('LCN-2', { exact: true }).waitFor()
  }
  await look()
  await frank.page.getByText('LCN-1', { exact: true }).waitFor()
  await frank.page
    .getByText('Ask Lakeshore College of Nursing: they can ask the student for a release.')
    .first()
    .waitFor()
  for (const size of [sizes.phone, sizes.wide]) {
    await frank.page.setViewportSize(size)
    await expectGoodPage(frank.page)
  }

  const { page } = await person('jenna', { at: '/student/profile' })
  await page.getByRole('button', { name: 'Read and release' }).click()
  await pick(page, 'Facilities', 'Only Harborview Health')
  await page.getByRole('checkbox', { name: 'I have read this and agree' }).check()
  await page.getByRole('button', { name: 'Release my information' }).click()
  await page.getByText('Your information is released').waitFor()

  await look()
  await frank.page.getByText('Jenna Park', { exact: true }).waitFor()
  // The worker may have checked the new seat by now: either way her clearance is shown by name, which never happens for a number.
  await frank.page
    .getByRole('row')
    .filter({ hasText: 'Jenna Park' })
    .getByText(/^(Yes|No: .+|Not checked yet)$/)
    .waitFor()

  await page.goto('/student/profile')
  const log = page.getByRole('region', { name: 'Who has seen my information' })
  await log.getByText('Frank Whitaker').waitFor()
  await log.getByText('Medical Intensive Care').waitFor()
  await expectGoodPage(page)
  await log.getByLabel('Search people and facilities').fill('nobody')
  await log.getByText('No matching people').waitFor()
  expect(new URL(page.url()).searchParams.get('seen')).toBe('nobody')
  await log.getByLabel('Search people and facilities').fill('frank')
  await log.getByText('Frank Whitaker').waitFor()
  const file = page.waitForEvent('download')
  await log.getByRole('button', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toBe('placewell-who-has-seen.csv')

  await page.getByRole('button', { name: 'Revoke the release for Harborview Health' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked: nothing more is shown').waitFor()
  await look()
  await frank.page.getByText('LCN-1', { exact: true }).waitFor()
  expect(await frank.page.getByText('Jenna Park').count()).toBe(0)
  await page.goto('/student/profile')
  await log.getByText('Frank Whitaker').waitFor()
})

it('a student keeps their name off others’ lists, and the school sees and changes that', async () => {
  const jenna = demoId(demo('jenna').email)
  const { page, complaints } = await person('jenna', { at: '/student/profile' })
  const off = page.getByRole('switch', { name: 'Keep my name off lists that other students see' })
  // The switch changes once the request is sent, a moment later on a slow machine.
  await off.click()
  await page.getByText('Directory choice saved').waitFor()
  await expect.poll(() => off.isChecked()).toBe(true)
  await page
    .getByText(/^Since /)
    .first()
    .waitFor()
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  const ana = await person('ana', { at: `/school/students/${jenna}` })
  const theirs = ana.page.getByRole('switch', { name: 'Keep the name off lists that other students see' })
  await expect.poll(() => theirs.isChecked()).toBe(true)
  await theirs.click()
  await ana.page.getByText('Directory choice saved').waitFor()
  await page.reload()
  await off.waitFor()
  await expect.poll(() => off.isChecked()).toBe(false)
  expect([...complaints, ...ana.complaints]).toEqual([])
})
