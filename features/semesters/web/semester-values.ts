import { instantOf } from '#core/clock-time.ts'
import { isPlainDate, todayIn } from '#core/plain-date.ts'
import type { FormSchema } from '#ui/form.ts'
import type { Semester, SemesterFields, SemesterSettings, SemesterType } from '../contract.ts'
import { fieldTexts, semesterRefusals } from '../messages.ts'
import { problemsOf } from '../rules.ts'

/** A semester as a form stores it: every value is text, '' if empty; times are wall times of the school. */
export type SemesterValues = {
  school_id: string
  name: string
  start_date: string
  end_date: string
  semester_type: SemesterType | ''
  academic_year: string
  is_active: boolean
  settings: {
    holidays: string[]
    breaks: { from: string; to: string; name: string }[]
    signup_opens_at: string
    signup_closes_at: string
    hours_lock_at: string
    grading_window: { from: string; to: string }
    release_at: string
  }
}

export const emptySemester: SemesterValues = {
  school_id: '',
  name: '',
  start_date: '',
  end_date: '',
  semester_type: '',
  academic_year: '',
  is_active: false,
  settings: {
    holidays: [],
    breaks: [],
    signup_opens_at: '',
    signup_closes_at: '',
    hours_lock_at: '',
    grading_window: { from: '', to: '' },
    release_at: '',
  },
}

/** True when both dates are typed and in the right order. */
export function hasTerm({ start_date, end_date }: Pick<SemesterValues, 'start_date' | 'end_date'>): boolean {
  return isPlainDate(start_date) && isPlainDate(end_date) && start_date < end_date
}

/** The form values of an existing semester. */
export function valuesOf({ settings, ...semester }: Semester): SemesterValues {
  const wall = (instant: string | undefined) => (instant ? wallTimeOf(instant, semester.time_zone) : '')
  return {
    school_id: semester.school_id,
    name: semester.name,
    start_date: semester.start_date,
    end_date: semester.end_date,
    semester_type: semester.semester_type,
    academic_year: semester.academic_year,
    is_active: semester.is_active,
    settings: {
      holidays: settings.holidays,
      breaks: settings.breaks,
      signup_opens_at: wall(settings.signup_opens_at),
      signup_closes_at: wall(settings.signup_closes_at),
      hours_lock_at: wall(settings.hours_lock_at),
      grading_window: settings.grading_window ?? { from: '', to: '' },
      release_at: wall(settings.release_at),
    },
  }
}

/** An instant (ISO 8601) as wall time in the zone, 'YYYY-MM-DDTHH:MM'. */
export function wallTimeOf(instant: string, timeZone: string): string {
  const ms = Date.parse(instant)
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  }).format(ms)
  return `${todayIn(timeZone, ms)}T${time}`
}

/**
 * The form's validation, with the server's own rules; its output is what is sent to the server. Without the school's zone, which is loaded
 * with the form, no time is accepted: it would be one of another zone.
 */
export function semesterSchema(timeZone: string | null): FormSchema<SemesterFields & { school_id: string }> {
  return {
    safeParse(value) {
      const values = value as SemesterValues
      const problems = [...problemsIn(values), ...(timeZone === null ? timesIn(values).map(zoneUnknown) : [])]
      if (problems.length > 0) return { success: false, error: { issues: problems.map(asIssue) } }
      return { success: true, data: fieldsOf(values, timeZone ?? 'UTC') }
    },
  }
}

type Problem = [path: string, message: string]

const times = ['release_at', 'signup_opens_at', 'signup_closes_at', 'hours_lock_at'] as const
type Time = (typeof times)[number]

/** The times that were filled in. */
const timesIn = ({ settings }: Pick<SemesterValues, 'settings'>): Time[] =>
  times.filter((name) => settings[name])

const zoneUnknown = (name: Time): Problem => [
  `settings.${name}`,
  'The school’s time zone is not known yet. Try again in a moment.',
]

const asIssue = ([path, message]: Problem) => ({ path: path.split('.'), message })

function problemsIn(values: SemesterValues): Problem[] {
  const { settings } = values
  const { grading_window: grading } = settings
  const isGraded = Boolean(grading.from || grading.to)
  const problems: Problem[] = []
  const need = (isFine: boolean, path: string, message: string) =>
    void (isFine || problems.push([path, message]))
  const text = (path: string, typed: string, most: number, missing: string) => {
    need(typed.trim() !== '', path, missing)
    need(typed.trim().length <= most, path, `At most ${most} characters.`)
  }
  const date = (path: string, typed: string) => need(isPlainDate(typed), path, 'Enter a date.')

  need(values.school_id !== '', 'school_id', 'Choose the school.')
  text('name', values.name, 120, 'Give the semester a name.')
  date('start_date', values.start_date)
  date('end_date', values.end_date)
  need(values.semester_type !== '', 'semester_type', 'Choose a type.')
  text('academic_year', values.academic_year, 20, 'Enter the academic year, for example 2026–2027.')
  settings.holidays.forEach((day, index) => day && date(`settings.holidays.${index}`, day))
  settings.breaks.forEach((each, index) => {
    if (isBlank(each)) return
    const path = `settings.breaks.${index}`
    date(`${path}.from`, each.from)
    date(`${path}.to`, each.to)
    text(`${path}.name`, each.name, 80, 'Give the break a name.')
  })
  if (isGraded) {
    date('settings.grading_window.from', grading.from)
    date('settings.grading_window.to', grading.to)
  }
  if (!isPlainDate(values.start_date) || !isPlainDate(values.end_date)) return problems
  // Exactly, because a wall time is of the school's own day.
  const locks = settings.hours_lock_at.slice(0, 10)
  const tooEarly = semesterRefusals['semester.lock_too_early'].text({})
  need(locks === '' || locks > values.end_date, 'settings.hours_lock_at', tooEarly)
  // Wall times of one zone compare like their instants, except in the hour that is repeated when clocks go back.
  const rules = problemsOf({
    ...(values as SemesterFields),
    settings: gathered(settings, (wall) => `${wall}Z`),
  })
  const said = new Set(problems.map(([path]) => path))
  return [...problems, ...Object.entries(fieldTexts(rules)).filter(([path]) => !said.has(path))]
}

/** An empty row of breaks counts as none. */
const isBlank = ({ from, to, name }: { from: string; to: string; name: string }) =>
  !from && !to && !name.trim()

function fieldsOf(values: SemesterValues, timeZone: string): SemesterFields & { school_id: string } {
  const { settings } = values
  return {
    school_id: values.school_id,
    name: values.name.trim(),
    start_date: values.start_date,
    end_date: values.end_date,
    semester_type: values.semester_type as SemesterType,
    academic_year: values.academic_year.trim(),
    is_active: values.is_active,
    settings: {
      ...gathered(settings, (wall) => instantOf(wall.slice(0, 10), wall.slice(11, 16), timeZone)),
      holidays: [...new Set(settings.holidays.filter(Boolean))].toSorted(),
      breaks: settings.breaks
        .filter((each) => !isBlank(each))
        .map(({ from, to, name }) => ({ from, to, name: name.trim() })),
    },
  }
}

/** The settings that were filled in; `instant` converts a wall time to an instant. */
function gathered(settings: SemesterValues['settings'], instant: (wall: string) => string): SemesterSettings {
  const { holidays, breaks, grading_window: grading } = settings
  return {
    holidays,
    breaks,
    ...Object.fromEntries(timesIn({ settings }).map((name) => [name, instant(settings[name])])),
    ...((grading.from || grading.to) && { grading_window: grading }),
  }
}
