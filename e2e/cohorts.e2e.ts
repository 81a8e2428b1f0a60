import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { waitUntilSettled, expectGoodPage, person, signIn, visitor, pick } from './people.ts'

const admin = openDatabase()

const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
const fall2024 = `/school/cohorts/${demoId('cohort bsn-fall-2024')}`
const fall2025 = `/school/cohorts/${demoId('cohort bsn-fall-2025')}`
const jenna = demoId('jenna.student@lakeshore.example')

it('Ana creates a cohort, moves students into it, sees who can’t be moved, and undoes it', async () => {
  const { page, complaints } = await person('ana', { at: '/school/cohorts' })
  await row(page, 'BSN Fall 2024').getByText('Active').waitFor()
  await row(page, 'ABSN Spring 2027').getByText('Planned').waitFor()
  await row(page, 'BSN Fall 2024')
    .getByText(/^[\d,.]+ of [\d,.]+ h$/)
    .waitFor()
  await expectGoodPage(page)
  // The filters take one line.
  expect((await page.getByRole('search', { name: 'Filters' }).boundingBox())!.height).toBeLessThan(50)
  await page.getByRole('button', { name: 'New cohort' }).first().click()
  const form = page.getByRole('form', { name: 'New cohort' })
  await form.getByLabel('Name').fill('Evening 2027')
  await form.getByRole('textbox', { name: 'First day' }).fill('2027-01-19')
  await form.getByRole('textbox', { name: 'Expected graduation' }).fill('2026-01-19')
  await form.getByLabel('Target size').fill('2')
  await form.getByRole('button', { name: 'Create cohort' }).click()
  await form.getByRole('alert').getByText('must be after the first day').waitFor()
  await form.getByRole('textbox', { name: 'Expected graduation' }).fill('2029-05-12')
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Create cohort' }).click()
  await page.getByText('Cohort created successfully').waitFor()
  await row(page, 'Evening 2027').getByText('0 of 2', { exact: true }).waitFor()

  await page.goto('/school/students?cohort=none')
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByText('Has not accepted the invitation yet.').first().waitFor()
  await page.getByRole('button', { name: 'Move to a cohort' }).click()
  const dialog = page.getByRole('dialog', { name: /Move .* to a cohort/ })
  await pick(dialog, 'To', 'Evening 2027')
  await dialog.getByText('2 of 3 will be moved, 1 cannot be').waitFor()
  await dialog.getByText('Waiting for approval: decide on the request first.').waitFor()
  await dialog.getByText('will hold 2 of 2').waitFor()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Move 2' }).click()
  await page.getByText('2 students moved').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await page.goto('/school/students?q=Evening+2027')
  await expect.poll(() => row(page, 'Evening 2027').count()).toBe(2)

  await row(page, 'Evening 2027').first().getByRole('link', { name: 'Evening 2027' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByText('2 students moved here').waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Undone for 2 students').waitFor()
  await page.getByText('Undone for 2 of 2.').waitFor()
  await page.getByRole('button', { name: 'Roster' }).click()
  await page.getByText('No one yet').waitFor()
  expect(complaints).toEqual([])
})

it('the page shows who was in a cohort on a day, and a student’s page the whole history', async () => {
  const { page, complaints } = await person('ana', { at: `${fall2024}?on=2025-01-15` })
  await row(page, 'Jenna Park').getByText('Transferred').waitFor()
  await page.goto(`${fall2024}?on=2025-10-15`)
  await page.getByText('on Oct 15, 2025').waitFor()
  await expect.poll(() => row(page, 'Jenna Park').count()).toBe(0)
  await page.goto(`${fall2025}?on=2025-10-15`)
  await row(page, 'Jenna Park').waitFor()
  await expectGoodPage(page)

  await page.goto(`/school/students/${jenna}`)
  const cohorts = page.getByRole('list', { name: 'Cohorts' })
  await expect.poll(() => cohorts.getByRole('listitem').count()).toBe(3)
  await page.getByRole('list', { name: 'What is missing' }).getByText('Phone').waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Student Jenna Park' })
  // Someone else saves first.
  await admin.query(`update public.users set phone = '414 555 0199' where id = $1`, [jenna])
  await form.getByLabel('Phone').fill('414 555 0100')
  await form.getByRole('button', { name: 'Save changes' }).click()
  const both = page.getByRole('region', { name: 'Two versions' })
  await both.getByText('414 555 0199').first().waitFor()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved').waitFor()
  await page.getByText('414 555 0100').first().waitFor()
  expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
})

it('a proctor reads the cohort they advise and its students, and no other', async () => {
  const { page } = await person('marcus', { at: fall2024, size: 'phone' })
  await page.getByRole('heading', { name: 'BSN Fall 2024' }).waitFor()
  await page.getByRole('link', { name: 'Jenna Park' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await expectGoodPage(page)
  await page.getByRole('link', { name: 'Jenna Park' }).click()
  await page.getByRole('heading', { name: 'Jenna Park', level: 1 }).waitFor()
  await expectGoodPage(page)
  await page.goto(fall2025)
  await page.getByText('We can’t find that cohort.').waitFor()
  const { rows } = await admin.query<{ student_id: string }>(
    `select student_id from public.cohort_memberships where cohort_id = $1 and to_date is null limit 1`,
    [demoId('cohort bsn-fall-2025')],
  )
  await page.goto(`/school/students/${rows[0]!.student_id}`)
  await page.getByText('We can’t find that student.').waitFor()
  expect(page.url()).toContain(rows[0]!.student_id)
})

it('a student sees their own cohort and classmates by name, but not the lists', async () => {
  const { page } = await person('jenna', { size: 'phone', dark: true })
  // A click on a page that is still rendering may be lost.
  await page.getByRole('link', { name: 'BSN Fall 2024' }).waitFor()
  await waitUntilSettled(page)
  await page.getByRole('link', { name: 'BSN Fall 2024' }).click()
  await page.waitForURL((url) => url.pathname === fall2024)
  const classmates = page.getByRole('list', { name: 'Classmates' })
  await expect.poll(() => classmates.getByRole('listitem').count()).toBeGreaterThan(3)
  await page.getByText('Marcus Bell').waitFor()
  await expectGoodPage(page)
  expect(await page.locator('main').innerText()).not.toMatch(/@|L-10/)
  await page.goto('/school/cohorts')
  await page.waitForURL((url) => url.pathname === '/student/dashboard')
})

it('invitations are resent in bulk, without people who have an account', async () => {
  const { page } = await person('ana', { at: '/school/students?status=invited' })
  await row(page, 'Nina Kowalski').getByText('ABSN Spring 2027').waitFor()
  await page.getByRole('checkbox', { name: 'Select Nina Kowalski' }).check()
  await page.getByRole('button', { name: 'Invitation expired' }).click()
  await row(page, 'Rafael Costa').getByText('Unknown cohort').waitFor()
  await page.getByRole('checkbox', { name: 'Select Rafael Costa' }).check()
  await page.getByRole('button', { name: 'Active' }).click()
  await row(page, 'Jenna Park').waitFor()
  await page.getByRole('checkbox', { name: 'Select Jenna Park' }).check()
  await page.getByRole('button', { name: 'Send invitations again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send invitations again' })
  await dialog.getByText('2 of 3 get a new invitation').waitFor()
  await dialog.getByText('Already has an account.').waitFor()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Send 2' }).click()
  await dialog.getByText('2 invitations were sent again.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const { rows } = await admin.query<{ n: number }>(
    `select count(*)::integer as n from public.invitations where full_name in ('Nina Kowalski', 'Rafael Costa') and resend_count = 1 and expires_at > now()`,
  )
  expect(rows[0]!.n).toBe(2)
})

it('Grace graduates a cohort with a reason for open items, and undoes it', async () => {
  const { rows: members } = await admin.query<{ student_id: string }>(
    `select student_id from public.cohort_memberships where cohort_id = $1 and to_date is null limit 1`,
    [demoId('cohort bsn-fall-2025')],
  )
  await admin.query(`update public.users set student_number = null where id = $1`, [members[0]!.student_id])
  const { page } = await person('grace', { at: fall2025 })
  await page.getByRole('button', { name: 'Actions for BSN Fall 2025' }).click()
  await page.getByRole('menuitem', { name: 'Graduate', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Graduate BSN Fall 2025?' })
  await dialog.getByLabel('Day of graduation').and(page.locator(':focus')).waitFor()
  // The calendar doesn't cover what is open.
  expect(await page.locator('[data-dates-dropdown]').isVisible()).toBe(false)
  await dialog.getByText(/ha(s|ve) no student ID/).waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Graduate' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Why it graduates anyway').fill('The registrar has confirmed all of them.')
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Graduate' }).click()
  await page.getByText('students graduated').first().waitFor()
  await page.getByText('Graduated', { exact: true }).first().waitFor()
  await page.goto(`${fall2025}?view=history`)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText(/^Undone for \d+ students$/).waitFor()
  await expect
    .poll(async () => {
      const { rows } = await admin.query<{ status: string }>(
        `select status from public.cohorts where id = $1`,
        [demoId('cohort bsn-fall-2025')],
      )
      return rows[0]!.status
    })
    .toBe('active')
})

it('the school’s people have pages; the superadmin can open any student', async () => {
  const ana = await person('ana', { at: '/school/students?view=proctors' })
  await ana.page.getByRole('link', { name: 'Marcus Bell' }).click()
  await ana.page.getByRole('link', { name: 'BSN Fall 2024' }).waitFor()
  await expectGoodPage(ana.page)

  const sam = await visitor()
  await signIn(sam.page, 'sam.superadmin@placewell.example')
  await sam.page.goto(`/admin/students/${jenna}`)
  await sam.page.getByRole('heading', { name: 'Jenna Park', level: 1 }).waitFor()
  await expectGoodPage(sam.page)
  expect(sam.page.url()).toContain('/admin/students/')
})

it('a roster and the reports of a semester are exported: all pages of the list, recorded as exports', async () => {
  const { page, complaints } = await person('ana', { at: fall2024 })
  const save = async (): Promise<{ name: string; lines: string[] }> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    return { name: file.suggestedFilename(), lines: text.split('\r\n').slice(0, -1) }
  }
  await page.getByLabel('Search the roster').fill('jenna')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  const roster = await save()
  expect(roster.name).toMatch(/^placewell-roster-\d{4}-\d\d-\d\d\.csv$/)
  expect(roster.lines[0]).toBe('\uFEFFStudent,Student ID,Email,Account,In this cohort,Graduates')
  expect(roster.lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Jenna Park'])

  await page.goto('/school/shift-reports?show=accepted')
  const pages = page.getByText(/^1–25 of \d+$/)
  const total = Number((await pages.textContent())!.split(' ').at(-1))
  expect(total).toBeGreaterThan(25)
  const reports = await save()
  expect(reports.lines).toHaveLength(total + 1)
  expect(reports.lines[1]).toMatch(/,20\d\d-\d\d-\d\d,.*,Accepted$/)
  await expect
    .poll(async () => {
      const { rows } = await admin.query<{ call: string }>(
        `select call from public.access_events
         where kind = 'export' and actor_id = $1 and student_ids @> array[$2::uuid]`,
        [demoId('ana.coordinator@lakeshore.example'), jenna],
      )
      return rows.map(({ call }) => call)
    })
    .toContain('cohorts.roster')
  expect(complaints).toEqual([])
})
