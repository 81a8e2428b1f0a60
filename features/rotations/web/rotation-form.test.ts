import { expect, test } from 'vitest'
import type { ShiftOptions } from '#features/shifts/contract.ts'
import { emptyRotation, rotationProblems } from './rotation-form.ts'

const values = emptyRotation({
  semesters: [],
  units: [],
  cohorts: [],
  proctors: [],
} as unknown as ShiftOptions)
const pattern = { weekdays: [3], every_weeks: 1, from: '2027-02-03', to: '2027-02-24', skipped: [] }
const fieldsOf = (changes: Partial<typeof pattern>) =>
  rotationProblems({ ...values, date: pattern.from }, { ...pattern, ...changes }).map(([field]) => field)

test('a missing weekday is said at the weekdays, a missing end at the last day', () => {
  expect(fieldsOf({ weekdays: [] })).toContain('weekdays')
  expect(fieldsOf({ weekdays: [] })).not.toContain('to')
  expect(fieldsOf({ to: '' })).toContain('to')
})
