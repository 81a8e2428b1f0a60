/** Whether hours are credited as scheduled on the wall clock, or as elapsed, on a night when the clock changes. */
export type CreditRule = 'scheduled' | 'elapsed'

/** Which absences create make-up hours. */
export type MakeupRule = 'all' | 'excused' | 'none'

/** A school's settings, as stored; features/schools/contract.ts says which values are allowed. */
export type SchoolSettings = {
  late_grace_min: number
  absence_notice_min: number
  check_in_opens_min: number
  check_in_closes_min: number
  check_out_closes_min: number
  no_show_after_min: number
  lates_per_absence: number
  unexcused_absences_max: number
  makeup_absences: MakeupRule
  check_in_only_cleared: boolean
  remove_uncleared: boolean
  drop_cutoff_h: number
  self_signup: boolean
  autopublish: boolean
  rest_after_night_h: number
  publish_without_instructor: boolean
  credit_rule: CreditRule
  hours_rounding_min: number
  hours_report_days: number
  hours_per_day_max: number
  evaluation_due_days: number
  evaluation_auto_verify: boolean
  shift_report_due_h: number
  reminder_days: number[]
  max_students_per_instructor: number | null
  max_students_per_preceptor: number | null
  max_students_by_specialty: Record<string, number>
  sim_cap_pct: number | null
}

/** The defaults for what a school has not set (domain: School.settings). Minutes, hours and days as the names say. */
export const defaultSettings: SchoolSettings = {
  late_grace_min: 15,
  absence_notice_min: 30,
  check_in_opens_min: 30,
  check_in_closes_min: 15,
  check_out_closes_min: 60,
  no_show_after_min: 60,
  lates_per_absence: 3,
  unexcused_absences_max: 2,
  makeup_absences: 'all',
  check_in_only_cleared: false,
  remove_uncleared: false,
  drop_cutoff_h: 48,
  self_signup: false,
  autopublish: false,
  rest_after_night_h: 8,
  publish_without_instructor: true,
  credit_rule: 'scheduled',
  hours_rounding_min: 15,
  hours_report_days: 15,
  hours_per_day_max: 16,
  evaluation_due_days: 3,
  evaluation_auto_verify: true,
  shift_report_due_h: 48,
  reminder_days: [30, 14, 7, 1],
  max_students_per_instructor: null,
  max_students_per_preceptor: null,
  max_students_by_specialty: {},
  sim_cap_pct: null,
}

/** A school's settings, with defaults for what it has not set. */
export function settingsOf(stored: Partial<SchoolSettings>): SchoolSettings {
  return { ...defaultSettings, ...stored }
}

/** How many days before a credential expires people are reminded; each number is smaller than the one before. */
export const reminderDays = { least: 1, most: 180, count: 8 } as const
export const reminderDaysRule =
  'Up to 8 whole numbers from 1 to 180, the largest first, such as 30, 14, 7, 1.'
/** True for at most eight whole numbers from 1 to 180, each smaller than the one before. Domain §2.8. */
export const areReminderDays = (days: readonly number[]): boolean =>
  days.length > 0 &&
  days.length <= reminderDays.count &&
  days.every(
    (day, at) =>
      Number.isInteger(day) &&
      day >= reminderDays.least &&
      day <= reminderDays.most &&
      day < (days[at - 1] ?? Infinity),
  )

/** The label of each setting, and what it does. */
export const settingTexts: Record<keyof SchoolSettings, { label: string; help: string }> = {
  late_grace_min: {
    label: 'Late grace (minutes)',
    help: 'A student who checks in at most this long after the start counts as on time and loses no hours.',
  },
  absence_notice_min: {
    label: 'Absence notice (minutes)',
    help: 'A student who reports an absence at least this long before the start reported it in time.',
  },
  check_in_opens_min: {
    label: 'Check-in opens (minutes before)',
    help: 'Students can check in from this long before the start.',
  },
  check_in_closes_min: {
    label: 'Check-in by location closes (minutes after)',
    help: 'After this, students check in with the code that their instructor shows.',
  },
  check_out_closes_min: {
    label: 'Check-out without a reason (minutes after)',
    help: 'A student who checks out later than this after the end says why and when they left.',
  },
  no_show_after_min: {
    label: 'Propose a no-show (minutes after)',
    help: 'A student without check-in or notice this long after the start is proposed as a no-show. The instructor confirms.',
  },
  lates_per_absence: {
    label: 'Late arrivals that count as one unexcused absence',
    help: '0: late arrivals never count as an absence.',
  },
  unexcused_absences_max: {
    label: 'Unexcused absences until a student is at risk',
    help: 'The student and you are notified when this many are reached. 0: never.',
  },
  makeup_absences: {
    label: 'Absences to make up',
    help: 'An absence of this kind must be made up, hour for hour.',
  },
  check_in_only_cleared: {
    label: 'Only cleared students check in',
    help: 'A student whose required credentials do not cover the shift cannot check in, and the instructor cannot check them in; you can. When off, both see a warning.',
  },
  remove_uncleared: {
    label: 'Remove students who are not cleared after 24 hours',
    help: 'When a required credential lapses, the student’s seats are held for 24 hours. Then they are released. When off, the seats stay held until you decide.',
  },
  drop_cutoff_h: {
    label: 'Deadline to drop a shift (hours before)',
    help: 'Students can drop a shift on their own until this many hours before it starts. After that they ask you.',
  },
  self_signup: {
    label: 'Students sign up and swap on their own',
    help: 'New shifts start open for sign-up, and a swap that both students agree to happens right away. When off, new shifts start as assigned by you, and you approve each swap. You can choose otherwise on any shift.',
  },
  autopublish: {
    label: 'Publish approved shifts automatically',
    help: 'Approved shifts that have an instructor are published when the semester’s schedule is released. When off, you publish each one.',
  },
  rest_after_night_h: {
    label: 'Rest after a night shift (hours)',
    help: 'After a night shift, a student cannot be on another shift for this many hours.',
  },
  publish_without_instructor: {
    label: 'Allow publishing before an instructor is named',
    help: 'Students see “instructor to be named”. When off, every shift that needs an instructor must have one before you publish it.',
  },
  credit_rule: {
    label: 'Credited hours on a night when the clock changes',
    help: 'A shift from 7:00 PM to 7:00 AM is scheduled for 12 hours. It lasts 11 when the clocks go forward and 13 when they go back.',
  },
  hours_rounding_min: {
    label: 'Round clinical hours to (minutes)',
    help: 'Missed time is rounded to the nearest step of this length.',
  },
  hours_report_days: {
    label: 'Students report hours for (days)',
    help: 'Students can report hours outside of a shift this many days back; you approve them. 0: today only.',
  },
  hours_per_day_max: {
    label: 'Hours a day, at most',
    help: 'A student cannot report hours beyond this total of one day, and no day of a capstone project is longer.',
  },
  evaluation_due_days: {
    label: 'Evaluations are due after (days)',
    help: 'From the end of a shift, the instructor has this long before an evaluation is overdue.',
  },
  evaluation_auto_verify: {
    label: 'Verify evaluations automatically',
    help: 'An evaluation that the student acknowledged is verified when every check passes. When off, you verify each one.',
  },
  shift_report_due_h: {
    label: 'Shift reports are due after (hours)',
    help: 'From the end of a shift, the instructor has this long before the report is overdue.',
  },
  reminder_days: {
    label: 'Reminders before a credential expires (days)',
    help: 'Students are reminded on these days before the last one, and on the last day. Instructors are notified from 14 days before, you from 7.',
  },
  max_students_per_instructor: {
    label: 'Students per instructor, at most',
    help: 'Your own limit. Leave blank to use your board’s limit.',
  },
  max_students_per_preceptor: {
    label: 'Students per preceptor, at most',
    help: 'Your own limit. Leave blank to use your board’s limit.',
  },
  max_students_by_specialty: {
    label: 'Students per instructor by specialty',
    help: 'A stricter limit of your own in some specialties, for example 6 in Pediatrics.',
  },
  sim_cap_pct: {
    label: 'Simulation, at most (percent)',
    help: 'Your own limit. Leave blank to use your board’s limit.',
  },
}
