import { NativeSelect, NumberInput, SegmentedControl, SimpleGrid, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { shiftNotes, shiftTexts } from '#core/shift-texts.ts'
import { specialtyLabels } from '#core/specialties.ts'
import { DateTimeField } from '#ui/DateTimeField.tsx'
import type { SchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { Link } from '#ui/Link.tsx'
import type { PatientTick } from '#ui/patient-tick.ts'
import { PickOne, PickSeveral } from '#ui/Pick.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { ExperienceType, SeriesScope, ShiftOptions } from '../contract.ts'
import { experienceLabels, isHeldOnCampus, signupLabels } from '../rules.ts'
import { ofUnit, type Settled, type ShiftValues } from './shift-form.ts'
import classes from './ShiftForm.module.css'

type ShiftFormState = { form: SchemaForm<ShiftValues> }

/** How many shifts of a series a change is for. */
export function ScopeField({
  scope,
  onChange,
}: {
  scope: SeriesScope
  onChange: (scope: SeriesScope) => void
}): ReactNode {
  return (
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
        onChange={(value) => onChange(value as SeriesScope)}
      />
      {scope !== 'one' && (
        <Text size="sm" c="dimmed" mt={4}>
          Days stay as they are. Shifts that were edited individually or have begun stay too.
        </Text>
      )}
    </div>
  )
}

/** What the shift is called, and its course, semester and kind. */
export function CourseFields({
  form,
  options,
  settled: { isAgreed, staysOnCampus },
  isWhole,
  isNew,
}: ShiftFormState & {
  options: ShiftOptions
  settled: Settled
  /** A whole series is changed: each of its shifts stays in its semester. */
  isWhole: boolean
  isNew: boolean
}): ReactNode {
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The form loads after the drawer has focused its first button.
    if (isNew) title.current?.focus()
  }, [isNew])
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextField
        ref={title}
        data-autofocus={isNew || undefined}
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
        data={Object.entries(experienceLabels)
          .filter(([value]) => !staysOnCampus || isHeldOnCampus(value as ExperienceType))
          .map(([value, label]) => ({ value, label }))}
        {...form.field('experience_type')}
      />
    </SimpleGrid>
  )
}

/** The unit; for a new shift, what comes with it is filled in. */
export function UnitField({
  form,
  options,
  settled: { isSettled, staysOnCampus },
  isNew,
}: ShiftFormState & { options: ShiftOptions; settled: Settled; isNew: boolean }): ReactNode {
  const { values } = form
  return (
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
        if (isNew)
          form.setValues(
            ofUnit(
              values,
              options.units.find((one) => one.id === id),
            ),
          )
      }}
      error={form.errors['facility_id']}
    />
  )
}

/** Who it is for, who leads it, and how many can come. */
export function PeopleAndSeats({
  form,
  options,
  areSeatsFixed,
}: ShiftFormState & { options: ShiftOptions; areSeatsFixed: boolean }): ReactNode {
  const { values } = form
  return (
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
        disabled={areSeatsFixed}
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
  )
}

/** How students get a seat, and when. */
export function SignUpFields({ form }: ShiftFormState): ReactNode {
  const { values } = form
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label="Sign-up"
        data={Object.entries(signupLabels).map(([value, label]) => ({ value, label }))}
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
  )
}

/** Break, conference and credited hours, objectives and notes; folded for a new shift. */
export function HoursAndNotes({
  form,
  tick,
  isOpen,
  preset,
}: ShiftFormState & { tick: PatientTick; isOpen: boolean; preset: number }): ReactNode {
  const { values } = form
  return (
    <details className={classes.more} open={isOpen || undefined}>
      <summary>Hours, objectives and arrival</summary>
      <div className={classes.fields}>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <NumberInput
            label="Break (minutes)"
            min={0}
            max={240}
            allowDecimal={false}
            placeholder={String(preset)}
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
            placeholder="As scheduled"
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
  )
}
