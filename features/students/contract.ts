import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'
import { clearanceStatus } from '#features/credentials/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const tags = ['Students']

const level = z.enum(['PN', 'ADN', 'BSN', 'ABSN', 'ELMSN', 'RN_BSN', 'MSN', 'NP', 'DNP'])

/** The status of an account; of an unanswered invitation `invited`, or `expired` once its time is over. */
export const studentStatus = z.enum([
  'active',
  'pending',
  'returned',
  'declined',
  'deactivated',
  'invited',
  'expired',
])
export type StudentStatus = z.infer<typeof studentStatus>

/** What a coordinator looks for first: hours, the next shift, and what is missing before it. */
export const studentSummary = z.object({
  /**
   * In hours. Projected is credited plus scheduled; required is null if no program sets it; the gap is what is then missing, also by
   * specialty.
   */
  hours: z
    .object({
      credited: z.number(),
      projected: z.number(),
      required: z.number().nullable(),
      gap: z.number().nullable(),
    })
    .nullable(),
  /** The next shift on which the student has a seat, not over yet. */
  next_shift: z
    .object({
      id: z.uuid(),
      date: z.iso.date(),
      unit: z.string().nullable(),
      site: z.string().nullable(),
    })
    .nullable(),
  /** Mandatory credentials for the next shift, or for today without one: types without a valid credential, and types in review. */
  clearance: z
    .object({ status: clearanceStatus, missing: z.array(z.string()), in_review: z.array(z.string()) })
    .nullable(),
})
export type StudentSummary = z.infer<typeof studentSummary>

/** A student, or someone invited to become one: one list shows both. */
export const studentRow = z.object({
  /** The id of the account or the invitation. */
  id: z.uuid(),
  kind: z.enum(['account', 'invitation']),
  full_name: z.string(),
  email: z.string(),
  student_number: z.string().nullable(),
  status: studentStatus,
  cohort_id: z.uuid().nullable(),
  /** For an invitation: the cohort it names, which may not exist. */
  cohort_name: z.string().nullable(),
  /** The open cohort membership, which a move or an end changes; not that of today if one is planned. */
  membership_id: z.uuid().nullable(),
  since: z.string().nullable(),
  program_name: z.string().nullable(),
  level: level.nullable(),
  graduation_date: z.string().nullable(),
  last_sign_in: z.string().nullable(),
  /** True when a release of information is in force, for every facility or one; null for an invitation. */
  has_release: z.boolean().nullable(),
  created_at: z.string(),
  /** For active students, in the list and its export; left out when choosing students. */
  summary: studentSummary.optional(),
  /** The current or next leave of absence. */
  leave: z
    .object({ starts_on: z.iso.date(), ends_on: z.iso.date().nullable(), is_now: z.boolean() })
    .nullable(),
})
export type StudentRow = z.infer<typeof studentRow>

export const studentSort = z.enum([
  'full_name',
  'student_number',
  'cohort_name',
  'graduation_date',
  'last_sign_in',
  'created_at',
  'next_shift',
])

const filter = z.object({
  q: z.string().max(200).default(''),
  status: studentStatus.or(z.literal('all')).default('all'),
  /** A cohort, or students without one. */
  cohort: z.uuid().or(z.literal('none')).optional(),
  program: z.uuid().optional(),
  level: level.optional(),
  /** Students without a release of information. */
  release: z.literal('none').optional(),
  /** Students without an upcoming shift. */
  next: z.literal('none').optional(),
  /** Students who are on leave today, or whose leave is upcoming. */
  leave: z.enum(['now', 'planned']).optional(),
  sort: studentSort.default('full_name'),
  dir: z.enum(['asc', 'desc']).default('asc'),
})
export type StudentFilter = z.infer<typeof filter>

const stay = z.object({
  membership_id: z.uuid(),
  cohort_id: z.uuid(),
  cohort_name: z.string(),
  from_date: z.string(),
  to_date: z.string().nullable(),
  reason: z.enum(['enrolled', 'transferred', 'repeat']),
  end_reason: z.enum(['transferred', 'leave', 'withdrew', 'dismissed', 'graduated', 'corrected']).nullable(),
  by_name: z.string().nullable(),
  created_at: z.string(),
})

const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  state: z.enum(['sent', 'opened', 'accepted', 'expired', 'revoked']),
  cohort_name: z.string().nullable(),
  sent_at: z.string(),
  accepted_at: z.string().nullable(),
  expires_at: z.string(),
})

export const student = z.object({
  id: z.uuid(),
  school_id: z.uuid().nullable(),
  school_name: z.string().nullable(),
  full_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  status: studentStatus.exclude(['invited', 'expired']),
  student_number: z.string().nullable(),
  phone: z.string().nullable(),
  graduation_date: z.string().nullable(),
  license_in_progress: z.boolean(),
  created_at: z.string(),
  /** Null for callers who may not see it: proctors. */
  last_sign_in: z.string().nullable(),
  today: z.string(),
  /** Oldest first; a proctor sees only memberships in cohorts they advise. */
  stays: z.array(stay),
  cohort: z
    .object({
      id: z.uuid(),
      name: z.string(),
      expected_graduation: z.string(),
      status: z.string(),
      membership_id: z.uuid().nullable(),
    })
    .nullable(),
  invitations: z.array(invitation),
  may_change: z.boolean(),
  version: z.int(),
})
export type Student = z.infer<typeof student>

/** A student with their summary, which only the school's administrators see: null for everyone else. */
export const studentPage = student.extend({ summary: studentSummary.nullable() })
export type StudentPage = z.infer<typeof studentPage>

/** What administrators may change about a student. */
export const studentFields = z.object({
  full_name: z.string().trim().min(1, 'Enter the name.').max(200, 'At most 200 characters.'),
  student_number: z.string().trim().max(60, 'At most 60 characters.').nullable(),
  phone: z.string().trim().max(40, 'At most 40 characters.').nullable(),
  graduation_date: z.iso.date('Enter a date.').nullable(),
})

const NOT_FOUND = { status: 404, message: 'We can’t find that student.' }

export const studentsContract = {
  list: base
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.id'] },
    })
    .route({ method: 'GET', path: '/students', tags, summary: 'The students of the school worked in' })
    .input(
      filter.extend({
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
        /** Without summaries and last sign-ins, for a search that shows only names. */
        is_brief: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        rows: z.array(studentRow),
        total: z.number().int(),
        counts: z.record(studentStatus.or(z.literal('all')), z.number().int()),
      }),
    ),

  /** All students that match the filter, to select them at once; at most 2,000. */
  choose: base
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.*.id'] },
    })
    .route({ method: 'GET', path: '/students/choose', tags, summary: 'Everyone a filter finds' })
    .input(filter)
    .output(z.array(studentRow)),

  /** A write, because exports are recorded. */
  export: base
    .meta({
      access: ['school_admin'],
      write: true,
      whileReadOnly: true,
      trail: { kind: 'export', what: 'list', people: ['output.*.id'] },
    })
    .route({ method: 'POST', path: '/students/export', tags, summary: 'The whole list, for a file' })
    .input(filter)
    .output(z.array(studentRow)),

  get: base
    .meta({
      access: ['school_admin', 'proctor'],
      write: false,
      trail: { kind: 'view', what: 'profile', people: ['output.id'] },
    })
    .route({ method: 'GET', path: '/students/{id}', tags, summary: 'One student' })
    .input(z.object({ id: z.uuid() }))
    .output(studentPage)
    .errors({ NOT_FOUND }),

  update: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({ method: 'PUT', path: '/students/{id}', tags, summary: 'Change a student' })
    .input(studentFields.extend({ id: z.uuid(), version: z.int(), ...idempotency }))
    .output(student)
    .errors({
      NOT_FOUND,
      CONFLICT: conflict('student', student),
    }),
}
