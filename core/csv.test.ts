import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { formulaSafe, toCsv } from './csv.ts'

// The list in OWASP's advice on CSV injection, including full-width characters, which a spreadsheet in an East Asian language treats the
// same.
const STARTS = /^[=+\-@＝＋－＠\t\r\n]/
it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '\r\n=1', '＝1', '＋1', '－1', '＠SUM(A1)'])(
  'disarms %j',
  (cell) => expect(formulaSafe(cell)).toBe(`'${cell}`),
)

it('leaves everything else unchanged, including leading zeros', () => {
  expect(['0042', 'a=1', '', "O'Neill"].map(formulaSafe)).toEqual(['0042', 'a=1', '', "O'Neill"])
})

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠\t\r\n",;\'a') }),
)
it('writes what a parser reads back, whatever the cells contain, and no cell starts a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      const { data } = Papa.parse<string[]>(toCsv(['a', 'b'], rows), { delimiter: ',', newline: '\r\n' })
      expect(data.slice(1, -1)).toEqual(rows.map((row) => row.map(formulaSafe)))
      for (const cell of data.flat()) expect(cell).not.toMatch(STARTS)
    }),
  )
})
