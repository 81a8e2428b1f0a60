import { expect, test } from 'vitest'
import { inTimeFormat } from '#core/time-format.ts'
import { dayAndTimeOf, timeOf, timeToOffer } from './times.ts'

test('an instant is shown in the site’s time zone, in full', () => {
  expect(timeOf('2026-01-12T13:02:40Z', 'America/Chicago')).toBe('7:02 AM')
  expect(timeOf('2026-07-13T00:30:00Z', 'America/Chicago')).toBe('7:30 PM')
  expect(inTimeFormat('24h', () => timeOf('2026-07-13T00:30:00Z', 'America/Chicago'))).toBe('1930')
})

test('an instant on another day than today includes its date', () => {
  const opens = '2026-12-04T12:30:00Z'
  expect(dayAndTimeOf(opens, 'America/Chicago', '2026-12-04T06:10:00Z')).toBe('6:30 AM')
  // Already that day in UTC, still the evening before at the site.
  expect(dayAndTimeOf(opens, 'America/Chicago', '2026-12-04T05:50:00Z')).toMatch(/^Fri, Dec 4.*, 6:30 AM$/)
})

test('a person who records when a student came or left gets the known time, otherwise now, within the shift', () => {
  const shift = {
    starts_at: '2026-01-12T13:00:00.000Z',
    ends_at: '2026-01-12T21:00:00.000Z',
    time_zone: 'America/Chicago',
  }
  expect(timeToOffer('2026-01-12T13:02:00.000Z', shift, '2026-01-12T15:10:00.000Z')).toBe('07:02')
  expect(timeToOffer(null, shift, '2026-01-12T13:25:00.000Z')).toBe('07:25')
  expect(timeToOffer(null, shift, '2026-01-12T12:45:00.000Z')).toBe('07:00')
  expect(timeToOffer(null, shift, '2026-01-13T02:00:00.000Z')).toBe('15:00')
})
