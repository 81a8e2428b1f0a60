import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { formatDate } from '#core/plain-date.ts'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { expectGoodPage, person, sizes } from './people.ts'

const admin = openDatabase()

const lakeshore = demoId('lakeshore')
const idOf = async (name: string): Promise<string> =>
  (await admin.query('select id from public.semesters where school_id = $1 and name = $2', [lakeshore, name]))
    .rows[0]?.id
const shiftsOf = async (name: string): Promise<{ date: string; status: string }[]> =>
  (
    await admin.query('select date::text, status from public.shifts where semester_id = $1 order by date', [
      await idOf(name),
    ])
  ).rows

const semesterPage = async (page: Page): Promise<void> => {
  await page.goto('/school/settings')
  await card(page, 'Fall 2026').waitFor()
}
const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const fill = async (page: Page | Locator, fields: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByRole('textbox', { name: label, exact: true })
    await field.fill(value)
    await field.press('Tab')
  }
}
/** Opens the menu of a row or card, and chooses an item. */
const act = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
/** The browser's console also logs refusals that a journey provokes. */
const unprovoked = (complaints: string[]): string[] =>
  complaints.filter((line) => !line.includes('status of 4'))

describe('a school administrator', () => {
  it('creates a semester: values are suggested from the dates, errors are shown at their fields, and nothing is lost', async () => {
    const { page, complaints } = await person('ana')
    await semesterPage(page)
    await page.getByRole('button', { name: 'New semester' }).click()
    const form = page.getByRole('form', { name: 'New semester' })
    await form.getByRole('button', { name: 'Create semester' }).click()
    await form.getByText('Please check 5 fields:').waitFor()
    await fill(form, { 'First day': '8/23/2027', 'Last day': '8/20/2027' })
    expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Fall 2027')
    await form.getByRole('button', { name: 'Add a break' }).click()
    await fill(form, { Break: 'Fall break', From: '10/14/2027', To: '10/12/2027' })
    await form.getByRole('button', { name: 'Create semester' }).click()
    await form.getByText('The end must be after the start.').first().waitFor()
    await form.getByText('A break must not end before it starts.').first().waitFor()
    await fill(form, { 'Last day': '12/10/2027', To: '10/15/2027', Name: 'Fall 2026' })
    expect(await form.getByRole('textbox', { name: 'Academic year' }).inputValue()).toBe('2027–2028')
    // The term is rendered while it is typed, with the federal holidays of that year.
    await form.getByText('Labor Day').waitFor()
    await form.getByText('Fall break, break').waitFor()
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size)
      await expectGoodPage(page)
    }
    await page.setViewportSize(sizes.wide)

    await form.getByRole('button', { name: 'Create semester' }).click()
    await form.getByText('This school already has a semester of that name.').first().waitFor()
    await page
      .getByText('Failed to create semester: This school already has a semester of that name.')
      .waitFor()
    expect(await form.getByRole('textbox', { name: 'Break', exact: true }).inputValue()).toBe('Fall break')
    await fill(form, { Name: 'Fall 2027' })
    await form.getByRole('button', { name: 'Create semester' }).click()
    await page.getByText('Semester created successfully', { exact: true }).waitFor()
    await card(page, 'Fall 2027').getByText('Draft').waitFor()
    await admin.query('delete from public.semesters where id = $1', [await idOf('Fall 2027')])
    expect(unprovoked(complaints)).toEqual([])
  })

  it('is asked before typed text is discarded', async () => {
    const { page } = await person('ana')
    await semesterPage(page)
    await page.getByRole('button', { name: 'New semester' }).click()
    await fill(page, { Name: 'Half typed' })
    const form = page.getByRole('form', { name: 'New semester' })
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
    const hasFocus = (wanted: Locator) => wanted.evaluate((element) => element === document.activeElement)
    const name = form.getByRole('textbox', { name: 'Name' })
    await name.focus()
    // Twice: the second time the dialog is already loaded and opens while Escape is still pressed.
    for (let round = 0; round < 2; round++) {
      await page.keyboard.press('Escape')
      await question.waitFor()
      await expect
        .poll(() => hasFocus(question.getByRole('button', { name: 'Keep editing' })), { timeout: 5_000 })
        .toBe(true)
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      await expect.poll(() => hasFocus(name), { timeout: 5_000 }).toBe(true)
    }
    expect(await name.inputValue()).toBe('Half typed')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await form.waitFor({ state: 'detached' })
    await expect
      .poll(() => hasFocus(page.getByRole('button', { name: 'New semester' })), { timeout: 5_000 })
      .toBe(true)
  })

  it('is warned of overlaps before saving, and refused with the names if they are not allowed', async () => {
    const { page } = await person('ana')
    await semesterPage(page)
    await page.getByRole('button', { name: 'New semester' }).click()
    const form = page.getByRole('form', { name: 'New semester' })
    await fill(form, { Name: 'Eight weeks', 'First day': '2027-01-19', 'Last day': '2027-03-12' })
    await form.getByRole('switch', { name: 'Active' }).setChecked(true)
    const refusal =
      'Active semesters of one type must not overlap: Spring 2027 (Jan 19 – May 7, 2027). Change the dates or the type, or leave this one inactive.'
    await form.getByText(refusal).waitFor()
    await form.getByRole('button', { name: 'Create semester' }).click()
    await page.getByText(`Failed to create semester: ${refusal}`).waitFor()
    await form.getByLabel('Type').selectOption('Custom')
    await form.getByText('These dates overlap with Spring 2027 (Jan 19 – May 7, 2027).').waitFor()
    await form.getByRole('button', { name: 'Create semester' }).click()
    await page.getByText('Semester created successfully', { exact: true }).waitFor()
    await act(page, 'Eight weeks', 'Delete')
    await page.getByText('It has no shifts.').waitFor()
    await page.getByRole('button', { name: 'Delete semester' }).click()
    await page.getByText('Semester deleted successfully', { exact: true }).waitFor()
    await card(page, 'Eight weeks').waitFor({ state: 'detached' })
  })

  it('sees both versions after someone else’s changes, and loses neither', async () => {
    const ana = await person('ana')
    const grace = await person('grace')
    for (const { page } of [ana, grace]) {
      await semesterPage(page)
      await page.getByRole('button', { name: 'Edit Summer 2027' }).click()
      await page.getByRole('form', { name: 'Semester Summer 2027' }).waitFor()
    }
    await fill(grace.page, { Name: 'Summer 2027 (Grace)', 'Last day': '2027-08-13' })
    await grace.page.getByRole('button', { name: 'Save changes' }).click()
    await grace.page.getByText('Semester updated successfully', { exact: true }).waitFor()

    await fill(ana.page, { Name: 'Summer 2027 (Ana)', 'Academic year': '2026–27' })
    await ana.page.getByRole('button', { name: 'Save changes' }).click()
    const both = ana.page.getByRole('region', { name: 'Two versions' })
    await both.getByText('Theirs Summer 2027 (Grace)').waitFor()
    expect(await ana.page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Summer 2027 (Ana)')
    expect(await ana.page.getByRole('textbox', { name: 'Last day' }).inputValue()).toBe('Aug 13, 2027')
    for (const size of Object.values(sizes)) {
      await ana.page.setViewportSize(size)
      await expectGoodPage(ana.page)
    }
    await both.getByRole('button', { name: 'Take all of theirs' }).click()
    expect(await ana.page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Summer 2027 (Grace)')
    await both.getByRole('button', { name: 'Keep all of mine' }).click()
    await both.getByRole('group', { name: 'Name: whose version' }).getByText('Theirs').click()
    await ana.page.getByRole('button', { name: 'Save changes' }).click()
    await ana.page.getByText('Semester updated successfully', { exact: true }).waitFor()
    const { rows } = await admin.query(
      'select name, end_date::text, academic_year from public.semesters where id = $1',
      [demoId('lakeshore summer-2027')],
    )
    expect(rows).toEqual([{ name: 'Summer 2027 (Grace)', end_date: '2027-08-06', academic_year: '2026–27' }])
    await admin.query(
      `update public.semesters set name = 'Summer 2027', academic_year = '2026–2027' where id = $1`,
      [demoId('lakeshore summer-2027')],
    )
  })

  it('activates a draft and undoes it', async () => {
    await admin.query('update public.semesters set is_active = false, activated_at = null where id = $1', [
      demoId('lakeshore summer-2027'),
    ])
    const { page, complaints } = await person('ana')
    await semesterPage(page)
    await page.getByRole('button', { name: 'Activate Summer 2027' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await card(page, 'Summer 2027').getByText('Upcoming').waitFor()
    await act(page, 'Summer 2027', 'Deactivate')
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await card(page, 'Summer 2027').getByText('Draft').waitFor()
    expect(complaints).toEqual([])
  })

  it('opens a closed term: an admin reads why it stays closed, a super admin reopens it with a reason, and closes it again', async () => {
    await admin.query(
      `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, is_active, activated_at)
       values ($1, 'Spring 2025', '2025-01-13', '2025-05-09', 'spring', '2024–2025', true, '2025-01-02')`,
      [lakeshore],
    )
    const ana = await person('ana')
    await semesterPage(ana.page)
    await card(ana.page, 'Spring 2025').getByText('Closed').waitFor()
    await ana.page.getByRole('button', { name: 'Actions for Spring 2025' }).click()
    const item = ana.page.getByRole('menuitem', { name: /^Reopen/ })
    await item.waitFor()
    expect(await item.isDisabled()).toBe(true)

    const { page, complaints } = await person('grace', { size: 'phone' })
    await semesterPage(page)
    await act(page, 'Spring 2025', 'Reopen')
    const question = page.getByRole('dialog', { name: 'Reopen Spring 2025?' })
    await question.getByRole('textbox', { name: 'Reason' }).fill('Oops')
    await expectGoodPage(page)
    await question.getByRole('textbox', { name: 'Reason' }).fill('Two clinical days stood on wrong dates.')
    await question.getByRole('button', { name: 'Reopen semester' }).click()
    await page.getByText('Semester reopened successfully').first().waitFor()
    await card(page, 'Spring 2025').getByText('Grading').waitFor()
    await ana.page.reload()
    await act(ana.page, 'Spring 2025', 'Details and copies')
    await ana.page.getByRole('dialog').getByText('Two clinical days stood on wrong dates.').waitFor()
    await expectGoodPage(ana.page)
    await act(page, 'Spring 2025', 'Close again')
    await card(page, 'Spring 2025').getByText('Closed').waitFor()
    expect(
      await admin.query(
        `select reason from public.audit_events where entity = 'semesters' and entity_id = $1 and reason is not null`,
        [await idOf('Spring 2025')],
      ),
    ).toMatchObject({ rows: [{ reason: 'Two clinical days stood on wrong dates.' }] })
    await admin.query('delete from public.semesters where id = $1', [await idOf('Spring 2025')])
    expect([...complaints, ...ana.complaints]).toEqual([])
  })

  it('copies a term after checking every shift, and undoes the copy', async () => {
    const { page, complaints } = await person('ana')
    await semesterPage(page)
    await page.getByRole('button', { name: 'Copy Fall 2026' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy Fall 2026' })
    // Named after the first term the school does not have yet.
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toMatch(
      /^(Fall 2027|Spring 2028)$/,
    )
    await fill(dialog, { Name: 'Late spring 2027', 'First day': '2027-01-26', 'Last day': '2027-05-14' })
    await dialog.getByText('Monday would become Tuesday').waitFor()
    await dialog.getByText('154 days later (22 weeks)').waitFor()
    await dialog.getByText('155 days later', { exact: false }).first().waitFor()
    expect(await dialog.getByRole('radio', { name: 'Keep weekdays' }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Add a break' }).click()
    await fill(dialog, { Break: 'Spring break', From: '2027-03-15', To: '2027-03-19' })
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size)
      await expectGoodPage(page)
    }
    await page.setViewportSize(sizes.wide)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('Every copy is a draft.').waitFor()
    await expectGoodPage(page)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('of 64 shifts').waitFor()
    await dialog.getByText('Left out: 4 on a break.').waitFor()
    await dialog.getByRole('button', { name: /^On a break/ }).click()
    await dialog.getByText('On a break: Spring break').first().waitFor()
    await dialog.getByRole('checkbox', { name: new RegExp(formatDate('2026-10-13', 'weekday')) }).check()
    await dialog.getByText('61 of 64 shifts').waitFor()
    await dialog.getByText('Left out: 3 on a break.').waitFor()
    await dialog.getByRole('button', { name: /^All/ }).click()
    await dialog.getByRole('checkbox', { name: new RegExp(formatDate('2026-08-25', 'weekday')) }).uncheck()
    await dialog.getByText('Left out: 3 on a break, 1 left out by you.').waitFor()
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size)
      await expectGoodPage(page)
    }
    await page.setViewportSize(sizes.wide)
    // Pressed twice, it is sent and confirmed once.
    await dialog.getByRole('button', { name: 'Copy semester' }).dblclick()
    await page.getByText('Semester copied successfully', { exact: true }).waitFor()
    await page.getByText('60 shifts from Fall 2026').waitFor()
    expect(await page.getByText('Semester copied successfully', { exact: true }).count()).toBe(1)

    const copies = await shiftsOf('Late spring 2027')
    expect(copies).toHaveLength(60)
    expect(new Set(copies.map(({ status }) => status))).toEqual(new Set(['draft']))
    expect(copies.map(({ date }) => date)).toContain('2027-03-16')
    await page.getByText('60 shifts from Fall 2026').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Copy undone', { exact: true }).waitFor()
    await page.getByText('Late spring 2027 was created by the copy and is still there.').waitFor()
    await page.getByRole('button', { name: 'Delete it' }).waitFor()
    expect(await shiftsOf('Late spring 2027')).toEqual([])
    await page.getByRole('dialog').getByText('Undone', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('copies by the exact difference of the start dates if that is chosen (Spec §4)', async () => {
    const { page } = await person('ana')
    await semesterPage(page)
    await page.getByRole('button', { name: 'Copy Fall 2026' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy Fall 2026' })
    await dialog.getByRole('radio', { name: 'An existing semester' }).check()
    await dialog.getByRole('combobox', { name: 'Semester' }).selectOption(await idOf('Late spring 2027'))
    await dialog.getByRole('radio', { name: 'Exact shift' }).check()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('radio', { name: 'Copy them too' }).check()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('64 of 64 shifts').waitFor()
    await dialog.getByRole('button', { name: 'Copy semester' }).click()
    await page.getByText('64 shifts from Fall 2026').waitFor()
    const drafts = page.getByRole('link', { name: 'Review the drafts in Late spring 2027' })
    const address = `/shifts?semester=${await idOf('Late spring 2027')}&state=draft&when=all`
    expect(await drafts.getAttribute('href')).toBe(address)
    const from = await shiftsOf('Fall 2026')
    const to = await shiftsOf('Late spring 2027')
    const days = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000
    expect(to.map(({ date }) => days(date))).toEqual(from.map(({ date }) => days(date) + 155))

    // A second time there is nothing left to copy.
    await page
      .getByRole('dialog', { name: 'Late spring 2027' })
      .getByRole('button', { name: 'Close' })
      .click()
    await page.getByRole('button', { name: 'Copy Fall 2026' }).click()
    await dialog.getByRole('radio', { name: 'An existing semester' }).check()
    await dialog.getByRole('combobox', { name: 'Semester' }).selectOption(await idOf('Late spring 2027'))
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('Left out: 64 already copied.').waitFor()
    await dialog.getByText('Nothing to copy: every shift is left out.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Copy semester' }).isDisabled()).toBe(true)
    await page.goto(`/school/settings?semester=${await idOf('Late spring 2027')}`)

    // From here on one of them is no longer a draft: it stays when the others are undone, and prevents deleting the semester.
    await admin.query(
      `update public.shifts set status = 'published' where id = (select id from public.shifts where semester_id = $1 limit 1)`,
      [await idOf('Late spring 2027')],
    )
    await page.reload()
    await page.getByText('1 shift can’t be undone: it is no longer a draft.').waitFor()
    await page.getByRole('list', { name: 'No longer drafts' }).getByRole('link').waitFor()
    await expectGoodPage(page)
    await page.getByRole('button', { name: 'Undo the other 63 from Fall 2026' }).click()
    await page.getByText('63 drafts were removed. 1 shift stays.').waitFor()
    await page.keyboard.press('Escape')
    await act(page, 'Late spring 2027', 'Delete')
    const refusal = page.getByRole('dialog', { name: 'Delete Late spring 2027?' })
    await refusal
      .getByText('Late spring 2027 has 1 shift that is more than a draft: 1 published.', { exact: true })
      .waitFor()
    await refusal.getByText('Cancel those that are ahead.').waitFor()
    await expectGoodPage(page)
    // Once no hours are left to credit, it can be archived.
    await admin.query(
      `update public.shifts set status = 'cancelled', cancel_code = 'other' where semester_id = $1 and status = 'published'`,
      [await idOf('Late spring 2027')],
    )
    await page.keyboard.press('Escape')
    await act(page, 'Late spring 2027', 'Delete')
    await refusal
      .getByText('Late spring 2027 has 1 shift that is more than a draft: 1 canceled. Archive it instead.')
      .waitFor()
    await refusal.getByRole('button', { name: 'Archive semester' }).click()
    await card(page, 'Late spring 2027').waitFor({ state: 'detached' })
    await page.getByLabel('Status', { exact: true }).selectOption('Archived')
    await page.waitForURL((url) => url.searchParams.get('state') === 'archived')
    await act(page, 'Late spring 2027', 'Restore')
    await page.getByText('No archived semesters').waitFor()
    await admin.query('delete from public.shifts where semester_id = $1', [await idOf('Late spring 2027')])
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await act(page, 'Late spring 2027', 'Delete')
    await page.getByRole('button', { name: 'Delete semester' }).click()
    await page.getByText('Semester deleted successfully', { exact: true }).waitFor()
  })

  it('copies thousands of shifts', async () => {
    await admin.query(
      `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at)
       select $1, $2, 'Shift ' || n, date '2027-05-24' + n % 70, '07:00', '15:00', 'America/Chicago',
         (date '2027-05-24' + n % 70 + time '07:00') at time zone 'America/Chicago',
         (date '2027-05-24' + n % 70 + time '15:00') at time zone 'America/Chicago'
       from generate_series(0, 2499) n`,
      [lakeshore, await idOf('Summer 2027')],
    )
    // PostgreSQL does this on its own within a minute; without it, keys of removed rows are looked up by scanning the table.
    await admin.query('analyze public.shifts')
    const { page, complaints } = await person('ana')
    await semesterPage(page)
    await card(page, 'Summer 2027').getByText('2,500 shifts').waitFor()
    await page.getByRole('button', { name: 'Copy Summer 2027' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy Summer 2027' })
    await fill(dialog, { Name: 'Summer 2028', 'First day': '2028-05-22', 'Last day': '2028-08-04' })
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('of 2,500 shifts').waitFor()
    expect(await dialog.getByRole('row').count()).toBeLessThan(60)
    await dialog.getByRole('checkbox').nth(3).uncheck()
    await dialog.getByText('1 left out by you').waitFor()
    await dialog.getByRole('button', { name: /^On a holiday/ }).click()
    await dialog.getByRole('button', { name: /^Include all shown/ }).click()
    await dialog.getByText('2,499 of 2,500 shifts').waitFor()
    await dialog.getByRole('button', { name: 'Copy semester' }).click()
    await page.getByText('2,499 shifts from Summer 2027').waitFor({ timeout: 30_000 })
    await page.getByRole('button', { name: /Undo the copy/ }).click()
    await page.getByText('2,499 drafts were removed.').waitFor({ timeout: 30_000 })
    expect(complaints).toEqual([])
    await admin.query('delete from public.shifts where semester_id = $1', [await idOf('Summer 2027')])
    await admin.query('delete from public.semesters where id = $1', [await idOf('Summer 2028')])
  })

  it('works in the semester chosen in the frame, remembered for each school, by keyboard', async () => {
    const { page, complaints } = await person('ana')
    const picker = page.getByRole('button', { name: /^Semester you work in/ })
    await page.goto('/school/dashboard')
    await page.getByRole('button', { name: 'Semester you work in: Fall 2026' }).waitFor()
    await picker.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: /Spring 2027/ }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toContain('Spring 2027')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toContain('Fall 2026')
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toContain('Spring 2027')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Semester you work in: Spring 2027' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Semester you work in: Spring 2027' }).waitFor()
    await picker.click()
    await page.getByRole('menuitem', { name: 'Manage semesters' }).click()
    await page.waitForURL((url) => url.pathname === '/school/settings')
    // An inactive one is replaced by the current one.
    const spring = demoId('lakeshore spring-2027')
    await admin.query('update public.semesters set is_active = false where id = $1', [spring])
    await page.reload()
    await page.getByRole('button', { name: 'Semester you work in: Fall 2026' }).waitFor()
    await admin.query('update public.semesters set is_active = true where id = $1', [spring])
    expect(complaints).toEqual([])
  })
})

describe('the superadmin', () => {
  it('finds semesters across schools, exports the list, and creates one for a chosen school', async () => {
    const { page, complaints } = await person('sam', { at: '/admin/semesters' })
    await page.getByRole('link', { name: 'Fall 2026' }).first().waitFor()
    await page.getByRole('searchbox').fill('prairie')
    await page.waitForURL((url) => url.searchParams.get('q') === 'prairie')
    await page.getByLabel('Status', { exact: true }).selectOption('Current')
    await page.waitForURL((url) => url.searchParams.get('state') === 'current')
    await page.getByText('1–1 of 1').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^placewell-semesters-/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'School', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('sort') === 'school_name')

    await page.getByRole('button', { name: 'New semester' }).click()
    const form = page.getByRole('form', { name: 'New semester' })
    await fill(form, { Name: 'Winter 2027', 'First day': '2027-12-13', 'Last day': '2028-01-14' })
    await form.getByRole('button', { name: 'Create semester' }).click()
    await form.getByText('Choose the school.').first().waitFor()
    await form.getByRole('combobox', { name: 'School' }).fill('prairie')
    await page.getByRole('option', { name: /Prairie/ }).click()
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size)
      await expectGoodPage(page)
    }
    await page.setViewportSize(sizes.wide)
    await form.getByRole('button', { name: 'Create semester' }).click()
    await page.getByText('Semester created successfully', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Winter 2027' }).click()
    await page
      .getByRole('dialog', { name: 'Winter 2027' })
      .getByText('Prairie State School of Nursing')
      .waitFor()
    await expectGoodPage(page)
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await act(page, 'Winter 2027, Prairie State School of Nursing', 'Delete')
    await page.getByRole('button', { name: 'Delete semester' }).click()
    await page.getByText('Semester deleted successfully', { exact: true }).waitFor()
    expect(unprovoked(complaints)).toEqual([])
  })

  it('has the semester remembered for each school separately', async () => {
    const { page } = await person('sam', { at: '/school/dashboard' })
    const school = page.getByRole('combobox', { name: 'School you work in' })
    const choose = async (name: string) => {
      await school.click()
      await school.fill(name)
      await page.getByRole('option', { name: new RegExp(name) }).click()
      await expect.poll(() => school.inputValue()).toMatch(new RegExp(name))
    }
    await choose('Prairie')
    await page.getByRole('button', { name: 'Semester you work in: Fall 2026' }).click()
    await page.getByRole('menuitemradio', { name: /Spring 2027/ }).click()
    await page.getByRole('button', { name: 'Semester you work in: Spring 2027' }).waitFor()
    await choose('Lakeshore')
    await page.getByRole('button', { name: 'Semester you work in: Fall 2026' }).click()
    await page.getByRole('menuitem', { name: 'Manage semesters' }).click()
    await page.waitForURL((url) => url.pathname === '/admin/semesters')
    await page.goto('/school/dashboard')
    await choose('Prairie')
    await page.getByRole('button', { name: 'Semester you work in: Spring 2027' }).waitFor()
    await choose('Lakeshore')
  })
})

it('a student and a proctor have no picker and no access', async () => {
  for (const [name, home] of [
    ['jenna', '/student/dashboard'],
    ['marcus', '/proctor/dashboard'],
  ] as const) {
    const { page } = await person(name)
    for (const path of ['/school/settings', '/admin/semesters']) {
      await page.goto(path)
      await page.waitForURL((url) => url.pathname === home)
    }
    expect(await page.getByRole('button', { name: /^Semester you work in/ }).count()).toBe(0)
  }
})
