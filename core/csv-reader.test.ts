import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { formulaSafe, toCsv } from './csv.ts'
import { csvRecords, csvTable } from './csv-reader.ts'

const bytesOf = (text: string | Uint8Array) => (typeof text === 'string' ? Buffer.from(text) : text)
const read = (text: string | Uint8Array) => csvTable(bytesOf(text))
const problemOf = (text: string | Uint8Array): string => {
  try {
    read(text)
  } catch (error) {
    return (error as Error).message
  }
  return 'none'
}
async function readInPieces(bytes: Uint8Array, size: number) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const all = []
  for await (const records of csvRecords(pieces)) all.push(...records)
  return all
}

const people = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => `s${n + from}@school.edu,First${n + from},Last${n + from}\n`).join(
    '',
  )
const head = 'email,first_name,last_name\n'

describe('a file that cannot be read completely is refused with the row', () => {
  it.each([
    [
      `${head}${people(1)}"x@school.edu,Zoe,Quote\n${people(50, 2)}`,
      'Row 3, column 1 (email): the quote that opens this cell is not closed',
    ],
    [
      `${head}${people(1)}x@school.edu,"Zoe,Quote\n${people(50, 2)}`,
      'Row 3, column 2 (first_name): the quote that opens this cell is not closed',
    ],
    // Closed by the quote of a later row: the rows between would be lost.
    [
      `${head}x@school.edu,"Zoe,Quote\n${people(5)}y@school.edu,"Amy",Tan\n`,
      'Row 2, column 2 (first_name): the quote that opens',
    ],
    [
      `${head}x@school.edu,"Zoe,Quote\n${people(5)}y@school.edu,Amy",Tan\n`,
      'Row 2, column 2 (first_name): the quote that opens',
    ],
    [
      `${head}x@school.edu,"Zoe"y,Quote\n`,
      'Row 2, column 2 (first_name): there is text after the closing quote',
    ],
    [`${head}${people(3)}x@school.edu,Zoe,Quote,RN\n`, 'Row 5 has 4 cells, but the headings name 3 columns'],
    [`${head}x@school.edu,Zo\uFFFD,Quote\n`, 'Row 2, column 2 (first_name): a character was lost'],
    [
      `${head}x@school.edu,${'z'.repeat(1_000_000)},Quote\n`,
      'Row 2, column 2 (first_name): this cell has more than 20,000 characters',
    ],
    [
      `${head}x@school.edu,"${'z'.repeat(1_000_000)}",Quote\n`,
      'Row 2, column 2 (first_name): this cell has more than 20,000 characters',
    ],
    [`${head}${people(2)}x@school.edu,Zo\0,Quote\n`, 'Line 4 has a character that no text has (NUL)'],
    [
      'PK\u0003\u0004\u0014\0\u0006',
      'This is an Excel workbook or a ZIP file, not a CSV file. Save it again as “CSV UTF-8”',
    ],
    [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'This is an old Excel workbook'],
    ['%PDF-1.7', 'This is a PDF'],
    // UTF-8 in one row, Windows-1252 in another.
    [
      Buffer.concat([
        Buffer.from(`${head}x@school.edu,Zoë,Q\ny@school.edu,Zo`),
        Buffer.from([0xeb]),
        Buffer.from(',Q\n'),
      ]),
      'Line 3 has characters that cannot be read: two encodings are mixed',
    ],
    [
      Buffer.concat([Buffer.from(`${head}y@school.edu,Zo`), Buffer.from([0x81, 0xeb]), Buffer.from(',Q\n')]),
      'Line 2 has characters that cannot be read: its encoding is unknown',
    ],
  ])('%#', (text, problem) => expect(problemOf(text)).toContain(problem))

  it('says the same however the bytes arrive', async () => {
    const bytes = Buffer.from(`${head}${people(1)}"x@school.edu,Zoe,Quote\n${people(5_000, 2)}`)
    await expect(readInPieces(bytes, 777)).rejects.toThrow('Row 3, column 1 (email)')
  })
})

describe('a good file is read', () => {
  const table = [
    ['email', 'name', 'note'],
    ['a@b.edu', 'Zoë', '1, 2'],
    ['c@d.edu', '', ''],
  ]
  it.each([
    ['email,name,note\na@b.edu,Zoë,"1, 2"\nc@d.edu,,\n'],
    ['\uFEFFemail;name;note\r\na@b.edu;Zoë;1, 2\r\nc@d.edu;;'],
    ['email\tname\tnote\ra@b.edu\tZoë\t1, 2\rc@d.edu\t\t\r'],
    ['email, name ,note\n"a@b.edu" , "Zoë" ,"1, 2"\nc@d.edu,,\n\n\n  \n,,\n'],
  ])('%#', (text) => expect(read(text).map((cells) => cells.map((cell) => cell.trim()))).toEqual(table))

  it('keeps the row numbers of a spreadsheet, and accepts rows that end early or have extra empty cells', () => {
    expect(read('a,b,c\n\n1,2\n3,4,5,,\n')).toEqual([
      ['a', 'b', 'c'],
      [],
      ['1', '2'],
      ['3', '4', '5', '', ''],
    ])
    expect(read('sep=;\na;b\n1,5;2\n')).toEqual([[], ['a', 'b'], ['1,5', '2']])
  })
  it('reads UTF-16 and what Windows spreadsheets write', () => {
    const utf16 = Buffer.from('\uFEFFa,b\r\nZoë,1\r\n', 'utf16le')
    expect(read(utf16)).toEqual([
      ['a', 'b'],
      ['Zoë', '1'],
    ])
    expect(read(Buffer.concat([Buffer.from('a,b\nZo'), Buffer.from([0xeb]), Buffer.from(',1')]))).toEqual([
      ['a', 'b'],
      ['Zoë', '1'],
    ])
  })
  it('reads nothing from an empty file', () => {
    expect([read(''), read('\uFEFF'), read('\n\r\n  \n')]).toEqual([[], [], []])
  })
  it('reads a cell of several lines, a quote within a cell, and a quote that is only text', () => {
    expect(read('a,b,c\n"1 Main St, Suite 5\r\nMilwaukee","He said ""no""",5" pipe\n')[1]).toEqual([
      '1 Main St, Suite 5\nMilwaukee',
      'He said "no"',
      '5" pipe',
    ])
  })
})

const folder = join(import.meta.dirname, '../database/seeds/data')
it.each([
  'cms-hospitals.csv.gz',
  'ipeds-hd2023.csv.gz',
  'cms-nursing-homes-sample.csv',
  'us-nursing-schools.csv',
])('reads %s like another parser, at once and in pieces', async (name) => {
  const file = readFileSync(join(folder, name))
  const bytes = name.endsWith('.gz') ? gunzipSync(file) : file
  const text = new TextDecoder('utf-8').decode(bytes).replace(/\r\n?/g, '\n')
  const rows = Papa.parse<string[]>(text, { delimiter: ',' }).data.filter((cells) =>
    cells.some((cell) => cell.trim() !== ''),
  )
  expect(read(bytes)).toEqual(rows)
  expect((await readInPieces(bytes, 65_537)).map(({ cells }) => cells)).toEqual(rows)
})

const cell = fc.string({ unit: fc.constantFrom(...'ab "\'\n,;\tëé'), maxLength: 8 })
const tables = fc
  .integer({ min: 2, max: 5 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
  )
it('reads back what was written or refuses it, in pieces of any size, and never drops a row', async () => {
  await fc.assert(
    fc.asyncProperty(tables, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
      const bytes = Buffer.from(toCsv(['h1', 'h2', 'h3', 'h4', 'h5'].slice(0, rows[0]!.length), rows))
      const wanted = rows
        .map((cells) => cells.map(formulaSafe))
        .filter((cells) => cells.some((text) => text.trim() !== ''))
      const got = await readInPieces(bytes, size).catch((error: Error) => error.message)
      // Only a cell that looks like rows of its own is refused.
      const isRefused = typeof got === 'string' && got.includes('is not closed in its row')
      expect(
        isRefused ? wanted : typeof got === 'string' ? got : got.slice(1).map(({ cells }) => cells),
      ).toEqual(wanted)
    }),
    { numRuns: 500 },
  )
})

it('never loses a row to a missing quote: the file is read, or refused', () => {
  fc.assert(
    fc.property(tables, fc.nat(), (rows, at) => {
      const text = toCsv(['h1', 'h2', 'h3', 'h4', 'h5'].slice(0, rows[0]!.length), rows)
      const quotes = [...text.matchAll(/"/g)].map(({ index }) => index)
      fc.pre(quotes.length > 0)
      const gone = quotes[at % quotes.length]!
      const broken = text.slice(0, gone) + text.slice(gone + 1)
      // The number of quotes is now odd: one is not closed, or is text in a plain cell.
      const problem = problemOf(broken)
      expect(problem === 'none' ? read(broken).flat().join('') : problem).toMatch(
        problem === 'none' ? /"/ : /^Row \d+/,
      )
    }),
    { numRuns: 500 },
  )
})
