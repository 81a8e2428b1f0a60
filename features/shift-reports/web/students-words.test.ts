import { expect, it } from 'vitest'
import { hoursOf, studentsWords } from './students-words.ts'

it('says how many students a report is about, and how many were absent', () => {
  expect(studentsWords({ students: 5, away: 1 })).toBe('5, 1 absent')
  expect(studentsWords({ students: 5, away: 0 })).toBe('5')
})

it('says how long a student came, even if none of it is credited, or why they did not', () => {
  const row = { full_name: 'Jenna Park', minutes: 0 } as const
  expect(hoursOf({ ...row, minutes: 65, status: 'completed' })).toBe('Jenna Park 1.08 h')
  expect(hoursOf({ ...row, status: 'completed' })).toBe('Jenna Park 0 h')
  expect(hoursOf({ ...row, status: 'no_show' })).toBe('Jenna Park: no-show')
})
