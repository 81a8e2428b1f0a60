import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { asFile } from '#features/audit/contract.ts'
import {
  attachment,
  credentialType,
  credentialValues,
  scopeKind,
  validity,
} from '#features/credential-types/contract.ts'

const base = oc.$meta<ApiMeta>({ access: 'any', write: false })
const bySchool = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
/** A school reviews what is sent of the platform's types and its own; a facility's verifiers those of the facility. */
const reviewers = { access: ['school_admin', 'facility_admin'], write: false } satisfies ApiMeta
const reviewing = {
  access: ['school_admin', 'facility_admin'],
  write: true,
  whileReadOnly: true,
} satisfies ApiMeta
const tags = ['Credentials']
const day = z.iso.date('Enter a date.')

/** What a submission can be; expiring and expired follow from its last day (domain §2.8). */
export const credentialStatus = z.enum([
  'submitted',
  'in_review',
  'approved',
  'conditionally_approved',
  'rejected',
  'waived',
  'revoked',
  'superseded',
  'lapsed',
])
export type CredentialStatus = z.infer<typeof credentialStatus>
export const shownStatus = z.enum([...credentialStatus.options, 'expiring', 'expired'])
export type ShownStatus = z.infer<typeof shownStatus>

export const reasonCode = z.enum([
  'illegible',
  'wrong_document',
  'missing_name',
  'missing_date',
  'expired',
  'not_accepted_provider',
  'incomplete_series',
  'result_positive',
  'name_mismatch',
  'other',
])
export type ReasonCode = z.infer<typeof reasonCode>

/** What was read from the documents of a submission: it fills in and warns, and decides nothing (domain §2.8). */
export const precheck = z.object({
  type_match: z.enum(['yes', 'no', 'unknown']),
  is_readable: z.boolean(),
  dates: z.array(day).max(20),
  name_match: z.enum(['yes', 'no', 'unknown']),
  /** How sure the reader is, from 0 to 100. */
  confidence: z.int().min(0).max(100),
})
export type Precheck = z.infer<typeof precheck>

/** What is known of a credential that another school approved, when its owner offers it to the next. */
export const carried = z.object({ school_name: z.string(), approved_on: day, expires_on: day.nullable() })

/** One submission, as its owner and their reviewers see it. */
export const credential = z.object({
  id: z.uuid(),
  person_id: z.uuid(),
  type_id: z.uuid(),
  type_name: z.string(),
  status: credentialStatus,
  shown: shownStatus,
  values: credentialValues,
  file_ids: z.array(z.uuid()),
  issued_on: day.nullable(),
  expires_on: day.nullable(),
  conditional_until: day.nullable(),
  waived_until: day.nullable(),
  /** What a waiver is for: one requirement, or with none all that the school asks for of its type. */
  waived_requirement_id: z.uuid().nullable(),
  /** The facility where it counts, of a site orientation. */
  facility_id: z.uuid().nullable(),
  reason_code: reasonCode.nullable(),
  note: z.string().nullable(),
  submitted_at: z.string(),
  reviewed_at: z.string().nullable(),
  supersedes_id: z.uuid().nullable(),
  precheck: precheck.nullable(),
  source: z.enum(['upload', 'import', 'passport', 'check']),
  carried: carried.nullable(),
  /** To its owner, the school that it was sent to, where that is not the one they are at: it counts there, not here. */
  other_school: z.string().nullable(),
})
export type Credential = z.infer<typeof credential>

export const clearanceStatus = z.enum(['cleared', 'cleared_with_condition', 'not_cleared', 'unknown'])
export type ClearanceStatus = z.infer<typeof clearanceStatus>

export const itemState = z.enum([
  'covered',
  'condition',
  'lapses',
  'expired',
  'in_review',
  'rejected',
  'revoked',
  'missing',
  /** No day that was looked at asks for it. */
  'not_due',
])

/** One thing that is asked for: how it is, until when, whose rule it is, and what to do next. */
export const clearanceItem = z.object({
  requirement_id: z.uuid(),
  type_id: z.uuid(),
  type_name: z.string(),
  /** It counts at its facility alone: an orientation. */
  is_per_facility: z.boolean(),
  state: itemState,
  /** The last day on which it is covered without a gap; null without an end, or where it is not covered. */
  covered_to: day.nullable(),
  /** The first day of the span that nothing covers. */
  gap_on: day.nullable(),
  is_mandatory: z.boolean(),
  scope_kind: scopeKind,
  scope_name: z.string(),
  /** The facility that asks; null where a school does. */
  facility_id: z.uuid().nullable(),
  since: day,
  until: day.nullable(),
  due_on: day.nullable(),
  /** The school looks it up itself: nothing is sent. */
  is_checked: z.boolean(),
  next_step: z.enum(['none', 'upload', 'renew', 'retry', 'wait', 'check']),
})
export type ClearanceItem = z.infer<typeof clearanceItem>

export const clearance = z.object({
  status: clearanceStatus,
  first: day,
  last: day,
  items: z.array(clearanceItem),
})
export type Clearance = z.infer<typeof clearance>

/** Cleared or not, and in words what is missing and whose rule it is: for rosters, lists and seats, without values. */
export const clearanceBrief = z.object({ status: clearanceStatus, missing: z.array(z.string()) })
export type ClearanceBrief = z.infer<typeof clearanceBrief>

/** How ready someone is for their next shift: what is missing of it, also by type alone, and how many of its items wait for review. */
export type Readiness = ClearanceBrief & {
  waiting: number
  next_shift: string | null
  /** Mandatory types with nothing that counts or is in review. */
  missing_types: string[]
  in_review_types: string[]
}

const placement = z.object({ id: z.uuid(), date: day, last: day, facility_name: z.string() })

/** What is asked of a person, how each item is, and what they sent. */
export const standing = z.object({
  today: day,
  clearance,
  types: z.array(credentialType),
  submissions: z.array(credential),
  /** The next shift, and from when to when clearance is looked at. */
  next_shift: placement.nullable(),
  /** What later shifts ask for beyond the next one, each with the first shift that does. */
  later: z.array(z.object({ shift: placement, items: z.array(clearanceItem) })),
  /** What each requirement says besides: how long it must be valid, and what to do. */
  rules: z.array(
    z.object({
      requirement_id: z.uuid(),
      validity,
      instructions: z.string(),
      /** Those that are accepted; none is any. */
      providers: z.array(z.string()),
      /** Forms to fill in, or how to get it. */
      attachments: z.array(attachment),
    }),
  ),
})
export type Standing = z.infer<typeof standing>

const queueRow = z.object({
  id: z.uuid(),
  person_id: z.uuid(),
  student_name: z.string(),
  cohort_name: z.string().nullable(),
  type_id: z.uuid(),
  type_name: z.string(),
  status: credentialStatus,
  submitted_at: z.string(),
  next_shift: day.nullable(),
  /** Who has it open now. */
  locked_by_name: z.string().nullable(),
  is_mine: z.boolean(),
  /** The reader found the type, the name and the dates on it: it may be approved with others of its type. */
  is_prechecked: z.boolean(),
})
export type QueueRow = z.infer<typeof queueRow>

const studentRow = z.object({
  person_id: z.uuid(),
  student_name: z.string(),
  cohort_name: z.string().nullable(),
  status: clearanceStatus,
  missing: z.array(z.string()),
  waiting: z.int(),
  next_shift: day.nullable(),
})
export type StudentRow = z.infer<typeof studentRow>

const studentFilter = z.object({
  q: z.string().max(200).default(''),
  status: clearanceStatus.or(z.literal('any')).default('any'),
  type_id: z.uuid().optional(),
})
export type StudentFilter = z.infer<typeof studentFilter>

const expirationRow = z.object({
  id: z.uuid(),
  person_id: z.uuid(),
  student_name: z.string(),
  /** An instructor has a page of their own. */
  is_student: z.boolean(),
  cohort_name: z.string().nullable(),
  type_id: z.uuid(),
  type_name: z.string(),
  expires_on: day,
  days_left: z.int(),
  /** A renewal that waits for review. */
  is_renewed: z.boolean(),
  next_shift: day.nullable(),
  shifts_after: z.int(),
  reminded_at: z.string().nullable(),
})
export type ExpirationRow = z.infer<typeof expirationRow>

const expirationFilter = z.object({
  type_id: z.uuid().optional(),
  cohort_id: z.uuid().optional(),
  within: z.coerce.number<number>().int().min(1).max(180).default(180),
  is_affecting: z.boolean().default(false),
})
export type ExpirationFilter = z.infer<typeof expirationFilter>

/** How many expire, of all: by weeks from today, with shifts after the last day among them, and those without a renewal. */
const expirationCounts = z.object({
  total: z.int(),
  concerned: z.int(),
  weeks: z.array(z.object({ week: z.int(), all: z.int(), affecting: z.int() })),
})
export type ExpirationCounts = z.infer<typeof expirationCounts>

const blanket = z.object({
  id: z.uuid(),
  type_id: z.uuid(),
  type_name: z.string(),
  file_ids: z.array(z.uuid()),
  issued_on: day,
  expires_on: day.nullable(),
})
export type Blanket = z.infer<typeof blanket>

const cell = (most: number) => z.string().trim().max(most, `At most ${most} characters.`)

/** A record of a school's file, still as text: whose, of what, from and until when, and with which result. */
export const recordRow = z.object({
  line: z.int().min(1).max(1_000_000),
  person: cell(254),
  type: cell(120),
  issued_on: cell(40),
  expires_on: cell(40),
  result: cell(80),
})
export type RecordRow = z.infer<typeof recordRow>

const note = z.string().trim().max(1000, 'At most 1,000 characters.')

export const credentialsContract = {
  /** What is asked of the asker, how each item is, and what they sent. */
  mine: base
    .meta({
      access: ['student', 'proctor'],
      write: false,
      trail: { kind: 'view', what: 'profile', people: ['viewer'] },
    })
    .route({
      method: 'GET',
      path: '/credentials/mine',
      tags,
      summary: 'My requirements and submissions',
    })
    .input(z.object({}).default({}))
    .output(standing),

  /** The same of someone at the asker's school. */
  ofPerson: bySchool
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'profile', people: ['input.person_id'] },
    })
    .route({
      method: 'GET',
      path: '/compliance/people/{person_id}',
      tags,
      summary: 'Requirements and submissions of a person',
    })
    .input(z.object({ person_id: z.uuid() }))
    .output(standing),

  /** Reads documents before they are sent: what to fill in, and what to look at again. */
  precheck: base
    .meta({ access: ['student', 'proctor'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/credentials/precheck', tags, summary: 'Read documents before sending' })
    .input(z.object({ type_id: z.uuid(), file_ids: z.array(z.uuid()).min(1).max(10, 'At most 10 files.') }))
    .output(z.object({ precheck: precheck.nullable(), fills: z.record(z.string().max(40), day) })),

  submit: base
    .meta({ access: ['student', 'proctor'], write: true, whileReadOnly: true })
    .route({ method: 'PUT', path: '/credentials/{id}', tags, summary: 'Send a credential for review' })
    .input(
      z.object({
        id: z.uuid(),
        type_id: z.uuid(),
        values: credentialValues,
        file_ids: z.array(z.uuid()).max(10, 'At most 10 files.').default([]),
        /** Of a site orientation: the site that it is of. */
        facility_id: z.uuid().nullable().default(null),
      }),
    )
    .output(credential),

  /** The clearance of students for one shift: for its roster and its candidates. */
  ofShift: base
    .meta({
      access: ['school_admin', 'proctor', 'student'],
      write: false,
      trail: { kind: 'view', what: 'roster', people: ['output.*.person_id'] },
    })
    .route({ method: 'GET', path: '/shifts/{shift_id}/clearance', tags, summary: 'Clearance for a shift' })
    .input(z.object({ shift_id: z.uuid(), person_ids: z.array(z.uuid()).max(200).default([]) }))
    .output(z.array(clearance.extend({ person_id: z.uuid() }))),

  /** What a student would be missing on shifts, before they take one. */
  ofShifts: base
    .meta({ access: ['student'], write: false })
    .route({ method: 'GET', path: '/student/clearance', tags, summary: 'My clearance for some shifts' })
    .input(z.object({ shift_ids: z.array(z.uuid()).max(200) }))
    .output(z.array(clearanceBrief.extend({ shift_id: z.uuid() }))),

  overview: bySchool
    .route({ method: 'GET', path: '/compliance', tags, summary: 'Compliance of a school at a glance' })
    .input(z.object({}).default({}))
    .output(
      z.object({
        /** What the asker's school reviews; and what waits for facilities that review their own types. */
        waiting: z.int(),
        with_facilities: z.int(),
        oldest_waiting: z.string().nullable(),
        students: z.int(),
        not_cleared: z.int(),
        expiring: z.int(),
        required: z.int(),
        by_type: z.array(
          z.object({ type_id: z.uuid(), type_name: z.string(), missing: z.int(), waiting: z.int() }),
        ),
      }),
    ),

  students: bySchool
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.person_id'] },
    })
    .route({ method: 'GET', path: '/compliance/students', tags, summary: 'Students and their clearance' })
    .input(studentFilter.extend({ page: z.coerce.number().int().min(1).max(10_000).default(1) }))
    .output(z.object({ rows: z.array(studentRow), total: z.int() })),

  /** All of them, as a file. */
  exportStudents: bySchool
    .meta({ access: ['school_admin'], write: false, trail: { kind: 'export', what: 'list' } })
    .route({
      method: 'GET',
      path: '/compliance/students/export',
      tags,
      summary: 'Export clearance as CSV or Excel',
      outputStructure: 'detailed',
    })
    .input(studentFilter.extend(asFile))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) })),

  queue: bySchool
    .meta({
      ...reviewers,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.person_id'] },
    })
    .route({ method: 'GET', path: '/compliance/queue', tags, summary: 'Credentials that wait for review' })
    .input(
      z.object({
        q: z.string().max(200).default(''),
        type_id: z.uuid().optional(),
        page: z.coerce.number().int().min(1).max(10_000).default(1),
      }),
    )
    .output(z.object({ rows: z.array(queueRow), total: z.int() })),

  /** One submission for its reviewer, with what its rule says of it. */
  get: bySchool
    .meta({
      ...reviewers,
      trail: { kind: 'view', what: 'profile', people: ['output.person_id'] },
    })
    .route({ method: 'GET', path: '/credentials/{id}', tags, summary: 'A submission' })
    .input(z.object({ id: z.uuid() }))
    .output(
      credential.extend({
        student_name: z.string(),
        type: credentialType,
        locked_by_name: z.string().nullable(),
        locked_until: z.string().nullable(),
        is_mine: z.boolean(),
        proposed_expires_on: day.nullable(),
        /** Who did what with it, and why, the latest first; for the school alone. */
        history: z.array(
          z.object({
            at: z.string(),
            by_name: z.string().nullable(),
            to: credentialStatus,
            reason: z.string().nullable(),
          }),
        ),
        files: z.array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            mime_type: z.string().nullable(),
            pages: z.int().nullable(),
          }),
        ),
        earlier: z.array(credential),
      }),
    ),

  open: bySchool
    .meta(reviewing)
    .route({ method: 'POST', path: '/credentials/{id}/open', tags, summary: 'Take it for two minutes' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ locked_until: z.string() })),

  decide: bySchool
    .meta(reviewing)
    .route({ method: 'POST', path: '/credentials/{id}/decision', tags, summary: 'Approve or reject' })
    .input(
      z.discriminatedUnion('decision', [
        z.object({
          id: z.uuid(),
          decision: z.literal('approve'),
          issued_on: day.optional(),
          /** The last day; left out, the type's rule says it. */
          expires_on: day.optional(),
        }),
        z.object({ id: z.uuid(), decision: z.literal('condition'), until: day, note }),
        z.object({
          id: z.uuid(),
          decision: z.literal('reject'),
          reason_code: reasonCode,
          note: note.min(3, 'Say what is wrong and how to fix it: the student reads it.'),
        }),
        z.object({
          id: z.uuid(),
          decision: z.literal('revoke'),
          note: note.min(3, 'Say why: the student reads it.'),
        }),
      ]),
    )
    .output(credential),

  /** Approves submissions of one type on which the reader found everything, as many as there is time for: none where one is refused. */
  approveSeveral: bySchool
    .meta(reviewing)
    .route({ method: 'POST', path: '/compliance/queue/approval', tags, summary: 'Approve several at once' })
    .input(
      z.object({ ids: z.array(z.uuid()).min(1, 'Choose what to approve.').max(100, 'At most 100 at once.') }),
    )
    .output(z.object({ rows: z.array(z.object({ id: z.uuid() })) })),

  /** A school waives what it asks for itself, a facility what it asks for of whom sent it something. */
  waive: bySchool
    .meta(reviewing)
    .route({ method: 'POST', path: '/credentials/waivers', tags, summary: 'Waive a requirement' })
    .input(
      z.object({
        id: z.uuid(),
        person_id: z.uuid(),
        type_id: z.uuid(),
        /** One requirement; without it all that the school asks for of this type. */
        requirement_id: z.uuid().nullable().default(null),
        until: day,
        note: note.min(3, 'Say why: it is kept with the waiver.'),
      }),
    )
    .output(credential),

  /** A school records what it looked up itself about someone: it counts at once. */
  recordCheck: bySchool
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({ method: 'PUT', path: '/credentials/checks/{id}', tags, summary: 'Record a check by the school' })
    .input(
      z.object({
        id: z.uuid(),
        person_id: z.uuid(),
        type_id: z.uuid(),
        values: credentialValues,
      }),
    )
    .output(credential),

  /** Tries or writes a school's records of before, as a job: each row has its own outcome. */
  importRecords: bySchool
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({ method: 'PUT', path: '/compliance/records/{job_id}', tags, summary: 'Import existing records' })
    .input(
      z.object({
        job_id: z.uuid(),
        file_name: z.string().trim().min(1).max(200),
        /** Nothing is kept but what would become of each row. */
        is_trial: z.boolean(),
        rows: z
          .array(recordRow)
          .min(1, 'The file has no rows.')
          .max(10_000, 'At most 10,000 rows. Split the file.'),
      }),
    )
    .output(z.object({ job_id: z.uuid() })),

  recordsReport: bySchool
    .meta({ access: ['school_admin'], write: false, trail: { kind: 'export', what: 'data' } })
    .route({
      method: 'GET',
      path: '/compliance/records/{job_id}/report',
      tags,
      summary: 'What became of each row, as CSV',
      outputStructure: 'detailed',
    })
    .input(z.object({ job_id: z.uuid() }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),

  /** Documents of the school that count for everyone there. */
  blankets: bySchool
    .route({ method: 'GET', path: '/compliance/blankets', tags, summary: 'Documents for everyone' })
    .input(z.object({}).default({}))
    .output(z.array(blanket)),

  addBlanket: bySchool
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({ method: 'PUT', path: '/compliance/blankets/{id}', tags, summary: 'Add a document for everyone' })
    .input(
      z.object({
        id: z.uuid(),
        type_id: z.uuid('Choose a type.'),
        file_ids: z.array(z.uuid()).min(1, 'Add the document.').max(10, 'At most 10 files.'),
        issued_on: day,
        expires_on: day.nullable(),
      }),
    )
    .output(z.array(blanket)),

  endBlanket: bySchool
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/compliance/blankets/{id}/end',
      tags,
      summary: 'End a document for everyone',
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.array(blanket)),

  expirations: bySchool
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.person_id'] },
    })
    .route({ method: 'GET', path: '/compliance/expirations', tags, summary: 'What expires in 180 days' })
    .input(
      expirationFilter.extend({
        /** As many as a page lists; a file has more. */
        most: z.coerce.number<number>().int().min(1).max(10_000).default(500),
      }),
    )
    .output(
      z.object({
        today: day,
        rows: z.array(expirationRow),
        has_more: z.boolean(),
        cohorts: z.array(z.object({ id: z.uuid(), name: z.string() })),
        types: z.array(z.object({ id: z.uuid(), name: z.string() })),
      }),
    ),

  expirationCounts: bySchool
    .route({
      method: 'GET',
      path: '/compliance/expirations/counts',
      tags,
      summary: 'How many expire in each week',
    })
    .input(expirationFilter)
    .output(expirationCounts),

  /** Reminds everyone concerned, however many, as a job. */
  remindAll: bySchool
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'PUT',
      path: '/compliance/expirations/reminders/{job_id}',
      tags,
      summary: 'Remind everyone concerned, as a job',
    })
    .input(expirationFilter.extend({ job_id: z.uuid() }))
    .output(z.object({ job_id: z.uuid() })),

  remind: bySchool
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/compliance/expirations/remind',
      tags,
      summary: 'Remind everyone concerned',
    })
    .input(
      z.object({
        ids: z.array(z.uuid()).min(1, 'Choose whom to remind.').max(2000, 'At most 2,000 at once.'),
      }),
    )
    .output(z.object({ reminded: z.int() })),
}
