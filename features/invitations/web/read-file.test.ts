import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formulaSafe, toCsv } from '#core/csv.ts'
import { clean, importColumns, importLimits } from '../rules.ts'
import { readFile, readText } from './read-file.ts'

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

it.each([[','], [';'], ['\t']])('reads columns parted by %j', (sign) => {
  const text =
    ['Email', 'First name', 'Last name', 'Student ID'].join(sign) +
    '\r\n' +
    ['amy@school.edu', 'Amy', 'Tan', '0042'].join(sign)
  expect(readText(text)).toEqual({ rows: [expected], ignored: [], problem: null })
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

it('reads back whatever was written, formula guards aside', () => {
  const cell = fc
    .string({ unit: 'grapheme' })
    .filter((text) => formulaSafe(text) === text && !text.startsWith("'"))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell, cell, cell, cell, cell), { minLength: 1, maxLength: 20 }),
      (table) => {
        const rows = table.filter((cells) => cells.some((text) => clean(text) !== ''))
        fc.pre(rows.length > 0)
        const read = readText(
          toCsv(
            importColumns.map(({ field }) => field),
            rows,
          ),
        )
        expect(read.rows.map((row) => importColumns.map(({ field }) => row[field]))).toEqual(
          rows.map((cells) => cells.map(clean)),
        )
      },
    ),
  )
})
