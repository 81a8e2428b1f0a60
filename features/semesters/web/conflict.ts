import { formatClockTime } from '#core/clock-time.ts'
import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { type VersionField, versionField } from '#ui/use-versions.ts'
import { semesterTypeLabels } from '../rules.ts'
import type { SemesterValues } from './semester-values.ts'

type Field = VersionField<SemesterValues>

const day = (date: string): string => (isPlainDate(date) ? formatDate(date) : date)
const time = (wall: string): string => wall && `${day(wall.slice(0, 10))}, ${formatClockTime(wall.slice(11))}`

function setting(key: keyof SemesterValues['settings'], label: string, words: Field['words']): Field {
  const take: Field['take'] = (into, from) => ({
    ...into,
    settings: { ...into.settings, [key]: from.settings[key] },
  })
  return { key, label, words, take }
}

/** The fields by which two versions of a semester are compared. */
export const semesterFields: readonly Field[] = [
  versionField<SemesterValues>('name', 'Name', ({ name }) => name.trim()),
  versionField<SemesterValues>('start_date', 'First day', ({ start_date }) => day(start_date)),
  versionField<SemesterValues>('end_date', 'Last day', ({ end_date }) => day(end_date)),
  versionField<SemesterValues>('semester_type', 'Type', ({ semester_type: type }) =>
    type ? semesterTypeLabels[type] : '',
  ),
  versionField<SemesterValues>('academic_year', 'Academic year', ({ academic_year }) => academic_year.trim()),
  versionField<SemesterValues>('is_active', 'Active', ({ is_active }) => (is_active ? 'Yes' : 'No')),
  setting('breaks', 'Breaks', ({ settings }) =>
    settings.breaks.map(({ name, from, to }) => `${name} (${day(from)} to ${day(to)})`).join(', '),
  ),
  setting('holidays', 'School holidays', ({ settings }) => settings.holidays.map(day).join(', ')),
  setting('release_at', 'Students see shifts from', ({ settings }) => time(settings.release_at)),
  setting('signup_opens_at', 'Sign-up opens', ({ settings }) => time(settings.signup_opens_at)),
  setting('signup_closes_at', 'Sign-up closes', ({ settings }) => time(settings.signup_closes_at)),
  setting('hours_lock_at', 'Hours lock', ({ settings }) => time(settings.hours_lock_at)),
  setting('grading_window', 'Grading', ({ settings: { grading_window: grading } }) =>
    grading.from || grading.to ? `${day(grading.from)} to ${day(grading.to)}` : '',
  ),
]
