import { expect, test } from 'vitest'
import { durationWords, fillPercent, hoursByCohort, quotaWords, shareWords } from './rules.ts'

test('the percentage of seats filled', () => {
  expect(fillPercent({ seats: 8, filled: 6 })).toBe(75)
  expect(fillPercent({ seats: 8, filled: 0 })).toBe(0)
  expect(fillPercent({ seats: 0, filled: 0 })).toBeNull()
})

test.each([
  [0, '1 min'],
  [0.66, '40 min'],
  [5.2, '5 h'],
  [47, '47 h'],
  [72, '3 days'],
])('%d hours are %s', (hours, words) => expect(durationWords(hours)).toBe(words))

test('average hours of a student, by cohort', () => {
  const student = (cohort_name: string | null, credited: number, required: number | null) => ({
    cohort_name,
    credited,
    scheduled: 10,
    required,
  })
  expect(
    hoursByCohort([
      student('Fall 10', 30, 700),
      student(null, 1, null),
      student('Fall 9', 10, 720),
      student('Fall 9', 15.5, null),
    ]),
  ).toEqual([
    { cohort: 'Fall 9', students: 2, credited: 12.8, scheduled: 10, required: 720 },
    { cohort: 'Fall 10', students: 1, credited: 30, scheduled: 10, required: 700 },
    { cohort: 'No cohort', students: 1, credited: 1, scheduled: 10, required: null },
  ])
  expect(hoursByCohort([])).toEqual([])
})

test('the approved share excludes what is not answered', () => {
  expect(shareWords({ approved: 3, declined: 1 })).toBe('75%')
  expect(shareWords({ approved: 0, declined: 2 })).toBe('0%')
  expect(shareWords({ approved: 0, declined: 0 })).toBe('–')
})

test('a quota says how much of it is used', () => {
  expect(quotaWords({ quota: null, busiest_semester: 12 })).toBe('no quota')
  expect(quotaWords({ quota: 1_200, busiest_semester: 1_100 })).toBe('1,100 of quota 1,200')
})
