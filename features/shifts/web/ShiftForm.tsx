import { useContentId } from '#platform/web/use-content-id.ts'
import { howMany } from '#core/number-text.ts'
import { specialtyLabels } from '#core/specialties.ts'
import {
  Button,
  Drawer,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Switch,
  Text,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { parseClockTime } from '#core/clock-time.ts'
import { isPlainDate, ownZone } from '#core/plain-date.ts'
import { shiftNotes, shiftTexts } from '#core/shift-texts.ts'
import { Link } from '#ui/Link.tsx'
import { useSemesterScope } from '#features/semesters/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { DateTimeField } from '#ui/DateTimeField.tsx'
import { Form } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PickOne, PickSeveral } from '#ui/Pick.tsx'
import { useVersions } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type {
  ExperienceType,
  Outcome,
  SeriesScope,
  ShiftDetail,
  ShiftFields,
  ShiftOptions,
} from '../contract.ts'
import { asInstructors, experienceWords, isHeldOnCampus, signupWords } from '../rules.ts'
import { DayAndHours } from './DayAndHours.tsx'
import {
  shifts as api,
  showDoneToast,
  useCreateSeries,
  useCreateShift,
  useShift,
  useShiftOptions,
  useUpdateSeries,
  useUpdateShift,
} from './queries.ts'
import { isEditable } from './is-editable.ts'
import { SeatLimits } from './SeatLimits.tsx'
import { noLongerPossible } from './ShiftConflict.tsx'
import { proposedSeries, seriesChanges, seriesProblems } from './series-days.ts'
import { type Series, SeriesFields, useSeriesPattern } from './SeriesFields.tsx'
import { shiftVersionFields } from './shift-versions.ts'
import { formProblems, newShiftOn, ofUnit, shiftOf, type ShiftValues, valuesOf } from './shift-form.ts'
import classes from './ShiftForm.module.css'
import { ShiftPatterns } from './ShiftPatterns.tsx'
import { type Saved, useSaved } from './use-saved.tsx'

interface ShiftDrawerProps {
  /** A new shift, or the id of the one to change. */
  shift: 'new' | (string & {}) | undefined
  schoolId: string
  /** The preselected unit of a new shift. */
  unitId?: string | undefined
  onClose: () => void
}

/** Plans a shift or a weekly series, or edits a shift, next to its list or page. */
export function ShiftDrawer({ shift, schoolId, unitId, onClose }: ShiftDrawerProps): ReactNode {
  const { tell, dialog } = useSaved(schoolId)
  return (
    <>
      <Drawer
        opened={shift !== undefined}
        onClose={onClose}
        position="right"
        size="xl"
        title={shift === 'new' ? 'Plan a shift' : 'Edit shift'}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {shift === 'new' && (
          <WithOptions
            schoolId={schoolId}
            unitId={unitId}
            shift={undefined}
            onClose={onClose}
            onSaved={tell}
          />
        )}
        {shift !== undefined && shift !== 'new' && (
          <Existing id={shift} schoolId={schoolId} onClose={onClose} />
        )}
      </Drawer>
      {dialog}
    </>
  )
}

function Existing({ id, ...rest }: { id: string; schoolId: string; onClose: () => void }): ReactNode {
  return (
    <Loaded query={useShift(id)} failedTitle="This shift couldn’t be loaded">
      {(shift) => <AsOpened {...rest} shift={shift} />}
    </Loaded>
  )
}

/** Keeps the shift as it was when the form opened: if others change it, saving is refused and nothing is overwritten. */
function AsOpened({ shift, ...rest }: FormProps & { shift: ShiftDetail }): ReactNode {
  const [opened] = useState(shift)
  return <WithOptions {...rest} shift={opened} />
}

type FormProps = {
  schoolId: string
  shift: ShiftDetail | undefined
  unitId?: string | undefined
  onClose: () => void
  onSaved?: (saved: Saved, submits: boolean) => void
}

function WithOptions(props: FormProps): ReactNode {
  const options = useShiftOptions(props.shift?.school_id ?? props.schoolId)
  return (
    <Loaded query={options} failedTitle="The planning options couldn’t be loaded">
      {(found) => <ShiftForm {...props} options={found} />}
    </Loaded>
  )
}

const agreed: readonly string[] = ['approved', 'published', 'full']

function ShiftForm({
  schoolId,
  shift,
  unitId,
  options,
  onClose,
  onSaved,
}: FormProps & { options: ShiftOptions }): ReactNode {
  const create = useCreateShift()
  const createSeries = useCreateSeries()
  const update = useUpdateShift()
  const updateSeries = useUpdateSeries()
  const client = useQueryClient()
  const tick = usePatientTick()
  const [isSeries, setSeries] = useState(false)
  // What the user chose; the rest is proposed from the day and the semester.
  const [chosen, choose] = useState<Partial<Series>>({})
  const [triesSeries, trySeries] = useState(false)
  // A ref, because the form is submitted before the pressed button re-renders.
  const submits = useRef(false)
  const [pressed, setPressed] = useState<'save' | 'submit'>('save')
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The form loads after the drawer has focused its first button.
    if (!shift) title.current?.focus()
  }, [shift])
  const [scope, setScope] = useState<SeriesScope>('one')
  // The version after a save that others of the series refused: one's own save is no conflict when it is sent again.
  const saved = useRef(0)
  const [refused, setRefused] = useState<readonly Outcome[]>([])
  const idOf = useContentId()
  const zoneOf = (facilityId: string): string =>
    options.units.find(({ id }) => id === facilityId)?.time_zone ?? shift?.time_zone ?? ownZone()
  const termOf = (id: string) => options.semesters.find((one) => one.id === id) ?? null
  const schema = {
    safeParse: (value: unknown) => {
      const values = value as ShiftValues
      const problems = Object.entries(
        formProblems(values, termOf(values.semester_id), zoneOf(values.facility_id)),
      )
      return problems.length > 0
        ? {
            success: false as const,
            error: { issues: problems.map(([field, message]) => ({ path: [field], message })) },
          }
        : { success: true as const, data: values }
    },
  }
  // The semester that the surrounding page shows.
  const { id: shown } = useSemesterScope()
  const [opened] = useState(shift ? valuesOf(shift) : newShiftOn(options, unitId, shown))
  const form = useSchemaForm<ShiftValues, ShiftValues>(schema, {
    initialValues: opened,
    onSubmit: async (values): Promise<unknown> => {
      const fields = shiftOf(values, zoneOf(values.facility_id))
      if (shift) return save(versions.met?.current ?? shift, fields, values)
      if (isSeries && hasProblems) return false
      onSaved?.(await plan(fields), submits.current)
      return onClose()
    },
  })
  const versions = useVersions<ShiftDetail, ShiftValues>({
    row: shift,
    start: opened,
    valuesOf,
    fields: shiftVersionFields(options),
    setValues: form.setValues,
  })
  const { values } = form
  const unit = options.units.find(({ id }) => id === values.facility_id)
  const series: Series = {
    every: 1,
    turned: new Set<string>(),
    ...proposedSeries(values.date, termOf(values.semester_id)),
    ...chosen,
  }
  const days = useSeriesPattern(series, values.date, values.semester_id, unit?.closed ?? [])
  const { pattern } = days
  const planned = days.all.length - pattern.skipped.length
  const problems = isPlainDate(values.date) ? seriesProblems(series, planned) : {}
  const hasProblems = Object.keys(problems).length > 0 || Boolean(days.unread)

  /** Records which button submits the form; from now on errors of a series are shown. */
  function press(alsoSubmits: boolean): void {
    submits.current = alsoSubmits
    setPressed(alsoSubmits ? 'submit' : 'save')
    trySeries(true)
  }

  /** Plans the shift or the series and returns it. */
  async function plan(fields: ShiftFields): Promise<Saved> {
    if (!isSeries) {
      const id = idOf(fields)
      await create.mutateAsync({ ...fields, id, school_id: schoolId, ...tick.sent })
      return { id, count: 1, isSeries, site: unit?.site_name ?? null }
    }
    const { date: _date, ...rest } = fields
    const id = idOf([rest, pattern])
    const { created } = await createSeries.mutateAsync({
      ...rest,
      id,
      school_id: schoolId,
      pattern,
      ...tick.sent,
    })
    return { id, count: created, isSeries, site: unit?.site_name ?? null }
  }

  /** Sends only what differs from the latest known version of the shift. */
  async function save(old: ShiftDetail, fields: ShiftFields, typed: ShiftValues): Promise<unknown> {
    const changed = changedFields(shiftOf(valuesOf(old), old.time_zone), fields)
    const reason = typed.reason.trim() || null
    const version = Math.max(old.version, saved.current)
    if (scope === 'one')
      await update.mutateAsync(
        { id: old.id, version, fields: changed, reason, ...tick.sent },
        { onError: (error) => void versions.meet(error, typed) },
      )
    else {
      const { date: _date, semester_id: _semester, ...shared } = changed
      const outcomes = await updateSeries.mutateAsync({
        id: old.id,
        version,
        scope,
        fields: shared,
        reason,
        ...tick.sent,
      })
      showDoneToast(outcomes, 'changed')
      const failed = outcomes.filter(({ ok }) => !ok)
      const mine = failed.find(({ id }) => id === old.id)?.conflict
      if (failed.length > 0) {
        // The form compares with the whole shift; the response for several shifts has only the row.
        const whole = api.get.queryOptions({ input: { id: old.id } })
        const current = await client.fetchQuery({ ...whole, staleTime: 0 })
        if (mine) versions.meet({ data: { ...mine, current } }, typed)
        else if (!failed.some(({ id }) => id === old.id)) saved.current = current.version
        setRefused(failed)
        return false
      }
    }
    return onClose()
  }

  // The current version: the shift may have been approved while it was edited.
  const known = versions.met?.current ?? shift
  const isSettled = known !== undefined && agreed.includes(known.status)
  const isAgreed = isSettled && known.facility_id !== null
  const ended = versions.met && known && !isEditable(known) ? noLongerPossible(known) : undefined
  // An agreed campus shift stays on campus, because no facility agreed to it; to move it, the school postpones and submits it again.
  const staysOnCampus = isSettled && known.facility_id === null
  const isWhole = scope !== 'one'
  const isPlaced = !isHeldOnCampus(values.experience_type) || values.facility_id !== ''
  return (
    <Form
      // The display of both versions explains more than the message.
      form={versions.met && conflictOf(update.error) ? { ...form, failure: undefined } : form}
      label={shift ? 'Edit shift' : 'Plan a shift'}
    >
      {versions.met && (
        <VersionsNotice
          what="this shift"
          differences={versions.met.differences}
          changes={versions.met.changes}
          ended={ended}
          onChoose={versions.choose}
        />
      )}
      {shift?.series_id && (
        <div>
          <Text size="sm" fw={600} id="shift-scope">
            What to change
          </Text>
          <SegmentedControl
            fullWidth
            orientation="horizontal"
            aria-labelledby="shift-scope"
            value={scope}
            data={[
              { value: 'one', label: 'Only this' },
              { value: 'following', label: 'This and following' },
              { value: 'all', label: 'Whole series' },
            ]}
            onChange={(value) => setScope(value as SeriesScope)}
          />
          {isWhole && (
            <Text size="sm" c="dimmed" mt={4}>
              Days stay as they are. Shifts that were edited individually or have begun stay too.
            </Text>
          )}
        </div>
      )}
      {refused.length > 0 && (
        <Banner
          kind="warning"
          live
          title={`${howMany(refused.length, 'of the series stayed as it was', 'of the series stayed as they were')}`}
        >
          {reasonsOf(refused)}
        </Banner>
      )}
      {isAgreed && (
        <Banner kind="info">
          The facility has approved this time, unit and number of seats. To move it, request a change on its
          page.
        </Banner>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextField
          ref={title}
          data-autofocus={!shift || undefined}
          label={shiftTexts.title.label}
          placeholder="Medical-surgical II"
          maxLength={shiftTexts.title.max}
          {...form.field('title')}
        />
        <TextField
          label={shiftTexts.course_code.label}
          placeholder="NRS 210"
          maxLength={shiftTexts.course_code.max}
          {...form.field('course_code')}
        />
        <NativeSelect
          label="Semester"
          required
          disabled={isWhole}
          data={[
            { value: '', label: 'Choose…' },
            ...options.semesters.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...(options.semesters.length === 0 && {
            description: <Link href="/school/settings">Create a semester first</Link>,
          })}
          {...form.field('semester_id')}
        />
        <NativeSelect
          label="Kind"
          disabled={isAgreed}
          data={Object.entries(experienceWords)
            .filter(([value]) => !staysOnCampus || isHeldOnCampus(value as ExperienceType))
            .map(([value, label]) => ({ value, label }))}
          {...form.field('experience_type')}
        />
      </SimpleGrid>
      <PickOne
        label="Unit"
        required={!isHeldOnCampus(values.experience_type)}
        clearable
        disabled={isSettled}
        {...(staysOnCampus && {
          description: 'Held on campus. To use a unit, postpone this shift, change it, and submit it again.',
        })}
        {...(options.units.length === 0 && {
          description: <Link href="/school/partnerships">Units come with an active partnership</Link>,
        })}
        placeholder={options.units.length === 0 ? 'No partner has a unit yet' : 'Find a unit'}
        nothingFoundMessage="No partner unit has this name"
        among={options.units.map(({ id, name, site_name: detail }) => ({ id, name, detail }))}
        value={values.facility_id || null}
        onChange={(id) => {
          form.setFieldValue('facility_id', id ?? '')
          if (!shift)
            form.setValues(
              ofUnit(
                values,
                options.units.find((one) => one.id === id),
              ),
            )
        }}
        error={form.errors['facility_id']}
      />
      {!isAgreed && (
        <ShiftPatterns
          unit={unit}
          start={values.start_time}
          end={values.end_time}
          onChoose={({ start, end, rest }) =>
            form.setValues({ start_time: start, end_time: end, break_min: rest })
          }
        />
      )}
      <DayAndHours
        field={form.field}
        values={values}
        dayLabel={isSeries ? 'From' : 'Date'}
        isOneDay={!isSeries}
        isDayFixed={isWhole || isAgreed}
        areHoursFixed={isAgreed}
      />
      {!shift && (
        <Switch
          label="Repeat every week"
          checked={isSeries}
          onChange={({ currentTarget }) => setSeries(currentTarget.checked)}
        />
      )}
      {isSeries && (
        <SeriesFields
          series={series}
          onChange={(next) => choose({ ...chosen, ...seriesChanges(series, next) })}
          from={values.date}
          days={days}
          errors={triesSeries ? problems : {}}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Specialty"
          required
          data={[
            ...(values.specialty ? [] : [{ value: '', label: 'Choose…' }]),
            ...Object.entries(specialtyLabels).map(([value, label]) => ({ value, label })),
          ]}
          {...form.field('specialty')}
        />
        <PickSeveral
          label="Cohorts"
          placeholder={values.cohort_ids.length === 0 ? 'All cohorts' : ''}
          among={options.cohorts}
          {...form.field('cohort_ids')}
        />
        <PickSeveral
          label="Instructors"
          placeholder={values.proctor_ids.length === 0 ? 'To be named' : ''}
          among={options.proctors}
          {...form.field('proctor_ids')}
        />
        <PickSeveral
          label="Preceptors"
          placeholder={values.preceptor_ids.length === 0 ? 'None' : ''}
          among={options.preceptors}
          {...form.field('preceptor_ids')}
        />
        <NumberInput
          label="Seats"
          required
          min={1}
          max={500}
          allowDecimal={false}
          disabled={isAgreed}
          {...form.field('capacity')}
        />
        <NumberInput
          label="Minimum students"
          min={0}
          max={500}
          allowDecimal={false}
          {...form.field('min_to_run')}
        />
      </SimpleGrid>
      {isPlaced && <Limits shift={shift} schoolId={shift?.school_id ?? schoolId} values={values} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Sign-up"
          data={Object.entries(signupWords).map(([value, label]) => ({ value, label }))}
          {...form.field('signup_mode')}
        />
        {values.signup_mode !== 'assigned' && (
          <NativeSelect
            label="Who gets a seat"
            data={[
              { value: 'first_come', label: 'First come, first served' },
              { value: 'fair_round', label: 'Fair round: most hours still needed' },
            ]}
            {...form.field('signup_policy')}
          />
        )}
        {values.signup_mode !== 'assigned' && (
          <>
            <DateTimeField label="Sign-up opens" {...form.field('opens')} />
            <DateTimeField label="Sign-up closes" {...form.field('closes')} />
          </>
        )}
      </SimpleGrid>
      <details className={classes.more} open={shift ? true : undefined}>
        <summary>Hours, objectives and arrival</summary>
        <div className={classes.fields}>
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <NumberInput
              label="Break (minutes)"
              min={0}
              max={240}
              allowDecimal={false}
              {...form.field('break_min')}
            />
            <NumberInput
              label="Conference (minutes)"
              min={0}
              max={240}
              allowDecimal={false}
              {...form.field('conference_min')}
            />
            <NumberInput
              label="Hours credited"
              placeholder="Same as shift length"
              min={0}
              max={48}
              decimalScale={2}
              {...form.field('credited_hours_override')}
            />
          </SimpleGrid>
          {values.credited_hours_override !== '' && (
            <TextField
              label={shiftTexts.credited_hours_reason.label}
              required
              maxLength={shiftTexts.credited_hours_reason.max}
              {...form.field('credited_hours_reason')}
            />
          )}
          <FreeText
            tick={tick}
            sentAs="objectives"
            label="Objectives"
            description="One per line."
            {...form.field('objectives')}
          />
          {shiftNotes.map((name) => (
            <FreeText
              key={name}
              tick={tick}
              sentAs={name}
              label={shiftTexts[name].label}
              maxLength={shiftTexts[name].max}
              {...form.field(name)}
            />
          ))}
        </div>
      </details>
      {known && known.status !== 'draft' && (
        <FreeText
          tick={tick}
          label="Why it changes"
          description="Everyone on it sees it."
          required={agreed.includes(known.status)}
          maxLength={1000}
          {...form.field('reason')}
        />
      )}
      <FormFooter isSticky>
        <Button variant="default" data-leaves onClick={onClose} disabled={form.isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={shift ? 'filled' : 'default'}
          loading={form.isPending && pressed === 'save'}
          disabled={form.isPending || ended !== undefined}
          onClick={() => press(false)}
        >
          {shift ? 'Save changes' : isSeries && planned > 0 ? `Save ${planned} drafts` : 'Save draft'}
        </Button>
        {!shift && (
          <Button
            type="submit"
            loading={form.isPending && pressed === 'submit'}
            disabled={form.isPending}
            onClick={() => press(true)}
          >
            Save and submit
          </Button>
        )}
      </FormFooter>
    </Form>
  )
}

/** Only the changed fields; untouched ones keep what someone else may have set. */
function changedFields(before: ShiftFields, after: ShiftFields): Partial<ShiftFields> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof ShiftFields]),
    ),
  )
}

/** Why shifts of a series were not changed: the first three reasons, and how many others there are. */
function reasonsOf(refused: readonly Outcome[]): string {
  const reasons = [...new Set(refused.map(({ message }) => message))]
  const others = reasons.length - 3
  return [...reasons.slice(0, 3), ...(others > 0 ? [`And for ${others} other reasons.`] : [])].join(' ')
}

/** How many seats there would be with the values in the form, and why. */
function Limits({
  shift,
  schoolId,
  values,
}: {
  shift: ShiftDetail | undefined
  schoolId: string
  values: ShiftValues
}): ReactNode {
  const asked = {
    shift_id: shift?.id ?? null,
    school_id: schoolId,
    facility_id: values.facility_id || null,
    date: values.date,
    start_time: parseClockTime(values.start_time) ?? '',
    end_time: parseClockTime(values.end_time) ?? '',
    experience_type: values.experience_type,
    capacity: Number(values.capacity),
    ...(values.specialty && { specialty: values.specialty }),
    cohort_ids: values.cohort_ids,
    ...asInstructors(values.proctor_ids),
    more_preceptor_ids: values.preceptor_ids.slice(1),
    ...(values.semester_id && { semester_id: values.semester_id }),
  }
  const [input] = useDebouncedValue(JSON.stringify(asked), 250)
  const settled = JSON.parse(input) as typeof asked
  const limits = useQuery({
    ...api.limits.queryOptions({ input: settled }),
    enabled:
      isPlainDate(settled.date) &&
      Boolean(settled.start_time && settled.end_time) &&
      settled.capacity >= 1 &&
      (settled.facility_id !== null || isHeldOnCampus(settled.experience_type)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return limits.data ? <SeatLimits limits={limits.data} /> : null
}
