import { expect, test } from 'vitest'
import { headingRowOf } from './heading-row.ts'

const isKnown = (heading: string) => ['Date', 'Unit', 'Hours'].includes(heading)
const header = ['Date', 'Unit', 'Note']
const row = ['2027-02-03', 'Birth Center', 'Date']

test.each<[string, string[][], number]>([
  ['at the top', [header, row], 0],
  ['below blank rows', [[''], ['', ' '], header, row], 2],
  ['below a title and the date of the export', [['Shifts'], ['Date', '11/30/2026'], header, row], 2],
  ['below a title that is one of the headings twice', [['Date', 'Date'], header], 1],
  ['with other names', [['When', 'Where'], row], 0],
  ['below more rows than are skipped', [...Array.from({ length: 10 }, () => ['x']), header], 0],
  ['nowhere', [[''], []], -1],
])('headings %s are found', (_, table, at) => {
  expect(headingRowOf(table, isKnown)).toBe(at)
})
