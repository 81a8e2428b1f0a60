import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { waitUntilSettled, expectGoodPage, person, type Visitor } from './people.ts'

const semester = 'Summer 2026'
const admin = openDatabase()

/** Runs an action for one student from the board, until its job ends. */
async function onBoard({ page }: Visitor, student: string, action: string, run: string): Promise<void> {
  await waitUntilSettled(page)
  await page.getByRole('checkbox', { name: `Select ${student}` }).check()
  // The bar below the board, or the button above it if one student was found: both act on them.
  await page.getByRole('button', { name: action, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  if (run === 'Publish') await expectQuestionAfterTick(page)
  await dialog.getByRole('button', { name: run, exact: true }).click()
  await dialog.getByText('1 done').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
}

/** A ticked box outside of a form counts as input, and unticked again it does not. */
async function expectQuestionAfterTick(page: Visitor['page']): Promise<void> {
  const box = page.getByRole('checkbox', { name: 'Publish even if something is missing' })
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await box.check()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  await box.uncheck()
}

it('the end of a semester: from readiness to an acknowledged report, and a correction after publication', async () => {
  const ana = await person('ana', { at: '/admin/semester-reports' })
  await ana.page
    .getByRole('link', { name: /5 East Medical-Surgical/ })
    .first()
    .waitFor()
  await expectGoodPage(ana.page)
  await ana.page.getByLabel('Semester', { exact: true }).selectOption({ label: semester })
  await ana.page.waitForURL(/semester=/)
  await ana.page.getByText(`${semester} is closed`).waitFor()

  // Elena’s report is with her instructor.
  const marcus = await person('marcus', { at: '/proctor/semester-reports' })
  await marcus.page.getByRole('button', { name: 'To comment' }).click()
  await marcus.page.getByRole('link', { name: `Elena Petrova, ${semester}` }).click()
  const form = marcus.page.getByRole('form', { name: 'Your comment' })
  await form.getByRole('textbox', { name: 'Comment' }).fill('Careful and quick to learn.')
  await expectGoodPage(marcus.page)
  await form.getByRole('button', { name: 'Send to the school' }).click()
  await marcus.page.getByText('Careful and quick to learn.').waitFor()

  await ana.page.reload()
  await onBoard(ana, 'Elena Petrova', 'Publish 1', 'Publish')
  await ana.page.getByRole('link', { name: 'Elena Petrova' }).click()
  await ana.page.getByRole('link', { name: 'Download PDF' }).waitFor()
  await expectGoodPage(ana.page)

  // Jenna reads hers on the phone and confirms it.
  const jenna = await person('jenna', { at: '/student/semester-reports', size: 'phone' })
  await jenna.page.getByRole('link', { name: semester }).click()
  await jenna.page.getByRole('heading', { name: 'What changed since version 1' }).waitFor()
  await expectGoodPage(jenna.page)
  await jenna.page.getByRole('textbox', { name: 'Comment' }).fill('Thank you.')
  await jenna.page.getByRole('button', { name: 'I have read this report' }).click()
  await jenna.page.getByText('Acknowledged', { exact: true }).waitFor()

  // Late hours: the board shows them, and the correction is a new version that names what changed.
  await admin.query(
    `insert into public.hours_entries (school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key, reason)
     select s.school_id, u.id, s.id, s.end_date, 240, 'direct_care', 'pediatrics', 'manual', $1, 'A log that came late.'
     from public.users u join public.semesters s on s.school_id = u.linked_school_id and s.name = $2 where u.email = 'jenna.student@lakeshore.example'`,
    [randomUUID(), semester],
  )
  await ana.page.goto('/admin/semester-reports')
  await ana.page.getByLabel('Semester', { exact: true }).selectOption({ label: semester })
  await ana.page.getByLabel('Search students').fill('Jenna')
  await ana.page.getByText('Changed since. Generate again.').waitFor()
  await onBoard(ana, 'Jenna Park', 'Generate 1', 'Generate')
  await onBoard(ana, 'Jenna Park', 'Continue to review 1', 'Continue')
  // What is typed into the review and not saved would not be published.
  await ana.page.getByRole('link', { name: 'Jenna Park' }).click()
  await ana.page.getByLabel('Strengths').fill('Calm with families.')
  await ana.page.getByRole('button', { name: 'Publish…' }).click()
  const unsaved = ana.page.getByRole('dialog', { name: 'Discard what you typed?' })
  await unsaved.getByRole('button', { name: 'Keep editing' }).click()
  await unsaved.waitFor({ state: 'detached' })
  await ana.page.getByRole('button', { name: 'Save review' }).click()
  await ana.page.getByText('Review saved').waitFor()
  await waitUntilSettled(ana.page)
  await ana.page.getByRole('button', { name: 'Publish…' }).click()
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await ana.page.getByText('1 done').waitFor()
  await jenna.page.goto('/student/semester-reports')
  await jenna.page.getByRole('link', { name: semester }).click()
  await jenna.page.getByRole('heading', { name: 'What changed since version 2' }).waitFor()
  await jenna.page.getByText('Pediatrics').first().waitFor()
  for (const { complaints } of [ana, marcus, jenna]) expect(complaints).toEqual([])
})

it('a school reads its reports, saves one and schedules it', async () => {
  const { page, complaints } = await person('ana', { at: '/school/reports' })
  await page.getByLabel('Report', { exact: true }).selectOption({ label: 'Ratio evidence' })
  await page.getByRole('cell', { name: 'Marcus Bell' }).first().waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Save and schedule…' }).click()
  const form = page.getByRole('form', { name: 'Saved report' })
  await form.getByLabel('Name').fill('Ratios for the board')
  await form.getByLabel('Send', { exact: true }).selectOption({ label: 'Every month' })
  await form.getByRole('button', { name: 'Save report' }).click()
  await form.getByText('Choose who gets it.').waitFor()
  await form.getByRole('checkbox').last().check()
  await form.getByRole('button', { name: 'Save report' }).click()
  await page.getByRole('link', { name: 'Ratios for the board' }).waitFor()
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})
