import { specialtyLabels } from '#core/specialties.ts'
import { formatClockTime, parseClockTime } from '#core/clock-time.ts'
import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { shiftNotes, shiftTextLabels } from '#core/shift-texts.ts'
import { versionField, type VersionField } from '#ui/use-versions.ts'
import type { ShiftOptions } from '../contract.ts'
import { experienceLabels, signupLabels } from '../rules.ts'
import { breakOf, type ShiftValues } from './shift-form.ts'

const day = (date: string): string => (isPlainDate(date) ? formatDate(date, 'weekday') : date)
/** Times in the reader's format; any other text stays as typed. */
const time = (text: string): string => {
  const read = parseClockTime(text)
  return read ? formatClockTime(read) : text
}
const wall = (at: string): string => at && `${day(at.slice(0, 10))}, ${time(at.slice(11, 16))}`

/** The fields that a shift and a proposal share. */
type Planned = Pick<ShiftValues, 'date' | 'start_time' | 'end_time' | 'facility_id' | 'capacity'>

const named = (found: readonly { id: string; name: string }[], id: string): string =>
  found.find((one) => one.id === id)?.name ?? (id && 'Another')

/** Day, time, unit and seats, for comparing two versions. */
export function plannedFields<Values extends Planned>(units: ShiftOptions['units']): VersionField<Values>[] {
  return [
    versionField<Values>('facility_id', 'Unit', (values) => named(units, values.facility_id)),
    versionField<Values>('date', 'Date', (values) => day(values.date)),
    versionField<Values>('start_time', 'Start', (values) => time(values.start_time)),
    versionField<Values>('end_time', 'End', (values) => time(values.end_time)),
    versionField<Values>('capacity', 'Seats'),
  ]
}

/** The form's fields for comparing two versions of a shift, as text; people, units and cohorts by name. */
export function shiftVersionFields(options: ShiftOptions): VersionField<ShiftValues>[] {
  const field = versionField<ShiftValues>
  return [
    field('title', shiftTextLabels.title),
    field('course_code', shiftTextLabels.course_code),
    field('semester_id', 'Semester', (values) => named(options.semesters, values.semester_id)),
    field('experience_type', 'Kind', (values) => experienceLabels[values.experience_type]),
    ...plannedFields<ShiftValues>(options.units),
    field('specialty', 'Specialty', ({ specialty }) => specialty && specialtyLabels[specialty]),
    field('cohort_ids', 'Cohorts', (values) =>
      values.cohort_ids
        .map((id) => named(options.cohorts, id))
        .toSorted()
        .join(', '),
    ),
    field('proctor_ids', 'Instructors', (values) =>
      values.proctor_ids.map((id) => named(options.proctors, id)).join(', '),
    ),
    field('preceptor_ids', 'Preceptors', (values) =>
      values.preceptor_ids.map((id) => named(options.preceptors, id)).join(', '),
    ),
    field('min_to_run', 'Minimum students'),
    field('signup_mode', 'Sign-up', (values) => signupLabels[values.signup_mode]),
    field('signup_policy', 'Who gets a seat', (values) =>
      values.signup_policy === 'fair_round' ? 'Fair round' : 'First come, first served',
    ),
    field('opens', 'Sign-up opens', (values) => wall(values.opens)),
    field('closes', 'Sign-up closes', (values) => wall(values.closes)),
    field('break_min', 'Break (minutes)', (values) =>
      String(
        breakOf(
          values,
          options.units.find(({ id }) => id === values.facility_id),
        ),
      ),
    ),
    field('conference_min', 'Conference (minutes)'),
    field('credited_hours_override', 'Hours credited'),
    field('credited_hours_reason', shiftTextLabels.credited_hours_reason),
    field('objectives', 'Objectives'),
    ...shiftNotes.map((name) => field(name, shiftTextLabels[name])),
  ]
}
