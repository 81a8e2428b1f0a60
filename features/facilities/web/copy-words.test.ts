import { expect, it } from 'vitest'
import { unitDefaults } from '../rules.ts'
import { changesOf, copiedWords, copyBlocker, misfitWords } from './copy-words.ts'

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

it('says why a unit cannot be chosen, and why a shift would not fit', () => {
  expect(copyBlocker({ outcome: 'change', problem: null })).toBe(null)
  expect(copyBlocker({ outcome: 'refused', problem: 'At most 4, as on every shift.' })).toContain('At most 4')
  expect(
    misfitWords({
      id: '',
      title: null,
      date: '2026-12-01',
      start_time: '07:00',
      end_time: '15:00',
      school_name: 'Lakeshore',
      reason: 'seats',
    }),
  ).toMatch(/Dec 1.*7:00 AM–3:00 PM, Lakeshore: more students/)
})

it('counts the results of the units', () => {
  const unit = (outcome: 'copied' | 'same' | 'changed_since') => ({ unit_id: '', name: '5 East', outcome })
  expect(copiedWords([unit('copied')])).toBe('Settings copied to 1 unit.')
  expect(copiedWords([unit('copied'), unit('copied'), unit('same')])).toBe(
    'Settings copied to 2 units. 1 stays as it was.',
  )
  expect(copiedWords([unit('changed_since'), unit('same')])).toBe('No unit was changed. 2 stay as they were.')
})
