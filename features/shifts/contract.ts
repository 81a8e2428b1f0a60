import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { experienceTypes } from '#core/experience-types.ts'
import { formatNumber } from '#core/number-text.ts'
import { LONGEST_BREAK, LONGEST_OBJECTIVE, MAX_OBJECTIVES } from '#core/shift-limits.ts'
import { shiftStatuses } from '#core/shift-statuses.ts'
import { ofShiftTexts, shiftTexts } from '#core/shift-texts.ts'
import { asFile, conflict, idempotency, versionConflict } from '#features/audit/contract.ts'
import { specialty } from '#features/facilities/contract.ts'

const base = oc.$meta<ApiMeta>({ access: 'any', write: false })
const tags = ['Shifts']
export const planning = { access: ['school_admin'], write: true } satisfies ApiMeta
export const deciding = { access: ['facility_admin'], write: true } satisfies ApiMeta
/** Commands that stay allowed while the school is read-only: existing plans may still be corrected, answered and ended. */
const keeping = { ...planning, whileReadOnly: true } satisfies ApiMeta
const bothParties = {
  access: ['school_admin', 'facility_admin'],
  write: true,
  whileReadOnly: true,
} satisfies ApiMeta

export const date = z.iso.date('Enter a date.')
const instant = z.iso.datetime({ offset: true, error: 'Enter a date and a time.' })
export const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'Enter a time, such as 7:00 AM or 0700.')
  .transform((text) => text.slice(0, 5))
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${formatNumber(max)} characters.`)
/** A reason that other people will read. */
export const shiftReason = z
  .string()
  .trim()
  .min(3, 'Give a reason. Everyone involved sees it.')
  .max(1000, 'At most 1,000 characters.')
export const note = text(1000).nullable().default(null)

export const shiftStatus = z.enum(shiftStatuses)
export type { ShiftStatus } from '#core/shift-statuses.ts'

export const experienceType = z.enum(experienceTypes)
export type ExperienceType = z.infer<typeof experienceType>

export const signupMode = z.enum(['assigned', 'self_signup', 'request'])
export type SignupMode = z.infer<typeof signupMode>
export const signupPolicy = z.enum(['first_come', 'fair_round'])

export const declineCode = z.enum([
  'no_capacity',
  'other_school_holds_unit',
  'staffing',
  'census',
  'construction_or_system_change',
  'late_request',
  'no_agreement',
  'not_suitable',
])
export type DeclineCode = z.infer<typeof declineCode>
export const cancelCode = z.enum([
  'low_enrolment',
  'instructor_unavailable',
  'unit_unavailable',
  'weather',
  'safety',
  'school_calendar',
  'agreement_ended',
  'other',
])
export type CancelCode = z.infer<typeof cancelCode>

export const limitName = z.enum([
  'closed',
  'exclusive',
  'agreement',
  'unit',
  'level',
  'ratio',
  'school',
  'preceptor',
  'shift',
])
/** One limit on the seats of a shift, with its rule as a sentence (Domain 2.4, effective capacity). */
export const seatLimit = z.object({
  limit_name: limitName,
  seats: z.int(),
  why: z.string(),
  /** How to raise the limit; set only on the limit that decides. */
  way_out: z.string().optional(),
  /** Whether the rule applies to this kind of shift; if not, the page says so. */
  applies: z.boolean(),
  /** Where the rule is written. */
  source_url: z.string().nullable(),
})
export type SeatLimit = z.infer<typeof seatLimit>

const minutes = z.int().min(0).max(LONGEST_BREAK, `At most ${LONGEST_BREAK} minutes.`)

/** What a planner enters. Rules across several fields are in rules.ts (problemsOf). */
export const shiftFields = z.object({
  semester_id: z.uuid('Choose a semester.'),
  ...ofShiftTexts((name) => text(shiftTexts[name].max).nullable()),
  date,
  start_time: clockTime,
  end_time: clockTime,
  facility_id: z.uuid().nullable(),
  specialty,
  experience_type: experienceType,
  capacity: z.int().min(1, 'At least 1.').max(500, 'At most 500.'),
  min_to_run: z.int().min(0).max(500),
  break_min: minutes,
  conference_min: minutes,
  credited_hours_override: z.number().min(0).max(48).nullable(),
  cohort_ids: z.array(z.uuid()).max(40),
  objectives: z.array(text(LONGEST_OBJECTIVE)).max(MAX_OBJECTIVES),
  /** The first instructor and the first preceptor. The others are in the more_ fields; each adds a share of the ratio. */
  proctor_id: z.uuid().nullable(),
  preceptor_id: z.uuid().nullable(),
  more_proctor_ids: z.array(z.uuid()).max(9, 'At most 10 instructors.'),
  more_preceptor_ids: z.array(z.uuid()).max(9, 'At most 10 preceptors.'),
  signup_mode: signupMode,
  signup_policy: signupPolicy,
  signup_opens_at: instant.nullable(),
  signup_closes_at: instant.nullable(),
})
export type ShiftFields = z.infer<typeof shiftFields>
/** The fields of a new shift, which may be sent without additional instructors and preceptors. */
const newShiftFields = shiftFields.extend({
  more_proctor_ids: shiftFields.shape.more_proctor_ids.default([]),
  more_preceptor_ids: shiftFields.shape.more_preceptor_ids.default([]),
})

/** What the other party may propose instead. */
export const proposal = z.object({
  date: date.optional(),
  start_time: clockTime.optional(),
  end_time: clockTime.optional(),
  facility_id: z.uuid().optional(),
  capacity: z.int().min(1).max(500).optional(),
})
export type Proposal = z.infer<typeof proposal>

/** A shift in lists, boards and calendars. */
export const shiftRow = z.object({
  id: z.uuid(),
  school_id: z.uuid(),
  school_name: z.string(),
  semester_id: z.uuid(),
  title: z.string().nullable(),
  course_code: z.string().nullable(),
  date,
  start_time: z.string(),
  end_time: z.string(),
  time_zone: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  facility_id: z.uuid().nullable(),
  unit_name: z.string().nullable(),
  site_id: z.uuid().nullable(),
  site_name: z.string().nullable(),
  specialty,
  experience_type: experienceType,
  status: shiftStatus,
  capacity: z.int(),
  approved_capacity: z.int().nullable(),
  seats: z.int().nullable(),
  seats_limit: limitName.nullable(),
  seats_taken: z.int(),
  waiting: z.int(),
  min_to_run: z.int(),
  proctor_id: z.uuid().nullable(),
  proctor_name: z.string().nullable(),
  preceptor_id: z.uuid().nullable(),
  preceptor_name: z.string().nullable(),
  more_proctor_ids: z.array(z.uuid()),
  more_proctor_names: z.array(z.string()),
  more_preceptor_ids: z.array(z.uuid()),
  more_preceptor_names: z.array(z.string()),
  series_id: z.uuid().nullable(),
  signup_mode: signupMode,
  respond_by: z.string().nullable(),
  /** True while a requested move has no answer. */
  has_change: z.boolean(),
  /** The seat of the student who is asking, if any. */
  my_assignment_id: z.uuid().nullable(),
  my_status: z.string().nullable(),
  /**
   * How many of the visible seats are not cleared, as last computed; set for the school, the shift's instructors, and a student's own seat.
   */
  not_cleared: z.int().optional(),
  version: z.int(),
})
export type ShiftRow = z.infer<typeof shiftRow>

/** A shift with everything its page shows, and what the caller may do with it. */
export const shiftDetail = shiftRow.extend({
  ...ofShiftTexts(() => z.string().nullable()),
  semester_name: z.string(),
  organization_name: z.string().nullable(),
  cohorts: z.array(z.object({ id: z.uuid(), name: z.string() })),
  objectives: z.array(z.string()),
  break_min: z.int(),
  conference_min: z.int(),
  credited_hours: z.number(),
  credited_hours_override: z.number().nullable(),
  /** The school's rule for a night on which the clocks change. */
  credit_rule: z.enum(['scheduled', 'elapsed']),
  signup_policy: signupPolicy,
  signup_opens_at: z.string().nullable(),
  signup_closes_at: z.string().nullable(),
  drop_cutoff_at: z.string().nullable(),
  /** Arrival information of the site: parking, how to arrive, what to wear. */
  arrival: z
    .object({
      address: z.string().nullable(),
      parking_notes: z.string().nullable(),
      arrival_instructions: z.string().nullable(),
      badge_instructions: z.string().nullable(),
      dress_code: z.string().nullable(),
      emergency_contact: z.string().nullable(),
    })
    .nullable(),
  submitted_at: z.string().nullable(),
  decided_at: z.string().nullable(),
  decision_code: declineCode.nullable(),
  cancel_code: cancelCode.nullable(),
  status_reason: z.string().nullable(),
  lead_time_reason: z.string().nullable(),
  counter: proposal.extend({ note: z.string().nullish(), unit_label: z.string().nullish() }).nullable(),
  change: proposal
    .extend({
      party: z.enum(['school', 'facility', 'platform']),
      reason: z.string(),
      unit_label: z.string().nullish(),
    })
    .nullable(),
  published_at: z.string().nullable(),
  instructor_to_be_named: z.boolean(),
  copied_from_shift_id: z.uuid().nullable(),
  is_series_exception: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  /** The caller's party; null for students and proctors. */
  party: z.enum(['school', 'facility', 'platform']).nullable(),
  limits: z.array(seatLimit),
  /** Why it cannot be published, or null. */
  publish_blocker: z.string().nullable(),
})
export type ShiftDetail = z.infer<typeof shiftDetail>

export const shiftSort = z.enum(['date', 'status', 'unit', 'school', 'seats'])
/** The filters of a list of shifts; all of them are in the page's address. */
export const shiftFilter = z.object({
  school_id: z.uuid().optional(),
  semester_id: z.uuid().optional(),
  /** A unit, or every unit of a site or an organization. */
  facility_id: z.uuid().optional(),
  /** Only the units of the caller's facility: the one that a superadmin chose, anyone else's own. */
  here: z.boolean().default(false),
  from: date.optional(),
  to: date.optional(),
  status: z.array(shiftStatus).default([]),
  specialty: specialty.optional(),
  proctor_id: z.uuid().optional(),
  cohort_id: z.uuid().optional(),
  series_id: z.uuid().optional(),
  /** Only shifts that the caller is on, teaches, or requested a seat on. */
  mine: z.boolean().default(false),
  /**
   * What is still needed: the facility's answer, the school's reply, an instructor, publishing, students; or everything in a facility's
   * inbox.
   */
  needs: z.enum(['answer', 'reply', 'instructor', 'publishing', 'students', 'inbox']).optional(),
  q: z.string().trim().max(200).default(''),
  sort: shiftSort.default('date'),
  dir: z.enum(['asc', 'desc']).default('asc'),
})
export type ShiftFilter = z.infer<typeof shiftFilter>

export const MAX_PAGE = 10_000
export const page = { page: z.int().min(1).default(1), page_size: z.int().min(1).max(MAX_PAGE).default(50) }

/** Shifts are counted exactly up to this number; beyond it the page says "more than". */
export const COUNTED_TO = 10_000
const shiftPage = z.object({ rows: z.array(shiftRow), total: z.int(), is_more: z.boolean() })
export type ShiftPage = z.infer<typeof shiftPage>

export const shiftEvent = z.object({
  id: z.number(),
  at: z.string(),
  event: z.string(),
  from_status: z.string().nullable(),
  to_status: z.string(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  actor_name: z.string().nullable(),
  actor_role: z.string().nullable(),
  acting_as_name: z.string().nullable(),
  student_name: z.string().nullable(),
})
export type ShiftEvent = z.infer<typeof shiftEvent>

export const option = z.object({ id: z.uuid(), name: z.string() })
const closedDays = z.object({ from: date, to: date, reason: z.string().nullish() })
export type ClosedDays = z.infer<typeof closedDays>
/** The shift patterns of a unit; older ones may lack fields that its form requires today. */
const shiftPatterns = z.array(z.record(z.string(), z.unknown()))
/** The options of the shift filters and the shift form (Spec §7: filter data). */
export const shiftOptions = z.object({
  semesters: z.array(option.extend({ start_date: date, end_date: date, is_active: z.boolean() })),
  cohorts: z.array(option),
  proctors: z.array(option),
  units: z.array(
    option.extend({
      site_id: z.uuid().nullable(),
      site_name: z.string().nullable(),
      specialty,
      time_zone: z.string(),
      shift_patterns: shiftPatterns,
      max_students_per_shift: z.int(),
      /** Upcoming days on which the unit or its site takes no students. */
      closed: z.array(closedDays),
    }),
  ),
  preceptors: z.array(option),
  schools: z.array(option),
  /** The school's setting: new shifts start open for sign-up. */
  self_signup: z.boolean(),
  /** The school's setting: shifts may be published before an instructor is named. */
  publish_without_instructor: z.boolean(),
})
export type ShiftOptions = z.infer<typeof shiftOptions>

/** Shifts that were planned together at one unit, as one row; a single shift is a row too. */
export const seriesRow = z.object({
  /** Key of the row: the series, its unit, and whether it is about changes. */
  key: z.string(),
  series_id: z.uuid().nullable(),
  school_id: z.uuid(),
  school_name: z.string(),
  semester_id: z.uuid(),
  title: z.string().nullable(),
  specialty,
  experience_type: experienceType,
  facility_id: z.uuid().nullable(),
  unit_name: z.string().nullable(),
  site_name: z.string().nullable(),
  time_zone: z.string(),
  /** Null if its shifts differ. */
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
  /** 1 = Monday. */
  weekdays: z.array(z.int()),
  first_date: date,
  last_date: date,
  count: z.int(),
  seats_from: z.int(),
  seats_to: z.int(),
  statuses: z.record(z.string(), z.int()),
  without_instructor: z.int(),
  /** True if the school requests changes to approved shifts. */
  is_change: z.boolean(),
  /** The facility's counteroffer, if it is the same for all countered shifts. */
  counter: proposal.nullable(),
  /** What the facility asks about its shifts, in order of their days. */
  questions: z.array(z.object({ id: z.uuid(), date, question: z.string().nullable() })),
  /** The earliest deadline for an answer. */
  respond_by: z.string().nullable(),
  /** The shifts in order. An action on the row applies to all of them. Taken: requested while another school has the unit. */
  shifts: z.array(z.object({ id: z.uuid(), version: z.int(), is_taken: z.boolean().optional() })),
})
export type SeriesRow = z.infer<typeof seriesRow>

/** A weekly pattern: weekdays (1 = Monday), interval in weeks, first and last day, and skipped days. */
export const seriesPattern = z.object({
  weekdays: z.array(z.int().min(1).max(7)).min(1, 'Choose at least one weekday.').max(7),
  every_weeks: z.int().min(1).max(4).default(1),
  from: date,
  to: date,
  skipped: z
    .array(z.object({ date, reason: text(200).default('') }))
    .max(400)
    .default([]),
})
export type SeriesPattern = z.infer<typeof seriesPattern>
export const seriesScope = z.enum(['one', 'following', 'all'])
export type SeriesScope = z.infer<typeof seriesScope>

/** A unit that the caller manages, with the limits on its seats. */
export const unitOfFacility = z.object({
  id: z.uuid(),
  name: z.string(),
  site_id: z.uuid().nullable(),
  site_name: z.string().nullable(),
  specialty,
  time_zone: z.string(),
  status: z.string(),
  max_students_per_shift: z.int(),
  shift_patterns: shiftPatterns,
  exclusive_school: z.boolean(),
  blackout: z.array(closedDays),
  capacity_windows: z.array(z.object({ from: date, to: date, max: z.int() })),
})
export type UnitOfFacility = z.infer<typeof unitOfFacility>

/** Who attempts an event: the parties to a shift, people outside it, no one, and the calendar. */
export const trialParty = z.enum([
  'school',
  'school_super',
  'facility',
  'platform',
  'other_school',
  'other_facility',
  'proctor',
  'student',
  'nobody',
  'system',
])
export type TrialParty = z.infer<typeof trialParty>
export const shiftEventName = z.enum([
  'submit',
  'agree',
  'approve',
  'ask',
  'answer',
  'counter',
  'accept_counter',
  'decline_counter',
  'decline',
  'expire',
  'withdraw',
  'publish',
  'fill',
  'free',
  'start',
  'complete',
  'close',
  'reopen',
  'postpone',
  'cancel',
])
export type ShiftEventName = z.infer<typeof shiftEventName>

export const file = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.instanceof(ReadableStream),
})

const key = z.object({ id: z.uuid() })
const version = key.extend({ version: z.int() })
const locked = version.extend(idempotency)
const moved = z.object({ version: z.int() })
const freeWindow = z.object({
  facility_id: z.uuid(),
  unit_name: z.string(),
  site_id: z.uuid().nullable(),
  site_name: z.string().nullable(),
  date,
  start_time: clockTime,
  end_time: clockTime,
  seats: z.int(),
})
export type FreeWindow = z.infer<typeof freeWindow>

const CONFLICT = conflict('shift', shiftDetail)
/** The result of a command for one of several shifts. The reason says what would overrule a refusal ('lead_time'). */
export const outcome = z.object({
  id: z.uuid(),
  ok: z.boolean(),
  message: z.string().nullable(),
  reason: z.string().nullable(),
  /** If the shift changed in the meantime: the shift as it is now, and what happened to it. */
  conflict: versionConflict(shiftRow).optional(),
})
export type Outcome = z.infer<typeof outcome>
/** The most shifts that one command accepts. */
export const AT_ONCE = 500
export const several = z.array(version).min(1).max(AT_ONCE)

/** The bulk actions on shifts. */
export const bulkAction = z.enum([
  'submit',
  'publish',
  'withdraw',
  'cancel',
  'remove',
  'approve',
  'decline',
  'substitute',
  'move',
])
export type BulkAction = z.infer<typeof bulkAction>
/** Bulk actions that a read-only school may take; nothing new is sent or published. */
export const bulkWhileReadOnly = {
  action: ['withdraw', 'cancel', 'remove', 'approve', 'decline', 'substitute', 'move'] satisfies BulkAction[],
}
/** The shifts of a bulk action: named ones, all that match a filter, or those that a trial found possible. */
export const bulkSelection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shifts'), shifts: z.array(locked).min(1).max(5_000) }),
  z.object({ kind: z.literal('filter'), filter: shiftFilter.omit({ sort: true, dir: true }) }),
  z.object({ kind: z.literal('trial'), job_id: z.uuid() }),
])
export type BulkSelection = z.infer<typeof bulkSelection>

/** The inputs of a bulk action other than the shifts. */
export const bulkWords = z.object({
  to_be_named: z.boolean().default(false),
  lead_time_reason: note,
  reason: note,
  cancel_code: cancelCode.nullable().default(null),
  decline_code: declineCode.nullable().default(null),
  seats: z.int().min(1).max(500).nullable().default(null),
  /** The substitute, and whom they replace; the first instructor by default. */
  proctor_id: z.uuid().nullable().default(null),
  instead_of: z.uuid().nullable().default(null),
  /** The day they move to. */
  date: date.nullable().default(null),
})
export type BulkWords = z.infer<typeof bulkWords>

export const shiftsContract = {
  list: base
    .route({ method: 'GET', path: '/shifts', tags, summary: 'Shifts that the asker may see' })
    .input(
      shiftFilter.extend({
        ...page,
        /** For the search bar: a nationwide search finds and counts only the rows that it shows. */
        is_brief: z.boolean().default(false),
      }),
    )
    .output(shiftPage),

  /** The shifts grouped by series and unit: planned, requested and answered together. */
  series: base
    .meta({ access: ['school_admin', 'facility_admin'], write: false })
    .route({ method: 'GET', path: '/shifts/series', tags, summary: 'Shifts by series' })
    .input(
      shiftFilter
        .omit({ sort: true, dir: true })
        .extend({ page: page.page, page_size: z.int().min(1).max(200).default(50) }),
    )
    .output(z.object({ rows: z.array(seriesRow), total: z.int(), shifts: z.int() })),

  /** The same list as a file that spreadsheets open safely. */
  export: base
    .meta({ access: 'any', write: false, trail: { kind: 'export', what: 'data' } })
    .route({
      method: 'GET',
      path: '/shifts/export',
      tags,
      summary: 'Export shifts as CSV or Excel',
      outputStructure: 'detailed',
    })
    .input(shiftFilter.omit({ sort: true, dir: true }).extend(asFile))
    .output(file),

  get: base
    .route({ method: 'GET', path: '/shifts/{id}', tags, summary: 'One shift' })
    .input(key)
    .output(shiftDetail)
    .errors({ NOT_FOUND: {} }),

  trail: base
    .route({ method: 'GET', path: '/shifts/{id}/trail', tags, summary: 'What happened to a shift' })
    .input(key)
    .output(z.array(shiftEvent)),

  options: base
    .route({
      method: 'GET',
      path: '/shifts/options',
      tags,
      summary: 'What shifts are filtered by and planned with',
    })
    .input(z.object({ school_id: z.uuid().optional() }))
    .output(shiftOptions),

  limits: base
    .meta({ access: ['school_admin', 'facility_admin'], write: false })
    .route({
      method: 'GET',
      path: '/shifts/limits',
      tags,
      summary: 'How many seats there would be, and why',
    })
    .input(
      z.object({
        shift_id: z.uuid().nullable(),
        school_id: z.uuid(),
        facility_id: z.uuid().nullable(),
        date,
        start_time: clockTime,
        end_time: clockTime,
        experience_type: experienceType,
        capacity: z.int().min(1).max(500),
        specialty: specialty.optional(),
        /** The agreement and the seats by year of study depend on these; used only if the caller plans for the school. */
        semester_id: z.uuid().optional(),
        cohort_ids: z.array(z.uuid()).max(40).optional(),
        /** The leaders of the shift; each adds a share of the ratio. */
        proctor_id: z.uuid().nullable().optional(),
        more_proctor_ids: shiftFields.shape.more_proctor_ids.optional(),
        more_preceptor_ids: shiftFields.shape.more_preceptor_ids.optional(),
      }),
    )
    .output(z.array(seatLimit)),

  create: base
    .meta(planning)
    .route({ method: 'POST', path: '/shifts', tags, summary: 'Plan a shift' })
    .input(newShiftFields.extend({ id: z.uuid(), school_id: z.uuid() }))
    .output(key),

  createSeries: base
    .meta(planning)
    .route({ method: 'POST', path: '/shifts/series', tags, summary: 'Plan a weekly series' })
    .input(
      newShiftFields
        .omit({ date: true })
        .extend({ id: z.uuid(), school_id: z.uuid(), pattern: seriesPattern }),
    )
    .output(z.object({ id: z.uuid(), created: z.int() })),

  update: base
    .meta(keeping)
    .route({ method: 'PATCH', path: '/shifts/{id}', tags, summary: 'Change a shift' })
    .input(locked.extend({ fields: shiftFields.partial(), reason: note }))
    .output(moved)
    .errors({ CONFLICT }),

  updateSeries: base
    .meta(keeping)
    .route({
      method: 'PATCH',
      path: '/shifts/{id}/series',
      tags,
      summary: 'Change this shift, this and those that follow, or the whole series',
    })
    .input(
      locked.extend({
        scope: seriesScope,
        fields: shiftFields.omit({ date: true, semester_id: true }).partial(),
        reason: note,
        /** For a request after one that ran out of time: the shifts it did not reach, and whether any was changed by then. */
        rest: z.object({ ids: z.array(z.uuid()).min(1).max(400), has_changed: z.boolean() }).optional(),
      }),
    )
    .output(z.array(outcome)),

  remove: base
    .meta(keeping)
    .route({ method: 'POST', path: '/shifts/remove', tags, summary: 'Delete drafts' })
    .input(z.object({ ...idempotency, shifts: several }))
    .output(z.array(outcome)),

  submit: base
    .meta(planning)
    .route({ method: 'POST', path: '/shifts/submit', tags, summary: 'Send shifts to their facilities' })
    .input(z.object({ ...idempotency, shifts: several, lead_time_reason: note }))
    .output(z.array(outcome)),

  publish: base
    .meta(planning)
    .route({ method: 'POST', path: '/shifts/publish', tags, summary: 'Show approved shifts to students' })
    .input(z.object({ ...idempotency, shifts: several, to_be_named: z.boolean().default(false) }))
    .output(z.array(outcome)),

  withdraw: base
    .meta(keeping)
    .route({ method: 'POST', path: '/shifts/withdraw', tags, summary: 'Take requests back' })
    .input(z.object({ ...idempotency, shifts: several, reason: shiftReason }))
    .output(z.array(outcome)),

  cancel: base
    .meta(bothParties)
    .route({ method: 'POST', path: '/shifts/cancel', tags, summary: 'Cancel shifts' })
    .input(z.object({ ...idempotency, shifts: several, code: cancelCode, reason: shiftReason }))
    .output(z.array(outcome)),

  /**
   * Runs an action on many shifts as a job, each row separately with its own outcome. A trial predicts the outcomes and changes nothing; a
   * run may take the rows that a trial found possible.
   */
  startBulk: base
    .meta({ ...bothParties, whileReadOnly: bulkWhileReadOnly })
    .route({ method: 'POST', path: '/shifts/bulk', tags, summary: 'Do something with many shifts, as a job' })
    .input(
      z.object({
        /** The id of the job, chosen by the browser; sending it again starts nothing. */
        id: z.uuid(),
        action: bulkAction,
        selection: bulkSelection,
        is_trial: z.boolean().default(false),
        words: bulkWords.default({
          to_be_named: false,
          lead_time_reason: null,
          reason: null,
          cancel_code: null,
          decline_code: null,
          seats: null,
          proctor_id: null,
          instead_of: null,
          date: null,
        }),
      }),
    )
    .output(z.object({ job_id: z.uuid(), total: z.int() })),

  postpone: base
    .meta(bothParties)
    .route({ method: 'POST', path: '/shifts/{id}/postpone', tags, summary: 'Postpone a shift' })
    .input(locked.extend({ reason: shiftReason }))
    .output(moved)
    .errors({ CONFLICT }),

  approve: base
    .meta(deciding)
    .route({
      method: 'POST',
      path: '/shifts/approve',
      tags,
      summary: 'Approve shifts, maybe with fewer seats',
    })
    .input(
      z.object({
        ...idempotency,
        shifts: several,
        seats: z.int().min(1).max(500).nullable().default(null),
        note,
      }),
    )
    .output(z.array(outcome)),

  decline: base
    .meta(deciding)
    .route({ method: 'POST', path: '/shifts/decline', tags, summary: 'Decline shifts with the reason' })
    .input(z.object({ ...idempotency, shifts: several, code: declineCode, note }))
    .output(z.array(outcome)),

  ask: base
    .meta(deciding)
    .route({ method: 'POST', path: '/shifts/{id}/ask', tags, summary: 'Ask the school about a shift' })
    .input(locked.extend({ question: shiftReason }))
    .output(moved)
    .errors({ CONFLICT }),

  /** The same question about several, with the outcome of each. */
  askSeveral: base
    .meta(deciding)
    .route({ method: 'POST', path: '/shifts/ask', tags, summary: 'Ask the school about several shifts' })
    .input(z.object({ ...idempotency, shifts: several, question: shiftReason }))
    .output(z.array(outcome)),

  /** The same answer for several, with the outcome of each. */
  answerSeveral: base
    .meta(keeping)
    .route({
      method: 'POST',
      path: '/shifts/answer',
      tags,
      summary: 'Reply to the facility about several shifts',
    })
    .input(z.object({ ...idempotency, shifts: several, answer: text(1000).min(2, 'Write an answer.') }))
    .output(z.array(outcome)),

  answer: base
    .meta(keeping)
    .route({ method: 'POST', path: '/shifts/{id}/answer', tags, summary: 'Reply to the facility’s question' })
    .input(locked.extend({ answer: text(1000).min(2, 'Write an answer.') }))
    .output(moved)
    .errors({ CONFLICT }),

  counter: base
    .meta(deciding)
    .route({
      method: 'POST',
      path: '/shifts/{id}/counter',
      tags,
      summary: 'Propose another time, unit or number of seats',
    })
    .input(locked.extend({ proposal, note }))
    .output(moved)
    .errors({ CONFLICT }),

  /** Proposes the same hours, unit or seats for several requests; each keeps its day. */
  counterSeveral: base
    .meta(deciding)
    .route({
      method: 'POST',
      path: '/shifts/counter',
      tags,
      summary: 'Propose other hours, unit or seats for several',
    })
    .input(z.object({ ...idempotency, shifts: several, proposal: proposal.omit({ date: true }), note }))
    .output(z.array(outcome)),

  answerCounters: base
    .meta(keeping)
    .route({
      method: 'POST',
      path: '/shifts/answer-counters',
      tags,
      summary: 'Accept or decline several proposals',
    })
    .input(z.object({ ...idempotency, shifts: several, accept: z.boolean(), reason: note }))
    .output(z.array(outcome)),

  answerCounter: base
    .meta(keeping)
    .route({
      method: 'POST',
      path: '/shifts/{id}/answer-counter',
      tags,
      summary: 'Accept or decline the proposal',
    })
    .input(locked.extend({ accept: z.boolean(), reason: note }))
    .output(moved)
    .errors({ CONFLICT }),

  askChange: base
    .meta(bothParties)
    .route({ method: 'POST', path: '/shifts/{id}/change', tags, summary: 'Ask to move an approved shift' })
    .input(locked.extend({ change: proposal, reason: shiftReason }))
    .output(moved)
    .errors({ CONFLICT }),

  answerChange: base
    .meta(bothParties)
    .route({
      method: 'POST',
      path: '/shifts/{id}/answer-change',
      tags,
      summary: 'Agree to a move, decline it, or take it back',
    })
    .input(locked.extend({ accept: z.boolean(), reason: note }))
    .output(moved)
    .errors({ CONFLICT }),

  close: base
    .meta(keeping)
    .route({ method: 'POST', path: '/shifts/{id}/close', tags, summary: 'Close a completed shift' })
    .input(locked)
    .output(moved)
    .errors({ CONFLICT }),

  reopen: base
    .meta({ access: ['school_super_admin'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/shifts/{id}/reopen', tags, summary: 'Open a closed shift again' })
    .input(locked.extend({ reason: shiftReason }))
    .output(moved)
    .errors({ CONFLICT }),

  clone: base
    .meta(planning)
    .route({ method: 'POST', path: '/shifts/{id}/clone', tags, summary: 'Plan the shift once more' })
    .input(key.extend({ new_id: z.uuid(), date: date.optional(), facility_id: z.uuid().optional() }))
    .output(key)
    .errors({ NOT_FOUND: {} }),

  /** Up to three similar units and days with room for the shift, for the requesting school and the facility that decides. */
  freeWindows: base
    .meta({ access: ['school_admin', 'facility_admin'], write: false })
    .route({
      method: 'GET',
      path: '/shifts/{id}/free-windows',
      tags,
      summary: 'Where a shift could be held instead',
    })
    .input(z.object({ id: z.uuid(), is_day_fixed: z.boolean().default(false) }))
    .output(z.array(freeWindow)),

  /** Counts for the dashboards: shifts by status, and what needs action. */
  summary: base
    .route({
      method: 'GET',
      path: '/shifts/summary',
      tags,
      summary: 'Shifts by status, and what needs action',
    })
    .input(z.object({ school_id: z.uuid().optional(), semester_id: z.uuid().optional() }))
    .output(
      z.object({
        by_status: z.record(z.string(), z.int()),
        needs_answer: z.int(),
        needs_reply: z.int(),
        needs_instructor: z.int(),
        needs_publishing: z.int(),
        needs_students: z.int(),
        today: z.int(),
        next_seven_days: z.int(),
        free_seats: z.int(),
      }),
    ),
}
