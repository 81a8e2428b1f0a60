import { expect, it } from 'vitest'
import { unitDefaults } from '../rules.ts'
import { changesOf } from './copy-changes.ts'

it("describes a unit's changes, before and after, as its page does", () => {
  const source = {
    ...unitDefaults,
    max_students_per_shift: 4,
    shift_patterns: [{ name: 'D12', start: '07:00', end: '19:00', unpaid_break_min: 30 }],
    specialty: 'icu' as const,
  }
  expect(
    changesOf(
      { max_students_per_shift: 8, shift_patterns: [], specialty: 'other', max_ratio_override: 5 },
      source,
    ),
  ).toEqual([
    { label: 'Specialty', before: 'Other', after: 'Intensive care' },
    { label: 'Students per shift', before: '8', after: '4' },
    { label: 'Students per instructor', before: '5', after: 'None' },
    { label: 'Shifts', before: 'None', after: 'D12 7:00 AM–7:00 PM, 30 min break' },
  ])
})
