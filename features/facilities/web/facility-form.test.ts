import { describe, expect, it } from 'vitest'
import { differencesIn, mergedFrom } from '#ui/use-versions.ts'
import { unitFields } from '../contract.ts'
import { shiftPresets, unitDefaults } from '../rules.ts'
import { problemsIn } from './form-problems.ts'
import { emptyValues, type FacilityValues, payloadOf, valuesOf } from './form-values.ts'
import { valueLabel, versionFieldsOf } from './value-labels.ts'

const stamps = {
  id: '00000000-0000-4000-b000-000000000001',
  parent_id: '00000000-0000-4000-b000-000000000002',
  status: 'active' as const,
  archived_at: null,
  created_at: '',
  updated_at: '',
  version: 1,
  city: null,
  state: null,
  time_zone: 'America/Chicago',
}
const unit = {
  kind: 'unit' as const,
  ...stamps,
  ...unitDefaults,
  name: '5 East',
  shift_patterns: [...shiftPresets],
  max_students_by_level: { first_year: 4 },
  blackout: [{ from: '2026-12-24', to: '2026-12-26', reason: 'Holidays' }],
}

describe('the form of a facility', () => {
  it('sends back what it was given, in the shape of the contract', () => {
    const payload = payloadOf('unit', valuesOf(unit))
    expect(unitFields.parse(payload)).toEqual(payload)
    expect({ ...unit, ...payload }).toEqual(unit)
  })

  it('starts empty, and says what is missing, in order', () => {
    expect(problemsIn('unit', emptyValues('unit'), true).map(([path]) => path)).toEqual(['parent_id', 'name'])
    expect(problemsIn('organization', emptyValues('organization'), true)).toEqual([
      ['name', 'Give it a name.'],
    ])
    expect(problemsIn('site', { ...emptyValues('site'), name: 'West', parent_id: 'x' }, true)).toEqual([])
  })

  it.each<[string, Partial<FacilityValues>, string]>([
    ['max_students_per_shift', { max_students_per_shift: '0' }, 'A whole number from 1 to 100.'],
    ['max_students_per_shift', { max_students_per_shift: '2.5' }, 'A whole number from 1 to 100.'],
    [
      'shift_patterns.0.start',
      { shift_patterns: [{ name: 'D', start: '7', end: '15:00', unpaid_break_min: '' }] },
      'Enter a time, such as 7:00 AM or 0700.',
    ],
    [
      'blackout.0.reason',
      { blackout: [{ from: '2026-12-24', to: '2026-12-26', reason: ' ' }] },
      'Give a reason.',
    ],
    [
      'max_students_by_level.first_year',
      { max_students_by_level: { first_year: '9' } },
      'At most 8, as on every shift.',
    ],
  ])('has a problem at %s', (path, changes, message) => {
    expect(problemsIn('unit', { ...valuesOf(unit), ...changes } as FacilityValues, false)).toEqual([
      [path, message],
    ])
  })

  it('two versions differ as text; changes of the other person are merged, and no work is lost', () => {
    const base = valuesOf(unit)
    const mine = { ...base, code: '5E', name: 'Five East' }
    const theirs = { ...base, code: '5-E', blackout: [] }
    const differences = differencesIn(versionFieldsOf('unit'), base, mine, theirs)
    expect(differences.map(({ key, mine: my, theirs: their, whose }) => [key, my, their, whose])).toEqual([
      ['name', 'Five East', '5 East', 'mine'],
      ['code', '5E', '5-E', 'mine'],
      ['blackout', 'Dec 24 – 26, 2026: Holidays', '', 'theirs'],
    ])
    expect(mergedFrom(versionFieldsOf('unit'), mine, theirs, differences)).toMatchObject({
      name: 'Five East',
      code: '5E',
      blackout: [],
    })
    const all = differences.map((each) => ({ ...each, whose: 'theirs' as const }))
    expect(mergedFrom(versionFieldsOf('unit'), mine, theirs, all)).toEqual(theirs)
  })
})

it('a time zone is shown by its name', () => {
  const zone = { key: 'time_zone', label: 'Time zone', type: 'zone' } as const
  expect(valueLabel(zone, 'America/Chicago')).toBe('Central Time')
  expect(valueLabel(zone, '')).toBe('')
})
