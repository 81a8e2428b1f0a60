import { expect, test } from 'vitest'
import { daysWords, seriesSeats, seriesWhen } from './series-words.ts'

test.each([
  [[1], 'Mondays'],
  [[3, 1], 'Mondays and Wednesdays'],
  [[1, 3, 5], 'Mondays, Wednesdays, and Fridays'],
  [[1, 2, 3, 4, 5], 'Weekdays'],
  [[6, 7], 'Weekends'],
  [[1, 2, 3, 4, 5, 6, 7], 'Every day'],
])('%o are %s', (days, words) => expect(daysWords(days)).toBe(words))

const row = {
  weekdays: [1],
  first_date: '2027-02-01',
  last_date: '2027-04-26',
  count: 12,
  start_time: '07:00',
  end_time: '15:00',
}
test('a series shows its days, hours and span, and a single shift its day', () => {
  expect(seriesWhen(row)).toMatch(/^Mondays .+ · Feb 1 – Apr 26, 2027$/)
  expect(seriesWhen({ ...row, start_time: null })).toBe('Mondays different hours · Feb 1 – Apr 26, 2027')
  expect(seriesWhen({ ...row, count: 1 })).toMatch(/^Mon, Feb 1, 2027, /)
})
test('different numbers of seats are shown as a range', () => {
  expect(seriesSeats({ seats_from: 6, seats_to: 6 })).toBe('6 seats')
  expect(seriesSeats({ seats_from: 1, seats_to: 1 })).toBe('1 seat')
  expect(seriesSeats({ seats_from: 4, seats_to: 6 })).toBe('4–6 seats')
})
