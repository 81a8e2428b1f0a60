import { ActionIcon, Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { diffDays, formatDate, isPlainDate, ownZone } from '#core/plain-date.ts'
import { zoneName } from '#core/zone-name.ts'
import { Banner } from '#ui/Banner.tsx'
import { DateTimeField } from '#ui/DateTimeField.tsx'
import { DateField } from '#ui/DateField.tsx'
import type { SchemaForm } from '#ui/form.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { TermCalendar } from '#ui/TermCalendar.tsx'
import type { Holiday, SemesterType } from '../contract.ts'
import { overlapText } from '../messages.ts'
import { MAX_DAYS, overlapsOf, semesterTypeLabels } from '../rules.ts'
import { patience, semesters, useSemesters } from './queries.ts'
import classes from './SemesterFields.module.css'
import type { SemesterValues } from './semester-values.ts'
import { academicYearOf, nameOf, typeOf } from './term-guess.ts'
import { marksOf } from './term-marks.ts'

type FieldsProps = { form: SchemaForm<SemesterValues> }

const types = Object.entries(semesterTypeLabels).map(([value, label]) => ({ value, label }))

/** True when both dates are typed and in the right order. */
function hasTerm({ start_date, end_date }: Pick<SemesterValues, 'start_date' | 'end_date'>): boolean {
  return isPlainDate(start_date) && isPlainDate(end_date) && start_date < end_date
}

/** Name, dates, type, academic year and whether it is active. Fields that follow from the dates are suggested until someone types them. */
export function TermFields({ form, ownId }: FieldsProps & { ownId: string }): ReactNode {
  const { values } = form

  /** Suggestions follow the dates and the type until someone changes them. */
  function change(part: Partial<Pick<SemesterValues, 'start_date' | 'end_date' | 'semester_type'>>): void {
    const before = suggestionsFor(values)
    const next = { ...values, ...part }
    if (!next.semester_type && isPlainDate(next.start_date)) next.semester_type = typeOf(next.start_date)
    const after = suggestionsFor(next)
    for (const key of ['name', 'academic_year'] as const)
      if (values[key] === '' || values[key] === before[key]) next[key] = after[key] || values[key]
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
        description="Students and proctors see active semesters; a draft is yours alone."
        mt="md"
        {...form.field('is_active', { type: 'checkbox' })}
      />
      <Overlaps values={values} ownId={ownId} />
    </PageSection>
  )
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

/** Breaks and the school's own holidays; federal holidays are included automatically. */
export function DaysOffFields({ form }: FieldsProps): ReactNode {
  const { breaks, holidays } = form.values.settings
  return (
    <PageSection
      look="plain"
      title="Days off"
      titleOrder={3}
      description="Federal holidays are added automatically. Shifts on any of these days are flagged when a semester is copied."
    >
      {breaks.map((_each, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own, and the form keeps them by position
        <fieldset key={index} className={classes.row}>
          <legend className={classes.legend}>{`Break ${index + 1}`}</legend>
          <TextInput
            label="Break"
            placeholder="Spring break"
            className={classes.rowName}
            {...form.field(`settings.breaks.${index}.name`)}
          />
          <DateField label="From" {...form.field(`settings.breaks.${index}.from`)} />
          <DateField
            label="To"
            {...(isPlainDate(breaks[index]?.from ?? '') && { defaultDate: breaks[index]!.from })}
            {...form.field(`settings.breaks.${index}.to`)}
          />
          <ActionIcon
            className={classes.remove}
            aria-label={`Remove break ${index + 1}`}
            onClick={() => form.removeListItem('settings.breaks', index)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </fieldset>
      ))}
      {holidays.map((_each, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <div key={index} className={classes.row} data-short>
          <DateField label={`School holiday ${index + 1}`} {...form.field(`settings.holidays.${index}`)} />
          <ActionIcon
            className={classes.remove}
            aria-label={`Remove school holiday ${index + 1}`}
            onClick={() => form.removeListItem('settings.holidays', index)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div className={classes.add}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('settings.breaks', { from: '', to: '', name: '' })}
        >
          Add a break
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('settings.holidays', '')}
        >
          Add a school holiday
        </Button>
      </div>
    </PageSection>
  )
}

/** When students see shifts and may sign up, when hours lock and when grading takes place, in the school's time zone. */
export function WindowFields({ form, timeZone }: FieldsProps & { timeZone: string }): ReactNode {
  return (
    <PageSection
      look="plain"
      title="Windows and locks"
      titleOrder={3}
      description={`All optional. Times are the school’s: ${zoneName(timeZone)}.`}
    >
      <div className={classes.grid}>
        <DateTimeField
          label="Students see shifts from"
          description="Approved shifts are shown to students at this time, all at once. If left blank, each is shown when you publish it."
          className={classes.whole}
          {...form.field('settings.release_at')}
        />
        <DateTimeField label="Sign-up opens" {...form.field('settings.signup_opens_at')} />
        <DateTimeField label="Sign-up closes" {...form.field('settings.signup_closes_at')} />
        <DateField label="Grading from" clearable {...form.field('settings.grading_window.from')} />
        <DateField label="Grading to" clearable {...form.field('settings.grading_window.to')} />
        <DateTimeField
          label="Hours lock"
          description="From then on the semester is closed."
          className={classes.whole}
          {...form.field('settings.hours_lock_at')}
        />
      </div>
    </PageSection>
  )
}

/** The zone of a school and the federal holidays of a term, even one that is not saved yet. */
export function useTermCalendar(values: SemesterValues) {
  const { school_id } = values
  const isKnown = hasTerm(values) && diffDays(values.start_date, values.end_date) <= MAX_DAYS
  const span = isKnown
    ? { start_date: values.start_date, end_date: values.end_date }
    : { start_date: '2000-01-01', end_date: '2000-01-01' }
  const query = useQuery({
    ...semesters.calendar.queryOptions({ input: { school_id, ...span } }),
    ...patience,
    placeholderData: keepPreviousData,
    enabled: school_id !== '',
  })
  return {
    timeZone: query.data?.time_zone ?? ownZone(),
    holidays: (query.data?.holidays ?? []).filter(
      ({ date }) => isKnown && date >= values.start_date && date <= values.end_date,
    ),
    isKnown,
  }
}

/** A preview of the term while it is being typed. */
export function TermPreview({
  values,
  holidays,
  isKnown,
}: {
  values: SemesterValues
  holidays: readonly Holiday[]
  isKnown: boolean
}): ReactNode {
  return (
    <PageSection title="As a calendar" titleOrder={3}>
      {isKnown ? (
        <TermCalendar
          label={values.name || 'This semester'}
          startDate={values.start_date}
          endDate={values.end_date}
          marks={marksOf(values, holidays)}
        />
      ) : (
        <p className={classes.hint}>Enter the first and last day to see the term here.</p>
      )}
    </PageSection>
  )
}
