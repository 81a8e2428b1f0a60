import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { asFile, idempotency } from '#features/audit/contract.ts'
import { specialty } from '#features/facilities/contract.ts'
import { hoursKind } from '#features/hours/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['student'], write: false })
const tags = ['Hours']

export const requestStatus = z.enum(['pending', 'needs_info', 'approved', 'not_approved', 'withdrawn'])
export type RequestStatus = z.infer<typeof requestStatus>

/** The named instructor's answer about reported hours. */
const confirmation = z.enum(['confirmed', 'not_confirmed'])
export type Confirmation = z.infer<typeof confirmation>

const text = (least: string) => z.string().trim().min(3, least).max(1000, 'At most 1,000 characters.')

/** What a student reports: hours of one day that no shift in Placewell has. */
const reported = z.object({
  id: z.uuid(),
  date: z.iso.date('Enter a date.'),
  minutes: z.int().min(1, 'Enter how many hours.').max(1440, 'At most 24 hours.'),
  kind: hoursKind,
  specialty,
  course_code: z.string().trim().min(1).max(40, 'At most 40 characters.').nullable(),
  note: text('Say in a sentence what you did, and with whom.'),
  evidence_file_ids: z.array(z.uuid()).max(5, 'At most five files.').default([]),
  /** An instructor of the student's shifts who was there and is asked to confirm the hours. */
  instructor_id: z.uuid().nullable().default(null),
})
export type ReportedHours = z.infer<typeof reported>

/** Reported hours with their status. */
const hoursRequest = z.object({
  id: z.uuid(),
  student_id: z.uuid(),
  student_name: z.string(),
  date: z.iso.date(),
  minutes: z.int(),
  kind: hoursKind,
  specialty: z.string(),
  course_code: z.string().nullable(),
  note: z.string(),
  evidence_file_ids: z.array(z.uuid()),
  status: requestStatus,
  answer: z.string().nullable(),
  decision_note: z.string().nullable(),
  decided_at: z.string().nullable(),
  instructor_id: z.uuid().nullable(),
  instructor_name: z.string().nullable(),
  confirmation: confirmation.nullable(),
  confirmation_note: z.string().nullable(),
  created_at: z.string(),
  version: z.int(),
})
export type HoursRequest = z.infer<typeof hoursRequest>

const paged = z.object({
  page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
  page_size: z.int().min(1).max(100).default(25),
})
const rows = z.object({ rows: z.array(hoursRequest), total: z.int() })

const requestFilter = z.object({
  search: z.string().trim().max(200).default(''),
  status: requestStatus.optional(),
})
export type RequestFilter = z.infer<typeof requestFilter>
/** The version that the caller loaded; the request is refused if it changed. */
const seen = z.object({ id: z.uuid(), version: z.int() })

export const hoursRequestsContract = {
  /** The student's own, latest date first, with the rules for reporting more. */
  mine: base
    .route({ method: 'GET', path: '/my-hours-requests', tags, summary: 'Hours that one reported' })
    .input(paged)
    .output(
      rows.extend({
        /** Today at the school, which may be a day behind the student's own time zone. */
        today: z.iso.date(),
        /** How many days back hours can be reported. */
        days_back: z.int(),
        /** The maximum hours per day. */
        hours_per_day: z.int(),
        /** The instructors of their shifts, whom they can name. */
        instructors: z.array(z.object({ id: z.uuid(), name: z.string() })),
      }),
    ),

  /** Reported hours that are waiting for the school's decision, oldest first. */
  waiting: base
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.student_id'] },
    })
    .route({ method: 'GET', path: '/hours-requests', tags, summary: 'Reported hours that wait for approval' })
    .input(paged.extend({ school_id: z.uuid().optional() }))
    .output(rows),

  /** All reported hours of the school in any status, latest date first. */
  list: base
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.student_id'] },
    })
    .route({ method: 'GET', path: '/hours-requests/all', tags, summary: 'Hours that students reported' })
    .input(requestFilter.extend(paged.shape))
    .output(rows),

  export: base
    .meta({ access: ['school_admin'], write: false, trail: { kind: 'export', what: 'list' } })
    .route({
      method: 'GET',
      path: '/hours-requests/export',
      tags,
      summary: 'Export reported hours as CSV or Excel',
      outputStructure: 'detailed',
    })
    .input(requestFilter.extend(asFile))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) })),

  /** Reported hours that name the caller and that they have not answered, oldest first. */
  toConfirm: base
    .meta({
      access: ['proctor'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.student_id'] },
    })
    .route({ method: 'GET', path: '/hours-requests/to-confirm', tags, summary: 'Reported hours to confirm' })
    .input(paged)
    .output(rows),

  /** The instructor says whether they were there and the hours are right; the school decides. */
  confirm: base
    .meta({ access: ['proctor'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/hours-requests/{id}/confirmation',
      tags,
      summary: 'Confirm reported hours, or say what is wrong with them',
    })
    .input(
      seen.extend({
        confirmation,
        note: text('Say what is wrong. The student and the school will read it.').optional(),
        ...idempotency,
      }),
    )
    .output(z.object({})),

  report: base
    .meta({ access: ['student'], write: true, whileReadOnly: true, createsById: true })
    .route({ method: 'POST', path: '/hours-requests', tags, summary: 'Report hours outside of a shift' })
    .input(reported.extend(idempotency))
    .output(z.object({})),

  /** Answers the school's question, optionally with more files. */
  answer: base
    .meta({ access: ['student'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/hours-requests/{id}/answer', tags, summary: 'Answer what was asked' })
    .input(
      seen.extend({
        answer: text('Answer in a sentence.'),
        evidence_file_ids: z.array(z.uuid()).max(5, 'At most five files.').default([]),
        ...idempotency,
      }),
    )
    .output(z.object({})),

  withdraw: base
    .meta({ access: ['student'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/hours-requests/{id}/withdraw',
      tags,
      summary: 'Withdraw reported hours',
    })
    .input(z.object({ id: z.uuid(), ...idempotency }))
    .output(z.object({})),

  /** Approving adds the hours to the student's ledger. */
  decide: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/hours-requests/{id}/decision',
      tags,
      summary: 'Decide on reported hours',
    })
    .input(
      seen.extend({
        decision: z.enum(['approved', 'not_approved', 'needs_info']),
        note: text('Give a reason. The student will read it.').optional(),
        ...idempotency,
      }),
    )
    .output(z.object({})),
}
