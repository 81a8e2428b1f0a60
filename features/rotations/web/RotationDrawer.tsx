import { specialtyLabels } from '#core/specialties.ts'
import { Drawer, Fieldset, MultiSelect, NativeSelect, NumberInput, SimpleGrid } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { studentLevelLabels } from '#features/facilities/rules.ts'
import { useSemesterScope } from '#features/semesters/web/public.ts'
import type { ShiftOptions } from '#features/shifts/contract.ts'
import { experienceLabels, seriesDates } from '#features/shifts/rules.ts'
import {
  breakPreset,
  closedDaysOf,
  DayAndHours,
  proposedSeries,
  type Series,
  seriesChanges,
  SeriesFields,
  unreadWords,
  useDaysOff,
  seriesDaysOf,
  ShiftPatterns,
  useShiftOptions,
} from '#features/shifts/web/public.ts'
import { question } from '#platform/web/kit/question.ts'
import { useContentId } from '#platform/web/use-content-id.ts'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PickOne, PickSeveral } from '#ui/Pick.tsx'
import { useVersions } from '#ui/use-versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { FollowUp, RotationDetail, RotationFields } from '../contract.ts'
import { rotationRefusals } from '../messages.ts'
import { usePreview, useCreateRotation, useUpdateRotation } from './queries.ts'
import {
  emptyRotation,
  type RotationDays,
  rotationProblems,
  rotationOf,
  type RotationValues,
  rotationVersionFields,
  type RotationVersion,
  versionOf,
} from './rotation-form.ts'
import { followUpWords, LONG_DAYS } from './rotation-words.tsx'

type Props = {
  opened: boolean
  /** The rotation to change; undefined for a new one. */
  rotation: RotationDetail | undefined
  onClose: () => void
  onDone: (id: string, followUp?: FollowUp) => void
}

/** The form of a rotation, new or existing. */
export function RotationDrawer({ opened, rotation, ...rest }: Props): ReactNode {
  const options = useShiftOptions()
  return (
    <Drawer
      opened={opened}
      onClose={rest.onClose}
      position="right"
      size="xl"
      title={rotation ? `Change ${rotation.name}` : 'New rotation'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && (
        <Loaded query={options} failedTitle="The planning options couldn’t be loaded">
          {(found) => <RotationForm rotation={rotation} options={found} {...rest} />}
        </Loaded>
      )}
    </Drawer>
  )
}

type FormProps = Omit<Props, 'opened'> & { options: ShiftOptions }

function RotationForm({ rotation, options, onClose, onDone }: FormProps): ReactNode {
  const tick = usePatientTick()
  // As of when the form was opened, so that saving refuses if others changed it meanwhile.
  const [opened] = useState(rotation)
  const { id: shown } = useSemesterScope()
  const [initial] = useState<RotationVersion>(() =>
    opened
      ? versionOf(opened)
      : { ...emptyRotation(options, shown), days: { from: undefined, chosen: {}, pattern: undefined } },
  )
  const save = useSave(opened, onDone)
  // What was chosen; for a new rotation, the rest is suggested from its first day and the semester.
  const [{ from: base, chosen }, setDays] = useState<Omit<RotationDays, 'pattern'>>(initial.days)
  const schema = {
    safeParse: (value: unknown) => {
      const values = value as RotationValues
      const problems = rotationProblems(values, days.pattern)
      return problems.length > 0
        ? {
            success: false as const,
            error: { issues: problems.map(([field, message]) => ({ path: [field], message })) },
          }
        : { success: true as const, data: values }
    },
  }
  const { days: _days, ...initialValues } = initial
  const form = useSchemaForm<RotationValues, RotationValues>(schema, {
    initialValues,
    onSubmit: async (values): Promise<unknown> => {
      const seen = { version: versions.version, reason: values.reason.trim() || null }
      try {
        return await save(rotationOf(values, days.pattern, unit), seen, tick.sent)
      } catch (error) {
        const isSame = base && Object.keys(chosen).length === 0 && values.date === base.pattern.from
        const pattern = isSame ? base.pattern : days.pattern
        if (versions.meet(error, { ...values, days: { from: base, chosen, pattern } })) return false
        throw error
      }
    },
  })
  const { values, clearFieldError } = form
  const term = options.semesters.find(({ id }) => id === values.semester_id) ?? null
  const series: Series = {
    ...seriesOf(base),
    ...(!opened && proposedSeries(values.date, term)),
    ...chosen,
  }
  const unit = options.units.find(({ id }) => id === values.facility_id)
  const days = useDays(base, series, values, unit?.closed ?? [])
  // The names in each version that was read: the choices may no longer have them.
  const [names] = useState(() => new Map([[opened?.facility_id, opened?.unit_label]]))
  const known = [
    ...options.units.map(({ id, name, site_name: site }) => ({ id, name: site ? `${name}, ${site}` : name })),
    ...options.cohorts,
    ...options.proctors,
  ]
  const versions = useVersions<RotationDetail, RotationVersion>({
    row: opened,
    start: initial,
    valuesOf: (row) => {
      names.set(row.facility_id, row.unit_label)
      return versionOf(row)
    },
    fields: rotationVersionFields(
      (id) => known.find((one) => one.id === id)?.name ?? names.get(id) ?? 'Another',
      options.units,
    ),
    setValues: ({ days: next, ...rest }) => {
      form.setValues(rest)
      setDays(next)
    },
  })
  const { met } = versions
  const isAgreed = rotation !== undefined && rotation.agreed_count + rotation.asked_count > 0
  return (
    <Form
      form={form}
      label={rotation ? 'Change rotation' : 'New rotation'}
      submitLabel={rotation ? 'Save changes' : 'Create rotation'}
      onCancel={onClose}
      blocker={unreadWords(days)}
    >
      {met && (
        <VersionsNotice
          what="this rotation"
          differences={met.differences}
          changes={met.changes}
          ended={
            met.current.release === 'canceled' ? rotationRefusals['rotation.is_canceled'].text({}) : undefined
          }
          onChoose={versions.choose}
        />
      )}
      {isAgreed && (
        <Banner kind="info">
          Facilities already have requests for its shifts. New hours, another unit or different seats are
          requested from them again.
        </Banner>
      )}
      <Basics form={form} options={options} isNew={!rotation} />
      <ShiftPatterns
        unit={unit}
        start={values.start_time}
        end={values.end_time}
        onChoose={({ start, end }) => form.setValues({ start_time: start, end_time: end, break_min: '' })}
      />
      <DayAndHours field={form.field} values={values} dayLabel="First day" isOneDay={false} />
      <NumberInput
        label="Break (minutes)"
        min={0}
        max={240}
        allowDecimal={false}
        placeholder={String(breakPreset(values, unit))}
        {...form.field('break_min')}
      />
      <SeriesFields
        series={series}
        onChange={(next) => {
          setDays({ from: base, chosen: { ...chosen, ...seriesChanges(series, next) } })
          clearFieldError('weekdays')
          clearFieldError('to')
        }}
        from={values.date}
        days={days}
        errors={{ weekdays: series.weekdays.length === 0 && form.errors['weekdays'], to: form.errors['to'] }}
      />
      <Seats form={form} />
      <Instructors form={form} options={options} weekdays={days.pattern.weekdays} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MultiSelect
          label="Completed before"
          description="Specialties a student must have finished."
          data={Object.entries(specialtyLabels).map(([value, label]) => ({ value, label }))}
          {...form.field('requires')}
        />
        <PickSeveral
          label="Cohorts"
          description="Leave blank for every student of the school."
          among={options.cohorts}
          {...form.field('cohort_ids')}
        />
      </SimpleGrid>
      {rotation && (
        <FreeText
          tick={tick}
          sentAs="reason"
          label="Why it changes"
          description="The people who count on the shifts read it."
          required={isAgreed}
          {...form.field('reason')}
        />
      )}
    </Form>
  )
}

/** The pattern of a rotation in the fields of the series form. */
const seriesOf = (rotation: RotationDetail | undefined): Series => ({
  weekdays: rotation?.pattern.weekdays.map(String) ?? [],
  every: rotation?.pattern.every_weeks ?? 1,
  to: rotation?.pattern.to ?? '',
  turned: new Set(),
})

/** The rotation's days: existing ones stay, excluded ones stay excluded, and days off are left out of new ones. */
function useDays(
  rotation: RotationDetail | undefined,
  series: Series,
  { date: from, semester_id: semester }: RotationValues,
  closed: ShiftOptions['units'][number]['closed'],
) {
  const term = useDaysOff(semester)
  const held = new Set(rotation ? seriesDates(rotation.pattern) : [])
  const off = [...term.off, ...closedDaysOf(closed, from, series.to)]
  const skipped = (rotation?.pattern.skipped ?? []).map(
    ({ date, reason }) => [date, reason || 'Left out'] as const,
  )
  const left = new Map([...off.filter(([date]) => !held.has(date)), ...skipped])
  return { ...seriesDaysOf(series, from, left), unread: term.unread }
}

/** Creates a rotation; or shows what a change does to the shifts, and then saves it. */
function useSave(rotation: RotationDetail | undefined, onDone: Props['onDone']) {
  const create = useCreateRotation()
  const preview = usePreview()
  const update = useUpdateRotation()
  const idOf = useContentId()
  return async (
    fields: RotationFields,
    seen: { version: number; reason: string | null },
    sent: object,
  ): Promise<unknown> => {
    if (!rotation) {
      return onDone((await create.mutateAsync({ ...fields, ...sent, id: idOf(fields) })).id)
    }
    const { semester_id: _semester, ...rest } = fields
    const { id } = rotation
    const words = followUpWords(await preview.mutateAsync({ id, ...rest }))
    const isSure =
      words.length === 0 ||
      (await question({
        title: `Change ${rotation.name}?`,
        body: words.join(' '),
        confirmLabel: 'Change rotation',
      }))
    if (!isSure) return false
    const { follow_up } = await update.mutateAsync({ id, ...seen, ...rest, ...sent })
    return onDone(id, follow_up)
  }
}

type Fields = { form: ReturnType<typeof useSchemaForm<RotationValues, RotationValues>> }

function Basics({ form, options, isNew }: Fields & { options: ShiftOptions; isNew: boolean }): ReactNode {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Loaded after the drawer has focused its first button.
    if (isNew) first.current?.focus()
  }, [isNew])
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextField
          label="Name"
          required
          ref={first}
          maxLength={120}
          placeholder="Medical-surgical II"
          {...form.field('name')}
        />
        <TextField label="Course" maxLength={40} placeholder="NRS 210" {...form.field('course_code')} />
        <NativeSelect
          label="Semester"
          required
          disabled={!isNew}
          data={[
            { value: '', label: 'Choose…' },
            ...options.semesters.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.field('semester_id')}
        />
        <NativeSelect
          label="Kind"
          data={Object.entries(experienceLabels).map(([value, label]) => ({ value, label }))}
          {...form.field('experience_type')}
        />
        <PickOne
          label="Unit"
          clearable
          placeholder="On campus"
          nothingFoundMessage="No partner unit has this name"
          among={options.units.map(({ id, name, site_name: detail }) => ({ id, name, detail }))}
          value={form.values.facility_id || null}
          onChange={(id) => {
            form.setFieldValue('facility_id', id ?? '')
            const chosen = options.units.find((one) => one.id === id)
            if (chosen && chosen.specialty !== 'other') form.setFieldValue('specialty', chosen.specialty)
          }}
          error={form.errors['facility_id']}
        />
        <NativeSelect
          label="Specialty"
          data={Object.entries(specialtyLabels).map(([value, label]) => ({ value, label }))}
          {...form.field('specialty')}
        />
      </SimpleGrid>
    </>
  )
}

function Seats({ form }: Fields): ReactNode {
  const { level_seats: levels } = form.values
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput label="Seats" required min={1} max={500} allowDecimal={false} {...form.field('seats')} />
        <NumberInput
          label="Minimum students"
          description="The rotation runs with at least this many. 0 for no minimum."
          min={0}
          max={500}
          allowDecimal={false}
          {...form.field('min_seats')}
        />
      </SimpleGrid>
      <Fieldset legend="Maximum students by year" variant="unstyled">
        <SimpleGrid cols={{ base: 2, xs: 5 }}>
          {Object.entries(studentLevelLabels).map(([level, label]) => (
            <NumberInput
              clampBehavior="blur"
              key={level}
              label={label}
              placeholder="No limit"
              min={0}
              max={500}
              allowDecimal={false}
              value={levels[level] ?? ''}
              onChange={(most) => form.setFieldValue('level_seats', { ...levels, [level]: String(most) })}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
    </>
  )
}

function Instructors({
  form,
  options,
  weekdays,
}: Fields & { options: ShiftOptions; weekdays: readonly number[] }): ReactNode {
  const { instructors } = form.values
  if (weekdays.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {weekdays.toSorted().map((weekday) => (
        <PickSeveral
          key={weekday}
          label={`Instructors on ${LONG_DAYS[weekday - 1]}s`}
          clearable
          placeholder={instructors[weekday]?.length ? '' : 'To be named'}
          among={options.proctors}
          value={instructors[weekday] ?? []}
          onChange={(ids) => form.setFieldValue('instructors', { ...instructors, [weekday]: ids })}
        />
      ))}
    </SimpleGrid>
  )
}
