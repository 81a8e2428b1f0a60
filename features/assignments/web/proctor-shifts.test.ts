import { expect, test, vi } from 'vitest'
import type { ShiftRow } from '#features/shifts/contract.ts'

// The API client reads the window's address.
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
const { countFault, scheduleDays } = await import('./proctor-shifts.ts')
const { dayOf } = await import('../rules.ts')

const row = (more: Partial<ShiftRow>) => ({ id: more.date, status: 'published', ...more }) as ShiftRow

test('an instructor’s day includes the night still under way, and not what is called off', () => {
  const night = row({
    date: '2026-03-01',
    starts_at: '2026-03-02T01:00:00Z',
    ends_at: '2026-03-02T13:00:00Z',
  })
  const today = row({
    date: '2026-03-02',
    starts_at: '2026-03-02T20:00:00Z',
    ends_at: '2026-03-03T01:00:00Z',
  })
  const later = row({
    date: '2026-03-05',
    starts_at: '2026-03-05T12:00:00Z',
    ends_at: '2026-03-05T20:00:00Z',
  })
  const off = row({ ...later, status: 'cancelled' })
  const day = dayOf([night, today, later, off], '2026-03-02T12:00:00Z', '2026-03-02')
  expect(day).toEqual({ today: [night, today], next: [later] })
  expect(dayOf([night, today], '2026-03-02T14:00:00Z', '2026-03-02').today).toEqual([today])
})

test('too few and too many are reported with both numbers', () => {
  expect(countFault({ seats: 8, seats_taken: 2, min_to_run: 4 })).toBe('Too few: 2 of the 4 it needs')
  expect(countFault({ seats: 6, seats_taken: 7, min_to_run: 1 })).toBe('Too many: 7 for 6 seats')
  expect(countFault({ seats: null, seats_taken: 1, min_to_run: 1 })).toBeNull()
})

test('past shifts are those of the last 200 days, or all of a chosen semester', () => {
  const past = { when: 'past' } as const
  expect(scheduleDays(past, '2026-11-30')).toEqual({ from: '2026-05-14', to: '2026-11-29' })
  expect(scheduleDays(past, '2026-11-30', 'fall-2024')).toEqual({ to: '2026-11-29' })
})
