import { Checkbox, NativeSelect, NumberInput, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingWords } from '#core/school-settings.ts'
import { todayIn } from '#core/plain-date.ts'
import { Form } from '#ui/Form.tsx'
import { type FormSchema, useSchemaForm } from '#ui/form.ts'
import type { RegulatoryProfile, School, SchoolSettings } from '../contract.ts'
import { isInForce, problemsOfLimits, profileName } from '../rules.ts'
import { schools, useUpdateAccount } from './queries.ts'
import { TheirsBanner } from './TheirsBanner.tsx'
import { differencesOf, useLocked } from './use-locked.ts'

const numbers = {
  late_grace_min: [0, 120],
  absence_notice_min: [0, 1440],
  drop_cutoff_h: [0, 336],
  evaluation_due_days: [1, 30],
  shift_report_due_h: [1, 336],
} as const
const limits = {
  max_students_per_instructor: [1, 30],
  max_students_per_preceptor: [1, 10],
  sim_cap_pct: [0, 100],
} as const
const numberKeys = Object.keys(numbers) as (keyof typeof numbers)[]
const limitKeys = Object.keys(limits) as (keyof typeof limits)[]
const ranges: Record<string, readonly [number, number]> = { ...numbers, ...limits }

type Values = Record<keyof typeof numbers | keyof typeof limits, number | string> & {
  hours_rounding_min: string
  self_signup: boolean
  autopublish: boolean
  regulatory_profile_id: string
}
const valuesOf = ({ settings, profile }: Pick<School, 'settings' | 'profile'>): Values => ({
  ...settings,
  ...(Object.fromEntries(limitKeys.map((key) => [key, settings[key] ?? ''])) as Record<
    keyof typeof limits,
    number | string
  >),
  hours_rounding_min: String(settings.hours_rounding_min),
  regulatory_profile_id: profile?.id ?? '',
})
const settingsIn = ({ regulatory_profile_id: _profile, ...values }: Values): SchoolSettings =>
  ({
    ...values,
    ...Object.fromEntries(
      [...numberKeys, ...limitKeys].map((key) => [key, values[key] === '' ? null : Number(values[key])]),
    ),
    hours_rounding_min: Number(values.hours_rounding_min),
  }) as SchoolSettings

type Output = { settings: SchoolSettings; regulatory_profile_id: string | null }
const schemaFor = (boards: readonly RegulatoryProfile[]): FormSchema<Output> => ({
  safeParse(value) {
    const values = value as Values
    const settings = settingsIn(values)
    const board = boards.find(({ id }) => id === values.regulatory_profile_id) ?? null
    const problems: Record<string, string> = { ...problemsOfLimits(settings, board) }
    for (const key of [...numberKeys, ...limitKeys]) {
      const [least, most] = ranges[key]!
      const number = settings[key] as number | null
      if (number === null ? key in numbers : number < least || number > most || !Number.isInteger(number))
        problems[key] = `A whole number from ${least} to ${most.toLocaleString('en-US')}.`
    }
    const issues = Object.entries(problems).map(([path, message]) => ({ path: [path], message }))
    return issues.length > 0
      ? { success: false, error: { issues } }
      : { success: true, data: { settings, regulatory_profile_id: values.regulatory_profile_id || null } }
  },
})

const labels = {
  ...Object.fromEntries(Object.entries(settingWords).map(([key, { label }]) => [key, label])),
  regulatory_profile_id: 'Regulatory profile',
} as Record<keyof Values, string>

/** How a school works and whose rules it follows: stricter than the board is allowed, looser never. */
export function SettingsForm({
  school,
  obstacle,
}: {
  school: School
  obstacle: string | undefined
}): ReactNode {
  const boards = useQuery(schools.listProfiles.queryOptions({ input: undefined }))
  const save = useUpdateAccount()
  const locked = useLocked(school)
  const today = todayIn(school.time_zone)
  const choices = (boards.data ?? (school.profile ? [school.profile] : [])).filter(
    (board) => isInForce(board, today) || board.id === school.profile?.id,
  )
  const form = useSchemaForm(schemaFor(choices), {
    initialValues: valuesOf(school),
    onSubmit: async (output, values) => {
      await save.mutateAsync(
        { ...output, id: school.id, version: locked.version },
        { onError: locked.onError, onSuccess: ({ version }) => locked.follow(version) },
      )
      form.resetDirty(values)
    },
  })
  const board = choices.find(({ id }) => id === form.values.regulatory_profile_id)
  const { theirs } = locked
  return (
    <Form
      form={(theirs ? { ...form, failure: undefined } : form) as never}
      label="Rules and settings"
      {...(!obstacle && { submitLabel: 'Save settings' })}
    >
      {theirs && (
        <TheirsBanner
          what="school"
          differences={differencesOf(valuesOf(theirs), form.values, labels)}
          onTake={() => {
            form.setValues(valuesOf(theirs))
            locked.settle()
          }}
        />
      )}
      <NativeSelect
        label="Regulatory profile"
        description="The rules of your board of nursing. You may be stricter below, never looser."
        data={[
          { value: '', label: 'None chosen' },
          ...choices.map((each) => ({ value: each.id, label: profileName(each) })),
        ]}
        {...form.field('regulatory_profile_id')}
      />
      {board && (
        <p style={{ margin: 0 }}>
          {`${profileName(board)} allows ${board.max_students_per_instructor} students per instructor and ${board.max_students_per_preceptor} per preceptor`}
          {board.sim_cap_pct !== null && `, and ${board.sim_cap_pct} % simulation`}
          {board.min_total_hours !== null && `; it asks ${board.min_total_hours} clinical hours`}.
          {board.source_url && (
            <>
              {' '}
              <a href={board.source_url} target="_blank" rel="noreferrer">
                Where it is written
              </a>
            </>
          )}
        </p>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {[...limitKeys, ...numberKeys].map((key) => (
          <NumberInput
            key={key}
            label={settingWords[key].label}
            description={settingWords[key].help}
            min={ranges[key]![0]}
            max={ranges[key]![1]}
            allowDecimal={false}
            clampBehavior="none"
            {...form.field(key)}
          />
        ))}
        <NativeSelect
          label={settingWords.hours_rounding_min.label}
          description={settingWords.hours_rounding_min.help}
          data={[1, 5, 6, 10, 15, 30, 60].map((minutes) => ({
            value: String(minutes),
            label: minutes === 1 ? '1 minute' : `${minutes} minutes`,
          }))}
          {...form.field('hours_rounding_min')}
        />
      </SimpleGrid>
      <Checkbox
        label={settingWords.self_signup.label}
        description={settingWords.self_signup.help}
        {...form.field('self_signup', { type: 'checkbox' })}
      />
      <Checkbox
        label={settingWords.autopublish.label}
        description={settingWords.autopublish.help}
        {...form.field('autopublish', { type: 'checkbox' })}
      />
    </Form>
  )
}
