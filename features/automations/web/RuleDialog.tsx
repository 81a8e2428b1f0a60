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
import { useVersions } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { AutomationAction, AutomationRule } from '../contract.ts'
import { actionHelp, actionLabels, eventLabels, modeLabels, remindLabels } from '../messages.ts'
import { weekdayName } from '../rules.ts'
import { automations, touches } from './queries.ts'
import {
  everyLabels,
  isByEvent,
  orEvent,
  ruleFieldsOf,
  type RuleValues,
  ruleValuesOf,
  ruleVersionFields,
} from './rule-form.ts'
import { PAGE } from './words.tsx'

export type RuleFor = { rule?: AutomationRule }

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
const numbers = (most: number) => Array.from({ length: most }, (_none, at) => at + 1)

const between = (text: string, most: number) =>
  Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= most

const schema = plainSchema<RuleValues>((values) => ({
  school_id: values.school_id === '' && 'Choose a school.',
  name: values.name.trim() === '' && 'Enter a name.',
  time: !isByEvent(values) && !parseClockTime(values.time) && 'Enter a time, such as 6:00 AM or 0600.',
  template_id: values.action === 'create_from_template' && values.template_id === '' && 'Choose a template.',
  days_ahead: !between(values.days_ahead, 180) && 'From 1 to 180 days.',
  run_limit: !between(values.run_limit, 100) && 'From 1 to 100.',
}))

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
  // The names in each version that was read, and those that were chosen.
  const [names] = useState(() => new Map<string | null, string | null>())
  const read = (row: AutomationRule | undefined): RuleValues => {
    if (row) names.set(row.template_id, row.template_name).set(row.semester_id, row.semester_name)
    if (row) names.set(row.cohort_id, row.cohort_name).set(row.facility_id, row.facility_name)
    return ruleValuesOf(row, school)
  }
  const [start] = useState(() => read(rule))
  const form = useSchemaForm(schema, {
    initialValues: start,
    onSubmit: async (values) => {
      if (rule)
        await change.mutateAsync(
          { id: rule.id, version: versions.version, ...ruleFieldsOf(values) },
          { onError: (error) => void versions.meet(error, values) },
        )
      else await add.mutateAsync({ ...ids, school_id: values.school_id, ...ruleFieldsOf(values) })
      onClose()
      if (!rule) goTo(`${PAGE}?rule=${ids.id}`)
    },
  })
  const { values } = form
  const action = values.action as AutomationAction
  const options = useShiftOptions(values.school_id || null)
  const templates = useTemplates(values.school_id)
  const known = [
    ...(options.data?.semesters ?? []),
    ...(options.data?.cohorts ?? []),
    ...(templates.data?.rows ?? []),
  ]
  const versions = useVersions<AutomationRule, RuleValues>({
    row: rule,
    start,
    valuesOf: read,
    fields: ruleVersionFields((id) => known.find((one) => one.id === id)?.name ?? names.get(id) ?? 'Another'),
    setValues: form.setValues,
  })
  return (
    <Form
      form={conflictOf(change.error) ? { ...form, failure: undefined } : form}
      label={rule ? 'Edit rule' : 'New rule'}
      submitLabel={rule ? 'Save as a draft' : 'Add rule'}
      onCancel={onClose}
    >
      {versions.met && (
        <VersionsNotice
          what="this rule"
          differences={versions.met.differences}
          changes={versions.met.changes}
          onChoose={versions.choose}
        />
      )}
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
        <TemplateField templates={templates} field={form.field('template_id')} />
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
      <Conditions
        form={form as never}
        action={action}
        options={options}
        onFacility={(id, name) => {
          names.set(id, name)
          form.setFieldValue('facility_id', id ?? '')
        }}
      />
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
}

/** Which shifts the rule applies to; an empty choice means all. */
function Conditions({
  form,
  action,
  options,
  onFacility,
}: {
  form: Fields
  action: AutomationAction
  options: ReturnType<typeof useShiftOptions>
  onFacility: (id: string | null, name: string) => void
}): ReactNode {
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
            onChange={onFacility}
          />
        </>
      )}
    </>
  )
}

const useTemplates = (school: string) =>
  useQuery({
    ...automations.templates.queryOptions({ input: { school_id: school || undefined, page_size: 100 } }),
    enabled: school !== '',
  })

function TemplateField({
  templates,
  field,
}: {
  templates: ReturnType<typeof useTemplates>
  field: object
}): ReactNode {
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
