import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { shiftPresets, unitDefaults } from '../rules.ts'
import { addressOf, minutesOf, problemsOfSite, problemsOfUnit, slugOf } from './fields.ts'

const unitFields = { name: '5 East', ...unitDefaults }

describe('a unit', () => {
  it('has no problems with the presets', () => {
    expect(problemsOfUnit({ ...unitFields, shift_patterns: [...shiftPresets] })).toEqual({})
    expect(shiftPresets.map(minutesOf)).toEqual([480, 480, 480, 720, 720])
  })

  test.each([
    [
      'a name twice',
      { shift_patterns: [shiftPresets[0]!, { ...shiftPresets[1]!, name: 'd8 ' }] },
      'shift_patterns.1.name',
    ],
    ['no time at all', { shift_patterns: [{ ...shiftPresets[0]!, end: '07:00' }] }, 'shift_patterns.0.end'],
    [
      'nothing but break',
      { shift_patterns: [{ name: 'X', start: '07:00', end: '08:00', unpaid_break_min: 60 }] },
      'shift_patterns.0.unpaid_break_min',
    ],
    [
      'more beginners than students',
      { max_students_by_level: { first_year: 9 } },
      'max_students_by_level.first_year',
    ],
    [
      'a window that ends first',
      { capacity_windows: [{ from: '2026-09-02', to: '2026-09-01', max: 8 }] },
      'capacity_windows.0.to',
    ],
    [
      'windows that share a day',
      {
        capacity_windows: [
          { from: '2026-09-01', to: '2026-09-30', max: 8 },
          { from: '2026-09-30', to: '2026-10-30', max: 8 },
        ],
      },
      'capacity_windows.1.from',
    ],
    [
      'a window above the unit',
      { capacity_windows: [{ from: '2026-09-01', to: '2026-09-30', max: 9 }] },
      'capacity_windows.0.max',
    ],
    [
      'a cap above its windows',
      { capacity_windows: [{ from: '2026-09-01', to: '2026-09-30', max: 7 }] },
      'max_students_per_shift',
    ],
    [
      'a blackout that ends first',
      { blackout: [{ from: '2026-09-02', to: '2026-09-01', reason: 'Move' }] },
      'blackout.0.to',
    ],
  ])('with %s has a problem at that field', (_, changes, field) => {
    expect(Object.keys(problemsOfUnit({ ...unitFields, ...changes }))).toEqual([field])
  })
})

it('a site has both coordinates or neither', () => {
  expect(problemsOfSite({ latitude: 43, longitude: -88 })).toEqual({})
  expect(problemsOfSite({ latitude: null, longitude: null })).toEqual({})
  expect(Object.keys(problemsOfSite({ latitude: 43, longitude: null }))).toEqual(['longitude'])
  expect(Object.keys(problemsOfSite({ latitude: null, longitude: 3 }))).toEqual(['latitude'])
})

describe('a slug', () => {
  it('is made from a name', () => {
    expect(slugOf("St. Mary's – Hôpital West")).toBe('st-mary-s-hopital-west')
    expect(slugOf('東京')).toBe('')
  })
  it('is always kebab-case, or empty', () => {
    fc.assert(
      fc.property(fc.string(), (name) => void expect(slugOf(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)),
    )
  })
})

it('a unit has the location of its site; others have their own', () => {
  const above = { city: 'Milwaukee', state: 'WI', time_zone: 'America/Chicago' }
  expect(addressOf('unit', { city: 'Elsewhere' }, above)).toEqual(above)
  expect(addressOf('site', { city: 'Racine' }, above)).toEqual({
    city: 'Racine',
    state: null,
    time_zone: 'America/Chicago',
  })
  expect(addressOf('organization', {}, null).time_zone).toBe('America/New_York')
})
