import { clockRange } from '#core/clock-time.ts'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { isPlainDate } from '#core/plain-date.ts'
import { timeZoneOf } from '#core/us-time-zones.ts'
import { DateField } from '#ui/DateField.tsx'
import { AddRow, FieldRow, FieldRows } from '#ui/FieldRows.tsx'
import type { SchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { PatientDataNotice } from '#ui/PatientDataNotice.tsx'
import type { PatientTick } from '#ui/patient-tick.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { TimeField } from '#ui/TimeField.tsx'
import { shiftPresets, studentLevelLabels } from '../rules.ts'
import { type Field, type FieldGroup, inputLabel } from './field-groups.ts'
import type { FacilityValues } from './form-values.ts'
import classes from './FacilityFields.module.css'

export type FacilityForm = SchemaForm<FacilityValues>
type FieldsProps = { form: FacilityForm }

const zones: Record<string, string> = {
  'America/New_York': 'Eastern (New York)',
  'America/Chicago': 'Central (Chicago)',
  'America/Denver': 'Mountain (Denver)',
  'America/Phoenix': 'Mountain without summer time (Phoenix)',
  'America/Los_Angeles': 'Pacific (Los Angeles)',
  'America/Anchorage': 'Alaska (Anchorage)',
  'Pacific/Honolulu': 'Hawaii (Honolulu)',
  'America/Puerto_Rico': 'Atlantic (Puerto Rico)',
}

const optionsOf = (choices: Record<string, string>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }))

type GroupProps = FieldsProps & { tick: PatientTick; isNew: boolean }

/** A group of simple fields with its title. */
export function GroupFields({ form, tick, group, isNew }: GroupProps & { group: FieldGroup }): ReactNode {
  return (
    <PageSection title={group.title} description={group.description}>
      <div className={classes.grid}>
        {group.fields.map((field) => (
          <OneField key={field.key} form={form} tick={tick} field={field} isNew={isNew} />
        ))}
      </div>
    </PageSection>
  )
}

function OneField({ form, tick, field, isNew }: GroupProps & { field: Field }): ReactNode {
  const { key, type, description, placeholder, required = false } = field
  const label = inputLabel(field)
  const common = { label, description, className: field.whole ? classes.whole : undefined }
  switch (type) {
    case 'switch':
      return <Switch {...common} {...form.field(key, { type: 'checkbox' })} />
    case 'choice':
      return (
        <NativeSelect {...common} required={required} data={optionsOf(field.choices!)} {...form.field(key)} />
      )
    case 'zone': {
      const current = String(form.values[key])
      const known = { ...zones, ...(current && !zones[current] && { [current]: current }) }
      const inherited = isNew && current === '' ? [{ value: '', label: 'Same as its organization' }] : []
      return (
        <NativeSelect
          {...common}
          required={required && !isNew}
          data={[...inherited, ...optionsOf(known)]}
          {...form.field(key)}
        />
      )
    }
    case 'area':
      return <FreeText {...common} tick={tick} sentAs={key} placeholder={placeholder} {...form.field(key)} />
    default: {
      const props = form.field(key)
      return (
        <TextInput
          {...common}
          required={required}
          placeholder={placeholder}
          {...(type === 'number' && { inputMode: field.decimals ? 'decimal' : 'numeric' })}
          {...(key === 'name' && { 'data-autofocus': true })}
          {...props}
          onChange={(event) =>
            key === 'state'
              ? changeState(form, event.currentTarget.value.toUpperCase(), isNew)
              : form.setFieldValue(key, event.currentTarget.value)
          }
        />
      )
    }
  }
}

/** The time zone of a new facility follows its state, unless it was chosen. */
function changeState(form: FacilityForm, state: string, isNew: boolean) {
  const zone = timeZoneOf(state) ?? form.getInitialValues()['time_zone']
  form.setValues({ state, ...(isNew && !form.isTouched('time_zone') && { time_zone: zone }) })
}

/** The lists of a unit's form: shifts, students by level, windows and blackouts. */
export function UnitRows({ form, tick }: FieldsProps & { tick: PatientTick }): ReactNode {
  return (
    <>
      <ShiftRows form={form} />
      <PageSection
        title="Students by level"
        description="For units that take fewer beginners. Leave blank to use the number above."
      >
        <div className={classes.grid}>
          {Object.entries(studentLevelLabels).map(([level, label]) => (
            <TextInput
              key={level}
              label={label}
              inputMode="numeric"
              {...form.field(`max_students_by_level.${level}`)}
            />
          ))}
        </div>
      </PageSection>
      <WindowRows form={form} />
      <BlackoutRows form={form} tick={tick} />
    </>
  )
}

function ShiftRows({ form }: FieldsProps): ReactNode {
  const { shift_patterns: patterns } = form.values
  const missing = shiftPresets.filter(({ name }) => !patterns.some((each) => each.name.trim() === name))
  return (
    <PageSection
      title="Shifts"
      description="When students can come. If the end is at or before the start, it is the next morning."
    >
      <FieldRows
        rows={patterns.map((_each, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own, and the form keeps them by position
          <FieldRow
            key={index}
            name={`Shift ${index + 1}`}
            columns={4}
            onRemove={() => form.removeListItem('shift_patterns', index)}
          >
            <TextInput label="Shift" {...form.field(`shift_patterns.${index}.name`)} />
            <TimeField label="Start" {...form.field(`shift_patterns.${index}.start`)} />
            <TimeField label="End" {...form.field(`shift_patterns.${index}.end`)} />
            <TextInput
              label="Unpaid break (min)"
              inputMode="numeric"
              {...form.field(`shift_patterns.${index}.unpaid_break_min`)}
            />
          </FieldRow>
        ))}
        add={
          <>
            {missing.map((preset) => (
              <AddRow
                key={preset.name}
                label={`${preset.name} ${clockRange(preset.start, preset.end)}`}
                onClick={() =>
                  form.insertListItem('shift_patterns', {
                    ...preset,
                    unpaid_break_min: String(preset.unpaid_break_min),
                  })
                }
              />
            ))}
            <AddRow
              label="Another shift"
              onClick={() =>
                form.insertListItem('shift_patterns', {
                  name: '',
                  start: '',
                  end: '',
                  unpaid_break_min: '30',
                })
              }
            />
          </>
        }
      />
    </PageSection>
  )
}

function WindowRows({ form }: FieldsProps): ReactNode {
  return (
    <PageSection
      title="Capacity windows"
      description="With windows, students can come only within them, up to each window’s limit. Without any, all year."
    >
      <FieldRows
        rows={form.values.capacity_windows.map((window, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <FieldRow
            key={index}
            name={`Window ${index + 1}`}
            columns={3}
            onRemove={() => form.removeListItem('capacity_windows', index)}
          >
            <DateField label="From" {...form.field(`capacity_windows.${index}.from`)} />
            <DateField
              label="To"
              {...(isPlainDate(window.from) && { defaultDate: window.from })}
              {...form.field(`capacity_windows.${index}.to`)}
            />
            <TextInput
              label="Students per shift"
              inputMode="numeric"
              {...form.field(`capacity_windows.${index}.max`)}
            />
          </FieldRow>
        ))}
        add={
          <AddRow
            label="Add a window"
            onClick={() => form.insertListItem('capacity_windows', { from: '', to: '', max: '' })}
          />
        }
      />
    </PageSection>
  )
}

function BlackoutRows({ form, tick }: FieldsProps & { tick: PatientTick }): ReactNode {
  return (
    <PageSection
      title="Closed days"
      description="Days when the unit takes no students: a survey, a move, a new record system."
    >
      <FieldRows
        rows={form.values.blackout.map((each, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <FieldRow
            key={index}
            name={`Closed days ${index + 1}`}
            columns={3}
            onRemove={() => form.removeListItem('blackout', index)}
          >
            <DateField label="From" {...form.field(`blackout.${index}.from`)} />
            <DateField
              label="To"
              {...(isPlainDate(each.from) && { defaultDate: each.from })}
              {...form.field(`blackout.${index}.to`)}
            />
            <TextInput label="Reason" {...form.field(`blackout.${index}.reason`)} />
          </FieldRow>
        ))}
        add={
          <AddRow
            label="Add closed days"
            onClick={() => form.insertListItem('blackout', { from: '', to: '', reason: '' })}
          />
        }
      />
      <PatientDataNotice text={form.values.blackout.map(({ reason }) => reason).join('\n')} tick={tick} />
    </PageSection>
  )
}

/** The days on which a site takes no students. */
export function HolidayRows({ form }: FieldsProps): ReactNode {
  return (
    <PageSection title="Closed to students" description="In addition to federal holidays.">
      <FieldRows
        rows={form.values.holidays.map((_day, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <FieldRow
            key={index}
            name={`Day ${index + 1}`}
            columns={1}
            onRemove={() => form.removeListItem('holidays', index)}
          >
            <DateField label={`Day ${index + 1}`} {...form.field(`holidays.${index}`)} />
          </FieldRow>
        ))}
        add={<AddRow label="Add a day" onClick={() => form.insertListItem('holidays', '')} />}
      />
    </PageSection>
  )
}
