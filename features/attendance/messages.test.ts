import { expect, it } from 'vitest'
import { notificationTexts as texts } from './messages.ts'

const shift = { unit: '5 East', site: 'North', date: '2027-03-02', start_time: '07:00', end_time: '15:00' }

it.each([
  ['Ada Able', 1, 0, 'Ada Able: 1 unexcused absence', 'The latest'],
  [undefined, 2, 1, 'You have 2 unexcused absences', '1 of them from late arrivals. The latest'],
  [undefined, 1, 1, 'You have 1 unexcused absence', 'From late arrivals. The latest'],
])('%s, %d absences, %d by late arrivals', (student, unexcused, fromLates, title, begins) => {
  const values = { ...shift, ...(student !== undefined && { student }), unexcused, fromLates }
  expect(texts['attendance.at_risk'].title(values)).toBe(title)
  expect(texts['attendance.at_risk'].message(values)).toBe(
    `${begins}: 5 East, North, Tuesday, March 2, 7:00 AM–3:00 PM.`,
  )
})
