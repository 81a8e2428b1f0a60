import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formulaSafe, toCsv } from '#core/csv.ts'
import { visibleText } from '#core/visible-text.ts'
import { importColumns, importLimits } from '../rules.ts'
import { readFile } from './read-file.ts'

const readText = (text: string) => readFile(new File([text], 'students.csv'))

const expected = {
  line: 2,
  email: 'amy@school.edu',
  first_name: 'Amy',
  last_name: 'Tan',
  student_id: '0042',
  cohort: '',
  program: '',
  phone: '',
}

it.each([[','], [';'], ['\t']])('reads columns separated by %j', async (sign) => {
  const text =
    ['Email', 'First name', 'Last name', 'Student ID'].join(sign) +
    '\r\n' +
    ['amy@school.edu', 'Amy', 'Tan', '0042'].join(sign)
  expect(await readText(text)).toMatchObject({ rows: [expected], ignored: [], problem: null })
})

it('reads a file with a byte-order mark and quoted cells', async () => {
  const file = new File(
    ['\uFEFFemail,first_name,last_name,student_id\n"amy@school.edu","Amy","Tan","0042"\n'],
    'students.csv',
  )
  expect((await readFile(file)).rows).toEqual([expected])
})

it('refuses a file above 1 MB without reading it', async () => {
  const file = new File(['x'.repeat(importLimits.bytes + 1)], 'students.csv')
  expect((await readFile(file)).problem).toContain('larger than 1 MB')
})

it.each([
  [
    'email,first_name,last_name\na@school.edu,Amy,Tan\nb@school.edu,"Zoe,Quote\nc@school.edu,Cy,Ott\n',
    'Row 3, column 2 (first_name): the quote that opens this cell is not closed',
  ],
  [
    'email,first_name,last_name\na@school.edu,"Amy\nb@school.edu",Tan\n',
    'Row 2, “first_name”: this cell has several lines.',
  ],
  [
    `email,first_name,last_name,phone\na@school.edu,Amy,Tan,${'1'.repeat(2_001)}\n`,
    'Row 2, “phone”: this cell has more than 2,000 characters.',
  ],
  [
    'email,first_name,last_name,Email\na@school.edu,Amy,Tan,b@school.edu\n',
    'Columns 1 and 4 are both named “Email”.',
  ],
  ['PK\u0003\u0004', 'This workbook cannot be read.'],
])('refuses a file that it cannot read completely: %#', async (text, problem) => {
  expect(await readText(text)).toMatchObject({ rows: [], problem: expect.stringContaining(problem) })
})

it('lists a second column with the same meaning as unused', async () => {
  const read = await readText('email,first_name,last_name,Email address\na@school.edu,Amy,Tan,b@school.edu\n')
  expect(read).toMatchObject({
    problem: null,
    ignored: ['Email address'],
    rows: [{ email: 'a@school.edu' }],
  })
})

it('reads back everything that was written, except formula guards', async () => {
  const cell = fc
    .string({ unit: 'grapheme' })
    .filter((text) => formulaSafe(text) === text && !text.startsWith("'") && /^[^\uFFFD\p{Cs}]*$/u.test(text))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell, cell, cell, cell, cell, cell), { minLength: 1, maxLength: 20 }),
      async (table) => {
        const rows = table.filter((cells) => cells.some((text) => visibleText(text) !== ''))
        fc.pre(rows.length > 0)
        const read = await readText(
          toCsv(
            importColumns.map(({ field }) => field),
            rows,
          ),
        )
        expect(read.rows.map((row) => importColumns.map(({ field }) => row[field]))).toEqual(
          rows.map((cells) => cells.map(visibleText)),
        )
      },
    ),
  )
})
