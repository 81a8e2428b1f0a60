import { expect, it } from 'vitest'
import { inTimeFormat } from '#core/time-format.ts'
import { differencesIn } from '#ui/use-versions.ts'
import type { ShiftOptions } from '../contract.ts'
import { emptyShift } from './shift-form.ts'
import { plannedFields, shiftVersionFields } from './shift-versions.ts'

const planned = { date: '2027-01-20', start_time: '07:00', end_time: '15:30', facility_id: '', capacity: 8 }
const wordsOf = (key: string, values = planned): string | undefined =>
  plannedFields<typeof planned>([])
    .find((field) => field.key === key)
    ?.words(values)

it('compares times in the reader’s format, and any other text as typed', () => {
  expect(wordsOf('start_time')).toBe('7:00 AM')
  expect(wordsOf('end_time', { ...planned, end_time: '15:30:00' })).toBe('3:30 PM')
  expect(inTimeFormat('24h', () => wordsOf('end_time'))).toBe('1530')
  expect(wordsOf('end_time', { ...planned, end_time: 'late' })).toBe('late')
})

it('compares the break that would be saved, also while it follows the hours', () => {
  const d12 = { name: 'D12', start: '07:00', end: '19:00', unpaid_break_min: 45 }
  const fields = shiftVersionFields({
    semesters: [],
    units: [{ id: 'east', name: '5 East', shift_patterns: [d12] }],
    cohorts: [],
    proctors: [],
    preceptors: [],
  } as unknown as ShiftOptions)
  const mine = { ...emptyShift, facility_id: 'east', end_time: '19:00' }
  const against = (break_min: number) =>
    differencesIn(fields, mine, mine, { ...mine, break_min }).map((each) => [each.mine, each.theirs])
  expect(against(45)).toEqual([])
  expect(against(30)).toEqual([['45', '30']])
})
