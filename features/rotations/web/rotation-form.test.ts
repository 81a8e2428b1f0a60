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

test('a new rotation is in the selected semester, or else in the active one', () => {
  const semesters = [
    { id: 'now', is_active: true },
    { id: 'next', is_active: false },
  ]
  const begunIn = (selected?: string) =>
    emptyRotation({ semesters } as unknown as ShiftOptions, selected).semester_id
  expect([begunIn(), begunIn('next'), begunIn('gone')]).toEqual(['now', 'next', 'now'])
})

test('a missing weekday is reported at the weekdays, a missing end at the last day', () => {
  expect(fieldsOf({ weekdays: [] })).toContain('weekdays')
  expect(fieldsOf({ weekdays: [] })).not.toContain('to')
  expect(fieldsOf({ to: '' })).toContain('to')
})
