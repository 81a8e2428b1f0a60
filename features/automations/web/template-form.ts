import { formatClockTime, parseClockTime } from '#core/clock-time.ts'
import { specialtyLabels, type Specialty } from '#core/specialties.ts'
import type { ExperienceType, SignupMode } from '#features/shifts/contract.ts'
import { experienceLabels, presetBreak, signupLabels } from '#features/shifts/rules.ts'
import { versionField, type VersionField } from '#ui/use-versions.ts'
import type { ShiftTemplate } from '../contract.ts'
import { weekdayName } from '../rules.ts'

/** The values of the form of a template. */
export type TemplateValues = {
  school_id: string
  name: string
  facility_id: string
  specialty: string
  experience_type: string
  start_time: string
  end_time: string
  weekdays: string[]
  seats: string
  break_min: string
  course_code: string
  cohort_ids: string[]
  objectives: string
  signup_mode: string
}

/** A template as form values, or an empty form for this school. */
export const templateValuesOf = (of: ShiftTemplate | undefined, school: string | null): TemplateValues => ({
  school_id: of?.school_id ?? school ?? '',
  name: of?.name ?? '',
  facility_id: of?.facility_id ?? '',
  specialty: of?.specialty ?? '',
  experience_type: of?.experience_type ?? 'group',
  start_time: of?.start_time ?? '07:00',
  end_time: of?.end_time ?? '15:00',
  weekdays: of?.weekdays.map(String) ?? [],
  seats: String(of?.seats ?? 8),
  break_min: String(of?.break_min ?? ''),
  course_code: of?.course_code ?? '',
  cohort_ids: of?.cohort_ids ?? [],
  objectives: of?.objectives.join('\n') ?? '',
  signup_mode: of?.signup_mode ?? 'assigned',
})

/** The break in minutes: the one entered, or else one that fits the hours. */
export const breakOf = (
  values: Pick<TemplateValues, 'break_min' | 'start_time' | 'end_time'>,
  entered = values.break_min,
): number => (entered === '' ? presetBreak(values.start_time, values.end_time) : Number(entered))

/** The form's fields for comparing two versions of a template; its unit and cohorts by name, compared by id. */
export function templateVersionFields(nameOf: (id: string) => string): VersionField<TemplateValues>[] {
  const field = versionField<TemplateValues>
  const clock = (key: 'start_time' | 'end_time', label: string) =>
    field(key, label, ({ [key]: text }) => {
      const time = parseClockTime(text)
      return time ? formatClockTime(time) : text
    })
  return [
    field('name', 'Name'),
    field(
      'facility_id',
      'Unit',
      ({ facility_id: id }) => id && nameOf(id),
      ({ facility_id: id }) => id,
    ),
    field('specialty', 'Specialty', (values) => specialtyLabels[values.specialty as Specialty]),
    field(
      'experience_type',
      'Experience',
      (values) => experienceLabels[values.experience_type as ExperienceType],
    ),
    field('weekdays', 'Weekdays', ({ weekdays }) =>
      weekdays
        .toSorted()
        .map((day) => weekdayName(Number(day)))
        .join(', '),
    ),
    clock('start_time', 'Begins'),
    clock('end_time', 'Ends'),
    field('seats', 'Seats'),
    field('break_min', 'Unpaid break (minutes)'),
    field('course_code', 'Course'),
    field(
      'cohort_ids',
      'Cohorts',
      (values) => values.cohort_ids.map(nameOf).toSorted().join(', '),
      (values) => values.cohort_ids.toSorted().join(),
    ),
    field('signup_mode', 'Sign-up', (values) => signupLabels[values.signup_mode as SignupMode]),
    field('objectives', 'Objectives'),
  ]
}
