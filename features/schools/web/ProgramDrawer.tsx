import { specialtyLabels } from '#core/specialties.ts'
import { Button, Drawer, NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { levelLabels } from '#features/cohorts/rules.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { type FormSchema, useSchemaForm } from '#ui/form.ts'
import { conflictOf } from '#ui/versions.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { EarlierHours, HourRequirement, Program, ProgramFields, School } from '../contract.ts'
import { earlierHoursAfter, problemsOfProgram } from '../rules.ts'
import { useCreateProgram, useUpdateProgram } from './queries.ts'
import { useLocked } from './use-locked.ts'

type ProgramDrawerProps = {
  opened: boolean
  program: Program | undefined
  school: School
  onClose: () => void
}

/** The form of a program: its level, its hours, and its requirements per specialty. */
export function ProgramDrawer({ opened, program, school, onClose }: ProgramDrawerProps): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={program ? `Edit ${program.name}` : 'New program'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ProgramForm key={program?.id ?? 'new'} program={program} school={school} onClose={onClose} />
    </Drawer>
  )
}

type NumberText = number | string
type Row = Omit<HourRequirement, 'course_code' | 'min_hours' | 'min_direct_hours' | 'sim_pct'> & {
  course_code: string
  min_hours: NumberText
  min_direct_hours: NumberText
  sim_pct: NumberText
}
type Values = {
  name: string
  level: ProgramFields['level']
  total_required_hours: NumberText
  requirements: Row[]
  hours_from: string
  hours_source: string
}
const emptyRow: Row = {
  specialty: 'med_surg',
  course_code: '',
  min_hours: '',
  min_direct_hours: '',
  sim_pct: '',
  max_sim_hours: null,
  scope: 'program',
}
const rowOf = (row: HourRequirement): Row => ({
  ...row,
  course_code: row.course_code ?? '',
  min_direct_hours: row.min_direct_hours ?? '',
  sim_pct: row.sim_pct ?? '',
})
const valuesOf = (program: ProgramFields | undefined): Values => ({
  name: program?.name ?? '',
  level: program?.level ?? 'BSN',
  total_required_hours: program?.total_required_hours ?? '',
  requirements: program?.requirements.map(rowOf) ?? [],
  hours_from: program?.hours_from ?? '',
  hours_source: program?.hours_source ?? '',
})
const numberOf = (value: NumberText): number | null => (value === '' ? null : Number(value))
const fieldsOf = (values: Values): ProgramFields => ({
  name: values.name.trim(),
  level: values.level,
  total_required_hours: numberOf(values.total_required_hours) ?? 0,
  requirements: values.requirements.map((row) => ({
    ...row,
    course_code: row.course_code.trim() || null,
    min_hours: numberOf(row.min_hours) ?? 0,
    min_direct_hours: numberOf(row.min_direct_hours),
    sim_pct: numberOf(row.sim_pct),
  })),
  hours_from: values.hours_from || null,
  hours_source: values.hours_source.trim() || null,
})

/** Validates like the server, with errors at their fields. */
const schemaFor = (school: School, program: Program | undefined): FormSchema<ProgramFields> => ({
  safeParse(value) {
    const fields = fieldsOf(value as Values)
    const problems = {
      ...(fields.name.length < 2 && { name: 'Enter a name of at least 2 characters.' }),
      ...problemsOfProgram(fields, school.profile),
      ...(program && earlierHoursAfter(program, fields).problems),
      ...(fields.hours_from && !isPlainDate(fields.hours_from) && { hours_from: 'Enter a date.' }),
    }
    const issues = Object.entries(problems).map(([path, message]) => ({ path: path.split('.'), message }))
    return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data: fields }
  },
})

const labels = {
  name: 'Name',
  level: 'Level',
  total_required_hours: 'Clinical hours',
  requirements: 'Requirements',
  hours_from: 'For cohorts that start on or after',
  hours_source: 'Source of the hours',
}

function ProgramForm({ program, school, onClose }: Omit<ProgramDrawerProps, 'opened'>): ReactNode {
  const create = useCreateProgram()
  const update = useUpdateProgram()
  const form = useSchemaForm(schemaFor(school, program), {
    initialValues: valuesOf(program),
    onSubmit: async (fields, values) => {
      if (program)
        await update.mutateAsync(
          { ...fields, id: program.id, version: locked.version },
          { onError: (error) => void locked.meet(error, values) },
        )
      else await create.mutateAsync({ ...fields, id: locked.idOf(fields), school_id: school.id })
      onClose()
    },
  })
  const locked = useLocked<Program, Values>({
    row: program,
    valuesOf,
    labels,
    words: {
      level: (level) => levelLabels[level],
      requirements: (rows) =>
        rows
          .map((row) =>
            [
              specialtyLabels[row.specialty],
              row.course_code,
              `${row.min_hours || 0} h`,
              row.min_direct_hours !== '' && `${row.min_direct_hours} direct`,
              row.sim_pct !== '' && `${row.sim_pct}% simulation`,
            ]
              .filter(Boolean)
              .join(' '),
          )
          .join(', '),
    },
    setValues: form.setValues,
  })
  const board = school.profile
  return (
    <Form
      form={conflictOf(update.error) ? { ...form, failure: undefined } : form}
      label={program ? `Program ${program.name}` : 'New program'}
      submitLabel={program ? 'Save changes' : 'Create program'}
      onCancel={onClose}
    >
      {locked.met && (
        <VersionsNotice
          what="this program"
          differences={locked.met.differences}
          changes={locked.met.changes}
          onChoose={locked.choose}
        />
      )}
      <TextInput label={labels.name} required data-autofocus {...form.field('name')} />
      <NativeSelect
        label={labels.level}
        data={Object.entries(levelLabels).map(([value, label]) => ({ value, label }))}
        {...form.field('level')}
      />
      <NumberInput
        label="Clinical hours required"
        description={
          board?.level === form.values.level && board.min_total_hours !== null
            ? `If left blank, what ${board.jurisdiction} requires: ${board.min_total_hours}.`
            : 'Of every student, until graduation.'
        }
        min={0}
        max={5000}
        {...form.field('total_required_hours')}
      />
      {program && (
        <DateField
          label={labels.hours_from}
          description="Cohorts that started before this day keep the hours they began with. The same day corrects the hours in force."
          clearable
          {...form.field('hours_from')}
        />
      )}
      <TextInput
        label={labels.hours_source}
        description="For example the catalog and its page, or the board’s rule."
        {...form.field('hours_source')}
      />
      {program && <EarlierHoursList program={program} />}
      {form.values.requirements.map((row, index) => (
        <fieldset
          // Rows have no id; they are only added at the end.
          // oxlint-disable-next-line react/no-array-index-key -- a row is its position in the list
          key={index}
          style={{ border: '1px solid var(--pw-line)', borderRadius: 8, padding: 12 }}
        >
          <legend>{`${specialtyLabels[row.specialty]}${row.course_code ? ` · ${row.course_code}` : ''}`}</legend>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect
              label="Specialty"
              data={Object.entries(specialtyLabels).map(([value, label]) => ({ value, label }))}
              {...form.field(`requirements.${index}.specialty`)}
            />
            <TextInput label="Course" {...form.field(`requirements.${index}.course_code`)} />
            <NumberInput
              label="Hours at least"
              min={0}
              max={5000}
              {...form.field(`requirements.${index}.min_hours`)}
            />
            <NumberInput
              label="Of these with patients"
              min={0}
              max={5000}
              {...form.field(`requirements.${index}.min_direct_hours`)}
            />
            <NumberInput
              label="Simulation at most (%)"
              min={0}
              max={100}
              {...form.field(`requirements.${index}.sim_pct`)}
            />
            <Button
              variant="default"
              leftSection={<IconTrash size={16} aria-hidden />}
              style={{ alignSelf: 'end' }}
              onClick={() => form.removeListItem('requirements', index)}
            >
              Remove {specialtyLabels[row.specialty].toLowerCase()}
            </Button>
          </SimpleGrid>
        </fieldset>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => form.insertListItem('requirements', { ...emptyRow })}
      >
        Add a specialty
      </Button>
    </Form>
  )
}

/** What earlier cohorts are still required to complete, newest first. */
function EarlierHoursList({ program }: { program: Program }): ReactNode {
  if (program.earlier_hours.length === 0) return null
  return (
    <KeyValue
      items={program.earlier_hours.toReversed().map((hours) => ({
        label: `Cohorts that started before ${formatDate(hours.until)}`,
        value: earlierWords(hours),
      }))}
    />
  )
}

const earlierWords = ({ total_required_hours: total, requirements, source }: EarlierHours): string =>
  [
    total > 0 ? `${formatNumber(total)} hours` : 'What the board requires',
    ...requirements.map((row) => `${specialtyLabels[row.specialty]} ${row.min_hours}`),
    source,
  ]
    .filter(Boolean)
    .join(' · ')
