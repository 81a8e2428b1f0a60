import { expect, it } from 'vitest'
import { notificationTexts } from './messages.ts'

const shift = {
  unit: 'ICU',
  site: 'North',
  date: '2027-01-25',
  start_time: '07:00',
  end_time: '13:30',
}

it('a counteroffer names only what it changes', () => {
  const message = (proposed: object, seats: number | null) =>
    notificationTexts['shift.countered'].message({
      ...shift,
      proposed: { ...shift, ...proposed },
      seats,
      note: null,
    })
  expect(message({}, 3)).toBe('Monday, January 25, 7:00 AM–1:30 PM → 3 seats.')
  expect(message({ unit: 'CCU' }, 1)).toBe('Monday, January 25, 7:00 AM–1:30 PM → CCU, North, 1 seat.')
  expect(message({ date: '2027-01-26' }, null)).toBe(
    'Monday, January 25, 7:00 AM–1:30 PM → Tuesday, January 26, 7:00 AM–1:30 PM.',
  )
})
