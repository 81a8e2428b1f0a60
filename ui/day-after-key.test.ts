import { expect, test } from 'vitest'
import { dayAfterKey } from './day-after-key.ts'

test('an arrow key moves to the next day within the limits', () => {
  expect(dayAfterKey('2026-02-28', 'ArrowUp', {})).toBe('2026-03-01')
  expect(dayAfterKey('2026-03-01', 'ArrowDown', { minDate: '2026-02-28' })).toBe('2026-02-28')
  expect(dayAfterKey('2026-02-28', 'ArrowDown', { minDate: '2026-02-28' })).toBeUndefined()
  expect(dayAfterKey('2026-02-28', 'ArrowUp', { maxDate: '2026-02-28' })).toBeUndefined()
  expect(dayAfterKey('2026-02-28', 'ArrowLeft', {})).toBeUndefined()
})
