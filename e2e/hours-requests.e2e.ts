/** Hours outside shifts: a student reports them on a phone, an instructor confirms them, the school asks, gets an answer, and approves. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { unzip } from '#platform/server/testing-zip.ts'
import { expectGoodPage, person, pick } from './people.ts'

it('an instructor confirms a student’s reported hours, and the school has them all in a list', async () => {
  const jenna = await person('jenna', { at: '/student/progress', size: 'phone' })
  const own = jenna.page.getByRole('region', { name: 'Hours you reported' })
  await own.getByRole('button', { name: 'Report hours' }).click()
  const form = jenna.page.getByRole('dialog', { name: 'Report hours' })
  await form.getByRole('textbox', { name: 'Hours' }).fill('1.5')
  await form.getByRole('textbox', { name: 'What you did, and with whom' }).fill('An open lab with Mr. Bell.')
  await pick(form, 'Instructor who was there', 'Marcus Bell')
  await expectGoodPage(jenna.page)
  await form.getByRole('button', { name: 'Report hours' }).click()
  await own.getByText('Instructor: Marcus Bell has not answered yet.').first().waitFor()

  const marcus = await person('marcus', { at: '/proctor/student-progress', size: 'phone' })
  const asked = marcus.page.getByRole('region', { name: /^Hours to confirm/ })
  await asked.getByText('An open lab with Mr. Bell.').waitFor()
  await expectGoodPage(marcus.page)
  await asked.getByRole('button', { name: /^Not right: Jenna Park/ }).click()
  const question = marcus.page.getByRole('dialog', { name: 'What is wrong with the hours of Jenna Park?' })
  await expectGoodPage(marcus.page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await asked.getByRole('button', { name: /^Confirm: Jenna Park/ }).click()
  await marcus.page.getByText('Hours of Jenna Park confirmed').waitFor()
  await asked.getByText('An open lab with Mr. Bell.').waitFor({ state: 'detached' })

  const ana = await person('ana', { at: '/school/student-progress' })
  await ana.page.getByRole('link', { name: 'Reported hours' }).click()
  await ana.page.getByRole('heading', { level: 1, name: 'Reported hours' }).waitFor()
  const line = ana.page.getByRole('row').filter({ hasText: 'An open lab with Mr. Bell.' })
  await line.getByText('Instructor: Confirmed by Marcus Bell.').waitFor()
  await expectGoodPage(ana.page)
  const download = ana.page.waitForEvent('download')
  await ana.page.getByRole('button', { name: 'Export' }).click()
  await ana.page.getByRole('menuitem', { name: /CSV/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^placewell-reported-hours-.*\.csv$/)
  expect(await readFile((await (await download).path())!, 'utf8')).toMatch(
    /Jenna Park.*An open lab with Mr\. Bell\./,
  )
  await line.getByRole('button', { name: /^Actions|^More/ }).click()
  await ana.page.getByRole('menuitem', { name: 'Approve' }).click()
  await line.getByText('Approved').waitFor()
  await takeHoursAlong(ana.page)
  await ana.page.setViewportSize({ width: 320, height: 700 })
  await expectGoodPage(ana.page)
  expect([...jenna.complaints, ...marcus.complaints, ...ana.complaints]).toEqual([])
})

/** Downloads Jenna's hours as files: every line of the ledger, and her progress on paper, both with who created them. */
async function takeHoursAlong(page: Page): Promise<void> {
  await page.goto(`/school/student-progress?student=${demoId('jenna.student@lakeshore.example')}`)
  const ledger = page.getByRole('region', { name: 'Ledger' })
  const total = ledger.getByText(/ of \d+/).first()
  await total.waitFor()
  const lines = Number(/ of ([\d,]+)/.exec(await total.innerText())![1]!.replace(',', ''))
  const saved = page.waitForEvent('download')
  await ledger.getByRole('link', { name: 'Export as Excel' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^placewell-clinical-hours-.*\.xlsx$/)
  const files = unzip(await readFile((await (await saved).path())!))
  const sheet = files.get('xl/worksheets/sheet1.xml')!
  // The headings, every line, an empty one, and four lines about the export.
  expect(Number(/.*<row r="(\d+)"/s.exec(sheet)![1])).toBe(1 + lines + 1 + 4)
  const texts = [...files.values()].join('')
  for (const text of ['School: Lakeshore College of Nursing', 'Semesters: all', ' by Ana '])
    expect(texts).toContain(text)
  const paper = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as PDF' }).click()
  expect((await paper).suggestedFilename()).toBe('Progress Jenna Park.pdf')
  expect((await readFile((await (await paper).path())!, 'latin1')).slice(0, 5)).toBe('%PDF-')
}

it('hours reported on a phone are asked about, answered and approved', async () => {
  const jenna = await person('jenna', { at: '/student/progress', size: 'phone' })
  const { page } = jenna
  const own = page.getByRole('region', { name: 'Hours you reported' })
  await own.getByText('Which faculty member was there?').waitFor()
  await own.getByRole('button', { name: 'Report hours' }).click()
  const form = page.getByRole('dialog', { name: 'Report hours' })
  await form.getByRole('button', { name: 'Report hours' }).click()
  await form.getByText('Enter up to 16 hours.').first().waitFor()
  await form.getByRole('textbox', { name: 'Hours' }).fill('20')
  await form
    .getByRole('textbox', { name: 'What you did, and with whom' })
    .fill('A health fair, with Nia Cole, RN.')
  await form.getByRole('button', { name: 'Report hours' }).click()
  await form.getByText('Enter up to 16 hours.').first().waitFor()
  await form.getByRole('textbox', { name: 'Hours' }).fill('2.5')
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Report hours' }).click()
  await page.getByText('Hours reported').waitFor()
  await own.getByText('A health fair, with Nia Cole, RN.').waitFor()
  await expectGoodPage(page)

  const ana = await person('ana', { at: '/school/student-progress' })
  const queue = ana.page.getByRole('region', { name: /^Hours to approve/ })
  const mine = queue.getByRole('row').filter({ hasText: 'A health fair' })
  await mine.getByRole('button', { name: /^Ask/ }).click()
  const question = ana.page.getByRole('dialog', { name: 'Ask Jenna Park about these hours?' })
  await question.getByRole('textbox', { name: 'Your question' }).fill('At which site was it?')
  await expectGoodPage(ana.page)
  await question.getByRole('button', { name: 'Ask', exact: true }).click()
  await ana.page.getByText('Jenna Park was asked').waitFor()
  await mine.waitFor({ state: 'detached' })

  await page.reload()
  const asked = own
    .getByRole('listitem')
    .filter({ hasText: 'A health fair' })
    .or(own.getByRole('row').filter({ hasText: 'A health fair' }))
  await asked.getByRole('button', { name: /^Actions|^More/ }).click()
  await page.getByRole('menuitem', { name: 'Answer…' }).click()
  const answer = page.getByRole('dialog', { name: 'Answer your school' })
  await answer.getByText('At which site was it?').waitFor()
  await answer.getByRole('textbox', { name: 'Your answer' }).fill('At the Riverwest clinic.')
  await answer.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('Answer sent').waitFor()

  await ana.page.goto('/school/dashboard')
  await ana.page.getByRole('button', { name: /reports of hours to approve/ }).click()
  const there = ana.page.getByRole('row').filter({ hasText: 'Answer: At the Riverwest clinic.' })
  await there.getByRole('button', { name: /^Approve/ }).click()
  await ana.page.getByText('Hours of Jenna Park approved').waitFor()
  await page.reload()
  await asked.getByText('Approved').waitFor()
  expect([...jenna.complaints, ...ana.complaints]).toEqual([])
})
