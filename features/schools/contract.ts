import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { areReminderDays, defaultSettings, reminderDays, reminderDaysRule } from '#core/school-settings.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'
import { programLevel } from '#features/cohorts/contract.ts'
import { specialty } from '#features/facilities/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const writing = base.meta({ access: ['school_admin'], write: true, whileReadOnly: true })
/** Not allowed while the school is read-only. */
const adding = base.meta({ access: ['school_admin'], write: true })
const platform = base.meta({ access: [], write: false })
const platformWriting = base.meta({ access: [], write: true })
const tags = ['Schools']

const text = (most: number) => z.string().trim().max(most, `At most ${most} characters.`).nullable()
const version = z.int().min(1)
const count = z.int().min(0)

/** A school's own description. */
export const schoolFields = z.object({
  name: z
    .string()
    .trim()
    .min(2, 'Enter a name of at least 2 characters.')
    .max(200, 'At most 200 characters.'),
  address: text(300),
  city: text(120),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Choose a state.')
    .nullable(),
  postal_code: z
    .string()
    .regex(/^\d{5}$/, 'Five digits.')
    .nullable(),
  phone: text(40),
  website: z
    .string()
    .trim()
    .regex(/^https?:\/\/\S+\.\S+$/, 'Begins with https://, for example https://www.school.edu')
    .max(300, 'At most 300 characters.')
    .nullable(),
  time_zone: z.string().min(3, 'Choose a time zone.').max(60),
  primary_contact: text(300),
})
export type SchoolFields = z.infer<typeof schoolFields>

const upTo = (most: number, usual: number) =>
  z.int('A whole number.').min(0, `From 0 to ${most}.`).max(most, `From 0 to ${most}.`).default(usual)

/** A school's settings; core/school-settings.ts explains each, with its default. */
export const schoolSettings = z.object({
  late_grace_min: z.int('A whole number.').min(0, 'From 0 to 120.').max(120, 'From 0 to 120.'),
  absence_notice_min: z.int('A whole number.').min(0, 'From 0 to 1,440.').max(1440, 'From 0 to 1,440.'),
  check_in_opens_min: upTo(120, defaultSettings.check_in_opens_min),
  check_in_closes_min: upTo(480, defaultSettings.check_in_closes_min),
  check_out_closes_min: upTo(480, defaultSettings.check_out_closes_min),
  no_show_after_min: upTo(480, defaultSettings.no_show_after_min),
  /** How many late arrivals count as one unexcused absence; 0 means never. */
  lates_per_absence: upTo(10, defaultSettings.lates_per_absence),
  /** How many unexcused absences put a student at risk; 0 means never. */
  unexcused_absences_max: upTo(10, defaultSettings.unexcused_absences_max),
  makeup_absences: z.enum(['all', 'excused', 'none']).default(defaultSettings.makeup_absences),
  check_in_only_cleared: z.boolean().default(defaultSettings.check_in_only_cleared),
  remove_uncleared: z.boolean().default(defaultSettings.remove_uncleared),
  drop_cutoff_h: z.int('A whole number.').min(0, 'From 0 to 336.').max(336, 'From 0 to 336.'),
  self_signup: z.boolean(),
  autopublish: z.boolean(),
  rest_after_night_h: z.int('A whole number.').min(0, 'From 0 to 24.').max(24, 'From 0 to 24.'),
  publish_without_instructor: z.boolean(),
  /** Hours credited for a night when clocks change: as scheduled, or as elapsed. */
  credit_rule: z.enum(['scheduled', 'elapsed']).default('scheduled'),
  hours_rounding_min: z
    .int()
    .refine((minutes) => [1, 5, 6, 10, 15, 30, 60].includes(minutes), 'Choose a step.'),
  /** Hours without a shift: how many days back a student may report them, and how many hours a day (domain §2.11). */
  hours_report_days: upTo(365, defaultSettings.hours_report_days),
  hours_per_day_max: z
    .int('A whole number.')
    .min(1, 'From 1 to 24.')
    .max(24, 'From 1 to 24.')
    .default(defaultSettings.hours_per_day_max),
  evaluation_due_days: z.int('A whole number.').min(1, 'From 1 to 30.').max(30, 'From 1 to 30.'),
  /** Acknowledged evaluations are verified without the school if every check passes. */
  evaluation_auto_verify: z.boolean().default(defaultSettings.evaluation_auto_verify),
  shift_report_due_h: z.int('A whole number.').min(1, 'From 1 to 336.').max(336, 'From 1 to 336.'),
  /** How many days before a credential's last day people are reminded, in addition to that day (domain §2.8). */
  reminder_days: z
    .array(
      z
        .int(reminderDaysRule)
        .min(reminderDays.least, reminderDaysRule)
        .max(reminderDays.most, reminderDaysRule),
    )
    .max(reminderDays.count, reminderDaysRule)
    .refine(areReminderDays, reminderDaysRule)
    .default([...defaultSettings.reminder_days]),
  /** The school's own limits: null means the board's limit. They may be stricter, never looser. */
  max_students_per_instructor: z.int().min(1, 'From 1 to 30.').max(30, 'From 1 to 30.').nullable(),
  max_students_per_preceptor: z.int().min(1, 'From 1 to 10.').max(10, 'From 1 to 10.').nullable(),
  /** Students per instructor in individual specialties. */
  max_students_by_specialty: z
    .partialRecord(specialty, z.int().min(1, 'From 1 to 30.').max(30, 'From 1 to 30.'))
    .default({}),
  sim_cap_pct: z.number().min(0, 'From 0 to 100.').max(100, 'From 0 to 100.').nullable(),
})
export type SchoolSettings = z.infer<typeof schoolSettings>

const hours = z.number().min(0, 'From 0 to 5,000.').max(5000, 'From 0 to 5,000.')
const percent = z.number().min(0, 'From 0 to 100.').max(100, 'From 0 to 100.')

/** What a program requires in one specialty. */
export const hourRequirement = z.object({
  specialty,
  course_code: text(40).default(null),
  min_hours: hours.default(0),
  min_direct_hours: hours.nullable().default(null),
  max_sim_hours: hours.nullable().default(null),
  /** Maximum share of simulation, in percent. */
  sim_pct: percent.nullable().default(null),
  scope: z.enum(['course', 'program']).default('program'),
})
export type HourRequirement = z.infer<typeof hourRequirement>

export const programFields = z.object({
  name: z
    .string()
    .trim()
    .min(2, 'Enter a name of at least 2 characters.')
    .max(160, 'At most 160 characters.'),
  level: programLevel,
  /** 0 means what the board requires. */
  total_required_hours: hours,
  requirements: z.array(hourRequirement).max(60, 'At most 60 rows.'),
  /** The first day of the cohorts to which these hours apply; null means all. Earlier cohorts keep the hours required then. */
  hours_from: z.iso.date('Enter a date.').nullable().default(null),
  /** Where the hours are documented: a catalog page or a rule of the board. */
  hours_source: text(200).default(null),
})
export type ProgramFields = z.infer<typeof programFields>

/** What a program required of cohorts that began before a day. */
export const earlierHours = programFields.pick({ total_required_hours: true, requirements: true }).extend({
  until: z.iso.date(),
  source: z.string().nullable(),
})
export type EarlierHours = z.infer<typeof earlierHours>

export const program = programFields.extend({
  id: z.uuid(),
  school_id: z.uuid(),
  is_active: z.boolean(),
  /** Earlier requirements, oldest first. */
  earlier_hours: z.array(earlierHours),
  /** Cohorts that are planned, active or on hold. */
  cohort_count: count,
  version: z.int(),
  updated_at: z.string(),
})
export type Program = z.infer<typeof program>

const day = z.iso.date('Enter a date.')

/** The rules of a board of nursing. */
export const profileFields = z.object({
  jurisdiction: z.string().trim().min(2, 'Whose rule is it?').max(120, 'At most 120 characters.'),
  level: programLevel,
  effective_from: day,
  effective_to: day.nullable(),
  /** Null if the board sets no limit. */
  max_students_per_instructor: z
    .int('A whole number.')
    .min(1, 'From 1 to 30.')
    .max(30, 'From 1 to 30.')
    .nullable(),
  max_students_per_preceptor: z
    .int('A whole number.')
    .min(1, 'From 1 to 10.')
    .max(10, 'From 1 to 10.')
    .nullable(),
  /** True when the limit of students per instructor also applies in simulation and the skills lab. */
  ratio_covers_simulation: z.boolean(),
  sim_cap_pct: percent.nullable(),
  sim_cap_scope: z.enum(['course', 'program']),
  sim_exchange_ratio: z.number().min(0.1, 'From 0.1 to 4.').max(4, 'From 0.1 to 4.'),
  min_total_hours: z
    .int('A whole number.')
    .min(0, 'From 0 to 5,000.')
    .max(5000, 'From 0 to 5,000.')
    .nullable(),
  min_hours_per_area: z.array(z.object({ area: specialty, hours })).max(30),
  source_url: z
    .string()
    .trim()
    .regex(/^https?:\/\/\S+\.\S+$/, 'Begins with https://')
    .nullable(),
  verified_on: day.nullable(),
})
export type ProfileFields = z.infer<typeof profileFields>

export const regulatoryProfile = profileFields.extend({
  id: z.uuid(),
  /** How many schools chose it. */
  school_count: count,
  version: z.int(),
  updated_at: z.string(),
})
export type RegulatoryProfile = z.infer<typeof regulatoryProfile>

/** A school with its programs; its members may read this. */
export const school = schoolFields.extend({
  id: z.uuid(),
  slug: z.string(),
  unitid: z.string().nullable(),
  is_active: z.boolean(),
  settings: schoolSettings,
  profile: regulatoryProfile.nullable(),
  programs: z.array(program),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type School = z.infer<typeof school>

/** A school as the superadmin's list shows it. */
export const schoolRow = z.object({
  id: z.uuid(),
  name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  is_active: z.boolean(),
  students: count,
  proctors: count,
  administrators: count,
  programs: count,
  created_at: z.string(),
  version: z.int(),
})
export type SchoolRow = z.infer<typeof schoolRow>

const administrator = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  role: z.enum(['school_admin', 'school_super_admin']),
  status: z.string(),
})

/** What only a school's administrators may read. */
export const schoolAccount = z.object({
  join_code: z.string().nullable(),
  join_code_changed_at: z.string().nullable(),
  administrators: z.array(administrator),
})
export type SchoolAccount = z.infer<typeof schoolAccount>

const schoolFilter = z.object({
  search: z.string().trim().max(120).default(''),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  active: z.enum(['yes', 'no']).optional(),
  sort: z.enum(['name', 'state', 'created_at']).default('name'),
  dir: z.enum(['asc', 'desc']).default('asc'),
})
export type SchoolFilter = z.infer<typeof schoolFilter>

const key = z.object({ id: z.uuid() })
const lockedKey = key.extend({ version, ...idempotency })
const reason = z
  .string()
  .trim()
  .min(3, 'Give a reason. It stays in the audit trail.')
  .max(500, 'At most 500 characters.')
const NOT_FOUND = { status: 404, message: 'We can’t find that school.' }
const NO_PROGRAM = { status: 404, message: 'We can’t find that program.' }
const NO_PROFILE = { status: 404, message: 'We can’t find that profile.' }
const CONFLICT = conflict('school', school)

export const schoolsContract = {
  /** The superadmin's list. */
  list: platform
    .route({ method: 'GET', path: '/schools', tags, summary: 'Schools by page' })
    .input(
      schoolFilter.extend({
        page: z.coerce.number<number>().int().min(1).default(1),
        page_size: z.coerce.number<number>().int().min(1).max(100).default(25),
      }),
    )
    .output(z.object({ rows: z.array(schoolRow), total: count })),

  exportCsv: platform
    .meta({ access: [], write: false, trail: { kind: 'export', what: 'data' } })
    .route({ method: 'GET', path: '/schools/export', tags, summary: 'Export schools as CSV' })
    .input(schoolFilter)
    .output(z.object({ filename: z.string(), csv: z.string(), rows: count })),

  get: base
    .meta({ access: ['school_admin', 'student', 'proctor'], write: false })
    .route({ method: 'GET', path: '/schools/{id}', tags, summary: 'One’s own school with its programs' })
    .input(key)
    .output(school)
    .errors({ NOT_FOUND }),

  /** The caller chooses the id, so that sending the same request twice creates once. */
  create: platformWriting
    .route({ method: 'POST', path: '/schools', tags, summary: 'Create a school' })
    .input(schoolFields.extend({ id: z.uuid() }))
    .output(school),

  update: writing
    .route({ method: 'PUT', path: '/schools/{id}', tags, summary: 'Change what a school says of itself' })
    .input(schoolFields.extend({ id: z.uuid(), version, ...idempotency }))
    .output(school)
    .errors({ CONFLICT, NOT_FOUND }),

  setActive: platformWriting
    .route({
      method: 'POST',
      path: '/schools/{id}/active',
      tags,
      summary: 'Deactivate a school, or take it up again',
    })
    .input(lockedKey.extend({ is_active: z.boolean(), reason }))
    .output(school)
    .errors({ CONFLICT, NOT_FOUND }),

  account: base
    .route({
      method: 'GET',
      path: '/schools/{id}/account',
      tags,
      summary: 'The join code of a school and who administers it',
    })
    .input(key)
    .output(schoolAccount)
    .errors({ NOT_FOUND }),

  updateAccount: writing
    .route({
      method: 'PUT',
      path: '/schools/{id}/account',
      tags,
      summary: 'Change how a school works and which board’s rules it follows',
    })
    .input(lockedKey.extend({ settings: schoolSettings, regulatory_profile_id: z.uuid().nullable() }))
    .output(school)
    .errors({ CONFLICT, NOT_FOUND }),

  /** The old code is invalid at once. */
  renewJoinCode: writing
    .route({ method: 'POST', path: '/schools/{id}/join-code', tags, summary: 'Renew the join code' })
    .input(
      key.extend({
        /** The code that the caller saw, so that the second of two people does not invalidate the new one. */
        seen: z.string().nullable(),
      }),
    )
    .output(z.object({ join_code: z.string() })),

  createProgram: adding
    .route({ method: 'POST', path: '/schools/{school_id}/programs', tags, summary: 'Add a program' })
    .input(programFields.extend({ id: z.uuid(), school_id: z.uuid() }))
    .output(program),

  updateProgram: writing
    .route({ method: 'PUT', path: '/programs/{id}', tags, summary: 'Change a program' })
    .input(programFields.extend({ id: z.uuid(), version, ...idempotency }))
    .output(program)
    .errors({ CONFLICT: conflict('program', program), NOT_FOUND: NO_PROGRAM }),

  setProgramActive: writing
    .route({
      method: 'POST',
      path: '/programs/{id}/active',
      tags,
      summary: 'Deactivate a program, or take it up again',
    })
    .input(lockedKey.extend({ is_active: z.boolean() }))
    .output(program)
    .errors({ CONFLICT: conflict('program', program), NOT_FOUND: NO_PROGRAM }),

  listProfiles: base
    .route({ method: 'GET', path: '/regulatory-profiles', tags, summary: 'What boards of nursing ask' })
    .output(z.array(regulatoryProfile)),

  createProfile: platformWriting
    .route({ method: 'POST', path: '/regulatory-profiles', tags, summary: 'Add a regulatory profile' })
    .input(profileFields.extend({ id: z.uuid() }))
    .output(regulatoryProfile),

  updateProfile: platformWriting
    .route({ method: 'PUT', path: '/regulatory-profiles/{id}', tags, summary: 'Change a regulatory profile' })
    .input(profileFields.extend({ id: z.uuid(), version, ...idempotency }))
    .output(regulatoryProfile)
    .errors({ CONFLICT: conflict('profile', regulatoryProfile), NOT_FOUND: NO_PROFILE }),
}
