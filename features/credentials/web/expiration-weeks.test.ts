import { expect, test } from 'vitest'
import { weeksOf } from './expiration-weeks.ts'

test('lists every week up to the last day, with its counts', () => {
  const weeks = weeksOf('2026-11-30', 30, [{ week: 1, all: 7, affecting: 3 }])
  expect(weeks.map(({ from, all, affecting }) => [from, all, affecting])).toEqual([
    ['2026-11-30', 0, 0],
    ['2026-12-07', 7, 3],
    ['2026-12-14', 0, 0],
    ['2026-12-21', 0, 0],
    ['2026-12-28', 0, 0],
  ])
})

test('names each month once, in the first week that ends in it', () => {
  const months = (today: string) => weeksOf(today, 69, []).map(({ month }) => month)
  expect(months('2026-11-30')).toEqual(['Dec', null, null, null, 'Jan', null, null, null, null, 'Feb'])
  expect(months('2026-11-02')).toEqual(['Nov', null, null, null, 'Dec', null, null, null, 'Jan', null])
})
