import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

/**
 * The key of one press of a button, on every command that includes the version it read: repeating the
 * call with it, as after a lost response, returns the first response (decision 035).
 */
export const idempotency = { idempotency_key: z.uuid().optional() }

/** A list as a file: its format, and the headings of its columns in order; all columns if none are named. */
export const asFile = {
  format: z.enum(['csv', 'xlsx']).default('csv'),
  columns: z.array(z.string().max(80)).max(60).optional(),
}

/** One change since the version that the caller read: who, when, why, and each field before and after. */
export const versionChange = z.object({
  version: z.int(),
  at: z.string(),
  /** Null for Placewell itself, by the calendar. */
  by: z.string().nullable(),
  is_me: z.boolean(),
  reason: z.string().nullable(),
  fields: z.array(
    z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() }),
  ),
})

/** The data of a refusal of an old version: both versions, and the changes between them, newest first (decision 036). */
export const versionConflict = <Current extends z.ZodType>(current: Current) =>
  z.object({
    kind: z.literal('version'),
    sent_version: z.int(),
    current,
    changes: z.array(versionChange),
  })

/** The typed refusal of a command on an old version: CONFLICT with both versions. */
export const conflict = <Current extends z.ZodType>(what: string, current: Current) => ({
  status: 409,
  message: `This ${what} was just changed by someone else.`,
  data: versionConflict(current),
})

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })

/** One entry of the audit trail: who did what to whom, impersonating whom, when and why; each change as [before, after]. */
export const auditEvent = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  entity: z.string(),
  entity_id: z.string().nullable(),
  entity_name: z.string().nullable(),
  actor_id: z.uuid().nullable(),
  actor_name: z.string().nullable(),
  acting_as: z.uuid().nullable(),
  acting_as_name: z.string().nullable(),
  school_id: z.uuid().nullable(),
  school_name: z.string().nullable(),
  facility_id: z.uuid().nullable(),
  facility_name: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.record(z.string(), z.unknown()),
})
export type AuditEvent = z.infer<typeof auditEvent>

export const accessKind = z.enum(['view', 'export', 'refusal'])
export type AccessKind = z.infer<typeof accessKind>
export const accessOutcome = z.enum(['ok', 'refused', 'failed'])
export type AccessOutcome = z.infer<typeof accessOutcome>

/** One read of students' records, export or refusal (docs/decisions/048). */
export const accessEvent = z.object({
  id: z.number(),
  at: z.string(),
  kind: accessKind,
  outcome: accessOutcome,
  code: z.string().nullable(),
  call: z.string(),
  what: z.string().nullable(),
  times: z.int(),
  actor_id: z.uuid().nullable(),
  actor_name: z.string().nullable(),
  actor_role: z.string().nullable(),
  acting_as_name: z.string().nullable(),
  school_name: z.string().nullable(),
  /** The names of the first three students, as far as the reader may see them, and how many there are. */
  student_names: z.array(z.string()),
  students: z.int(),
  reason: z.string().nullable(),
  request_id: z.string(),
  /** The same for the same network; the address itself is not stored. */
  network: z.string(),
})
export type AccessEvent = z.infer<typeof accessEvent>

/** Failed sign-ins to one account, from one network, within one hour. */
export const failedSignIn = z.object({
  id: z.number(),
  hour: z.string(),
  /** Null for an address without an account. */
  person_name: z.string().nullable(),
  account: z.string(),
  network: z.string(),
  times: z.int(),
  throttled: z.int(),
  last_at: z.string(),
  last_request_id: z.string(),
})
export type FailedSignIn = z.infer<typeof failedSignIn>

const accessFilter = z.object({
  /** Matches the name of the person who read. */
  q: z.string().trim().max(200).default(''),
  kind: accessKind.optional(),
  outcome: accessOutcome.optional(),
  by_user_id: z.uuid().optional(),
  about_student_id: z.uuid().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type AccessFilter = z.infer<typeof accessFilter>

const readers = ['school_admin', 'facility_admin'] as const

/** Who read the caller's record, in which role, when and why; nothing about anyone else. */
export const recordRead = z.object({
  id: z.number(),
  at: z.string(),
  kind: accessKind,
  what: z.string().nullable(),
  actor_name: z.string().nullable(),
  actor_role: z.string().nullable(),
  /** The Placewell staff member who was impersonating someone. */
  acting_as_name: z.string().nullable(),
  reason: z.string().nullable(),
})
export type RecordRead = z.infer<typeof recordRead>

/** The result of verifying every chain of the audit trail (docs/decisions/049). */
export const verification = z.object({
  checked_at: z.string(),
  chains: z.int(),
  rows: z.int(),
  /** The first fault of each broken chain, at most a hundred. */
  broken: z.array(
    z.object({
      chain: z.uuid(),
      name: z.string(),
      /** The block with the fault, and when it was sealed. */
      seq: z.int(),
      sealed_at: z.string(),
      fault: z.enum(['missing_block', 'broken_link', 'altered_block', 'missing_row', 'altered_row']),
      source: z.string().nullable(),
      row_id: z.int().nullable(),
    }),
  ),
  /** The number of broken chains, listed or not. */
  broken_count: z.int(),
})
export type Verification = z.infer<typeof verification>

export const auditContract = {
  /** The chains that seal the audit trail, and the result of their last verification. Only for the superadmin. */
  seal: base
    .meta({ access: [], write: false })
    .route({ method: 'GET', path: '/audit/seal', tags: ['Audit'], summary: 'How the trail is sealed' })
    .output(
      z.object({
        chains: z.int(),
        rows: z.int(),
        sealed_at: z.string().nullable(),
        /** Rows that will be sealed next. */
        waiting: z.int(),
        last: verification.nullable(),
        /** The latest verification: running, done or failed. */
        job_id: z.uuid().nullable(),
        is_running: z.boolean(),
      }),
    ),

  /** Verifies every chain as a job; a running one is not started again. */
  verify: base
    .meta({ access: [], write: true })
    .route({ method: 'POST', path: '/audit/verifications', tags: ['Audit'], summary: 'Verify the trail' })
    .input(z.object({ job_id: z.uuid() }))
    .output(z.object({ job_id: z.uuid() })),

  /** Reads, exports and refusals, newest first: the superadmin sees all, a school its own, a facility what its people did. */
  accesses: base
    .meta({ access: readers, write: false })
    .route({
      method: 'GET',
      path: '/audit/accesses',
      tags: ['Audit'],
      summary: 'Read looks, exports and refusals',
    })
    .input(
      accessFilter.extend({
        before_id: z.coerce.number<number>().int().positive().optional(),
        limit: z.coerce.number<number>().int().min(1).max(100).default(25),
      }),
    )
    .output(z.object({ events: z.array(accessEvent), next_before_id: z.number().nullable() })),

  /** A write, because exporting the trail is itself recorded in it. */
  exportAccesses: base
    .meta({ access: readers, write: true, whileReadOnly: true, trail: { kind: 'export', what: 'trail' } })
    .route({
      method: 'POST',
      path: '/audit/accesses/export',
      tags: ['Audit'],
      summary: 'Looks, exports and refusals, for a file',
    })
    .input(accessFilter)
    .output(z.array(accessEvent)),

  failedSignIns: base
    .meta({ access: ['school_admin'], write: false })
    .route({
      method: 'GET',
      path: '/audit/failed-sign-ins',
      tags: ['Audit'],
      summary: 'Read failed sign-ins',
    })
    .input(
      z.object({
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
      }),
    )
    .output(z.object({ rows: z.array(failedSignIn), total: z.int() })),

  /** Students read only about themselves; school administrators name a student. */
  looks: base
    .meta({
      access: ['student', 'school_admin'],
      write: false,
      trail: { kind: 'view', what: 'disclosures', people: ['input.student_id', 'viewer'] },
    })
    .route({ method: 'GET', path: '/audit/looks', tags: ['Audit'], summary: 'Who has looked at my record' })
    .input(
      z.object({
        student_id: z.uuid().optional(),
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
      }),
    )
    .output(z.object({ rows: z.array(recordRead), total: z.int() })),

  /** Newest first; the superadmin reads all, school administrators what concerns their school. */
  list: base
    .route({ method: 'GET', path: '/audit', tags: ['Audit'], summary: 'Read the audit trail' })
    .input(
      z.object({
        /** What happened to this person: their account, their permissions, being impersonated. */
        about_user_id: z.uuid().optional(),
        /** What this person did, as themselves or impersonating someone. */
        by_user_id: z.uuid().optional(),
        entity: z.string().max(60).optional(),
        entity_id: z.string().max(60).optional(),
        /** Continues after this row. */
        before_id: z.number().int().positive().optional(),
        limit: z.number().int().min(1).max(100).default(25),
      }),
    )
    .output(
      z.object({
        events: z.array(auditEvent),
        /** The names for the ids in the entries and their changes. */
        names: z.record(z.string(), z.string()),
        next_before_id: z.number().nullable(),
      }),
    ),
}
