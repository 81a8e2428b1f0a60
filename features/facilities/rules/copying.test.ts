import { describe, expect, it } from 'vitest'
import { unitFields as unitSchema } from '../contract.ts'
import { shiftPresets, unitDefaults } from '../rules.ts'
import { copyGroups, copyOutcome, settingsToRestore } from './copying.ts'

const unitFields = { name: '5 East', ...unitDefaults }

describe('copying settings to other units', () => {
  const source = { ...unitFields, max_students_per_shift: 6, specialty: 'icu' as const }

  it("has every setting of a unit in one group, except the unit's own", () => {
    const all = Object.values(copyGroups).flat()
    const own = ['name', 'code', 'blackout']
    expect(all.toSorted()).toEqual(
      Object.keys(unitSchema.shape)
        .filter((field) => !own.includes(field))
        .toSorted(),
    )
  })

  it('changes only settings that differ, in the chosen groups', () => {
    const unit = { ...unitFields, max_students_per_shift: 8, specialty: 'other' as const }
    expect(copyOutcome(source, unit, ['capacity'])).toEqual({
      outcome: 'change',
      before: { max_students_per_shift: 8 },
      after: { max_students_per_shift: 6 },
      problem: null,
    })
    expect(copyOutcome(source, unit, ['capacity', 'care']).after).toEqual({
      max_students_per_shift: 6,
      specialty: 'icu',
    })
    expect(copyOutcome(source, { ...unit, max_students_per_shift: 6 }, ['capacity']).outcome).toBe('same')
    // Lists are equal if their entries are, whatever the order of their keys.
    const [pattern] = shiftPresets
    const { name: title, ...rest } = pattern!
    expect(
      copyOutcome(
        { ...source, shift_patterns: [pattern!] },
        { ...unit, shift_patterns: [{ ...rest, name: title }] },
        ['shifts'],
      ).outcome,
    ).toBe('same')
  })

  it('refuses a unit whose own settings conflict with them', () => {
    const unit = { ...unitFields, max_students_by_level: { first_year: 8 } }
    const { outcome, problem } = copyOutcome(source, unit, ['capacity'])
    expect(outcome).toBe('refused')
    expect(problem).toBe('At most 6, as on every shift.')
    expect(copyOutcome(source, unit, ['capacity', 'levels']).outcome).toBe('change')
  })

  it('restores only what has not changed since the copy', () => {
    const copy = {
      before: { max_students_per_shift: 8, specialty: 'other' as const },
      after: { max_students_per_shift: 6, specialty: 'icu' as const },
    }
    expect(settingsToRestore(source, copy)).toEqual(copy.before)
    expect(settingsToRestore({ ...source, max_students_per_shift: 5 }, copy)).toEqual({ specialty: 'other' })
  })

  it('restores nothing that conflicts with what was set since the copy', () => {
    const copy = { before: { max_students_per_shift: 4 }, after: { max_students_per_shift: 6 } }
    expect(settingsToRestore(source, copy)).toEqual(copy.before)
    expect(settingsToRestore({ ...source, max_students_by_level: { first_year: 6 } }, copy)).toEqual({})
  })
})
