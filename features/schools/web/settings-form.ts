import { settingsNotInUse, settingWords } from '#core/school-settings.ts'
import type { FormSchema } from '#ui/form.ts'
import type { RegulatoryProfile, School, SchoolSettings } from '../contract.ts'
import { effectiveLimits, problemsOfLimits } from '../rules.ts'

const numbers = { drop_cutoff_h: [0, 336], rest_after_night_h: [0, 24] } as const
const limits = { max_students_per_instructor: [1, 30], max_students_per_preceptor: [1, 10] } as const
export const switches = ['self_signup', 'autopublish', 'publish_without_instructor'] as const
export const numberKeys = Object.keys(numbers) as (keyof typeof numbers)[]
export const limitKeys = Object.keys(limits) as (keyof typeof limits)[]
export const ranges: Record<string, readonly [number, number]> = { ...numbers, ...limits }

type NumberKey = keyof typeof numbers | keyof typeof limits
type Switch = (typeof switches)[number]
export type SettingsValues = Record<NumberKey, number | string> &
  Record<Switch, boolean> & { regulatory_profile_id: string }

/** A school's settings as the form's fields hold them: an empty text for no limit. */
export const valuesOf = ({ settings, profile }: Pick<School, 'settings' | 'profile'>): SettingsValues =>
  ({
    ...Object.fromEntries([...numberKeys, ...limitKeys].map((key) => [key, settings[key] ?? ''])),
    ...Object.fromEntries(switches.map((key) => [key, settings[key]])),
    regulatory_profile_id: profile?.id ?? '',
  }) as SettingsValues

/** What is saved: the form's values, and the settings that are not on the form as they are stored. */
const settingsIn = (values: SettingsValues, stored: SchoolSettings): SchoolSettings => ({
  ...(Object.fromEntries(settingsNotInUse.map((key) => [key, stored[key]])) as Pick<
    SchoolSettings,
    (typeof settingsNotInUse)[number]
  >),
  ...(Object.fromEntries(
    [...numberKeys, ...limitKeys].map((key) => [key, values[key] === '' ? null : Number(values[key])]),
  ) as Pick<SchoolSettings, NumberKey>),
  ...(Object.fromEntries(switches.map((key) => [key, values[key]])) as Pick<SchoolSettings, Switch>),
})

type Output = { settings: SchoolSettings; regulatory_profile_id: string | null }
/**
 * Reads the form: settings that are not on it stay as they are stored. Problems are reported at their field: a number out of range, or a
 * limit that is looser than the chosen board's.
 */
export const settingsSchema = (
  boards: readonly RegulatoryProfile[],
  stored: SchoolSettings,
): FormSchema<Output> => ({
  safeParse(value) {
    const values = value as SettingsValues
    const board = boards.find(({ id }) => id === values.regulatory_profile_id) ?? null
    // A stored cap that the chosen board does not allow cannot be corrected here: the board's counts, as it would anyway.
    const cap = stored.sim_cap_pct === null ? null : effectiveLimits(stored, board).sim_cap_pct
    const settings = settingsIn(values, { ...stored, sim_cap_pct: cap })
    const problems: Record<string, string> = { ...problemsOfLimits(settings, board) }
    for (const key of [...numberKeys, ...limitKeys]) {
      const [least, most] = ranges[key]!
      const number = settings[key]
      if (number === null ? key in numbers : number < least || number > most || !Number.isInteger(number))
        problems[key] = `A whole number from ${least} to ${most.toLocaleString('en-US')}.`
    }
    const issues = Object.entries(problems).map(([path, message]) => ({ path: [path], message }))
    return issues.length > 0
      ? { success: false, error: { issues } }
      : { success: true, data: { settings, regulatory_profile_id: values.regulatory_profile_id || null } }
  },
})

export const labels = {
  ...Object.fromEntries(Object.entries(settingWords).map(([key, { label }]) => [key, label])),
  regulatory_profile_id: 'Regulatory profile',
} as Record<keyof SettingsValues, string>
