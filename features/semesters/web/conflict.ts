import { formatDate, isPlainDate } from '#core/plain-date.ts'
import type { Difference, Side } from '#ui/VersionsNotice.tsx'
import { semesterTypeLabels } from '../rules.ts'
import type { SemesterValues } from './semester-values.ts'

type Field = {
  key: string
  label: string
  words: (values: SemesterValues) => string
  take: (into: SemesterValues, from: SemesterValues) => SemesterValues
}

const day = (date: string): string => (isPlainDate(date) ? formatDate(date) : date)
const time = (wall: string): string => wall && `${day(wall.slice(0, 10))}, ${wall.slice(11)}`

function field(
  key: Exclude<keyof SemesterValues, 'settings' | 'school_id'>,
  label: string,
  words: Field['words'],
): Field {
  return { key, label, words, take: (into, from) => ({ ...into, [key]: from[key] }) }
}
function setting(key: keyof SemesterValues['settings'], label: string, words: Field['words']): Field {
  const take: Field['take'] = (into, from) => ({
    ...into,
    settings: { ...into.settings, [key]: from.settings[key] },
  })
  return { key, label, words, take }
}

const fields: readonly Field[] = [
  field('name', 'Name', ({ name }) => name.trim()),
  field('start_date', 'First day', ({ start_date }) => day(start_date)),
  field('end_date', 'Last day', ({ end_date }) => day(end_date)),
  field('semester_type', 'Type', ({ semester_type: type }) => (type ? semesterTypeLabels[type] : '')),
  field('academic_year', 'Academic year', ({ academic_year }) => academic_year.trim()),
  field('is_active', 'Active', ({ is_active }) => (is_active ? 'Yes' : 'No')),
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

/**
 * Where two versions of a semester differ, in words. What only they changed begins with theirs, everything else with
 * mine: neither person's work is lost unless somebody says so. `base` is the version that mine was typed over.
 */
export function differencesOf(
  base: SemesterValues,
  mine: SemesterValues,
  theirs: SemesterValues,
): Difference[] {
  return fields
    .map(({ key, label, words }) => {
      const side: Side = words(mine) === words(base) ? 'theirs' : 'mine'
      return { key, label, mine: words(mine), theirs: words(theirs), side }
    })
    .filter((difference) => difference.mine !== difference.theirs)
}

/** My version with theirs where that side is taken. */
export function merged(
  mine: SemesterValues,
  theirs: SemesterValues,
  differences: readonly Difference[],
): SemesterValues {
  const taken = new Set(differences.filter(({ side }) => side === 'theirs').map(({ key }) => key))
  return fields.filter(({ key }) => taken.has(key)).reduce((values, { take }) => take(values, theirs), mine)
}
