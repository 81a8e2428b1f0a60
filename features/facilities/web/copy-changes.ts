import type { CopiedSettings, Facility } from '../contract.ts'
import { unitDefaults } from '../rules.ts'
import { valuesOf } from './form-values.ts'
import { versionFieldsOf } from './value-labels.ts'

/** A setting that a copy changes, as labels. */
export type SettingChange = { label: string; before: string; after: string }

/** Lists what a copy changes in a unit, with the labels of its page. */
export function changesOf(before: Partial<CopiedSettings>, source: CopiedSettings): SettingChange[] {
  const valuesWith = (settings: Partial<CopiedSettings>) =>
    valuesOf({ ...unitDefaults, ...settings, kind: 'unit' } as Facility)
  const [was, is] = [valuesWith(before), valuesWith(source)]
  return versionFieldsOf('unit')
    .filter(({ key }) => key in before)
    .map(({ label, words: labelOf }) => ({
      label,
      before: labelOf(was) || 'None',
      after: labelOf(is) || 'None',
    }))
}
