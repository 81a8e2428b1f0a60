import {
  Button,
  Drawer,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useContentId } from '#platform/web/use-content-id.ts'
import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import { useVersions, versionField } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { Cohort, CohortFields, ProgramChoice } from '../contract.ts'
import { fieldsBlocker, levelLabels, onlyProgram } from '../rules.ts'
import { useCreateCohort, useUpdateCohort } from './mutations.ts'
import { cohorts } from './queries.ts'
import { whyNot } from './why-not.ts'

type CohortDrawerProps = {
  opened: boolean
  /** The cohort to change; undefined to create a new one. */
  cohort: Cohort | undefined
  /** The initial name of a new one. */
  suggestedName?: string | undefined
  schoolId: string
  onClose: () => void
}

/** The form of a cohort, next to the list or its page. */
export function CohortDrawer({
  opened,
  cohort,
  suggestedName,
  schoolId,
  onClose,
}: CohortDrawerProps): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={cohort ? `Edit ${cohort.name}` : 'New cohort'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <CohortForm
        key={cohort?.id ?? `new ${suggestedName}`}
        cohort={cohort}
        suggestedName={suggestedName}
        schoolId={schoolId}
        onClose={onClose}
      />
    </Drawer>
  )
}

type Values = {
  name: string
  code: string
  admission_term: string
  program_id: string
  start_date: string
  expected_graduation: string
  size_target: number | string
  required_hours_total: number | string
  required_specialties: string[]
  structured: boolean
}

const empty: Values = {
  name: '',
  code: '',
  admission_term: '',
  program_id: '',
  start_date: '',
  expected_graduation: '',
  size_target: '',
  required_hours_total: '',
  required_specialties: [],
  structured: true,
}

const valuesOf = (cohort: CohortFields): Values => ({
  name: cohort.name,
  code: cohort.code ?? '',
  admission_term: cohort.admission_term ?? '',
  program_id: cohort.program_id ?? '',
  start_date: cohort.start_date,
  expected_graduation: cohort.expected_graduation,
  size_target: cohort.size_target ?? '',
  required_hours_total: cohort.required_hours_total ?? '',
  required_specialties: cohort.required_specialties,
  structured: cohort.structured,
})

const numberOf = (value: number | string): number | null => (value === '' ? null : Number(value))

const fieldsOf = (values: Values): CohortFields => ({
  ...values,
  code: values.code || null,
  admission_term: values.admission_term || null,
  program_id: values.program_id || null,
  size_target: numberOf(values.size_target),
  required_hours_total: numberOf(values.required_hours_total),
})

const schema = plainSchema<Values>((values) => ({
  name: values.name.trim() === '' && 'Give the cohort a name.',
  start_date: !isPlainDate(values.start_date) && 'Enter the first day.',
  expected_graduation: !isPlainDate(values.expected_graduation)
    ? 'Enter the expected graduation.'
    : whyNot(fieldsBlocker(values)),
}))

function CohortForm(props: Omit<CohortDrawerProps, 'opened'>): ReactNode {
  const choices = useQuery(cohorts.choices.queryOptions({ input: {} }))
  // A new cohort begins with the only program: not known before they are.
  // A second attempt to load them keeps the form, with what was typed.
  if (choices.isLoading && choices.errorUpdateCount === 0) return <Skeletons shape="form" />
  return (
    <>
      <ChoicesFailed queries={[choices]} />
      <CohortFieldsForm {...props} known={choices.data?.programs ?? []} />
    </>
  )
}

type FieldsProps = Omit<CohortDrawerProps, 'opened'> & { known: readonly ProgramChoice[] }

function CohortFieldsForm({ cohort, suggestedName = '', schoolId, known, onClose }: FieldsProps): ReactNode {
  const create = useCreateCohort()
  const update = useUpdateCohort()
  const idOf = useContentId()
  const [start] = useState(
    cohort ? valuesOf(cohort) : { ...empty, name: suggestedName, program_id: onlyProgram(known)?.id ?? '' },
  )
  const form = useSchemaForm(schema, {
    initialValues: start,
    onSubmit: async (values) => {
      const fields = fieldsOf(values)
      if (cohort)
        await update.mutateAsync(
          { ...fields, id: cohort.id, version: versions.version },
          { onError: (error) => void versions.meet(error, values) },
        )
      else await create.mutateAsync({ ...fields, id: idOf(fields), school_id: schoolId })
      onClose()
    },
  })
  const versions = useVersions<Cohort, Values>({
    row: cohort,
    start,
    valuesOf,
    fields: versionFields((id) => known.find((program) => program.id === id)?.name ?? id),
    setValues: form.setValues,
  })
  const programs = known.filter(({ id, is_active }) => is_active || id === form.values.program_id)
  return (
    <Form
      form={conflictOf(update.error) ? { ...form, failure: undefined } : form}
      label={cohort ? `Cohort ${cohort.name}` : 'New cohort'}
    >
      {versions.met && (
        <VersionsNotice
          what="this cohort"
          differences={versions.met.differences}
          changes={versions.met.changes}
          onChoose={versions.choose}
        />
      )}
      <TextInput label="Name" placeholder="BSN Fall 2026" required data-autofocus {...form.field('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Code" description="Rosters may name it by this." {...form.field('code')} />
        <TextInput
          label="Admission term"
          description="In your school’s words."
          {...form.field('admission_term')}
        />
        <DateField label="First day" required {...form.field('start_date')} />
        <DateField
          label="Expected graduation"
          required
          {...(isPlainDate(form.values.start_date) && { defaultDate: form.values.start_date })}
          {...form.field('expected_graduation')}
        />
      </SimpleGrid>
      <NativeSelect
        label="Program"
        data={[
          { value: '', label: 'None' },
          ...programs.map(({ id, name, level }) => ({ value: id, label: `${name} · ${levelLabels[level]}` })),
        ]}
        {...form.field('program_id')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label="Target size"
          min={1}
          max={2000}
          allowDecimal={false}
          {...form.field('size_target')}
        />
        <NumberInput
          label="Clinical hours required"
          description="Leave blank to use the program’s hours."
          // Its input stays next to the one that has no description.
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={5000}
          {...form.field('required_hours_total')}
        />
      </SimpleGrid>
      <TagsInput
        label="Specialties required"
        description="Press Enter after each."
        {...form.field('required_specialties')}
      />
      <Switch
        label="Structured"
        description="All of its students take the same courses together."
        {...form.field('structured', { type: 'checkbox' })}
      />
      <FormFooter>
        <Button variant="default" data-leaves onClick={onClose} disabled={form.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isPending}>
          {cohort ? 'Save changes' : 'Create cohort'}
        </Button>
      </FormFooter>
    </Form>
  )
}

const dayWords = (date: string): string => (isPlainDate(date) ? formatDate(date) : date)

/** The fields by which two versions of a cohort are compared. */
const versionFields = (nameOf: (programId: string) => string) => [
  versionField<Values>('name', 'Name'),
  versionField<Values>('code', 'Code'),
  versionField<Values>('admission_term', 'Admission term'),
  versionField<Values>('start_date', 'First day', (values) => dayWords(values.start_date)),
  versionField<Values>('expected_graduation', 'Expected graduation', (values) =>
    dayWords(values.expected_graduation),
  ),
  versionField<Values>('program_id', 'Program', ({ program_id: id }) => (id ? nameOf(id) : '')),
  versionField<Values>('size_target', 'Target size'),
  versionField<Values>('required_hours_total', 'Clinical hours required'),
  versionField<Values>('required_specialties', 'Specialties required', (values) =>
    values.required_specialties.join(', '),
  ),
  versionField<Values>('structured', 'Structured', ({ structured }) => (structured ? 'Yes' : 'No')),
]
