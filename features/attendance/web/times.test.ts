import { expect, test } from 'vitest'
import { inTimeFormat } from '#core/time-format.ts'
import { dayAndTimeOf, timeOf } from './times.ts'

test('an instant is read by the clock of the site, whole', () => {
  expect(timeOf('2026-01-12T13:02:40Z', 'America/Chicago')).toBe('7:02 AM')
  expect(timeOf('2026-07-13T00:30:00Z', 'America/Chicago')).toBe('7:30 PM')
  expect(inTimeFormat('24h', () => timeOf('2026-07-13T00:30:00Z', 'America/Chicago'))).toBe('1930')
})

test('an instant of another day than today says which', () => {
  const opens = '2026-12-04T12:30:00Z'
  expect(dayAndTimeOf(opens, 'America/Chicago', '2026-12-04T06:10:00Z')).toBe('6:30 AM')
  // Already that day in UTC, still the evening before at the site.
  expect(dayAndTimeOf(opens, 'America/Chicago', '2026-12-04T05:50:00Z')).toMatch(/^Fri, Dec 4.*, 6:30 AM$/)
})
