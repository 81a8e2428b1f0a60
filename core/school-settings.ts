/** Whether hours are credited as scheduled on the wall clock, or as they pass on a night when the clock changes. */
export type CreditRule = 'scheduled' | 'elapsed'

/** How a school works, as it is stored; features/schools/contract.ts says what each may be. */
export type SchoolSettings = {
  late_grace_min: number
  absence_notice_min: number
  drop_cutoff_h: number
  self_signup: boolean
  autopublish: boolean
  rest_after_night_h: number
  publish_without_instructor: boolean
  credit_rule: CreditRule
  hours_rounding_min: number
  evaluation_due_days: number
  shift_report_due_h: number
  max_students_per_instructor: number | null
  max_students_per_preceptor: number | null
  max_students_by_specialty: Record<string, number>
  sim_cap_pct: number | null
}

/** What counts where a school has chosen nothing (domain: School.settings). Minutes, hours and days as the names say. */
export const defaultSettings: SchoolSettings = {
  late_grace_min: 15,
  absence_notice_min: 30,
  drop_cutoff_h: 48,
  self_signup: false,
  autopublish: false,
  rest_after_night_h: 8,
  publish_without_instructor: true,
  credit_rule: 'scheduled',
  hours_rounding_min: 15,
  evaluation_due_days: 3,
  shift_report_due_h: 48,
  max_students_per_instructor: null,
  max_students_per_preceptor: null,
  max_students_by_specialty: {},
  sim_cap_pct: null,
}

/** A school's settings with the defaults for what it has not chosen. */
export function settingsOf(stored: Partial<SchoolSettings>): SchoolSettings {
  return { ...defaultSettings, ...stored }
}

/**
 * The settings that nothing reads yet. They stay off the settings form until attendance, evaluations and reports read them; a
 * stored value is kept as it is.
 */
export const settingsNotInUse = [
  'late_grace_min',
  'absence_notice_min',
  'hours_rounding_min',
  'evaluation_due_days',
  'shift_report_due_h',
  'sim_cap_pct',
] as const satisfies readonly (keyof SchoolSettings)[]

/** The settings as people read them: what each is called and what it does. */
export const settingWords: Record<keyof SchoolSettings, { label: string; help: string }> = {
  late_grace_min: {
    label: 'Grace for being late (minutes)',
    help: 'A student who checks in within this time after the start counts as on time.',
  },
  absence_notice_min: {
    label: 'Notice of an absence (minutes)',
    help: 'An absence told at least this long before the start counts as told in time.',
  },
  drop_cutoff_h: {
    label: 'Deadline to drop a shift (hours before)',
    help: 'Students can drop a shift on their own until this many hours before it starts. After that they ask you.',
  },
  self_signup: {
    label: 'Students sign up and swap on their own',
    help: 'New shifts start open for sign-up, and a swap that both students agree to happens right away. Off, new shifts start as assigned by you, and you approve each swap. You can choose otherwise on any shift.',
  },
  autopublish: {
    label: 'Publish approved shifts automatically',
    help: 'Approved shifts that have an instructor are published when the semester’s schedule is released. Off, you publish each one.',
  },
  rest_after_night_h: {
    label: 'Rest after a night shift (hours)',
    help: 'After a night shift, a student cannot be on another shift for this many hours.',
  },
  publish_without_instructor: {
    label: 'Allow publishing before an instructor is named',
    help: 'Students see “instructor to be named”. Off, every shift that needs an instructor must have one before you publish it.',
  },
  credit_rule: {
    label: 'Credited hours on a night when the clock changes',
    help: 'A shift from 7:00 PM to 7:00 AM is scheduled for 12 hours. It lasts 11 when the clocks go forward and 13 when they go back.',
  },
  hours_rounding_min: {
    label: 'Clinical hours are rounded to',
    help: 'Credited time is rounded to the nearest step of this many minutes.',
  },
  evaluation_due_days: {
    label: 'Evaluations are due after (days)',
    help: 'From the end of a shift, proctors and students have this long before they are reminded.',
  },
  shift_report_due_h: {
    label: 'Shift reports are due after (hours)',
    help: 'From the end of a shift, the proctor has this long before the report is late.',
  },
  max_students_per_instructor: {
    label: 'Students per instructor, at most',
    help: 'Your own limit. Left empty, what your board allows.',
  },
  max_students_per_preceptor: {
    label: 'Students per preceptor, at most',
    help: 'Your own limit. Left empty, what your board allows.',
  },
  max_students_by_specialty: {
    label: 'Students per instructor by specialty',
    help: 'A stricter limit of your own in some specialties, for example 6 in Pediatrics.',
  },
  sim_cap_pct: {
    label: 'Simulation, at most (percent)',
    help: 'Your own limit. Left empty, what your board allows.',
  },
}
