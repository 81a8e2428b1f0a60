import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'
import { csvColumns } from './csv-columns.ts'

const rows = [
  ['Ana "Jo" Ruiz', '=1+1', -5],
  ['Two\r\nlines, one cell', null, 7],
] as const

test('a file keeps the named columns in their order, and each cell unchanged', () => {
  const whole = toCsv(['Name', 'Note, if any', 'Gap'], rows)
  expect(csvColumns(whole, ['Gap', 'Nothing', 'Name'])).toBe(
    toCsv(
      ['Gap', 'Name'],
      rows.map(([name, , gap]) => [gap, name]),
    ),
  )
  expect(csvColumns(whole, ['Note, if any'])).toBe(
    toCsv(
      ['Note, if any'],
      rows.map(([, note]) => [note]),
    ),
  )
})

test('a file without any of the named columns stays unchanged', () => {
  const whole = toCsv(['Name'], [['Ana']])
  expect(csvColumns(whole, ['Email'])).toBe(whole)
})
