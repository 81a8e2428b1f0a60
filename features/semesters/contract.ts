import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'

const base = oc.$meta<ApiMeta>({ access: 'any', write: false })
const tags = ['Semesters']
/** Who may change semesters; row-level security limits them to their own school. */
const administrators = { access: ['school_admin'], write: true } satisfies ApiMeta
/** Also allowed while the school is read-only: existing semesters can end and be corrected. */
const keepers = { ...administrators, whileReadOnly: true } satisfies ApiMeta
/** Who may reopen a closed semester: the school's super admin, and the superadmin. */
const reopeners = { access: ['school_super_admin'], write: true, whileReadOnly: true } satisfies ApiMeta

const date = z.iso.date('Enter a date.')
const instant = z.iso.datetime({ offset: true, error: 'Enter a date and a time.' })
const count = z.int().min(0)

export const semesterType = z.enum(['fall', 'spring', 'summer', 'winter', 'intersession', 'custom'], {
  error: 'Choose a type.',
})
export type SemesterType = z.infer<typeof semesterType>

/** The stage of a semester, derived from its dates, its activation and its settings (rules.ts). */
export const lifecycle = z.enum(['draft', 'upcoming', 'current', 'grading', 'closed', 'archived'])
export type Lifecycle = z.infer<typeof lifecycle>

const semesterBreak = z.object({
  from: date,
  to: date,
  name: z.string().trim().min(1, 'Give the break a name.').max(80, 'At most 80 characters.'),
})

/** A school's settings per semester; its days off are in addition to the federal holidays. */
export const semesterSettings = z.object({
  holidays: z.array(date).max(100, 'At most 100 days.').default([]),
  breaks: z.array(semesterBreak).max(40, 'At most 40 breaks.').default([]),
  release_at: instant.optional(),
  signup_opens_at: instant.optional(),
  signup_closes_at: instant.optional(),
  hours_lock_at: instant.optional(),
  grading_window: z.object({ from: date, to: date }).optional(),
})
export type SemesterSettings = z.infer<typeof semesterSettings>

/** What a person enters; problemsOf in rules.ts checks how the fields fit together. */
export const semesterFields = z.object({
  name: z.string().trim().min(1, 'Give the semester a name.').max(120, 'At most 120 characters.'),
  start_date: date,
  end_date: date,
  semester_type: semesterType,
  academic_year: z
    .string()
    .trim()
    .min(1, 'Enter the academic year, for example 2026–2027.')
    .max(20, 'At most 20 characters.'),
  is_active: z.boolean().default(false),
  settings: semesterSettings.default({ holidays: [], breaks: [] }),
})
export type SemesterFields = z.infer<typeof semesterFields>

/** A closed semester that was reopened: when, by whom (null if the caller may not know) and why. */
const reopening = z.object({ at: z.string(), by_name: z.string().nullable(), reason: z.string() })

/** Why a semester is reopened; shown to everyone who opens it. */
export const reopenReason = z
  .string()
  .trim()
  .min(10, 'Give a reason of at least 10 characters. It stays with the semester.')
  .max(500, 'At most 500 characters.')

/** A semester (Spec §3) with its version, timestamps, stage and number of shifts. */
export const semester = semesterFields.extend({
  id: z.uuid(),
  school_id: z.uuid(),
  /** The school's IANA zone, in which its days and times are shown. */
  time_zone: z.string(),
  lifecycle,
  reopened: reopening.nullable(),
  shift_count: count,
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Semester = z.infer<typeof semester>

const holiday = z.object({ date, name: z.string() })
export type Holiday = z.infer<typeof holiday>

const shiftCounts = z.record(z.string(), count)

const semesterDetail = semester.extend({
  school_name: z.string(),
  /** How many shifts have which status; decides whether the semester may be deleted. */
  shifts_by_status: shiftCounts,
  /** Of a closed one: students with hours in it whose report is neither published nor withheld. */
  reports_missing: count,
  /** Federal holidays between its two dates. */
  holidays: z.array(holiday),
})
export type SemesterDetail = z.infer<typeof semesterDetail>

const semesterFill = z.object({
  semester_id: z.uuid(),
  /** Counts published shifts, including past ones. */
  seats: count,
  seats_taken: count,
  /** Of students: in the ledger or still to come. */
  hours: z.number(),
  /** In the ledger. */
  hours_done: z.number(),
})
export type SemesterFill = z.infer<typeof semesterFill>

const semesterRow = semester.extend({ school_name: z.string() })
export type SemesterRow = z.infer<typeof semesterRow>

/** exact: dates move by the difference of the start dates (Spec §4); keep_weekdays: by the nearest whole number of weeks. */
export const copyMode = z.enum(['exact', 'keep_weekdays'])
export type CopyMode = z.infer<typeof copyMode>

/** Why a copied shift needs a second look. */
export const copyFlag = z.enum([
  'outside_new_dates',
  'on_holiday',
  'on_break',
  'unit_paused',
  'unit_closed',
  'closed_to_students',
  'no_partnership',
  'other_school',
  'proctor_gone',
  'cohort_gone',
  'was_cancelled',
  'already_copied',
])
export type CopyFlag = z.infer<typeof copyFlag>

/** Why a shift is not copied: a flag, or because someone left it out. */
export const skipReason = z.enum([...copyFlag.options, 'left_out'])
export type SkipReason = z.infer<typeof skipReason>

const skipped = z.partialRecord(skipReason, count)

/** What is copied. Students, attendance, reports and evaluations never are. */
export const copyOptions = z.object({
  shifts: z.boolean().default(true),
  instructors: z.boolean().default(false),
  units: z.boolean().default(true),
  capacity: z.boolean().default(true),
  series: z.boolean().default(true),
  /** Copies which cohorts each shift is for; students are never copied. */
  cohorts: z.boolean().default(true),
  /** Shifts that could not be held as they are (outside the dates, on a holiday, …): leave them out, or copy them too. */
  flagged: z.enum(['skip', 'copy']).default('skip'),
})
export type CopyOptions = z.infer<typeof copyOptions>

const copyTarget = z.discriminatedUnion('kind', [
  semesterFields.extend({ kind: z.literal('new'), id: z.uuid() }),
  z.object({ kind: z.literal('existing'), id: z.uuid() }),
])
export type CopyTarget = z.infer<typeof copyTarget>

const copyRequest = z.object({
  /** The source semester. */
  id: z.uuid(),
  target: copyTarget,
  mode: copyMode.default('keep_weekdays'),
  options: copyOptions.prefault({}),
  /** Ids of flagged shifts to copy, and of unflagged shifts to leave out. */
  include: z.array(z.uuid()).max(20_000).default([]),
  leave_out: z.array(z.uuid()).max(20_000).default([]),
})
export type CopyRequest = z.infer<typeof copyRequest>

const copyRow = z.object({
  shift_id: z.uuid(),
  title: z.string().nullable(),
  unit_name: z.string().nullable(),
  start_time: z.string(),
  end_time: z.string(),
  from_date: date,
  date,
  flags: z.array(copyFlag),
  /** The name of the holiday or break it would be on. */
  occasion: z.string().nullable(),
  /** Why its unit takes no students on the new date. */
  closed: z.string().nullable(),
  included: z.boolean(),
  skip_reason: skipReason.nullable(),
})
export type CopyRow = z.infer<typeof copyRow>

const copyPreview = z.object({
  /** Days between the two start dates, and the days by which shifts move in the chosen mode. */
  exact_delta: z.int(),
  delta: z.int(),
  copied: count,
  skipped_by_reason: skipped,
  rows: z.array(copyRow),
})

/** A copied shift that is no longer a draft. */
export const changedCopy = z.object({
  id: z.uuid(),
  title: z.string(),
  date: z.string(),
  unit_name: z.string().nullable(),
  status: z.string(),
})
export type ChangedCopy = z.infer<typeof changedCopy>

export const semesterCopy = z.object({
  id: z.uuid(),
  school_id: z.uuid(),
  source_semester_id: z.uuid(),
  source_name: z.string(),
  target_semester_id: z.uuid(),
  target_name: z.string(),
  mode: copyMode,
  delta_days: z.int(),
  copied: count,
  skipped_by_reason: skipped,
  copied_by_name: z.string(),
  created_at: z.string(),
  /** Copies that are still drafts; an undo removes them. */
  drafts: count,
  /** Copies that are no longer drafts: they stay, and the undo must ask for drafts only. */
  no_longer_draft: count,
  /** The first five of them, by date. */
  changed_shifts: z.array(changedCopy),
  undone_at: z.string().nullable(),
  undone_by_name: z.string().nullable(),
})
export type SemesterCopy = z.infer<typeof semesterCopy>

const semesterSpan = z.object({ id: z.uuid(), name: z.string(), start_date: date, end_date: date })
export type SemesterSpan = z.infer<typeof semesterSpan>

const CONFLICT = conflict('semester', semester)
const OVERLAP = {
  status: 409,
  message: 'Active semesters of one type must not overlap.',
  data: z.object({ semesters: z.array(semesterSpan), fieldErrors: z.record(z.string(), z.string()) }),
}
const NOT_CLOSED = { status: 409, message: 'Only a closed semester can be reopened.' }
const NOT_REOPENED = { status: 409, message: 'This semester was not reopened.' }
const NOT_FOUND = { status: 404, message: 'We can’t find that semester.' }

/** Filters and sort orders of the superadmin's list. */
const semesterFilter = z.object({
  search: z.string().trim().max(120).default(''),
  school_id: z.uuid().optional(),
  semester_type: semesterType.optional(),
  lifecycle: lifecycle.optional(),
  sort: z.enum(['name', 'school_name', 'start_date', 'end_date', 'shift_count']).default('start_date'),
  dir: z.enum(['asc', 'desc']).default('desc'),
})
export type SemesterFilter = z.infer<typeof semesterFilter>

const key = z.object({ id: z.uuid() })
const lockedKey = key.extend({ version: z.int(), ...idempotency })

export const semestersContract = {
  list: base
    .route({ method: 'GET', path: '/semesters', tags, summary: 'The semesters of a school, latest first' })
    .input(z.object({ school_id: z.uuid().optional() }))
    .output(z.array(semester)),

  /** How full the shifts of each of a school's semesters are, and how many of their hours are done. */
  fill: base
    .meta({ access: ['school_admin'], write: false })
    .route({ method: 'GET', path: '/semesters/fill', tags, summary: 'Seats and hours of each semester' })
    .input(z.object({ school_id: z.uuid() }))
    .output(z.array(semesterFill)),

  current: base
    .route({ method: 'GET', path: '/semesters/current', tags, summary: 'The current semester of a school' })
    .input(z.object({ school_id: z.uuid() }))
    .output(semester.nullable()),

  /** The superadmin's list across schools. */
  search: base
    .meta({ access: [], write: false })
    .route({
      method: 'GET',
      path: '/semesters/search',
      tags,
      summary: 'The semesters of all schools, by page',
    })
    .input(
      semesterFilter.extend({
        page: z.coerce.number<number>().int().min(1).default(1),
        page_size: z.coerce.number<number>().int().min(1).max(100).default(25),
      }),
    )
    .output(z.object({ rows: z.array(semesterRow), total: count })),

  /** The same list as a CSV file. */
  exportCsv: base
    .meta({ access: [], write: false, trail: { kind: 'export', what: 'data' } })
    .route({ method: 'GET', path: '/semesters/export', tags, summary: 'Export semesters as CSV' })
    .input(semesterFilter)
    .output(z.object({ filename: z.string(), csv: z.string(), rows: count })),

  /** A school's time zone and holidays, for the form of a new semester. */
  calendar: base
    .meta({ ...administrators, write: false })
    .route({
      method: 'GET',
      path: '/semesters/calendar',
      tags,
      summary: 'The zone of a school and the holidays of a span of days',
    })
    .input(z.object({ school_id: z.uuid(), start_date: date, end_date: date }))
    .output(z.object({ time_zone: z.string(), holidays: z.array(holiday) }))
    .errors({ NOT_FOUND: { status: 404, message: 'We can’t find that school.' } }),

  get: base
    .route({ method: 'GET', path: '/semesters/{id}', tags, summary: 'One semester' })
    .input(key)
    .output(semesterDetail)
    .errors({ NOT_FOUND }),

  /** The caller chooses the id, so that sending the same request twice creates once. */
  create: base
    .meta(administrators)
    .route({ method: 'POST', path: '/semesters', tags, summary: 'Create a semester' })
    .input(semesterFields.extend({ id: z.uuid(), school_id: z.uuid() }))
    .output(semester)
    .errors({ OVERLAP }),

  update: base
    .meta(keepers)
    .route({ method: 'PUT', path: '/semesters/{id}', tags, summary: 'Change a semester' })
    .input(semesterFields.extend({ id: z.uuid(), version: z.int(), ...idempotency }))
    .output(semester)
    .errors({ CONFLICT, OVERLAP, NOT_FOUND }),

  remove: base
    .meta(keepers)
    .route({
      method: 'DELETE',
      path: '/semesters/{id}',
      tags,
      summary: 'Delete a semester that has only drafts',
    })
    .input(lockedKey)
    .output(z.object({ drafts_removed: count }))
    .errors({
      CONFLICT,
      NOT_FOUND,
      HAS_SHIFTS: {
        status: 409,
        message: 'This semester has shifts that are no longer drafts.',
        data: z.object({ shifts_by_status: shiftCounts }),
      },
    }),

  /** For a semester that can't be deleted: hides it and loses nothing. Refused while hours of its shifts are still to be credited. */
  archive: base
    .meta(keepers)
    .route({ method: 'POST', path: '/semesters/{id}/archive', tags, summary: 'Archive a semester' })
    .input(lockedKey)
    .output(semester)
    .errors({
      CONFLICT,
      NOT_FOUND,
      HAS_SHIFTS: { status: 409, message: 'Hours of this semester are still to be credited.' },
    }),

  restore: base
    .meta(keepers)
    .route({
      method: 'POST',
      path: '/semesters/{id}/restore',
      tags,
      summary: 'Take a semester out of the archive',
    })
    .input(lockedKey)
    .output(semester)
    .errors({ CONFLICT, NOT_FOUND }),

  /** Closed → grading: hours and grades may be corrected until someone closes it again. */
  reopen: base
    .meta(reopeners)
    .route({
      method: 'POST',
      path: '/semesters/{id}/reopen',
      tags,
      summary: 'Open a closed semester again for grading',
    })
    .input(lockedKey.extend({ reason: reopenReason }))
    .output(semester)
    .errors({ CONFLICT, NOT_FOUND, NOT_CLOSED }),

  /** Closes a reopened semester again. */
  close: base
    .meta(reopeners)
    .route({ method: 'POST', path: '/semesters/{id}/close', tags, summary: 'Close a reopened semester' })
    .input(lockedKey)
    .output(semester)
    .errors({ CONFLICT, NOT_FOUND, NOT_REOPENED }),

  previewCopy: base
    .meta({ ...administrators, write: false })
    .route({
      method: 'POST',
      path: '/semesters/{id}/copy/preview',
      tags,
      summary: 'What copying a semester would do',
    })
    .input(copyRequest)
    .output(copyPreview)
    .errors({ NOT_FOUND }),

  copy: base
    .meta(administrators)
    .route({
      method: 'POST',
      path: '/semesters/{id}/copy',
      tags,
      summary: 'Copy the shifts of a semester into another',
    })
    .input(copyRequest.extend({ idempotency_key: z.uuid() }))
    .output(z.object({ copy: semesterCopy, semester }))
    .errors({ OVERLAP, NOT_FOUND }),

  undoCopy: base
    .meta(keepers)
    .route({
      method: 'POST',
      path: '/semesters/copies/{id}/undo',
      tags,
      summary: 'Take back a copy, or those of its shifts that are still drafts',
    })
    .input(key.extend({ drafts_only: z.boolean().default(false) }))
    .output(z.object({ removed: count, kept: count }))
    .errors({
      NOT_FOUND: { status: 404, message: 'We can’t find that copy.' },
      TOO_LATE: {
        status: 409,
        message: 'This copy can no longer be undone.',
        data: z.object({ reason: z.enum(['expired', 'changed']), shifts: z.array(changedCopy) }),
      },
    }),

  listCopies: base
    .meta({ ...administrators, write: false })
    .route({
      method: 'GET',
      path: '/semesters/{id}/copies',
      tags,
      summary: 'Copies made from or into a semester, latest first',
    })
    .input(key)
    .output(z.array(semesterCopy)),
}
