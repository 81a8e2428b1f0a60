import writeExcelFile from 'write-excel-file/node'
import { expect, it } from 'vitest'
import { readTable } from './read-table.ts'

type Cells = Parameters<typeof writeExcelFile>[0]

async function workbook(...sheets: { name: string; rows: unknown[][] }[]): Promise<Blob> {
  const file = await writeExcelFile(
    sheets.map(({ name, rows }) => ({ sheet: name, data: rows })) as unknown as Cells,
  ).toBuffer()
  return new Blob([new Uint8Array(file)])
}

const day = (text: string) => ({ value: new Date(`${text}T00:00:00Z`), type: Date, format: 'mm/dd/yyyy' })
const time = (text: string) => ({
  value: new Date(`1899-12-30T${text}:00Z`),
  type: Date,
  format: 'h:mm AM/PM',
})

it('reads a workbook as text, with dates and times as in our own files, and rows where they are', async () => {
  const rows = [
    ['Date', 'Start', 'Student ID', 'Seats', 'Hours', 'Name', 'Counts'].map((value) => ({ value })),
    [
      day('2027-02-02'),
      time('07:00'),
      { value: '0042' },
      { value: 8 },
      { value: 7.5 },
      { value: 'Zoë Núñez' },
      { value: true },
    ],
    [],
    [day('2027-02-09'), time('19:30'), { value: '0043' }],
  ]
  expect(await readTable(await workbook({ name: 'Fall', rows }))).toEqual([
    ['Date', 'Start', 'Student ID', 'Seats', 'Hours', 'Name', 'Counts'],
    ['2027-02-02', '07:00', '0042', '8', '7.5', 'Zoë Núñez', 'TRUE'],
    ['', '', '', '', '', '', ''],
    ['2027-02-09', '19:30', '0043', '', '', '', ''],
  ])
})

it('reads the one sheet that has content, and does not guess between two', async () => {
  const filled = { name: 'Fall', rows: [[{ value: 'Email' }], [{ value: 'a@school.example' }]] }
  const empty = { name: 'Sheet2', rows: [] }
  expect(await readTable(await workbook(empty, filled))).toEqual([['Email'], ['a@school.example']])
  await expect(readTable(await workbook(filled, { ...filled, name: 'Spring' }))).rejects.toThrow(
    'This workbook has 2 sheets with content: “Fall”, “Spring”. Leave only one, or save the one you want as “CSV UTF-8”.',
  )
})

it('reads CSV as before, and says what else it cannot read', async () => {
  expect(await readTable(new Blob(['Email\na@school.example\n']))).toEqual([['Email'], ['a@school.example']])
  await expect(readTable(new Blob(['PK\u0003\u0004 a ZIP file of photos']))).rejects.toThrow(
    'This workbook cannot be read.',
  )
  await expect(readTable(new Blob(['%PDF-1.7']))).rejects.toThrow('This is a PDF, not a CSV file.')
})
