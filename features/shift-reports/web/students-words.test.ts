import { expect, it } from 'vitest'
import { studentsWords } from './students-words.ts'

it('says how many students a report is about, and how many were absent', () => {
  expect(studentsWords({ students: 5, away: 1 })).toBe('5, 1 absent')
  expect(studentsWords({ students: 5, away: 0 })).toBe('5')
})
