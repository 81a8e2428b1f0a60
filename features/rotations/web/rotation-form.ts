import { formatClockTime, parseClockTime } from '#core/clock-time.ts'
import { formatDate, formatRange, isPlainDate } from '#core/plain-date.ts'
import { refusalMessage } from '#core/refusal.ts'
import { specialtyLabels } from '#core/specialties.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { studentLevelLabels } from '#features/facilities/rules.ts'
import type { ExperienceType, SeriesPattern, ShiftOptions } from '#features/shifts/contract.ts'
import { experienceLabels, isHeldOnCampus } from '#features/shifts/rules.ts'
import { breakOf, type Series } from '#features/shifts/web/public.ts'
import { versionField, type VersionField } from '#ui/use-versions.ts'
import type { RotationDetail, RotationFields } from '../contract.ts'
import { rotationRefusals } from '../messages.ts'
import { fieldsBlocker } from '../rules.ts'
import { DAYS } from './rotation-words.tsx'

/** The values of the form; empty texts mean nothing chosen. */
export type RotationValues = {
  semester_id: string
  name: string
  course_code: string
  facility_id: string
  specialty: Specialty
  experience_type: ExperienceType
  /** The first day. */
  date: string
  to: string
  start_time: string
  end_time: string
  /** Empty until someone enters one: then it follows the hours and the unit. */
  break_min: number | string
  conference_min: number | string
  seats: number | string
  min_seats: number | string
  level_seats: Record<string, string>
  requires: Specialty[]
  cohort_ids: string[]
  /** By weekday. */
  instructors: Record<number, string[]>
  reason: string
}

/** An empty form for a new rotation in the semester that the page shows, or else in the active one. */
export const emptyRotation = (options: ShiftOptions, selected?: string): RotationValues => ({
  semester_id:
    (
      options.semesters.find(({ id }) => id === selected) ??
      options.semesters.find(({ is_active }) => is_active)
    )?.id ?? '',
  name: '',
  course_code: '',
  facility_id: '',
  specialty: 'med_surg',
  experience_type: 'group',
  date: '',
  to: '',
  start_time: '07:00',
  end_time: '15:00',
  break_min: '',
  conference_min: 0,
  seats: 8,
  min_seats: 0,
  level_seats: {},
  requires: [],
  cohort_ids: [],
  instructors: {},
  reason: '',
})

/** A rotation as form values. */
const valuesOf = (rotation: RotationDetail): RotationValues => ({
  semester_id: rotation.semester_id,
  name: rotation.name,
  course_code: rotation.course_code ?? '',
  facility_id: rotation.facility_id ?? '',
  specialty: rotation.specialty,
  experience_type: rotation.experience_type,
  date: rotation.pattern.from,
  to: rotation.pattern.to,
  start_time: rotation.start_time,
  end_time: rotation.end_time,
  break_min: rotation.break_min,
  conference_min: rotation.conference_min,
  seats: rotation.seats,
  min_seats: rotation.min_seats,
  level_seats: Object.fromEntries(
    Object.entries(rotation.level_seats).map(([level, most]) => [level, String(most)]),
  ),
  requires: rotation.requires,
  cohort_ids: rotation.cohort_ids,
  instructors: Object.fromEntries(
    [...Map.groupBy(rotation.instructors, ({ weekday }) => weekday)].map(([weekday, some]) => [
      weekday,
      some.map(({ proctor_id: id }) => id),
    ]),
  ),
  reason: '',
})

/** What the days of the form are: the rotation that they start from, what was chosen, and the pattern that follows. */
export type RotationDays = {
  from: RotationDetail | undefined
  chosen: Partial<Series>
  pattern: SeriesPattern | undefined
}
/** The form as a whole, for comparing two versions. */
export type RotationVersion = RotationValues & { days: RotationDays }

/** A rotation as a version of the form. */
export const versionOf = (rotation: RotationDetail): RotationVersion => ({
  ...valuesOf(rotation),
  days: { from: rotation, chosen: {}, pattern: rotation.pattern },
})

/** The form's fields for comparing two versions of a rotation; people, units and cohorts by name, compared by id; all days are one field. */
export function rotationVersionFields(
  nameOf: (id: string) => string,
  units: ShiftOptions['units'],
): VersionField<RotationVersion>[] {
  const field = versionField<RotationVersion>
  const clock = (key: 'start_time' | 'end_time', label: string) =>
    field(key, label, ({ [key]: text }) => {
      const time = parseClockTime(text)
      return time ? formatClockTime(time) : text
    })
  return [
    field('name', 'Name'),
    field('course_code', 'Course'),
    field('experience_type', 'Kind', (values) => experienceLabels[values.experience_type]),
    field(
      'facility_id',
      'Unit',
      ({ facility_id: id }) => id && nameOf(id),
      ({ facility_id: id }) => id,
    ),
    field('specialty', 'Specialty', ({ specialty }) => specialtyLabels[specialty]),
    clock('start_time', 'Start'),
    clock('end_time', 'End'),
    {
      key: 'days',
      label: 'Days',
      words: ({ days: { pattern } }) => (pattern ? patternWords(pattern) : ''),
      take: (into, { date, to, days }) => ({ ...into, date, to, days }),
    },
    field('break_min', 'Break (minutes)', (values) =>
      String(
        breakOf(
          values,
          units.find(({ id }) => id === values.facility_id),
        ),
      ),
    ),
    field('conference_min', 'Conference (minutes)'),
    field('seats', 'Seats'),
    field('min_seats', 'Minimum students'),
    field('level_seats', 'Maximum students by year', ({ level_seats: levels }) =>
      Object.entries(studentLevelLabels)
        .flatMap(([level, label]) => (levels[level] ? `${label} ${levels[level]}` : []))
        .join(', '),
    ),
    field(
      'instructors',
      'Instructors',
      ({ instructors }) => byWeekday(instructors, nameOf),
      ({ instructors }) => byWeekday(instructors, String),
    ),
    field('requires', 'Completed before', ({ requires }) =>
      requires
        .map((one) => specialtyLabels[one])
        .toSorted()
        .join(', '),
    ),
    field(
      'cohort_ids',
      'Cohorts',
      (values) => values.cohort_ids.map(nameOf).toSorted().join(', '),
      (values) => values.cohort_ids.toSorted().join(),
    ),
  ]
}

/** 'Mon, Wed · every 2 weeks · Jan 12 – Apr 27, 2027 · without Mar 3, 2027'. */
const patternWords = ({ weekdays, every_weeks: every, from, to, skipped }: SeriesPattern): string =>
  [
    weekdays
      .toSorted()
      .map((day) => DAYS[day - 1])
      .join(', '),
    every > 1 && `every ${every} weeks`,
    isPlainDate(from) && isPlainDate(to) ? formatRange(from, to) : `${from} – ${to}`,
    skipped.length > 0 && `without ${skipped.map(({ date }) => formatDate(date)).join(', ')}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** 'Mon: Dana Lopez; Wed: Marcus Lee'. */
const byWeekday = (instructors: RotationValues['instructors'], nameOf: (id: string) => string): string =>
  DAYS.flatMap((day, at) => {
    const names = (instructors[at + 1] ?? []).map(nameOf).toSorted()
    return names.length > 0 ? `${day}: ${names.join(', ')}` : []
  }).join('; ')

/** The form's values as sent to the server. `unit`: for the break, if none was entered. */
export function rotationOf(
  values: RotationValues,
  pattern: SeriesPattern,
  unit?: Parameters<typeof breakOf>[1],
): RotationFields {
  const { date: _date, to: _to, reason: _reason, ...rest } = values
  return {
    ...rest,
    name: values.name.trim(),
    course_code: values.course_code.trim() || null,
    facility_id: values.facility_id || null,
    pattern,
    break_min: breakOf(values, unit),
    conference_min: Number(values.conference_min),
    seats: Number(values.seats),
    min_seats: Number(values.min_seats),
    level_seats: Object.fromEntries(
      Object.entries(values.level_seats).flatMap(([level, most]) =>
        most === '' ? [] : [[level, Number(most)]],
      ),
    ),
    instructors: pattern.weekdays.flatMap((weekday) =>
      (values.instructors[weekday] ?? []).map((proctor_id) => ({ weekday, proctor_id })),
    ),
  }
}

/** Errors in the form, by field. */
export function rotationProblems(values: RotationValues, pattern: SeriesPattern): [string, string][] {
  const needsUnit = !values.facility_id && !isHeldOnCampus(values.experience_type)
  const blocker =
    isPlainDate(pattern.from) && isPlainDate(pattern.to) ? fieldsBlocker(rotationOf(values, pattern)) : null
  const problems: [string, string | false][] = [
    ['name', values.name.trim() === '' && 'Give the rotation a name.'],
    ['semester_id', values.semester_id === '' && 'Choose a semester.'],
    [
      'facility_id',
      needsUnit && 'Choose a unit: only simulation, skills lab and orientation are held on campus.',
    ],
    ['date', !isPlainDate(values.date) && 'Enter the first day.'],
    ['start_time', !parseClockTime(values.start_time) && 'Enter a time, such as 7:00 AM or 0700.'],
    [
      'end_time',
      !parseClockTime(values.end_time)
        ? 'Enter a time, such as 3:00 PM or 1500.'
        : values.end_time === values.start_time && 'The end can’t be the same as the start.',
    ],
    ['weekdays', pattern.weekdays.length === 0 && 'Choose at least one weekday.'],
    ['to', !isPlainDate(pattern.to) && 'Enter the last day.'],
    ['seats', !(Number(values.seats) >= 1) && 'At least one seat.'],
  ]
  const found = problems.filter((one): one is [string, string] => one[1] !== false)
  if (found.length > 0 || !blocker) return found
  return [[rotationRefusals[blocker.code].field ?? 'name', refusalMessage(rotationRefusals, blocker)]]
}
