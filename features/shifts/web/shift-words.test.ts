import { expect, test } from 'vitest'
import { instantWords, seatsWords, takenWords } from './shift-words.ts'

const seats = { seats: 8, capacity: 9, approved_capacity: null, seats_taken: 3, waiting: 0 }

test('seats are shown with the number of waitlisted students', () => {
  expect(seatsWords(seats)).toBe('3 of 8')
  expect(seatsWords({ ...seats, waiting: 1 })).toBe('3 of 8, 1 on waitlist')
  expect(seatsWords({ ...seats, not_cleared: 2 })).toBe('3 of 8, 2 not cleared')
  expect(seatsWords({ ...seats, waiting: 2 })).toBe('3 of 8, 2 on waitlist')
  expect(takenWords({ ...seats, seats: null })).toBe('3 of 9')
})

test('an instant includes its day', () => {
  expect(instantWords('2026-12-02T12:16:00Z', 'America/Chicago')).toMatch(/^Wed, Dec 2, 2026, 6:16 AM/)
})
