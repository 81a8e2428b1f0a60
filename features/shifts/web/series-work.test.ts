import { expect, test } from 'vitest'
import { dayActions, distinctQuestions, seriesWork, statusesWords } from './series-work.ts'

test('the actions on a series are those of its shifts, with their count', () => {
  expect(seriesWork({ statuses: { draft: 4, approved: 2, published: 1 } }, 'school')).toEqual([
    { action: 'submit', count: 4, states: ['draft'] },
    { action: 'publish', count: 2, states: ['approved'] },
    { action: 'remove', count: 4, states: ['draft'] },
  ])
  expect(seriesWork({ statuses: { pending_facility: 3 } }, 'school').map(({ action }) => action)).toEqual([
    'withdraw',
  ])
  expect(seriesWork({ statuses: { draft: 4 } }, null)).toEqual([])
  expect(seriesWork({ statuses: { completed: 4 } }, 'school')).toEqual([])
})

test('questions are answered and proposals accepted or declined for each shift, and only by the school', () => {
  expect(dayActions({ status: 'needs_info' }, 'school')).toEqual(['answer'])
  expect(dayActions({ status: 'countered' }, 'school')).toEqual(['accept_counter', 'decline_counter'])
  expect(dayActions({ status: 'published' }, 'school')).toEqual([])
  expect(dayActions({ status: 'countered' }, 'facility')).toEqual([])
  expect(dayActions({ status: 'countered' }, null)).toEqual([])
})

test('what a facility asks about several days is said once, with the days', () => {
  const asked = (date: string, question: string | null) => ({ id: date, date, question })
  expect(
    distinctQuestions([
      asked('2027-03-03', 'Which entrance? '),
      asked('2027-03-10', 'Who leads it?'),
      asked('2027-03-17', 'Which entrance?'),
      asked('2027-03-24', null),
    ]),
  ).toEqual([
    { question: 'Which entrance?', dates: ['2027-03-03', '2027-03-17'] },
    { question: 'Who leads it?', dates: ['2027-03-10'] },
  ])
  expect(distinctQuestions([])).toEqual([])
})

test('its statuses are listed in lifecycle order', () => {
  expect(statusesWords({ statuses: { published: 8, draft: 4 } })).toBe('4 draft, 8 published')
  expect(statusesWords({ statuses: { needs_info: 1, countered: 1 } })).toBe(
    '1 question asked, 1 change suggested',
  )
  expect(statusesWords({ statuses: { needs_info: 4, countered: 13 } })).toBe(
    '4 questions asked, 13 changes suggested',
  )
})
