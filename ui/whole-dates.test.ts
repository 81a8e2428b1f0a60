import { expect, test } from 'vitest'
import { wholeDates } from './whole-dates.ts'

test('a span of dates breaks after its dash alone', () => {
  const parts = wholeDates('Oct 18, 2026 – Feb 7, 2027').split(' ')
  expect(parts).toEqual(['Oct\u00a018,\u00a02026\u00a0–', 'Feb\u00a07,\u00a02027'])
})
