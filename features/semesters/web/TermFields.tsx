import { NativeSelect, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { diffDays, formatDate, isPlainDate } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import type { SchemaForm } from '#ui/form.ts'
import { PageSection } from '#ui/PageSection.tsx'
import type { SemesterType } from '../contract.ts'
import { overlapText } from '../messages.ts'
import { overlapsOf, semesterTypeLabels } from '../rules.ts'
import { useSemesters } from './queries.ts'
import classes from './SemesterFields.module.css'
import { hasTerm, type SemesterValues } from './semester-values.ts'
import { academicYearOf, nameOf, typeOf } from './term-guess.ts'

type TermFieldsProps = {
  form: SchemaForm<SemesterValues>
  /** The semester that is edited: it does not overlap itself. */
  ownId: string
}

const types = Object.entries(semesterTypeLabels).map(([value, label]) => ({ value, label }))

/** Name, dates, type, academic year and whether it is active. Fields that follow from the dates are suggested until someone types them. */
export function TermFields({ form, ownId }: TermFieldsProps): ReactNode {
  const { values } = form
  const change = (part: Dated) => {
    const next = suggested(values, part)
    for (const key of ['start_date', 'end_date', 'semester_type', 'name', 'academic_year'] as const)
      if (next[key] !== values[key]) form.setFieldValue(key, next[key])
  }

  return (
    <PageSection look="plain" title="The semester" titleOrder={3}>
      <div className={classes.grid}>
        <TextInput
          label="Name"
          placeholder="Fall 2026"
          required
          data-autofocus
          className={classes.whole}
          {...form.field('name')}
        />
        <DateField
          label="First day"
          required
          {...form.field('start_date')}
          onChange={(start_date) => change({ start_date })}
        />
        <DateField
          label="Last day"
          required
          {...(isPlainDate(values.start_date) && { defaultDate: values.start_date })}
          {...form.field('end_date')}
          onChange={(end_date) => change({ end_date })}
        />
        <NativeSelect
          label="Type"
          required
          data={values.semester_type ? types : [{ value: '', label: 'Choose…' }, ...types]}
          {...form.field('semester_type')}
          onChange={({ currentTarget }) => change({ semester_type: currentTarget.value as SemesterType })}
        />
        <TextInput label="Academic year" required {...form.field('academic_year')} />
      </div>
      {hasTerm(values) && <p className={classes.hint}>{lengthOf(values)}</p>}
      <Switch
        label="Active"
        description="Students and proctors see active semesters; only administrators see a draft."
        mt="md"
        {...form.field('is_active', { type: 'checkbox' })}
      />
      <Overlaps values={values} ownId={ownId} />
    </PageSection>
  )
}

type Dated = Partial<Pick<SemesterValues, 'start_date' | 'end_date' | 'semester_type'>>

/** The values with changed dates or another type; suggestions follow them until someone types something else. */
function suggested(values: SemesterValues, part: Dated): SemesterValues {
  const before = suggestionsFor(values)
  const next = { ...values, ...part }
  if (!next.semester_type && isPlainDate(next.start_date)) next.semester_type = typeOf(next.start_date)
  const after = suggestionsFor(next)
  for (const key of ['name', 'academic_year'] as const)
    if (values[key] === '' || values[key] === before[key]) next[key] = after[key] || values[key]
  return next
}

function suggestionsFor({ start_date: start, end_date: end, semester_type: type }: SemesterValues) {
  return {
    name: type && isPlainDate(start) ? nameOf(type, start) : '',
    academic_year: hasTerm({ start_date: start, end_date: end }) ? academicYearOf(start, end) : '',
  }
}

function lengthOf({ start_date, end_date }: SemesterValues): string {
  const days = diffDays(start_date, end_date) + 1
  const weekday = (date: string) => formatDate(date, 'full').split(',')[0]
  const weeks = Math.ceil(days / 7)
  return `From a ${weekday(start_date)} to a ${weekday(end_date)}, ${days} days in ${weeks} ${weeks === 1 ? 'week' : 'weeks'}.`
}

function Overlaps({ values, ownId }: { values: SemesterValues; ownId: string }): ReactNode {
  const others = useSemesters(values.school_id || null)
  if (!hasTerm(values) || !values.semester_type || !others.data) return null
  const overlaps = overlapsOf({ ...values, semester_type: values.semester_type, id: ownId }, others.data)
  const message = overlapText(overlaps)
  if (!message) return null
  return (
    <div className={classes.banner}>
      <Banner kind={overlaps.refused.length > 0 ? 'danger' : 'warning'} live>
        {message}
      </Banner>
    </div>
  )
}
