import { expect, test } from 'vitest'
import { day, type FilterDef } from './filters.ts'
import { wordsFor } from './ListFilters.tsx'

test('the chip of a day says it as people do, and no day that does not exist is read', () => {
  const from = day('From')
  expect(from.read('2027-02-30')).toBeUndefined()
  expect(from.read('2027-02-28')).toBe('2027-02-28')
  expect(wordsFor(from as FilterDef<unknown>, '2027-02-28')).toBe(': Feb 28, 2027')
})
