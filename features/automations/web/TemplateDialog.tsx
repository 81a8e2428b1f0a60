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
import { PickOne, PickSeveral } from '#ui/Pick.tsx'
import { TimeField } from '#ui/TimeField.tsx'
import { OpenDrawer } from '#ui/OpenDialog.tsx'
import type { ShiftTemplate, TemplateFields } from '../contract.ts'
import { templateProblems, weekdayName } from '../rules.ts'
import { automations, touches } from './queries.ts'

export type TemplateFor = { template?: ShiftTemplate }
type Values = {
  school_id: string
  name: string
  facility_id: string
  specialty: string
  experience_type: string
  start_time: string
  end_time: string
  weekdays: string[]
  seats: string
  break_min: string
  course_code: string
  cohort_ids: string[]
  objectives: string
  signup_mode: string
}

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

const valuesOf = (of: ShiftTemplate | undefined, school: string | null): Values => ({
  school_id: of?.school_id ?? school ?? '',
  name: of?.name ?? '',
  facility_id: of?.facility_id ?? '',
  specialty: of?.specialty ?? '',
  experience_type: of?.experience_type ?? 'group',
  start_time: of?.start_time ?? '07:00',
  end_time: of?.end_time ?? '15:00',
  weekdays: of?.weekdays.map(String) ?? [],
  seats: String(of?.seats ?? 8),
  break_min: String(of?.break_min ?? 30),
  course_code: of?.course_code ?? '',
  cohort_ids: of?.cohort_ids ?? [],
  objectives: of?.objectives.join('\n') ?? '',
  signup_mode: of?.signup_mode ?? 'assigned',
})

const fieldsOf = (values: Values): TemplateFields => ({
  name: values.name,
  facility_id: values.facility_id || null,
  specialty: values.specialty as TemplateFields['specialty'],
  experience_type: values.experience_type as TemplateFields['experience_type'],
  start_time: values.start_time,
  end_time: values.end_time,
  weekdays: values.weekdays.map(Number).toSorted((a, b) => a - b),
  seats: Number(values.seats),
  break_min: Number(values.break_min),
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

const schema = plainSchema<Values>((values) => {
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
    break_min: !isWithin(values.break_min, 0, 240) && 'From 0 to 240 minutes.',
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
  const form = useSchemaForm(schema, {
    initialValues: valuesOf(template, school),
    onSubmit: async (values) => {
      if (template)
        await change.mutateAsync({
          id: template.id,
          version: template.version,
          ...fieldsOf(values),
          ...tick.sent,
        })
      else await add.mutateAsync({ ...ids, school_id: values.school_id, ...fieldsOf(values), ...tick.sent })
      onClose()
    },
  })
  const { values } = form
  const options = useShiftOptions(values.school_id || null)
  const units = options.data?.units ?? []
  return (
    <Form
      form={form}
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
      <NumberInput label="Unpaid break (minutes)" min={0} max={240} {...form.field('break_min')} />
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
