import Pdf from 'pdfkit'
import { expect, it } from 'vitest'
import { expectGoodPage, person } from './people.ts'

/** A PDF whose rows have their cells at the same distances. */
async function pdfOf(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const pdf = new Pdf({ size: 'LETTER', layout: 'landscape' })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk) => chunks.push(chunk))
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries())
      pdf.fontSize(10).text(cell, 40 + column * 140, 80 + row * 24, { width: 130 })
  const ended = new Promise<void>((resolve) => pdf.on('end', resolve))
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

it('a roster in a PDF becomes text, without the names of students', async () => {
  const { page, complaints } = await person('ana', { at: '/school/ai-shift-creator' })
  await page.getByRole('button', { name: 'Use a roster file…' }).click()
  const choose = async (rows: readonly (readonly string[])[]) =>
    page.getByLabel('Roster (CSV, Excel or PDF)').setInputFiles({
      name: 'roster.pdf',
      mimeType: 'application/pdf',
      buffer: await pdfOf(rows),
    })
  await choose([['Our students look forward to it.']])
  await page.getByText('No line of this PDF names its columns.').waitFor()
  await choose([
    ['Date', 'Hours', 'Unit', 'Students', 'Student name'],
    ['2027-02-02', '7 AM–3 PM', '5 East', '8', 'Jo Wood'],
  ])
  await page.getByText('Left out, and not sent: “Student name”.').waitFor()
  const text = page.getByRole('textbox', { name: 'Shifts in your words' })
  expect(await text.inputValue()).toBe('2027-02-02, 7 AM–3 PM, at 5 East, 8 students')
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

it('a school admin describes shifts, answers questions, creates drafts, and undoes that', async () => {
  const { page, complaints } = await person('ana', { at: '/school/ai-shift-creator' })
  const text = page.getByRole('textbox', { name: 'Shifts in your words' })
  const example = page.getByRole('button', { name: /^Mondays .* except holidays$/ })
  await example.click()
  const words = (await text.inputValue())
    .replace(/, instructor [^,]+/, ', no instructor yet')
    .replace('Mondays and Tuesdays', 'Sundays')
  await text.fill(`${words}, bring warm jackets`)
  await page.getByRole('button', { name: 'Read it' }).click()
  await page
    .getByRole('region', { name: '1 question' })
    .getByText('“bring warm jackets” was not understood')
    .waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Leave it out', exact: true }).first().click()
  await page.getByText(/^\d+ drafts to make/).waitFor()
  // What all of them lack is shown once.
  await page
    .getByRole('region', { name: 'What several shifts have in common' })
    .getByText('No instructor is named yet')
    .waitFor()
  const seats = page.getByRole('textbox', { name: /^Seats: Sun/ }).first()
  await seats.fill('3')
  await seats.press('Enter')
  await page.getByRole('button', { name: 'Make drafts…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make drafts' }).click()
  await page.getByText(/shifts came from this plan, all drafts/).waitFor()
  await page.getByRole('button', { name: 'Undo the drafts…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the drafts' }).click()
  await page.getByText(/^\d+ drafts to make/).waitFor()
  expect(complaints).toEqual([])
})
