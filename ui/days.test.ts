import { expect, test } from 'vitest'
import { daysOfMonth, parseDay } from './days.ts'

test('a month has the days of the calendar', () => {
  expect(daysOfMonth('2027-02')).toHaveLength(28)
  expect(daysOfMonth('2028-02')).toHaveLength(29)
  expect(daysOfMonth('2026-12')[0]).toBe('2026-12-01')
  expect(daysOfMonth('2026-12').at(-1)).toBe('2026-12-31')
})

test.each([
  ['2026-01-15', '2026-01-15'],
  ['1/15/2026', '2026-01-15'],
  ['1/5/26', '2026-01-05'],
  ['Jan 15, 2026', '2026-01-15'],
  ['september 3 2026', '2026-09-03'],
  ['2/30/2026', undefined],
  ['Foo 3, 2026', undefined],
  ['soon', undefined],
])('%s is parsed as %s', (typed, day) => {
  expect(parseDay(typed)).toBe(day)
})
