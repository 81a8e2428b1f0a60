import { expect, test } from 'vitest'
import type { ShiftOptions } from '#features/shifts/contract.ts'
import { differencesIn, mergedFrom } from '#ui/use-versions.ts'
import type { RotationDetail } from '../contract.ts'
import {
  emptyRotation,
  rotationOf,
  rotationProblems,
  rotationVersionFields,
  versionOf,
} from './rotation-form.ts'

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

const row = { ...values, name: 'Adult Health', instructors: [], pattern } as unknown as RotationDetail
const d8 = { name: 'D8', start: '07:00', end: '15:00', unpaid_break_min: 45 }
const units = [{ id: 'east', shift_patterns: [d8] }] as unknown as ShiftOptions['units']
const fields = rotationVersionFields(
  (id) => ({ dana: 'Dana', north: '5 East', south: '5 East' })[id] ?? 'Another',
  units,
)

test.each([
  ['the hours of a shift of the unit', {}, 45],
  ['other hours', { end_time: '09:00' }, 0],
  ['a break that was entered', { break_min: 20 }, 20],
])('the break of a rotation follows its hours and its unit: %s', (_, change, minutes) => {
  const chosen = { ...values, facility_id: 'east', ...change }
  expect(rotationOf(chosen, pattern, units[0]).break_min).toBe(minutes)
  const version = { ...versionOf(row), ...chosen }
  expect(fields.find(({ key }) => key === 'break_min')!.words(version)).toBe(String(minutes))
})

test('all days of a rotation are settled as one: theirs are derived from their version, mine from my own', () => {
  const base = versionOf(row)
  const chosen = { weekdays: ['1', '3'] }
  const mine = {
    ...base,
    seats: 6,
    reason: 'More room.',
    days: { from: row, chosen, pattern: { ...pattern, weekdays: [1, 3] } },
  }
  const other = {
    ...row,
    facility_id: 'south',
    pattern: {
      ...pattern,
      from: '2027-02-10',
      every_weeks: 2,
      skipped: [{ date: '2027-02-24', reason: '' }],
    },
    instructors: [{ weekday: 3, proctor_id: 'dana' }],
  }
  const theirs = versionOf(other)
  const differences = differencesIn(fields, base, mine, theirs)
  expect(differences.map(({ key, mine: own, theirs: of, whose }) => [key, own, of, whose])).toEqual([
    ['facility_id', '', '5 East', 'theirs'],
    [
      'days',
      'Mon, Wed · Feb 3 – 24, 2027',
      'Wed · every 2 weeks · Feb 10 – 24, 2027 · without Feb 24, 2027',
      'mine',
    ],
    ['seats', '6', '8', 'mine'],
    ['instructors', '', 'Wed: Dana', 'theirs'],
  ])
  expect(mergedFrom(fields, mine, theirs, differences)).toEqual({
    ...mine,
    facility_id: 'south',
    instructors: { 3: ['dana'] },
  })
  const taken = differences.map((one) => ({ ...one, whose: 'theirs' as const }))
  expect(mergedFrom(fields, mine, theirs, taken)).toEqual({ ...theirs, reason: 'More room.' })
})

test('each field of a rotation is compared, except its semester and the reason for the change', () => {
  const { semester_id: _semester, reason: _reason, date: _date, to: _to, ...compared } = versionOf(row)
  expect(fields.map(({ key }) => key).toSorted()).toEqual(Object.keys(compared).toSorted())
})
