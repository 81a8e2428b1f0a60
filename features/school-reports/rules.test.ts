import { expect, it } from 'vitest'
import {
  isWithinRatio,
  nextSend,
  nextSendAfter,
  remainingRecipients,
  saveBlocker,
  semesterOf,
} from './rules.ts'

it.each([
  ['2026-11-23', 'never', null],
  ['2026-11-23', 'weekly', '2026-11-30'],
  ['2026-11-23', 'monthly', '2026-12-23'],
  ['2026-12-31', 'monthly', '2027-01-31'],
  ['2027-01-31', 'monthly', '2027-02-28'],
  ['2028-01-31', 'monthly', '2028-02-29'],
] as const)('from %s %s: %s', (from, frequency, next) => expect(nextSend(from, frequency)).toBe(next))

it.each([
  ['2027-02-28', 31, '2027-02-28', '2027-03-31'],
  ['2027-01-31', 31, '2027-03-15', '2027-03-31'],
  ['2027-03-15', null, '2027-03-15', '2027-04-15'],
] as const)('monthly after %s, on day %s, seen on %s: %s', (next_on, send_day, today, next) =>
  expect(nextSendAfter({ next_on, frequency: 'monthly', send_day }, today)).toBe(next),
)

it.each([
  [8, 8, true],
  [9, 8, false],
  [9, null, null],
] as const)('%i students, limit %s: %s', (students, limit, within) =>
  expect(isWithinRatio(students, limit)).toBe(within),
)

const semesters = [{ id: 'spring' }, { id: 'fall' }]
it.each([
  ['nothing chosen', undefined, undefined, 'spring'],
  ['another chosen', 'fall', undefined, 'fall'],
  ['one chosen that has not begun', 'summer', undefined, 'spring'],
  ['saved for the latest, another chosen', 'fall', { semester_id: null }, 'spring'],
  ['saved for one, another chosen', 'spring', { semester_id: 'fall' }, 'fall'],
] as const)('shows a semester with %s', (_what, chosen, saved, shown) =>
  expect(semesterOf(semesters, chosen, saved)).toBe(shown),
)

it('is sent only to people of the school', () => {
  const people = [{ id: 'a' }]
  expect(saveBlocker({ frequency: 'never', recipients: [] }, people)).toBeNull()
  expect(saveBlocker({ frequency: 'weekly', recipients: [] }, people)?.code).toBe('saved_report.nobody')
  expect(saveBlocker({ frequency: 'weekly', recipients: ['b'] }, people)?.code).toBe('saved_report.stranger')
  expect(saveBlocker({ frequency: 'weekly', recipients: ['a'] }, people)).toBeNull()
})

it('a recipient who has left does not stop a change of the report', () => {
  const people = [{ id: 'a' }]
  const recipients = remainingRecipients(['a', 'b'], people)
  expect(recipients).toEqual(['a'])
  expect(saveBlocker({ frequency: 'weekly', recipients }, people)).toBeNull()
})
