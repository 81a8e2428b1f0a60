import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'

const reading: ApiMeta = { access: ['school_admin'], write: false }
const writing: ApiMeta = { access: ['school_admin'], write: true, whileReadOnly: true }
const base = oc.$meta<ApiMeta>(reading)
const tags = ['Cohorts']

const date = z.iso.date('Enter a date.')
const count = z.int().min(0)

export const cohortStatus = z.enum(['planned', 'active', 'on_hold', 'graduated', 'archived'])
export type CohortStatus = z.infer<typeof cohortStatus>

export const programLevel = z.enum(['PN', 'ADN', 'BSN', 'ABSN', 'ELMSN', 'RN_BSN', 'MSN', 'NP', 'DNP'])
export type ProgramLevel = z.infer<typeof programLevel>

const programChoice = z.object({
  id: z.uuid(),
  name: z.string(),
  level: programLevel,
  is_active: z.boolean(),
})
export type ProgramChoice = z.infer<typeof programChoice>

const shortText = (max: number) => z.string().trim().max(max, `At most ${max} characters.`)

/** What a person enters for a cohort. */
export const cohortFields = z.object({
  name: z.string().trim().min(1, 'Give the cohort a name.').max(120, 'At most 120 characters.'),
  code: shortText(40).nullable().default(null),
  admission_term: shortText(60).nullable().default(null),
  program_id: z.uuid().nullable().default(null),
  start_date: date,
  expected_graduation: date,
  size_target: z.int().min(1, 'At least 1.').max(2000, 'At most 2,000.').nullable().default(null),
  required_hours_total: z.number().min(0).max(5000, 'At most 5,000 hours.').nullable().default(null),
  required_specialties: z.array(z.string().trim().min(1).max(60)).max(30).default([]),
  /** True if all students of the cohort take the same courses together. */
  structured: z.boolean().default(true),
})
export type CohortFields = z.infer<typeof cohortFields>

const advisor = z.object({
  user_id: z.uuid(),
  full_name: z.string(),
  /** Null if the reader is a student. */
  email: z.string().nullable(),
  role: z.string(),
})
export type Advisor = z.infer<typeof advisor>

const requirement = z.object({ specialty: z.string(), min_hours: z.number() })

/** A cohort with its version, its status today, and its counts. */
export const cohort = cohortFields.extend({
  id: z.uuid(),
  school_id: z.uuid(),
  status: cohortStatus,
  /** Today in the school's time zone. */
  today: date,
  program_name: z.string().nullable(),
  program_level: programLevel.nullable(),
  /** Null if the caller may not count: students. */
  student_count: count.nullable(),
  /** Students who join on a later day: most of a planned cohort. */
  joining_count: count.nullable(),
  /** Open invitations that name this cohort. */
  invited_count: count.nullable(),
  archived_at: z.string().nullable(),
  advisors: z.array(advisor),
  version: z.int(),
  updated_at: z.string(),
})
export type Cohort = z.infer<typeof cohort>

const cohortDetail = cohort.extend({
  /** The program's hours by specialty. */
  requirements: z.array(requirement),
  /** The program's requirement if the cohort sets none of its own. */
  /** The program's requirement on the cohort’s first day, and where it is documented. */
  program_hours: z.number().nullable(),
  program_hours_source: z.string().nullable(),
})
export type CohortDetail = z.infer<typeof cohortDetail>

export const beginReason = z.enum(['enrolled', 'transferred', 'repeat'])
export type BeginReason = z.infer<typeof beginReason>
export const endReason = z.enum(['transferred', 'leave', 'withdrew', 'dismissed', 'graduated', 'corrected'])
export type EndReason = z.infer<typeof endReason>
/** The reasons for which a membership can end without a new one. */
export const leaveReason = z.enum(['leave', 'withdrew', 'dismissed', 'corrected'])
export type LeaveReason = z.infer<typeof leaveReason>

const membership = z.object({
  membership_id: z.uuid(),
  student_id: z.uuid(),
  full_name: z.string(),
  student_number: z.string().nullable(),
  email: z.string().nullable(),
  status: z.string().nullable(),
  graduation_date: z.string().nullable(),
  from_date: z.string(),
  /** The first day on which they were no longer in it. */
  to_date: z.string().nullable(),
  reason: beginReason,
  end_reason: endReason.nullable(),
  /** Still at this school; for others only the name is kept. */
  is_here: z.boolean(),
})
export type Membership = z.infer<typeof membership>

/** What blocks a student's move or end; `ok` means nothing. */
export const verdict = z.enum([
  'ok',
  'unknown',
  'deactivated',
  'waiting',
  'changed',
  'in_none',
  'already',
  'later',
])
export type Verdict = z.infer<typeof verdict>

const checkedMove = z.object({
  student_id: z.uuid(),
  full_name: z.string().nullable(),
  membership_id: z.uuid().nullable(),
  cohort_id: z.uuid().nullable(),
  cohort_name: z.string().nullable(),
  verdict,
  /** Since when they are in their cohort, or the day that blocks the change. */
  since: z.string().nullable(),
  /** Seats, offers and requests on shifts from the day of the change on; 0 when they move to another cohort. */
  shifts_ahead: count,
})
export type CheckedMove = z.infer<typeof checkedMove>

const students = z
  .array(z.object({ student_id: z.uuid(), membership_id: z.uuid().nullable().optional() }))
  .min(1, 'Choose at least one student.')
  .max(2000, 'At most 2,000 students at once.')

const change = z.object({
  school_id: z.uuid(),
  /** The cohort they move to; null ends their membership without a new one. */
  cohort_id: z.uuid().nullable(),
  on_date: date,
  students,
})

export const cohortChange = z.object({
  id: z.uuid(),
  kind: z.enum(['move', 'end', 'graduation']),
  cohort_id: z.uuid().nullable(),
  on_date: z.string(),
  end_reason: endReason.nullable(),
  student_count: count,
  note: z.string().nullable(),
  created_at: z.string(),
  created_by_name: z.string().nullable(),
  undone_at: z.string().nullable(),
  undone_count: count.nullable(),
  /** True within 24 hours, if not undone yet. */
  may_undo: z.boolean(),
})
export type CohortChange = z.infer<typeof cohortChange>

export const openItem = z.object({
  student_id: z.uuid().nullable(),
  full_name: z.string(),
  item: z.enum([
    'graduates_later',
    'no_student_number',
    'not_active',
    'starts_later',
    'credentials_missing',
    'hours_missing',
    'shifts_ahead',
    'invitation_open',
  ]),
  detail: z.string().nullable(),
})
export type OpenItem = z.infer<typeof openItem>

const NOT_FOUND = { status: 404, message: 'We can’t find that cohort.' }
const CONFLICT = conflict('cohort', cohortDetail)
const key = z.object({ id: z.uuid() })
const lockedKey = key.extend({ version: z.int(), ...idempotency })

const reason = shortText(500).optional()
/** A change's id is its key: sending it twice has the same effect as once. */
const changed = z.object({
  change_id: z.uuid(),
  done: count,
  left_out: z.array(z.object({ student_id: z.uuid(), full_name: z.string().nullable(), verdict })),
})

/** The progress of a cohort's students, in total, counting those whose program requires hours. */
const cohortHours = z.object({
  cohort_id: z.uuid(),
  students: z.int(),
  required: z.number(),
  /** No student counts for more than their requirement. */
  done: z.number(),
  projected: z.number(),
})
export type CohortHours = z.infer<typeof cohortHours>

export const cohortsContract = {
  /** The cohorts of the selected school, with the progress of their active students. */
  hours: base
    .meta({ access: ['school_admin'], write: false })
    .route({ method: 'GET', path: '/cohort-hours', tags, summary: 'Progress of cohorts in hours' })
    .output(z.array(cohortHours)),

  list: base
    .route({ method: 'GET', path: '/cohorts', tags, summary: 'The cohorts of the school worked in' })
    .input(z.object({}))
    .output(z.array(cohort)),

  get: base
    .meta({ access: ['school_admin', 'proctor', 'student'], write: false })
    .route({ method: 'GET', path: '/cohorts/{id}', tags, summary: 'One cohort' })
    .input(key)
    .output(cohortDetail)
    .errors({ NOT_FOUND }),

  /** The cohorts the caller is in (a student) or advises (a proctor). */
  mine: base
    .meta({ access: ['proctor', 'student'], write: false })
    .route({ method: 'GET', path: '/cohorts/mine', tags, summary: 'The cohorts one is in, or advises' })
    .input(z.object({}))
    .output(z.array(cohort)),

  /** The members on a day; without a day everyone who was ever in it. */
  roster: base
    .meta({
      access: ['school_admin', 'proctor'],
      write: false,
      trail: { kind: 'view', what: 'cohort', people: ['output.*.student_id'] },
    })
    .route({ method: 'GET', path: '/cohorts/{id}/roster', tags, summary: 'Who is or was in a cohort' })
    .input(key.extend({ on: date.optional() }))
    .output(z.array(membership)),

  /** Only names. */
  classmates: base
    .meta({ access: ['student'], write: false })
    .route({ method: 'GET', path: '/cohorts/{id}/classmates', tags, summary: 'Who is in my cohort with me' })
    .input(key)
    .output(z.array(z.string())),

  /** Programs and people for the forms. */
  choices: base
    .route({
      method: 'GET',
      path: '/cohorts/choices',
      tags,
      summary: 'Programs and possible advisors of the school',
    })
    .input(z.object({}))
    .output(
      z.object({
        programs: z.array(programChoice),
        advisors: z.array(z.object({ id: z.uuid(), full_name: z.string(), role: z.string() })),
      }),
    ),

  create: base
    .meta({ access: ['school_admin'], write: true })
    .route({ method: 'POST', path: '/cohorts', tags, summary: 'Create a cohort' })
    .input(cohortFields.extend({ id: z.uuid(), school_id: z.uuid() }))
    .output(cohortDetail),

  update: base
    .meta(writing)
    .route({ method: 'PUT', path: '/cohorts/{id}', tags, summary: 'Change a cohort' })
    .input(cohortFields.extend({ id: z.uuid(), version: z.int(), ...idempotency }))
    .output(cohortDetail)
    .errors({ CONFLICT }),

  setStatus: base
    .meta(writing)
    .route({
      method: 'POST',
      path: '/cohorts/{id}/status',
      tags,
      summary: 'Activate a cohort, put it on hold, or go on with it',
    })
    .input(lockedKey.extend({ to: z.enum(['active', 'on_hold']), reason }))
    .output(cohortDetail)
    .errors({ CONFLICT }),

  archive: base
    .meta(writing)
    .route({ method: 'POST', path: '/cohorts/{id}/archive', tags, summary: 'Archive a cohort' })
    .input(lockedKey)
    .output(cohortDetail)
    .errors({ CONFLICT }),

  restore: base
    .meta(writing)
    .route({
      method: 'POST',
      path: '/cohorts/{id}/restore',
      tags,
      summary: 'Take a cohort out of the archive, for 90 days',
    })
    .input(lockedKey)
    .output(cohortDetail)
    .errors({ CONFLICT }),

  setAdvisors: base
    .meta(writing)
    .route({ method: 'PUT', path: '/cohorts/{id}/advisors', tags, summary: 'Say who looks after a cohort' })
    .input(lockedKey.extend({ user_ids: z.array(z.uuid()).max(50, 'At most 50 advisors.') }))
    .output(cohortDetail)
    .errors({ CONFLICT }),

  /** A read: what a move or an end would do to each student. */
  planChange: base
    .meta({ ...reading, trail: { kind: 'view', what: 'cohort', people: ['output.*.student_id'] } })
    .route({
      method: 'POST',
      path: '/cohorts/changes/plan',
      tags,
      summary: 'What moving students, or ending their stay, would do',
    })
    .input(change)
    .output(z.array(checkedMove)),

  changeMemberships: base
    .meta(writing)
    .route({
      method: 'POST',
      path: '/cohorts/changes',
      tags,
      summary: 'Move students to a cohort, or end their stay',
    })
    .input(
      change.extend({
        idempotency_key: z.uuid(),
        reason: z.enum([...beginReason.options, ...leaveReason.options]),
        note: shortText(500).optional(),
        /** Takes students who leave without a new cohort off their shifts from that day on. */
        frees_seats: z.boolean().default(false),
      }),
    )
    .output(changed),

  undoChange: base
    .meta(writing)
    .route({
      method: 'POST',
      path: '/cohorts/changes/{id}/undo',
      tags,
      summary: 'Undo a change of several students, within 24 hours',
    })
    .input(key)
    .output(z.object({ undone: count, left_out: count })),

  listChanges: base
    .route({
      method: 'GET',
      path: '/cohorts/{id}/changes',
      tags,
      summary: 'Bulk changes to a cohort, latest first',
    })
    .input(key)
    .output(z.array(cohortChange)),

  openItems: base
    .meta({ ...reading, trail: { kind: 'view', what: 'progress', people: ['output.*.student_id'] } })
    .route({
      method: 'GET',
      path: '/cohorts/{id}/open-items',
      tags,
      summary: 'What is left to do before a cohort graduates',
    })
    .input(key)
    .output(z.array(openItem)),

  graduate: base
    .meta({ access: ['school_super_admin'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/cohorts/graduate', tags, summary: 'Graduate cohorts' })
    .input(
      z.object({
        idempotency_key: z.uuid(),
        school_id: z.uuid(),
        on_date: date,
        cohorts: z
          .array(lockedKey.extend({ change_id: z.uuid() }))
          .min(1)
          .max(50),
        note: shortText(500).optional(),
      }),
    )
    .output(z.array(z.object({ cohort_id: z.uuid(), change_id: z.uuid(), graduated: count }))),
}
