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
/** A school reviews submissions of the platform's types and its own; a facility's verifiers those of the facility's types. */
const reviewers = { access: ['school_admin', 'facility_admin'], write: false } satisfies ApiMeta
const reviewing = {
  access: ['school_admin', 'facility_admin'],
  write: true,
  whileReadOnly: true,
} satisfies ApiMeta
const tags = ['Credentials']
const day = z.iso.date('Enter a date.')

/** The status of a submission; expiring and expired follow from its last day (domain §2.8). */
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

/** What was read from the documents of a submission: it fills in fields and warns, and decides nothing (domain §2.8). */
export const precheck = z.object({
  type_match: z.enum(['yes', 'no', 'unknown']),
  is_readable: z.boolean(),
  dates: z.array(day).max(20),
  name_match: z.enum(['yes', 'no', 'unknown']),
  /** The reader's confidence, from 0 to 100. */
  confidence: z.int().min(0).max(100),
})
export type Precheck = z.infer<typeof precheck>

/** What is known of a credential that another school approved, when its owner offers it to a new school. */
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
  /** What a waiver covers: one requirement, or with null everything that the school requires of its type. */
  waived_requirement_id: z.uuid().nullable(),
  /** The facility where a site orientation counts. */
  facility_id: z.uuid().nullable(),
  reason_code: reasonCode.nullable(),
  note: z.string().nullable(),
  submitted_at: z.string(),
  reviewed_at: z.string().nullable(),
  supersedes_id: z.uuid().nullable(),
  precheck: precheck.nullable(),
  source: z.enum(['upload', 'import', 'passport', 'check']),
  carried: carried.nullable(),
  /** For its owner: the school it was sent to, if not their current one, because it counts only there. */
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
  /** No day in the span requires it. */
  'not_due',
])

/** One required item: its status, until when, whose rule it is, and the next step. */
export const clearanceItem = z.object({
  requirement_id: z.uuid(),
  type_id: z.uuid(),
  type_name: z.string(),
  /** It counts only at its facility: an orientation. */
  is_per_facility: z.boolean(),
  state: itemState,
  /** The last day on which it is covered without a gap; null if there is no end, or it never was covered. */
  covered_to: day.nullable(),
  /** The first uncovered day of the span. */
  gap_on: day.nullable(),
  is_mandatory: z.boolean(),
  scope_kind: scopeKind,
  scope_name: z.string(),
  /** The facility that requires it; null for a school's requirement. */
  facility_id: z.uuid().nullable(),
  since: day,
  until: day.nullable(),
  due_on: day.nullable(),
  /** The school checks it itself: the person sends nothing. */
  is_checked: z.boolean(),
  /** Who reviews what the person sends. */
  reviewer: z.enum(['school', 'facility']),
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

/** Whether someone is cleared, and as text what is missing and whose rule it is: for rosters, lists and seats, without values. */
export const clearanceBrief = z.object({ status: clearanceStatus, missing: z.array(z.string()) })
export type ClearanceBrief = z.infer<typeof clearanceBrief>

/** How ready a person is for their next shift: what is missing, also by type only, and how many items are waiting for review. */
export type Readiness = ClearanceBrief & {
  waiting: number
  next_shift: string | null
  /** Mandatory types of which nothing counts or is in review. */
  missing_types: string[]
  in_review_types: string[]
}

const placement = z.object({ id: z.uuid(), date: day, last: day, facility_name: z.string() })

/** What is required of a person, the status of each item, and what they sent. */
export const complianceStatus = z.object({
  today: day,
  clearance,
  types: z.array(credentialType),
  submissions: z.array(credential),
  /** The next shift, and the days for which clearance is checked. */
  next_shift: placement.nullable(),
  /** What later shifts require beyond the next one, each with the first shift that does. */
  later: z.array(z.object({ shift: placement, items: z.array(clearanceItem) })),
  /** Details of each requirement: how long it must be valid, and instructions. */
  rules: z.array(
    z.object({
      requirement_id: z.uuid(),
      validity,
      instructions: z.string(),
      /** The accepted providers; an empty list accepts any. */
      providers: z.array(z.string()),
      /** Forms to fill in, or instructions for getting it. */
      attachments: z.array(attachment),
    }),
  ),
})
export type ComplianceStatus = z.infer<typeof complianceStatus>

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
  /** The name of the person who has it open. */
  locked_by_name: z.string().nullable(),
  is_mine: z.boolean(),
  /** The reader found the type, the name and the dates on it, so it may be approved together with others of its type. */
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

/** What ends on a day, other than a document that expires. */
const expiryBasis = z.enum(['condition', 'waiver'])
export type ExpiryBasis = z.infer<typeof expiryBasis>

const expirationRow = z.object({
  id: z.uuid(),
  person_id: z.uuid(),
  student_name: z.string(),
  /** Instructors have a separate page. */
  is_student: z.boolean(),
  cohort_name: z.string().nullable(),
  type_id: z.uuid(),
  type_name: z.string(),
  expires_on: day,
  /** For what ends otherwise than by expiring. */
  basis: expiryBasis.nullable(),
  days_left: z.int(),
  /** True if a renewal is waiting for review. */
  is_renewed: z.boolean(),
  next_shift: day.nullable(),
  shifts_after: z.int(),
  reminded_at: z.string().nullable(),
  /** Reminded today: by the ladder, or by the school. */
  is_reminded: z.boolean(),
})
export type ExpirationRow = z.infer<typeof expirationRow>

const expirationFilter = z.object({
  type_id: z.uuid().optional(),
  cohort_id: z.uuid().optional(),
  within: z.coerce.number<number>().int().min(1).max(180).default(180),
  is_affecting: z.boolean().default(false),
})
export type ExpirationFilter = z.infer<typeof expirationFilter>

/** How many expire in all: by week from today, including how many have shifts after the last day, and how many have no renewal and no reminder of today. */
const expirationCounts = z.object({
  total: z.int(),
  concerned: z.int(),
  weeks: z.array(z.object({ week: z.int(), all: z.int(), affecting: z.int() })),
})
export type ExpirationCounts = z.infer<typeof expirationCounts>

const sharedDocument = z.object({
  id: z.uuid(),
  type_id: z.uuid(),
  type_name: z.string(),
  file_ids: z.array(z.uuid()),
  issued_on: day,
  expires_on: day.nullable(),
})
export type SharedDocument = z.infer<typeof sharedDocument>

const cell = (most: number) => z.string().trim().max(most, `At most ${most} characters.`)

/** A row of a school's file, still as text: person, type, dates and result. */
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
  /** What is required of the caller, the status of each item, and what they sent. */
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
    .output(complianceStatus),

  /** The same for a person at the caller's school. */
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
    .output(complianceStatus),

  /** Reads documents before they are sent: what to fill in, and what to check again. */
  precheck: base
    .meta({ access: ['student', 'proctor'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/credentials/precheck', tags, summary: 'Read documents before sending' })
    .input(z.object({ type_id: z.uuid(), file_ids: z.array(z.uuid()).min(1).max(10, 'At most 10 files.') }))
    .output(z.object({ precheck: precheck.nullable(), fills: z.record(z.string().max(40), day) })),

  submit: base
    .meta({ access: ['student', 'proctor'], write: true, whileReadOnly: true, createsById: true })
    .route({ method: 'PUT', path: '/credentials/{id}', tags, summary: 'Send a credential for review' })
    .input(
      z.object({
        id: z.uuid(),
        type_id: z.uuid(),
        values: credentialValues,
        file_ids: z.array(z.uuid()).max(10, 'At most 10 files.').default([]),
        /** The site of a site orientation. */
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

  /** What a student would be missing on shifts, before taking one. */
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
        /** The review queue of the caller's school; and how many submissions are waiting for facilities that review their own types. */
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

  /** All students, as a file. */
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

  /** One submission for its reviewer, with what its rule says about it. */
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
        /** Who did what and why, newest first; only for the school. */
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
          /** The last day; by default it follows from the type's rule. */
          expires_on: day.optional(),
        }),
        z.object({ id: z.uuid(), decision: z.literal('condition'), until: day, note }),
        z.object({
          id: z.uuid(),
          decision: z.literal('reject'),
          reason_code: reasonCode,
          note: note.min(3, 'Say what is wrong and how to fix it. The student will read it.'),
        }),
        z.object({
          id: z.uuid(),
          decision: z.literal('revoke'),
          note: note.min(3, 'Give a reason. The student will read it.'),
        }),
      ]),
    )
    .output(credential),

  /** Approves prechecked submissions of one type, as many as time allows; none if one is refused. */
  approveSeveral: bySchool
    .meta(reviewing)
    .route({ method: 'POST', path: '/compliance/queue/approval', tags, summary: 'Approve several at once' })
    .input(
      z.object({ ids: z.array(z.uuid()).min(1, 'Choose what to approve.').max(100, 'At most 100 at once.') }),
    )
    .output(z.object({ rows: z.array(z.object({ id: z.uuid() })) })),

  /** A school waives its own requirements, a facility its own for people who sent it something. */
  waive: bySchool
    .meta({ ...reviewing, createsById: true })
    .route({ method: 'POST', path: '/credentials/waivers', tags, summary: 'Waive a requirement' })
    .input(
      z.object({
        id: z.uuid(),
        person_id: z.uuid(),
        type_id: z.uuid(),
        /** One requirement; null means everything that the school requires of this type. */
        requirement_id: z.uuid().nullable().default(null),
        until: day,
        note: note.min(3, 'Give a reason. It is kept with the waiver.'),
      }),
    )
    .output(credential),

  /** A school records what it checked itself about a person: it counts immediately. */
  recordCheck: bySchool
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true, createsById: true })
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

  /** Tries or writes a school's earlier records as a job: each row has its own result. */
  importRecords: bySchool
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({ method: 'PUT', path: '/compliance/records/{job_id}', tags, summary: 'Import existing records' })
    .input(
      z.object({
        job_id: z.uuid(),
        file_name: z.string().trim().min(1).max(200),
        /** Saves nothing except the result each row would have. */
        is_trial: z.boolean(),
        rows: z
          .array(recordRow)
          .min(1, 'The file has no rows.')
          .max(10_000, 'At most 10,000 rows. Split the file.'),
      }),
    )
    .output(z.object({ job_id: z.uuid() })),

  recordsReport: bySchool
    .meta({ access: ['school_admin'], write: false, trail: { kind: 'export', what: 'list' } })
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
    .output(z.array(sharedDocument)),

  addBlanket: bySchool
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true, createsById: true })
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
    .output(z.array(sharedDocument)),

  endBlanket: bySchool
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/compliance/blankets/{id}/end',
      tags,
      summary: 'End a document for everyone',
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.array(sharedDocument)),

  expirations: bySchool
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.person_id'] },
    })
    .route({ method: 'GET', path: '/compliance/expirations', tags, summary: 'What expires in 180 days' })
    .input(
      expirationFilter.extend({
        /** The number of rows on a page; a file has more. */
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

  /** Reminds all affected people, however many, as a job. */
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
