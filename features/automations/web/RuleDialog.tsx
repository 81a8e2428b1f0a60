import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { parseClockTime } from '#core/clock-time.ts'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { useShiftOptions } from '#features/shifts/web/public.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Link } from '#ui/Link.tsx'
import { PickOne } from '#ui/Pick.tsx'
import { TimeField } from '#ui/TimeField.tsx'
import { useNavigateTo } from '#ui/Link.tsx'
import { OpenDrawer } from '#ui/OpenDialog.tsx'
import type {
  AutomationAction,
  AutomationMode,
  AutomationRule,
  RemindAbout,
  RuleEvent,
  RuleFields,
  Schedule,
} from '../contract.ts'
import { actionHelp, actionLabels, eventLabels, modeLabels, remindLabels } from '../messages.ts'
import { weekdayName } from '../rules.ts'
import { automations, touches } from './queries.ts'
import { PAGE } from './words.tsx'

export type RuleFor = { rule?: AutomationRule }
type Values = {
  school_id: string
  name: string
  action: string
  every: string
  event: string
  time: string
  weekday: string
  day: string
  mode: string
  template_id: string
  semester_id: string
  cohort_id: string
  facility_id: string
  days_ahead: string
  run_limit: string
  remind_about: string
  to_be_named: boolean
}

/** Adds a rule, or changes one. */
export function RuleDialog({ on, onClose }: { on: RuleFor | undefined; onClose: () => void }): ReactNode {
  if (!on) return null
  return (
    <OpenDrawer
      onClose={onClose}
      title={on.rule ? 'Edit rule' : 'New rule'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      position="right"
      size="md"
    >
      <RuleForm rule={on.rule} onClose={onClose} />
    </OpenDrawer>
  )
}

const labelled = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const EVENT = 'event'
const everyLabels: Record<Schedule['every'], string> = {
  day: 'Every day',
  weekday: 'Monday to Friday',
  week: 'Once a week',
  month: 'Once a month',
}
const orEvent = { ...everyLabels, [EVENT]: 'After an event' }
/** Template shifts follow only the calendar. */
const isByEvent = ({ action, every }: Pick<Values, 'action' | 'every'>): boolean =>
  every === EVENT && action !== 'create_from_template'
const numbers = (most: number) => Array.from({ length: most }, (_none, at) => at + 1)

function valuesOf(rule: AutomationRule | undefined, school: string | null): Values {
  return {
    school_id: rule?.school_id ?? school ?? '',
    name: rule?.name ?? '',
    action: rule?.action ?? 'create_from_template',
    every: rule?.event ? EVENT : (rule?.schedule.every ?? 'week'),
    event: rule?.event ?? 'seat_freed',
    time: rule?.schedule.time ?? '06:00',
    weekday: String(rule?.schedule.weekday ?? 1),
    day: String(rule?.schedule.day ?? 1),
    mode: rule?.mode ?? 'suggest',
    template_id: rule?.template_id ?? '',
    semester_id: rule?.semester_id ?? '',
    cohort_id: rule?.cohort_id ?? '',
    facility_id: rule?.facility_id ?? '',
    days_ahead: String(rule?.days_ahead ?? 28),
    run_limit: String(rule?.run_limit ?? 50),
    remind_about: rule?.remind_about ?? 'unfilled',
    to_be_named: rule?.to_be_named ?? false,
  }
}

const between = (text: string, most: number) =>
  Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= most

const schema = plainSchema<Values>((values) => ({
  school_id: values.school_id === '' && 'Choose a school.',
  name: values.name.trim() === '' && 'Enter a name.',
  time: !isByEvent(values) && !parseClockTime(values.time) && 'Enter a time, such as 6:00 AM or 0600.',
  template_id: values.action === 'create_from_template' && values.template_id === '' && 'Choose a template.',
  days_ahead: !between(values.days_ahead, 180) && 'From 1 to 180 days.',
  run_limit: !between(values.run_limit, 100) && 'From 1 to 100.',
}))

const fieldsOf = (values: Values): RuleFields => ({
  name: values.name,
  action: values.action as AutomationAction,
  event: isByEvent(values) ? (values.event as RuleEvent) : null,
  schedule: {
    every: values.every === EVENT ? 'day' : (values.every as Schedule['every']),
    time: parseClockTime(values.time) ? values.time : '06:00',
    weekday: Number(values.weekday),
    day: Number(values.day),
  },
  mode: values.action === 'assign_to_meet_hours' ? 'suggest' : (values.mode as AutomationMode),
  template_id: values.template_id || null,
  semester_id: values.semester_id || null,
  cohort_id: values.cohort_id || null,
  facility_id: values.facility_id || null,
  days_ahead: Number(values.days_ahead),
  run_limit: Number(values.run_limit),
  remind_about: values.action === 'remind' ? (values.remind_about as RemindAbout) : null,
  to_be_named: values.to_be_named,
})

function RuleForm({ rule, onClose }: { rule: AutomationRule | undefined; onClose: () => void }): ReactNode {
  const isPlatform = useMe().role === 'superadmin'
  const school = useSchoolId()
  const goTo = useNavigateTo()
  const [ids] = useState(() => ({ id: crypto.randomUUID(), idempotency_key: crypto.randomUUID() }))
  const add = useMutation({
    ...automations.addRule.mutationOptions(),
    meta: { quiet: true, touches, done: 'Rule added as a draft' },
  })
  const change = useMutation({
    ...automations.changeRule.mutationOptions(),
    meta: { quiet: true, touches, done: 'Rule changed. Do a dry run, then turn it on.' },
  })
  const form = useSchemaForm(schema, {
    initialValues: valuesOf(rule, school),
    onSubmit: async (values) => {
      if (rule) await change.mutateAsync({ id: rule.id, version: rule.version, ...fieldsOf(values) })
      else await add.mutateAsync({ ...ids, school_id: values.school_id, ...fieldsOf(values) })
      onClose()
      if (!rule) goTo(`${PAGE}?rule=${ids.id}`)
    },
  })
  const { values } = form
  const action = values.action as AutomationAction
  return (
    <Form
      form={form}
      label={rule ? 'Edit rule' : 'New rule'}
      submitLabel={rule ? 'Save as a draft' : 'Add rule'}
      onCancel={onClose}
    >
      {isPlatform && !rule && (
        <EntitySelect
          kind="school"
          label="School"
          required
          {...form.field('school_id')}
          onChange={(chosen) => form.setFieldValue('school_id', chosen ?? '')}
        />
      )}
      <TextInput label="Name" required maxLength={120} {...form.field('name')} />
      <NativeSelect
        label="Action"
        description={actionHelp[action]}
        data={labelled(actionLabels)}
        {...form.field('action')}
      />
      {action === 'create_from_template' && (
        <TemplateField school={values.school_id} field={form.field('template_id')} />
      )}
      {action === 'remind' && (
        <NativeSelect label="Remind about" data={labelled(remindLabels)} {...form.field('remind_about')} />
      )}
      {action === 'publish_at_release' && (
        <Checkbox
          label="Also publish with the instructor to be named, where the school allows it"
          checked={values.to_be_named}
          onChange={({ currentTarget }) => form.setFieldValue('to_be_named', currentTarget.checked)}
        />
      )}
      {action !== 'assign_to_meet_hours' && (
        <NativeSelect label="How" data={labelled(modeLabels)} {...form.field('mode')} />
      )}
      <NativeSelect
        label="Runs"
        data={labelled(action === 'create_from_template' ? everyLabels : orEvent)}
        {...form.field('every')}
      />
      {isByEvent(values) && (
        <NativeSelect
          label="After"
          description="Within five minutes. Several events at once are one run."
          data={labelled(eventLabels)}
          {...form.field('event')}
        />
      )}
      {values.every === 'week' && (
        <NativeSelect
          label="On"
          data={numbers(7).map((one) => ({ value: String(one), label: weekdayName(one) }))}
          {...form.field('weekday')}
        />
      )}
      {values.every === 'month' && (
        <NativeSelect label="On day" data={numbers(28).map(String)} {...form.field('day')} />
      )}
      {!isByEvent(values) && (
        <TimeField
          label="At"
          description="In the school’s time zone"
          required
          {...form.field('time')}
          onChange={(time) => form.setFieldValue('time', time)}
        />
      )}
      <NumberInput
        label={action === 'remind' && values.remind_about === 'unreported' ? 'Days back' : 'Days ahead'}
        description={action === 'create_from_template' ? '28 days are four weeks' : undefined}
        required
        min={1}
        max={180}
        {...form.field('days_ahead')}
      />
      <Conditions form={form as never} action={action} />
      <NumberInput
        label="Limit per run"
        description="Changes or suggestions, from 1 to 100"
        required
        min={1}
        max={100}
        {...form.field('run_limit')}
      />
    </Form>
  )
}

type Fields = {
  field: (name: 'semester_id' | 'cohort_id' | 'facility_id') => object
  values: Values
  setFieldValue: (name: string, value: string) => void
}

/** Which shifts the rule applies to; an empty choice means all. */
function Conditions({ form, action }: { form: Fields; action: AutomationAction }): ReactNode {
  const options = useShiftOptions(form.values.school_id || null)
  const any = [{ value: '', label: 'Any' }]
  return (
    <>
      <ChoicesFailed queries={[options]} />
      <NativeSelect
        label="Semester"
        data={[
          ...any,
          ...(options.data?.semesters.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ]}
        {...form.field('semester_id')}
      />
      {action !== 'create_from_template' && (
        <>
          <PickOne
            label="Cohort"
            description="Leave blank for all"
            clearable
            among={options.data?.cohorts.map(({ id, name }) => ({ id, name }))}
            {...form.field('cohort_id')}
          />
          <EntitySelect
            kind="facility"
            label="Facility"
            description="An organization, a site or a unit. Leave blank for all."
            clearable
            {...form.field('facility_id')}
            onChange={(chosen) => form.setFieldValue('facility_id', chosen ?? '')}
          />
        </>
      )}
    </>
  )
}

function TemplateField({ school, field }: { school: string; field: object }): ReactNode {
  const templates = useQuery({
    ...automations.templates.queryOptions({ input: { school_id: school || undefined, page_size: 100 } }),
    enabled: school !== '',
  })
  const rows = templates.data?.rows ?? []
  return (
    <>
      <ChoicesFailed queries={[templates]} />
      <PickOne
        label="Template"
        required
        disabled={rows.length === 0}
        among={rows.map(({ id, name, facility_name: unit }) => ({ id, name, detail: unit ?? 'On campus' }))}
        {...field}
      />
      {templates.data && rows.length === 0 && (
        <span>
          There are no templates yet. <Link href={`${PAGE}?view=templates`}>Add one first</Link>
        </span>
      )}
    </>
  )
}
