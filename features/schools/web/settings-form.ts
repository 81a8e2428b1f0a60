import { formatNumber } from '#core/number-text.ts'
import { areReminderDays, reminderDaysRule, settingTexts } from '#core/school-settings.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { FormSchema } from '#ui/form.ts'
import type { RegulatoryProfile, School, SchoolSettings } from '../contract.ts'
import { problemsOfLimits } from '../rules.ts'

const numbers = {
  drop_cutoff_h: [0, 336],
  rest_after_night_h: [0, 24],
  check_in_opens_min: [0, 120],
  check_in_closes_min: [0, 480],
  late_grace_min: [0, 120],
  absence_notice_min: [0, 1440],
  no_show_after_min: [0, 480],
  check_out_closes_min: [0, 480],
  lates_per_absence: [0, 10],
  unexcused_absences_max: [0, 10],
  hours_report_days: [0, 365],
  hours_per_day_max: [1, 24],
  shift_report_due_h: [1, 336],
  evaluation_due_days: [1, 30],
} as const
const limits = {
  max_students_per_instructor: [1, 30],
  max_students_per_preceptor: [1, 10],
  sim_cap_pct: [0, 100],
} as const
export const switches = [
  'self_signup',
  'autopublish',
  'publish_without_instructor',
  'evaluation_auto_verify',
  'check_in_only_cleared',
  'remove_uncleared',
] as const
export const numberKeys = Object.keys(numbers) as (keyof typeof numbers)[]
/** The settings of attendance and its report, which have their own section. */
export const attendanceKeys = numberKeys.filter(
  (key) => key !== 'drop_cutoff_h' && key !== 'rest_after_night_h',
)
export const planningKeys = ['drop_cutoff_h', 'rest_after_night_h'] as const
export const limitKeys = Object.keys(limits) as (keyof typeof limits)[]
export const ranges: Record<string, readonly [number, number]> = { ...numbers, ...limits }

type NumberKey = keyof typeof numbers | keyof typeof limits
type Switch = (typeof switches)[number]
type SpecialtyLimit = { specialty: Specialty; most: number | string }
export type SettingsValues = Record<NumberKey, number | string> &
  Record<Switch, boolean> & {
    credit_rule: SchoolSettings['credit_rule']
    makeup_absences: SchoolSettings['makeup_absences']
    hours_rounding_min: string
    reminder_days: string
    max_students_by_specialty: SpecialtyLimit[]
    regulatory_profile_id: string
  }

/** Labels of the credit rules. */
export const creditRules: Record<SchoolSettings['credit_rule'], string> = {
  scheduled: 'Scheduled hours, the same every night',
  elapsed: 'Elapsed hours, as long as the shift really lasts',
}

/** Labels of the rules on which absences are made up. */
export const makeupRules: Record<SchoolSettings['makeup_absences'], string> = {
  all: 'All absences',
  excused: 'Excused absences only',
  none: 'None; you decide case by case',
}

/** The choices for rounding hours, in minutes. */
export const roundingSteps = [1, 5, 6, 10, 15, 30, 60].map(String)

/** A school's settings as form values: an empty text means no limit. */
export const valuesOf = ({ settings, profile }: Pick<School, 'settings' | 'profile'>): SettingsValues =>
  ({
    ...Object.fromEntries([...numberKeys, ...limitKeys].map((key) => [key, settings[key] ?? ''])),
    ...Object.fromEntries(switches.map((key) => [key, settings[key]])),
    credit_rule: settings.credit_rule,
    makeup_absences: settings.makeup_absences,
    hours_rounding_min: String(settings.hours_rounding_min),
    reminder_days: settings.reminder_days.join(', '),
    max_students_by_specialty: Object.entries(settings.max_students_by_specialty).map(
      ([specialty, most]) => ({ specialty, most }),
    ),
    regulatory_profile_id: profile?.id ?? '',
  }) as SettingsValues

/** What is saved: the form's values, and the stored settings that are not on the form. */
const settingsIn = (values: SettingsValues, stored: SchoolSettings): SchoolSettings => ({
  ...stored,
  ...(Object.fromEntries(
    [...numberKeys, ...limitKeys].map((key) => [key, values[key] === '' ? null : Number(values[key])]),
  ) as Pick<SchoolSettings, NumberKey>),
  ...(Object.fromEntries(switches.map((key) => [key, values[key]])) as Pick<SchoolSettings, Switch>),
  credit_rule: values.credit_rule,
  makeup_absences: values.makeup_absences,
  hours_rounding_min: Number(values.hours_rounding_min),
  reminder_days: values.reminder_days
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number),
  max_students_by_specialty: Object.fromEntries(
    values.max_students_by_specialty.map(({ specialty, most }) => [specialty, Number(most)]),
  ),
})

type Output = { settings: SchoolSettings; regulatory_profile_id: string | null }
/**
 * Validates the form; settings that are not on it stay as stored. Errors are at their field: a number out of range, or a limit looser than
 * the chosen board's.
 */
export const settingsSchema = (
  boards: readonly RegulatoryProfile[],
  stored: SchoolSettings,
): FormSchema<Output> => ({
  safeParse(value) {
    const values = value as SettingsValues
    const board = boards.find(({ id }) => id === values.regulatory_profile_id) ?? null
    const settings = settingsIn(values, stored)
    const problems: Record<string, string> = {
      ...atRows(problemsOfLimits(settings, board), values.max_students_by_specialty),
      ...problemsOfSpecialties(values.max_students_by_specialty),
    }
    for (const key of [...numberKeys, ...limitKeys]) {
      const [least, most] = ranges[key]!
      const number = settings[key]
      if (number === null ? key in numbers : number < least || number > most || !Number.isInteger(number))
        problems[key] = `A whole number from ${least} to ${formatNumber(most)}.`
    }
    if (!areReminderDays(settings.reminder_days)) problems['reminder_days'] = reminderDaysRule
    const issues = Object.entries(problems).map(([path, message]) => ({ path: [path], message }))
    return issues.length > 0
      ? { success: false, error: { issues } }
      : { success: true, data: { settings, regulatory_profile_id: values.regulatory_profile_id || null } }
  },
})

/** The form lists limits of individual specialties as rows: moves their errors to the rows. */
function atRows(problems: Record<string, string>, rows: readonly SpecialtyLimit[]): Record<string, string> {
  const rowOf = (field: string) =>
    rows.findIndex(({ specialty }) => field === `max_students_by_specialty.${specialty}`)
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => {
      const row = rowOf(field)
      return [row < 0 ? field : `max_students_by_specialty.${row}.most`, problem]
    }),
  )
}

/** Errors in the limits of individual specialties, by the path of their field. */
function problemsOfSpecialties(rows: readonly SpecialtyLimit[]): Record<string, string> {
  const problems: Record<string, string> = {}
  rows.forEach(({ specialty, most }, index) => {
    const path = `max_students_by_specialty.${index}`
    const number = most === '' ? Number.NaN : Number(most)
    if (rows.findIndex((row) => row.specialty === specialty) < index)
      problems[`${path}.specialty`] = 'This one is already in the list.'
    if (!Number.isInteger(number) || number < 1 || number > 30)
      problems[`${path}.most`] = 'A whole number from 1 to 30.'
  })
  return problems
}

export const labels = {
  ...Object.fromEntries(Object.entries(settingTexts).map(([key, { label }]) => [key, label])),
  regulatory_profile_id: 'Regulatory profile',
} as Record<keyof SettingsValues, string>
