import { expect, test } from 'vitest'
import { inTimeFormat } from '#core/time-format.ts'
import { timeOf } from './times.ts'

test('an instant is read by the clock of the site, whole', () => {
  expect(timeOf('2026-01-12T13:02:40Z', 'America/Chicago')).toBe('7:02 AM')
  expect(timeOf('2026-07-13T00:30:00Z', 'America/Chicago')).toBe('7:30 PM')
  expect(inTimeFormat('24h', () => timeOf('2026-07-13T00:30:00Z', 'America/Chicago'))).toBe('1930')
})
