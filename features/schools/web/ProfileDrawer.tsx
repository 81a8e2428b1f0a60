import { specialtyLabels } from '#core/specialties.ts'
import {
  Button,
  Checkbox,
  Drawer,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  TextInput,
} from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { isPlainDate } from '#core/plain-date.ts'
import { levelLabels } from '#features/cohorts/rules.ts'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { type FormSchema, useSchemaForm } from '#ui/form.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { ProfileFields, RegulatoryProfile } from '../contract.ts'
import { problemsOfProfile, profileName } from '../rules.ts'
import { useSaveProfile } from './queries.ts'
import { useLocked } from './use-locked.ts'

type ProfileDrawerProps = {
  opened: boolean
  profile: RegulatoryProfile | undefined
  onClose: () => void
}

/** The form of a board of nursing's rules. */
export function ProfileDrawer({ opened, profile, onClose }: ProfileDrawerProps): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={profile ? `Edit ${profileName(profile)}` : 'New profile'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ProfileForm key={profile?.id ?? 'new'} profile={profile} onClose={onClose} />
    </Drawer>
  )
}

type NumberText = number | string
type Values = Omit<ProfileFields, NumberKey | DayKey | 'source_url' | 'min_hours_per_area'> &
  Record<NumberKey, NumberText> &
  Record<DayKey | 'source_url', string> & {
    min_hours_per_area: { area: ProfileFields['min_hours_per_area'][number]['area']; hours: NumberText }[]
  }
type DayKey = 'effective_from' | 'effective_to' | 'verified_on'
type NumberKey =
  | 'max_students_per_instructor'
  | 'max_students_per_preceptor'
  | 'sim_cap_pct'
  | 'sim_exchange_ratio'
  | 'min_total_hours'

const labels = {
  jurisdiction: 'Board',
  level: 'Level',
  effective_from: 'In force from',
  effective_to: 'Until',
  max_students_per_instructor: 'Students per instructor, at most',
  max_students_per_preceptor: 'Students per preceptor, at most',
  ratio_covers_simulation: 'The instructor limit also applies to simulation and the skills lab',
  sim_cap_pct: 'Simulation, at most (%)',
  sim_cap_scope: 'Of what',
  sim_exchange_ratio: 'Clinical hours per simulated hour',
  min_total_hours: 'Clinical hours, at least',
  source_url: 'Where it is written',
  verified_on: 'Checked on',
  min_hours_per_area: 'Hours per specialty',
}
const valuesOf = (profile: ProfileFields | undefined): Values => ({
  jurisdiction: profile?.jurisdiction ?? '',
  level: profile?.level ?? 'BSN',
  effective_from: profile?.effective_from ?? '',
  effective_to: profile?.effective_to ?? '',
  max_students_per_instructor: profile?.max_students_per_instructor ?? '',
  max_students_per_preceptor: profile?.max_students_per_preceptor ?? '',
  ratio_covers_simulation: profile?.ratio_covers_simulation ?? false,
  sim_cap_pct: profile?.sim_cap_pct ?? '',
  sim_cap_scope: profile?.sim_cap_scope ?? 'course',
  sim_exchange_ratio: profile?.sim_exchange_ratio ?? 1,
  min_total_hours: profile?.min_total_hours ?? '',
  source_url: profile?.source_url ?? '',
  verified_on: profile?.verified_on ?? '',
  min_hours_per_area: profile?.min_hours_per_area ?? [],
})
const numberOf = (value: NumberText): number | null => (value === '' ? null : Number(value))
const fieldsOf = (values: Values): ProfileFields => ({
  ...values,
  jurisdiction: values.jurisdiction.trim(),
  effective_to: values.effective_to || null,
  verified_on: values.verified_on || null,
  source_url: values.source_url.trim() || null,
  max_students_per_instructor: numberOf(values.max_students_per_instructor),
  max_students_per_preceptor: numberOf(values.max_students_per_preceptor),
  sim_exchange_ratio: Number(values.sim_exchange_ratio),
  sim_cap_pct: numberOf(values.sim_cap_pct),
  min_total_hours: numberOf(values.min_total_hours),
  min_hours_per_area: values.min_hours_per_area.map(({ area, hours }) => ({ area, hours: Number(hours) })),
})
const whole = (value: number | null, least: number, most: number): boolean =>
  value === null || (Number.isInteger(value) && value >= least && value <= most)

const schema: FormSchema<ProfileFields> = {
  safeParse(value) {
    const fields = fieldsOf(value as Values)
    const { source_url: url, sim_exchange_ratio: ratio } = fields
    const problems: Record<string, string | false> = {
      jurisdiction: fields.jurisdiction.length < 2 && 'Whose rule is it?',
      effective_from: !isPlainDate(fields.effective_from) && 'Enter a date.',
      max_students_per_instructor:
        !whole(fields.max_students_per_instructor, 1, 30) && 'A whole number from 1 to 30.',
      max_students_per_preceptor:
        !whole(fields.max_students_per_preceptor, 1, 10) && 'A whole number from 1 to 10.',
      sim_exchange_ratio: !(ratio >= 0.1 && ratio <= 4) && 'From 0.1 to 4.',
      source_url: url !== null && !/^https?:\/\/\S+\.\S+$/.test(url) && 'Begins with https://',
      ...problemsOfProfile(fields),
    }
    const issues = Object.entries(problems).flatMap(([path, message]) =>
      message ? [{ path: path.split('.'), message }] : [],
    )
    return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data: fields }
  },
}

function ProfileForm({ profile, onClose }: Omit<ProfileDrawerProps, 'opened'>): ReactNode {
  const { create, update } = useSaveProfile()
  const form = useSchemaForm(schema, {
    initialValues: valuesOf(profile),
    onSubmit: async (fields, values) => {
      if (profile)
        await update.mutateAsync(
          { ...fields, id: profile.id, version: locked.version },
          { onError: (error) => void locked.meet(error, values) },
        )
      else await create.mutateAsync({ ...fields, id: locked.idOf(fields) })
      onClose()
    },
  })
  const locked = useLocked<RegulatoryProfile, Values>({
    row: profile,
    valuesOf,
    labels,
    words: {
      level: (level) => levelLabels[level],
      min_hours_per_area: (rows) =>
        rows.map(({ area, hours }) => `${specialtyLabels[area]} ${hours} h`).join(', '),
    },
    setValues: form.setValues,
  })
  return (
    <Form
      form={conflictOf(update.error) ? { ...form, failure: undefined } : form}
      label={profile ? `Profile ${profileName(profile)}` : 'New profile'}
      submitLabel={profile ? 'Save changes' : 'Create profile'}
      onCancel={onClose}
    >
      {locked.met && (
        <VersionsNotice
          what="this profile"
          differences={locked.met.differences}
          changes={locked.met.changes}
          onChoose={locked.choose}
        />
      )}
      {profile && profile.school_count > 0 && (
        <Banner kind="info">
          {`${profile.school_count === 1 ? '1 school follows' : `${formatNumber(profile.school_count)} schools follow`} this profile: changes apply there right away.`}
        </Banner>
      )}
      <TextInput
        label={labels.jurisdiction}
        description="The state or territory whose board it is."
        required
        data-autofocus
        {...form.field('jurisdiction')}
      />
      <NativeSelect
        label={labels.level}
        data={Object.entries(levelLabels).map(([value, label]) => ({ value, label }))}
        {...form.field('level')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DateField label={labels.effective_from} required {...form.field('effective_from')} />
        <DateField label={labels.effective_to} clearable {...form.field('effective_to')} />
        <NumberInput
          label={labels.max_students_per_instructor}
          description="Leave blank if the board sets no number."
          min={1}
          max={30}
          {...form.field('max_students_per_instructor')}
        />
        <NumberInput
          label={labels.max_students_per_preceptor}
          description="Leave blank if the board sets no number."
          min={1}
          max={10}
          {...form.field('max_students_per_preceptor')}
        />
        <NumberInput label={labels.sim_cap_pct} min={0} max={100} {...form.field('sim_cap_pct')} />
        <NativeSelect
          label={labels.sim_cap_scope}
          data={[
            { value: 'course', label: 'Of a course' },
            { value: 'program', label: 'Of the program' },
          ]}
          {...form.field('sim_cap_scope')}
        />
        <NumberInput
          label={labels.sim_exchange_ratio}
          min={0.1}
          max={4}
          step={0.5}
          {...form.field('sim_exchange_ratio')}
        />
        <NumberInput label={labels.min_total_hours} min={0} max={5000} {...form.field('min_total_hours')} />
      </SimpleGrid>
      <Checkbox
        label={labels.ratio_covers_simulation}
        description="When off, a simulation or skills lab can have more students per instructor."
        {...form.field('ratio_covers_simulation', { type: 'checkbox' })}
      />
      {form.values.min_hours_per_area.map(({ area }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is its position in the list
        <Group key={index} align="end">
          <NativeSelect
            label="Specialty"
            data={Object.entries(specialtyLabels).map(([value, label]) => ({ value, label }))}
            {...form.field(`min_hours_per_area.${index}.area`)}
          />
          <NumberInput
            label="Hours at least"
            min={0}
            max={5000}
            {...form.field(`min_hours_per_area.${index}.hours`)}
          />
          <Button variant="default" onClick={() => form.removeListItem('min_hours_per_area', index)}>
            Remove {specialtyLabels[area].toLowerCase()}
          </Button>
        </Group>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => form.insertListItem('min_hours_per_area', { area: 'med_surg', hours: '' })}
      >
        Add hours of a specialty
      </Button>
      <TextInput
        label={labels.source_url}
        type="url"
        placeholder="https://"
        description="The paragraph, so that anyone can check it."
        {...form.field('source_url')}
      />
      <DateField label={labels.verified_on} clearable {...form.field('verified_on')} />
    </Form>
  )
}
