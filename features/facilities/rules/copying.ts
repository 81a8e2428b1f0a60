/** Copying a unit's settings to other units, and undoing it. */
import type { CopiedSettings, CopyGroup, CopyOutcome, UnitFields } from '../contract.ts'
import { problemsOfUnit } from './fields.ts'

/** Labels for the groups of settings, in the order of the checkboxes. */
export const copyGroupLabels: Record<CopyGroup, string> = {
  capacity: 'Students per shift and windows',
  levels: 'Students by level',
  schools: 'One school at a time, students per instructor',
  care: 'Specialty, patients and level of care',
  shifts: 'Shift times',
  support: 'Conference room and preceptors',
}
export const allCopyGroups = Object.keys(copyGroupLabels) as CopyGroup[]

/** The settings that are copied together; every setting is in exactly one group. */
export const copyGroups: Record<CopyGroup, readonly (keyof CopiedSettings)[]> = {
  capacity: ['max_students_per_shift', 'capacity_windows'],
  levels: ['max_students_by_level'],
  schools: ['exclusive_school', 'max_ratio_override'],
  care: ['specialty', 'population', 'care_level'],
  shifts: ['shift_patterns'],
  support: ['has_conference_room', 'preceptor_available'],
}

type Fields = Record<string, unknown>
const isSame = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => isSame((one as Fields)[key], (other as Fields)[key]))
  )
}
const pick = (settings: CopiedSettings, fields: readonly (keyof CopiedSettings)[]): Partial<CopiedSettings> =>
  Object.fromEntries(fields.map((field) => [field, settings[field]]))

/**
 * What happens to a unit when another's settings are copied to it, with the changed settings before and after. Refused if they conflict
 * with the settings the unit keeps.
 */
export function copyOutcome(
  source: CopiedSettings,
  unit: UnitFields,
  groups: readonly CopyGroup[],
): {
  outcome: CopyOutcome
  before: Partial<CopiedSettings>
  after: Partial<CopiedSettings>
  problem: string | null
} {
  const fields = groups
    .flatMap((group) => copyGroups[group])
    .filter((field) => !isSame(source[field], unit[field]))
  const [before, after] = [pick(unit, fields), pick(source, fields)]
  const [problem] = Object.entries(problemsOfUnit({ ...unit, ...after }))
  if (fields.length === 0) return { outcome: 'same', before, after, problem: null }
  return problem
    ? { outcome: 'refused', before, after, problem: problem[1] }
    : { outcome: 'change', before, after, problem: null }
}

/**
 * Of the settings that a copy wrote, returns those to set back. Settings that changed since the copy stay, and so do all if the earlier
 * ones conflict with what the unit has now.
 */
export function settingsToRestore(
  now: UnitFields,
  copy: { before: Partial<CopiedSettings>; after: Partial<CopiedSettings> },
): Partial<CopiedSettings> {
  const fields = Object.keys(copy.after) as (keyof CopiedSettings)[]
  const earlier: Partial<CopiedSettings> = Object.fromEntries(
    fields
      .filter((field) => isSame(now[field], copy.after[field]))
      .map((field) => [field, copy.before[field]]),
  )
  const isPossible = Object.keys(problemsOfUnit({ ...now, ...earlier })).length === 0
  return isPossible ? earlier : {}
}
