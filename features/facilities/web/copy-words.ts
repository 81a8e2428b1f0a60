import { howMany } from '#core/number-text.ts'
import { clockRange } from '#core/clock-time.ts'
import { formatDate } from '#core/plain-date.ts'
import type {
  CopyGroup,
  CopiedSettings,
  CopiedUnit,
  CopyTarget,
  Facility,
  Misfit,
  MisfitReason,
} from '../contract.ts'
import { unitDefaults } from '../rules.ts'
import { versionFieldsOf, valuesOf } from './fields.ts'

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

/** The texts for a setting that a copy changes. */
export type SettingChange = { label: string; before: string; after: string }

/** Lists what a copy changes in a unit, with the labels of its page. */
export function changesOf(before: Partial<CopiedSettings>, source: CopiedSettings): SettingChange[] {
  const words = (settings: Partial<CopiedSettings>) =>
    valuesOf({ ...unitDefaults, ...settings, kind: 'unit' } as Facility)
  const [was, is] = [words(before), words(source)]
  return versionFieldsOf('unit')
    .filter(({ key }) => key in before)
    .map(({ label, words: wordsOf }) => ({
      label,
      before: wordsOf(was) || 'None',
      after: wordsOf(is) || 'None',
    }))
}

const reasons: Record<MisfitReason, string> = {
  seats: 'more students than the unit would take',
  exclusive: 'another school is there at that time',
  hours: 'hours that the unit would not work',
}

/** The text for a shift that would no longer fit. */
export const misfitWords = ({ date, start_time, end_time, school_name, reason }: Misfit): string =>
  `${formatDate(date)}, ${clockRange(start_time, end_time)}, ${school_name}: ${reasons[reason]}`

/** Why a unit cannot be chosen as a target, or null. */
export function copyBlocker({ outcome, problem }: Pick<CopyTarget, 'outcome' | 'problem'>): string | null {
  if (outcome === 'same') return 'It already has these settings.'
  return outcome === 'refused' ? `These conflict with its other settings: ${problem}` : null
}

/** Labels for the result of a unit. */
export const copiedLabels: Record<CopiedUnit['outcome'], string> = {
  copied: 'settings copied',
  same: 'had these settings already',
  refused: 'left as it was, since they conflict with its other settings',
  changed_since: 'left as it was, since someone changed it meanwhile. Open this again to look at it.',
}

/** Says how many units got the settings. */
export function copiedWords(units: readonly CopiedUnit[]): string {
  const copied = units.filter(({ outcome }) => outcome === 'copied').length
  const left = units.length - copied
  return [
    copied === 0 ? 'No unit was changed.' : `Settings copied to ${howMany(copied, 'unit')}.`,
    left === 1 && '1 stays as it was.',
    left > 1 && `${left} stay as they were.`,
  ]
    .filter(Boolean)
    .join(' ')
}
