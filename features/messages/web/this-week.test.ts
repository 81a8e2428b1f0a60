import { expect, test } from 'vitest'
import { thisWeek } from './this-week.ts'

test('on a Sunday, "This week" is the week that begins, as in the calendar', () => {
  expect(thisWeek('2026-11-29')).toEqual({ from: '2026-11-29', to: '2026-12-05' })
  expect(thisWeek('2026-11-28')).toEqual({ from: '2026-11-22', to: '2026-11-28' })
})
