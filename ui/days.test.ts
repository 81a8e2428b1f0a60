import { expect, test } from 'vitest'
import { daysBetween, daysOfMonth, formatDay, monthsBetween, parseDay, shiftDay, weekdayOf } from './days.ts'

test('days follow each other across months, leap days and clock changes', () => {
  expect(shiftDay('2028-02-28', 1)).toBe('2028-02-29')
  expect(shiftDay('2026-03-08', 1)).toBe('2026-03-09')
  expect(daysBetween('2026-10-31', '2026-11-02')).toEqual(['2026-10-31', '2026-11-01', '2026-11-02'])
  expect(daysBetween('2026-11-02', '2026-11-01')).toEqual([])
  expect(daysOfMonth('2027-02')).toHaveLength(28)
  expect(daysOfMonth('2026-12').at(-1)).toBe('2026-12-31')
  expect(monthsBetween('2026-11-30', '2027-01-01')).toEqual(['2026-11', '2026-12', '2027-01'])
  expect(weekdayOf('2026-09-07')).toBe(1)
  expect(formatDay('2026-09-07')).toBe('Sep 7, 2026')
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
