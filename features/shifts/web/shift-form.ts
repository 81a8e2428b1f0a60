import { instantOf, offsetAt, parseClockTime, scheduledMinutes } from '#core/clock-time.ts'
import { hoursIn } from '#core/number-text.ts'
import { isPlainDate } from '#core/plain-date.ts'
import { agreedStates, type ShiftStatus } from '#core/shift-statuses.ts'
import { ofShiftTexts, type ShiftText } from '#core/shift-texts.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { ExperienceType, ShiftDetail, ShiftFields, ShiftOptions, SignupMode } from '../contract.ts'
import {
  asInstructors,
  asPreceptors,
  instructorsOf,
  preceptorsOf,
  presetBreak,
  problemsOf,
  ROUND_TOO_LATE,
  roundBlocker,
} from '../rules.ts'

/** The values of the form's fields; an empty text means nothing is chosen. */
export type ShiftValues = Record<ShiftText, string> & {
  semester_id: string
  date: string
  start_time: string
  end_time: string
  facility_id: string
  /** Empty until it is chosen or comes with the unit. */
  specialty: Specialty | ''
  experience_type: ExperienceType
  capacity: number | string
  min_to_run: number | string
  /** Empty until someone enters one: then it follows the hours. */
  break_min: number | string
  conference_min: number | string
  credited_hours_override: number | string
  cohort_ids: string[]
  objectives: string
  /** In order: the first becomes proctor_id or preceptor_id. */
  proctor_ids: string[]
  preceptor_ids: string[]
  signup_mode: SignupMode
  signup_policy: ShiftFields['signup_policy']
  /** Local times of the facility, in the format of a date-time input. */
  opens: string
  closes: string
  reason: string
}

export const emptyShift: ShiftValues = {
  ...ofShiftTexts(() => ''),
  semester_id: '',
  date: '',
  start_time: '07:00',
  end_time: '15:00',
  facility_id: '',
  specialty: '',
  experience_type: 'group',
  capacity: 8,
  min_to_run: 1,
  break_min: '',
  conference_min: 0,
  credited_hours_override: '',
  cohort_ids: [],
  objectives: '',
  proctor_ids: [],
  preceptor_ids: [],
  signup_mode: 'assigned',
  signup_policy: 'first_come',
  opens: '',
  closes: '',
  reason: '',
}

/**
 * The form values of a new shift: the semester that the page shows, else the active one; open for sign-up if the school uses self sign-up.
 */
export function newShift(
  options: Pick<ShiftOptions, 'semesters' | 'self_signup'>,
  selected?: string,
): ShiftValues {
  const semester =
    options.semesters.find(({ id }) => id === selected) ??
    options.semesters.find(({ is_active }) => is_active)
  return {
    ...emptyShift,
    semester_id: semester?.id ?? '',
    signup_mode: options.self_signup ? 'self_signup' : 'assigned',
  }
}

/** The form values of a new shift on a preselected unit, if the school can plan with it. */
export function newShiftOn(
  options: Pick<ShiftOptions, 'semesters' | 'self_signup' | 'units'>,
  unitId: string | undefined,
  selected?: string,
): ShiftValues {
  const values = newShift(options, selected)
  const unit = options.units.find(({ id }) => id === unitId)
  return unit ? { ...values, ...ofUnit(values, unit), facility_id: unit.id } : values
}

/** The values that a unit sets: its specialty, and its hours if none were typed yet. */
export function ofUnit(
  values: Pick<ShiftValues, 'specialty' | 'start_time' | 'end_time'>,
  unit: Pick<ShiftOptions['units'][number], 'specialty' | 'shift_patterns'> | undefined,
): Partial<ShiftValues> {
  if (!unit) return {}
  const patterns = hoursOf(unit)
  const isTyped = values.start_time !== emptyShift.start_time || values.end_time !== emptyShift.end_time
  const isWorked = patterns.some(({ start, end }) => start === values.start_time && end === values.end_time)
  const [first] = patterns
  return {
    ...(unit.specialty !== 'other' && { specialty: unit.specialty }),
    ...(first && !isTyped && !isWorked && { start_time: first.start, end_time: first.end, break_min: '' }),
  }
}

/** The shift patterns of a unit that have hours. */
export const hoursOf = ({
  shift_patterns: patterns,
}: Pick<ShiftOptions['units'][number], 'shift_patterns'>): {
  name: string
  start: string
  end: string
  rest: number
}[] =>
  patterns.flatMap(({ name, start, end, unpaid_break_min: rest }) =>
    typeof name === 'string' && typeof start === 'string' && typeof end === 'string'
      ? [{ name, start, end, rest: Number(rest ?? presetBreak(start, end)) }]
      : [],
  )

type Timed = Pick<
  ShiftValues,
  'start_time' | 'end_time' | 'break_min' | 'conference_min' | 'credited_hours_override'
>

/** The break of a new shift in minutes, until someone enters one: that of the unit's shift with these hours, or one that fits the length. */
export const breakPreset = (
  { start_time: start, end_time: end }: Pick<Timed, 'start_time' | 'end_time'>,
  unit?: Parameters<typeof hoursOf>[0],
): number =>
  (unit ? hoursOf(unit) : []).find((one) => one.start === start && one.end === end)?.rest ??
  presetBreak(start, end)

/** The break in minutes: the one entered, or else the preset of these hours on this unit. */
export const breakOf = (
  values: Pick<Timed, 'start_time' | 'end_time' | 'break_min'>,
  unit?: Parameters<typeof hoursOf>[0],
): number => (values.break_min === '' ? breakPreset(values, unit) : Number(values.break_min))

/** The hours that the form credits, as scheduled; undefined while a time is incomplete. */
export function hoursToCredit(values: Timed, preset: number): number | undefined {
  const { start_time: start, end_time: end, credited_hours_override: override } = values
  if (!parseClockTime(start) || !parseClockTime(end)) return undefined
  if (override !== '') return Number(override)
  const pause = values.break_min === '' ? preset : Number(values.break_min)
  return hoursIn(Math.max(scheduledMinutes(start, end) - pause + Number(values.conference_min), 0))
}

/** The form values of an existing shift. */
export function valuesOf(shift: ShiftDetail): ShiftValues {
  const wall = (instant: string | null) =>
    instant
      ? new Date(Date.parse(instant) + offsetAt(Date.parse(instant), shift.time_zone))
          .toISOString()
          .slice(0, 16)
      : ''
  return {
    ...ofShiftTexts((name) => shift[name] ?? ''),
    semester_id: shift.semester_id,
    date: shift.date,
    start_time: shift.start_time,
    end_time: shift.end_time,
    facility_id: shift.facility_id ?? '',
    specialty: shift.specialty,
    experience_type: shift.experience_type,
    capacity: shift.capacity,
    min_to_run: shift.min_to_run,
    break_min: shift.break_min,
    conference_min: shift.conference_min,
    credited_hours_override: shift.credited_hours_override ?? '',
    cohort_ids: shift.cohorts.map(({ id }) => id),
    objectives: shift.objectives.join('\n'),
    proctor_ids: instructorsOf(shift),
    preceptor_ids: preceptorsOf(shift),
    signup_mode: shift.signup_mode,
    signup_policy: shift.signup_policy,
    opens: wall(shift.signup_opens_at),
    closes: wall(shift.signup_closes_at),
    reason: '',
  }
}

/** The fields to send; times are in the facility's zone. `unit`: for the break, if none was entered. */
export function shiftOf(
  values: ShiftValues,
  timeZone: string,
  unit?: Parameters<typeof hoursOf>[0],
): ShiftFields {
  const { reason: _reason, opens, closes, proctor_ids, preceptor_ids, ...rest } = values
  const instant = (wall: string) => (wall ? instantOf(wall.slice(0, 10), wall.slice(11, 16), timeZone) : null)
  const override = values.credited_hours_override
  return {
    ...rest,
    // Without a specialty the form is not sent (formProblems).
    specialty: values.specialty || 'other',
    ...ofShiftTexts((name) => values[name].trim() || null),
    facility_id: values.facility_id || null,
    capacity: Number(values.capacity),
    min_to_run: Number(values.min_to_run),
    break_min: breakOf(values, unit),
    conference_min: Number(values.conference_min),
    credited_hours_override: override === '' ? null : Number(override),
    ...(override === '' && { credited_hours_reason: null }),
    objectives: values.objectives
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    ...asInstructors(proctor_ids),
    ...asPreceptors(preceptor_ids),
    signup_opens_at: values.signup_mode === 'assigned' ? null : instant(opens),
    signup_closes_at: values.signup_mode === 'assigned' ? null : instant(closes),
  }
}

type Term = { name: string; start_date: string; end_date: string }

/** What is wrong with the form, by field: the rules of shifts, and inputs that can't be read. */
export function formProblems(
  values: ShiftValues,
  term: Term | null,
  timeZone: string,
): Record<string, string> {
  if (!isPlainDate(values.date)) return { date: 'Enter the day.' }
  for (const field of ['start_time', 'end_time'] as const)
    if (!parseClockTime(values[field])) return { [field]: 'Enter a time, such as 7:00 AM or 0700.' }
  if (!values.specialty) return { specialty: 'Choose a specialty.' }
  if (Number(values.capacity) < 1) return { capacity: 'At least one seat.' }
  const fields = shiftOf(values, timeZone)
  const { signup_closes_at: unclosed, ...problems } = problemsOf(fields, term)
  const startsAt = instantOf(values.date, parseClockTime(values.start_time)!, timeZone)
  const closes = unclosed ?? (roundBlocker(fields, startsAt) && ROUND_TOO_LATE)
  return { ...problems, ...(closes && { closes }) }
}

/** True if a change of the shift needs a reason, because it was agreed. */
export const isAgreedStatus = (status: ShiftStatus): boolean => agreedStates.includes(status)

/** What the form cannot change of a shift that was agreed. */
export type Settled = { isSettled: boolean; isAgreed: boolean; staysOnCampus: boolean }
export function settledOf(shift: Pick<ShiftDetail, 'status' | 'facility_id'> | undefined): Settled {
  const isSettled = shift !== undefined && isAgreedStatus(shift.status)
  return {
    isSettled,
    /** Its facility approved the time, the unit and the seats. */
    isAgreed: isSettled && shift.facility_id !== null,
    // An agreed campus shift stays on campus, because no facility agreed to it; to move it, the school postpones and submits it again.
    staysOnCampus: isSettled && shift.facility_id === null,
  }
}
