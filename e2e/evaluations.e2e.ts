import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { labThatIsOver } from './lab-that-is-over.ts'
import { waitUntilSettled, expectGoodPage, person } from './people.ts'

const admin = openDatabase()

/** The buttons of a long form stay above a phone's bottom bar, wherever the page is scrolled. */
async function expectAboveTheBar(page: Page, button: string): Promise<void> {
  await page.evaluate(() => globalThis.scrollTo(0, 0))
  const foot = await page.getByRole('button', { name: button }).boundingBox()
  const bar = await page.getByRole('navigation', { name: 'Quick access' }).boundingBox()
  expect(foot!.y + foot!.height).toBeLessThanOrEqual(bar!.y)
}

it('an instructor’s evening on a phone: attendance, report, three evaluations; the student disputes one, the school returns it, and it is corrected', async () => {
  const id = await labThatIsOver(admin)
  const saved = async (column: string) =>
    (
      await admin.query<{ is: string }>(`select ${column} as is from public.shift_reports where id = $1`, [
        id,
      ])
    ).rows[0]?.is
  const jennaId = demoId('jenna.student@lakeshore.example')
  const { page } = await person('marcus', { at: `/proctor/shift-reports?shift=${id}`, size: 'phone' })
  await page.getByRole('button', { name: 'Save: 3 present' }).click()
  await page.getByRole('button', { name: 'Check out all 3' }).click()
  await page.getByRole('list', { name: 'Attendance' }).getByText('Completed').nth(2).waitFor()
  await page.getByText('Saved as you write').waitFor()
  const isFocused = (label: string | RegExp) =>
    expect.poll(() => page.getByLabel(label).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Submit report' }).click()
  await page.getByText('Describe in a sentence what was taught.').waitFor()
  await isFocused('What was taught')
  await page.getByLabel('What was taught').fill('Wound care and how to document it.')
  await page.getByText('Saved', { exact: true }).waitFor()
  // In another tab of the same user: text written in either is kept.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByLabel('What students did').fill('Dressings.')
  await other.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => saved('activities')).toBe('Dressings.')
  await other.close()
  await page.getByLabel('Note to your school').fill('A quiet evening.')
  await expect.poll(() => page.getByLabel('What students did').inputValue()).toBe('Dressings.')
  await expect.poll(() => saved('private_note')).toBe('A quiet evening.')
  expect(await saved('teaching_summary')).toBe('Wound care and how to document it.')
  await expectAboveTheBar(page, 'Submit report')
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Submit report' }).click()
  await page.getByText('Confirm that the report has no patient information.').waitFor()
  await isFocused('This report has no patient information')
  await page.getByLabel('This report has no patient information').check()
  await page.getByRole('button', { name: 'Submit report' }).click()
  // Nothing unusual: no approval is needed.
  await page.getByText('Report accepted. The hours are posted.').waitFor()
  const posted = await admin.query<{ lines: number }>(
    'select count(distinct student_id)::int as lines from public.hours_entries where shift_id = $1',
    [id],
  )
  expect(posted.rows).toEqual([{ lines: 3 }])

  await page.goto(`/shift/${id}/evaluate/${jennaId}`)
  await page.getByText('0 of 5').waitFor()
  const satisfactory = page.locator('input[type="radio"][value="S"]')
  for (const point of await satisfactory.all()) await point.check()
  await page.getByText('5 of 5 · Saved').waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Copy to 2 others' }).click()
  await page.getByText('Copied. Change what differs.').waitFor()
  await page.getByText('5 of 5 · Saved').waitFor()
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Submit all 3' }).click()
  await page.getByText('Evaluations submitted').waitFor()
  const { rows } = await admin.query<{ id: string; student_id: string; status: string }>(
    'select id, student_id, status from public.evaluations where shift_id = $1',
    [id],
  )
  expect(rows.map(({ status }) => status)).toEqual(['submitted', 'submitted', 'submitted'])
  const ofJenna = rows.find(({ student_id: student }) => student === jennaId)!

  const jenna = await person('jenna', { at: `/student/progress?evaluation=${ofJenna.id}`, size: 'phone' })
  await jenna.page.getByLabel('Your reply').fill('I was there the whole evening, and helped to clean up.')
  await expectGoodPage(jenna.page)
  await jenna.page.getByRole('button', { name: 'Dispute' }).click()
  await jenna.page.getByText('Disputed').first().waitFor()

  const ana = await person('ana', { at: `/admin/evaluation-verification?evaluation=${ofJenna.id}` })
  await expectGoodPage(ana.page)
  await ana.page.getByRole('button', { name: 'Return…' }).click()
  await ana.page.getByLabel('Reason').fill('Say more about the evening.')
  await ana.page.getByRole('button', { name: 'Return evaluation' }).click()
  await ana.page.getByText('Returned').first().waitFor()

  await page.goto(`/shift/${id}/evaluate/${jennaId}`)
  await page.getByText('Say more about the evening.').waitFor()
  await page.getByLabel('Strengths').fill('Stayed to the end and helped to clean up.')
  await page.getByText('5 of 5 · Saved').waitFor()
  await page.getByRole('button', { name: 'Submit evaluation' }).click()
  await page.getByText('Evaluation of Jenna Park submitted').waitFor()
  await jenna.page.reload()
  await jenna.page.getByText('Stayed to the end and helped to clean up.').waitFor()
  await jenna.page.getByRole('button', { name: 'Acknowledge' }).click()
  await jenna.page.getByText('Acknowledged').first().waitFor()
})

it('the text of a report is kept offline and when the page is left, and is saved automatically', async () => {
  const id = await labThatIsOver(admin)
  const saved = async () =>
    (
      await admin.query<{ is: string }>('select activities as is from public.shift_reports where id = $1', [
        id,
      ])
    ).rows[0]?.is
  const { page, context } = await person('marcus', { at: '/proctor/shift-reports', size: 'phone' })
  const open = () => page.goto(`/proctor/shift-reports?shift=${id}`)
  await open()
  const activities = page.getByLabel('What students did')
  await activities.fill('Dressings.')
  await page.getByText('Saved', { exact: true }).waitFor()
  // Left before the delay after the last key ends.
  await activities.fill('Dressings, drains.')
  await page.getByRole('link', { name: 'Shift reports' }).first().click()
  await expect.poll(saved).toBe('Dressings, drains.')
  await page.goBack()
  await expect.poll(() => activities.inputValue()).toBe('Dressings, drains.')
  await context.setOffline(true)
  await activities.fill('Dressings, drains and a discharge.')
  await page.getByText('Kept on this device. Sent when you are online.').waitFor()
  await context.setOffline(false)
  await expect.poll(saved).toBe('Dressings, drains and a discharge.')
  await page.getByText('Saved', { exact: true }).waitFor()
  // The page is closed while offline.
  await context.setOffline(true)
  await activities.fill('Two discharges.')
  await page.getByText('Kept on this device. Sent when you are online.').waitFor()
  await page.goto('about:blank')
  await context.setOffline(false)
  await open()
  await expect.poll(() => activities.inputValue()).toBe('Two discharges.')
  await expect.poll(saved).toBe('Two discharges.')
})

it('an incident is read by the person whom the facility designated, and closed by the school', async () => {
  const { rows } = await admin.query<{
    id: string
    shift_id: string
    organization: string
    narrative: string
  }>(
    `select i.id, i.shift_id, i.narrative, u.linked_facility_id as organization
     from public.shift_incidents i join public.shifts s on s.id = i.shift_id join public.users u on u.id = $1
     where s.facility_id in (select app.facility_scope(u.linked_facility_id)) order by i.created_at desc limit 1`,
    [demoId('frank.education@harborview.example')],
  )
  const { shift_id: shift, organization, narrative } = rows[0]!
  const frank = await person('frank', { at: `/shift/${shift}` })
  await frank.page.getByRole('heading', { name: 'Students' }).waitFor()
  await waitUntilSettled(frank.page)
  expect(await frank.page.getByText(narrative).count()).toBe(0)

  await frank.page.goto(`/admin/organizations/${organization}/detail`)
  const section = frank.page.getByRole('region', { name: 'Incidents' })
  await section
    .getByText('No one is named yet, so no one at the facility is notified of incidents.')
    .waitFor()
  await section.getByRole('button', { name: 'Name incident lead…' }).click()
  const dialog = frank.page.getByRole('dialog')
  await dialog
    .getByRole('combobox', { name: 'Incident lead' })
    .selectOption({ label: 'Frank Whitaker, Harborview Health' })
  await expectGoodPage(frank.page)
  await dialog.getByRole('button', { name: 'Name incident lead' }).click()
  await section.getByText('You read incidents here.').waitFor()
  await expectGoodPage(frank.page)
  await section.locator(`a[href="/shift/${shift}"]`).first().click()
  const read = frank.page.getByRole('region', { name: 'Incidents' })
  await read.getByText(narrative).waitFor()
  await expectGoodPage(frank.page)

  const ana = await person('ana', { at: `/shift/${shift}`, size: 'phone' })
  const report = ana.page.getByRole('region', { name: 'Incidents' })
  const one = report.getByRole('listitem').filter({ hasText: narrative })
  await one.getByRole('button', { name: 'Close incident…' }).click()
  const question = ana.page.getByRole('dialog', { name: 'Close this incident?' })
  await question.getByRole('button', { name: 'Close incident' }).click()
  await question.getByLabel('Outcome').fill('Seen the same day; nothing further.')
  await expectGoodPage(ana.page)
  await question.getByRole('button', { name: 'Close incident' }).click()
  await one.getByText('Seen the same day; nothing further.').waitFor()
  expect(await one.getByRole('button', { name: 'Close incident…' }).count()).toBe(0)
  await report.getByRole('button', { name: 'Report an incident' }).click()
  await report.getByRole('button', { name: 'Report incident' }).click()
  await report.getByText('Describe what happened in a sentence or two.').waitFor()
  await report.getByLabel('What happened').fill('A bed rail came loose; no one was hurt.')
  await expectGoodPage(ana.page)
  await report.getByRole('button', { name: 'Report incident' }).click()
  await report.getByRole('listitem').filter({ hasText: 'A bed rail came loose' }).waitFor()
  await frank.page.reload()
  await read.getByText('Seen the same day; nothing further.').waitFor()
  expect([...frank.complaints, ...ana.complaints]).toEqual([])
})
