import { specialties, specialtyLabels } from '#core/specialties.ts'
import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { parseClockTime } from '#core/clock-time.ts'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { experienceLabels, signupLabels } from '#features/shifts/rules.ts'
import { useShiftOptions } from '#features/shifts/web/public.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { useVersions } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import { PickOne, PickSeveral } from '#ui/Pick.tsx'
import { TimeField } from '#ui/TimeField.tsx'
import { OpenDrawer } from '#ui/OpenDialog.tsx'
import type { ShiftTemplate, TemplateFields } from '../contract.ts'
import { templateProblems, weekdayName } from '../rules.ts'
import { automations, touches } from './queries.ts'
import { breakOf, type TemplateValues, templateValuesOf, templateVersionFields } from './template-form.ts'

export type TemplateFor = { template?: ShiftTemplate }

/** Adds a template, or changes one. */
export function TemplateDialog({
  on,
  onClose,
}: {
  on: TemplateFor | undefined
  onClose: () => void
}): ReactNode {
  if (!on) return null
  return (
    <OpenDrawer
      onClose={onClose}
      title={on.template ? 'Edit template' : 'New template'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      position="right"
      size="md"
    >
      <TemplateForm template={on.template} onClose={onClose} />
    </OpenDrawer>
  )
}

const fieldsOf = (values: TemplateValues): TemplateFields => ({
  name: values.name,
  facility_id: values.facility_id || null,
  specialty: values.specialty as TemplateFields['specialty'],
  experience_type: values.experience_type as TemplateFields['experience_type'],
  start_time: values.start_time,
  end_time: values.end_time,
  weekdays: values.weekdays.map(Number).toSorted((a, b) => a - b),
  seats: Number(values.seats),
  break_min: breakOf(values),
  course_code: values.course_code || null,
  cohort_ids: values.cohort_ids,
  objectives: linesOf(values.objectives),
  signup_mode: values.signup_mode as TemplateFields['signup_mode'],
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const isWithin = (text: string, from: number, to: number) =>
  text !== '' && Number(text) >= from && Number(text) <= to

const schema = plainSchema<TemplateValues>((values) => {
  const problems = templateProblems({ ...fieldsOf(values) })
  return {
    school_id: values.school_id === '' && 'Choose a school.',
    name: values.name.trim() === '' && 'Enter a name.',
    specialty: values.specialty === '' && 'Choose a specialty.',
    start_time: !parseClockTime(values.start_time) && 'Enter a time, such as 7:00 AM or 0700.',
    end_time: !parseClockTime(values.end_time)
      ? 'Enter a time, such as 3:00 PM or 1500.'
      : (problems['end_time'] ?? false),
    facility_id: problems['facility_id'] ?? false,
    weekdays: values.weekdays.length === 0 && 'Choose at least one weekday.',
    seats: !isWithin(values.seats, 1, 500) && 'From 1 to 500.',
    break_min: !isWithin(String(breakOf(values)), 0, 240) && 'From 0 to 240 minutes.',
    objectives: linesOf(values.objectives).length > 20 && 'At most 20 objectives.',
  }
})

function TemplateForm({
  template,
  onClose,
}: {
  template: ShiftTemplate | undefined
  onClose: () => void
}): ReactNode {
  const isPlatform = useMe().role === 'superadmin'
  const school = useSchoolId()
  const tick = usePatientTick()
  const [ids] = useState(() => ({ id: crypto.randomUUID(), idempotency_key: crypto.randomUUID() }))
  const add = useMutation({
    ...automations.addTemplate.mutationOptions(),
    meta: { quiet: true, touches, done: 'Template added' },
  })
  const change = useMutation({
    ...automations.changeTemplate.mutationOptions(),
    meta: { quiet: true, touches, done: 'Template changed. Shifts that were created stay as they are.' },
  })
  // The units named in each version that was read: the choices may no longer have them.
  const [names] = useState(() => new Map<string, string>())
  const read = (row: ShiftTemplate | undefined): TemplateValues => {
    if (row?.facility_id && row.facility_name) names.set(row.facility_id, row.facility_name)
    return templateValuesOf(row, school)
  }
  const [start] = useState(() => read(template))
  const form = useSchemaForm(schema, {
    initialValues: start,
    onSubmit: async (values) => {
      if (template)
        await change.mutateAsync(
          { id: template.id, version: versions.version, ...fieldsOf(values), ...tick.sent },
          { onError: (error) => void versions.meet(error, values) },
        )
      else await add.mutateAsync({ ...ids, school_id: values.school_id, ...fieldsOf(values), ...tick.sent })
      onClose()
    },
  })
  const { values } = form
  const options = useShiftOptions(values.school_id || null)
  const units = options.data?.units ?? []
  const known = [...units, ...(options.data?.cohorts ?? [])]
  const versions = useVersions<ShiftTemplate, TemplateValues>({
    row: template,
    start,
    valuesOf: read,
    fields: templateVersionFields(
      (id) => known.find((one) => one.id === id)?.name ?? names.get(id) ?? 'Another',
    ),
    setValues: form.setValues,
  })
  return (
    <Form
      form={conflictOf(change.error) ? { ...form, failure: undefined } : form}
      label={template ? 'Edit template' : 'New template'}
      submitLabel={template ? 'Save' : 'Add template'}
      onCancel={onClose}
    >
      {isPlatform && !template && (
        <EntitySelect
          kind="school"
          label="School"
          required
          {...form.field('school_id')}
          onChange={(chosen) => form.setFieldValue('school_id', chosen ?? '')}
        />
      )}
      {versions.met && (
        <VersionsNotice
          what="this template"
          differences={versions.met.differences}
          changes={versions.met.changes}
          onChoose={versions.choose}
        />
      )}
      <ChoicesFailed queries={[options]} />
      <TextInput
        label="Name"
        description="The title of its shifts"
        required
        maxLength={120}
        {...form.field('name')}
      />
      <PickOne
        label="Unit"
        description="Leave blank for what is held on campus"
        clearable
        among={units.map(({ id, name, site_name: site }) => ({ id, name, detail: site ?? '' }))}
        {...form.field('facility_id')}
        onChange={(id) => {
          const unit = units.find((one) => one.id === id)
          form.setValues({
            facility_id: id ?? '',
            ...(unit && unit.specialty !== 'other' && { specialty: unit.specialty }),
          })
        }}
      />
      <PickOne
        label="Specialty"
        required
        among={specialties.map((one) => ({ id: one, name: specialtyLabels[one] }))}
        {...form.field('specialty')}
      />
      <NativeSelect
        label="Experience"
        data={Object.entries(experienceLabels).map(([value, label]) => ({ value, label }))}
        {...form.field('experience_type')}
      />
      <PickSeveral
        label="Weekdays"
        required
        among={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ id: String(day), name: weekdayName(day) }))}
        {...form.field('weekdays')}
      />
      <TimeField
        label="Begins"
        required
        {...form.field('start_time')}
        onChange={(time) => form.setFieldValue('start_time', time)}
      />
      <TimeField
        label="Ends"
        description="On the next day where it is earlier"
        required
        {...form.field('end_time')}
        onChange={(time) => form.setFieldValue('end_time', time)}
      />
      <NumberInput label="Seats" required min={1} max={500} {...form.field('seats')} />
      <NumberInput
        label="Unpaid break (minutes)"
        min={0}
        max={240}
        placeholder={String(breakOf(form.values, ''))}
        {...form.field('break_min')}
      />
      <TextInput label="Course" maxLength={40} {...form.field('course_code')} />
      <PickSeveral
        label="Cohorts"
        description="Leave blank for all"
        among={options.data?.cohorts.map(({ id, name }) => ({ id, name }))}
        {...form.field('cohort_ids')}
      />
      <NativeSelect
        label="Sign-up"
        data={Object.entries(signupLabels).map(([value, label]) => ({ value, label }))}
        {...form.field('signup_mode')}
      />
      <FreeText
        label="Objectives"
        description="One on each line"
        tick={tick}
        sentAs="objectives"
        {...form.field('objectives')}
      />
    </Form>
  )
}
