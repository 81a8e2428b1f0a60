import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { emailProblem, invalidEmail } from '#core/email.ts'
import { nameProblem, visibleText } from '#core/visible-text.ts'

const inviters = ['school_admin', 'facility_admin'] as const
const base = oc.$meta<ApiMeta>({ access: inviters, write: false })
const tags = ['Invitations']

export const invitationRole = z.enum([
  'student',
  'proctor',
  'school_admin',
  'school_super_admin',
  'facility_admin',
])
export type InvitationRole = z.infer<typeof invitationRole>

/** `expired` is derived: still open, but past its expiry. */
export const invitationState = z.enum(['sent', 'opened', 'accepted', 'expired', 'revoked'])
export type InvitationState = z.infer<typeof invitationState>

export const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string().nullable(),
  role: invitationRole,
  school_id: z.uuid().nullable(),
  facility_id: z.uuid().nullable(),
  tenant_name: z.string(),
  state: invitationState,
  /** The status of its latest email. */
  mail: z.enum(['queued', 'sent', 'failed']).nullable(),
  sent_at: z.string(),
  opened_at: z.string().nullable(),
  accepted_at: z.string().nullable(),
  expires_at: z.string(),
  resend_count: z.number().int(),
  renewal_asked_at: z.string().nullable(),
  invited_by_name: z.string().nullable(),
})
export type Invitation = z.infer<typeof invitation>

export const invitationSort = z.enum(['sent_at', 'email', 'expires_at'])

const email = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => emailProblem(text) === null, { error: ({ input }) => invalidEmail(String(input)) })
const shortText = (max: number) => z.string().trim().max(max, `At most ${max} characters.`)
const message = shortText(1000).optional()

/** One row of a student import, as read or edited; its problems are in the verdict. */
export const importRow = z.object({
  line: z.number().int().min(1).max(1_000_000),
  email: z.string().max(400),
  first_name: z.string().max(400),
  last_name: z.string().max(400),
  student_id: z.string().max(400),
  cohort: z.string().max(400),
  program: z.string().max(400),
  phone: z.string().max(400),
})
export type ImportRow = z.infer<typeof importRow>

const importRows = z
  .array(importRow)
  .min(1, 'There are no rows to send.')
  .max(2000, 'At most 2,000 rows at once.')
  // Results are matched to rows by line number.
  .refine((rows) => new Set(rows.map(({ line }) => line)).size === rows.length, 'Two rows have one number.')

/** What the school knows of an address; none of these means it is free. */
export const inviteeFact = z.enum(['member', 'invited', 'elsewhere'])
export type InviteeFact = z.infer<typeof inviteeFact>

export const verdict = z.enum([
  'ok',
  'invalid',
  'duplicate',
  'member',
  'invited',
  'elsewhere',
  'too_often',
  /** The school doesn't have this cohort, or the cohort takes no one anymore. */
  'no_cohort',
])
export type Verdict = z.infer<typeof verdict>

/** A cohort as an import compares it with a file. */
export const knownCohort = z.object({
  id: z.uuid(),
  name: z.string(),
  code: z.string().nullable(),
  status: z.string(),
  program_name: z.string().nullable(),
})
export type KnownCohort = z.infer<typeof knownCohort>

/** What a column of a file contains; null is an unused column. */
export const columnChoice = z
  .enum(['email', 'full_name', 'first_name', 'last_name', 'student_id', 'cohort', 'program', 'phone'])
  .nullable()

export const importReport = z.object({
  batch_id: z.uuid(),
  sent: z.number().int(),
  rows: z.array(z.object({ line: z.number().int(), email: z.string(), verdict })),
})

const token = z.object({ token: z.string().min(1).max(200) })

/** What an accept page shows; any state other than `valid` reveals only what the page needs. */
export const openedInvitation = z.object({
  state: z.enum([
    'valid',
    'accepted',
    'expired',
    'replaced',
    'revoked',
    'tenant_closed',
    'inviter_gone',
    'unknown',
  ]),
  invitation: z
    .object({
      email: z.string(),
      full_name: z.string().nullable(),
      role: invitationRole,
      tenant_name: z.string(),
      invited_by_name: z.string().nullable(),
      message: z.string().nullable(),
      expires_at: z.string(),
      has_account: z.boolean(),
    })
    .nullable(),
})
export type OpenedInvitation = z.infer<typeof openedInvitation>

export const acceptOutcome = z.enum([
  'accepted',
  'already_accepted',
  'expired',
  'replaced',
  'revoked',
  'tenant_closed',
  'inviter_gone',
  'unknown',
  'has_account',
  'other_person',
  'other_tenant',
])
export type AcceptOutcome = z.infer<typeof acceptOutcome>

const clientHash = z
  .string()
  .regex(/^\$2[ab]\$12\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{31}$/, 'Not a password hash.')

const shownState = z.enum(['all', 'open', ...invitationState.options])
export type ShownState = z.infer<typeof shownState>

const listFilter = z.object({
  q: z.string().max(200).default(''),
  /** `open`: sent or opened, and not expired. */
  state: shownState.default('all'),
  role: invitationRole.or(z.literal('all')).default('all'),
  sort: invitationSort.default('sent_at'),
  dir: z.enum(['asc', 'desc']).default('desc'),
})
export type InvitationFilter = z.infer<typeof listFilter>

export const invitationsContract = {
  list: base
    .route({ method: 'GET', path: '/invitations', tags, summary: 'Invitations of the school or facility' })
    .input(
      listFilter.extend({
        /** Within the caller's school, their facility, or all facilities that they may see. */
        within: z.enum(['school', 'facility', 'facilities']),
        page: z.coerce.number().int().min(1).max(10_000).default(1),
        page_size: z.coerce.number().int().min(1).max(100).default(25),
      }),
    )
    .output(
      z.object({
        rows: z.array(invitation),
        total: z.number().int(),
        counts: z.record(shownState, z.number().int()),
      }),
    ),

  create: base
    .meta({ access: inviters, write: true })
    .route({ method: 'POST', path: '/invitations', tags, summary: 'Invite someone' })
    .input(
      z.object({
        /** Generated by the browser, so that a repeated request invites only once. */
        id: z.uuid(),
        email,
        full_name: shortText(200).overwrite(visibleText).optional(),
        role: invitationRole,
        school_id: z.uuid().optional(),
        facility_id: z.uuid().optional(),
        message,
      }),
    )
    .output(z.object({ id: z.uuid(), email: z.string(), expires_at: z.string() })),

  resend: base
    .meta({ access: inviters, write: true })
    .route({
      method: 'POST',
      path: '/invitations/{id}/resend',
      tags,
      summary: 'Send again with a new link; the old link dies',
    })
    .input(z.object({ id: z.uuid(), idempotency_key: z.uuid() }))
    .output(z.object({ id: z.uuid(), resend_count: z.number().int(), expires_at: z.string() })),

  revoke: base
    .meta({ access: inviters, write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/invitations/{id}/revoke', tags, summary: 'Take an invitation back' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() })),

  /** Rate-limited: it reveals whether an address has an account elsewhere, to school administrators only. */
  check: base
    .meta({ access: ['school_admin'], write: true })
    .route({
      method: 'POST',
      path: '/invitations/check',
      tags,
      summary: 'What we know about addresses before inviting them',
    })
    .input(z.object({ school_id: z.uuid(), emails: z.array(z.string().max(254)).max(2000) }))
    .output(
      z.object({
        facts: z.record(z.string(), inviteeFact),
        /** The school's cohorts, latest start first. */
        cohorts: z.array(knownCohort),
      }),
    ),

  /** Heading (lower case, letters and digits only) → what a column with that heading contains. */
  columns: base
    .meta({ access: ['school_admin'], write: false })
    .route({
      method: 'GET',
      path: '/invitations/columns',
      tags,
      summary: 'What the school chose for the columns of its files',
    })
    .input(z.object({ school_id: z.uuid() }))
    .output(z.object({ columns: z.record(z.string(), columnChoice) })),

  rememberColumns: base
    .meta({ access: ['school_admin'], write: true })
    .route({
      method: 'PUT',
      path: '/invitations/columns',
      tags,
      summary: 'Remember what the columns of a file hold',
    })
    .input(
      z.object({
        school_id: z.uuid(),
        columns: z
          .record(z.string().trim().min(1).max(120), columnChoice)
          .refine((columns) => Object.keys(columns).length <= 100, 'At most 100 columns.'),
      }),
    )
    .output(z.object({ remembered: z.number().int() })),

  importStudents: base
    .meta({ access: ['school_admin'], write: true })
    .route({ method: 'POST', path: '/invitations/import', tags, summary: 'Invite many students at once' })
    .input(
      z.object({
        /** Also the batch's id. */
        idempotency_key: z.uuid(),
        school_id: z.uuid(),
        message,
        rows: importRows,
      }),
    )
    .output(importReport),

  /** Same as a job, with a result for each row; the batch has the job's id. Repeating the id starts nothing. */
  startImport: base
    .meta({ access: ['school_admin'], write: true })
    .route({
      method: 'POST',
      path: '/invitations/import-jobs',
      tags,
      summary: 'Invite many students, as a job',
    })
    .input(z.object({ job_id: z.uuid(), school_id: z.uuid(), message, rows: importRows }))
    .output(z.object({ job_id: z.uuid() })),

  batch: base
    .meta({ access: ['school_admin'], write: false })
    .route({
      method: 'GET',
      path: '/invitations/batches/{id}',
      tags,
      summary: 'How far the mails of an import are',
    })
    .input(z.object({ id: z.uuid() }))
    .output(
      z.object({
        total: z.number().int(),
        mailed: z.number().int(),
        failed: z.number().int(),
        accepted: z.number().int(),
      }),
    ),

  /** A write: the first view turns "sent" into "opened". */
  open: base
    .meta({ access: 'public', write: true, duringImpersonation: true })
    .route({ method: 'POST', path: '/invitations/open', tags, summary: 'Look at an invitation by its link' })
    .input(token)
    .output(openedInvitation),

  accept: base
    .meta({ access: 'public', write: true })
    .route({ method: 'POST', path: '/invitations/accept', tags, summary: 'Accept with a new account' })
    .input(
      token.extend({
        full_name: z
          .string()
          .overwrite(visibleText)
          .min(1, 'Enter your name.')
          .max(200, 'At most 200 characters.')
          .refine((text) => nameProblem(text) === null, 'Enter at least one letter.'),
        password_hash_input: clientHash,
      }),
    )
    .output(z.object({ outcome: acceptOutcome })),

  acceptSignedIn: base
    .meta({ access: 'self', write: true, inPersonOnly: true })
    .route({
      method: 'POST',
      path: '/invitations/accept-signed-in',
      tags,
      summary: 'Accept with the account signed in',
    })
    .input(token)
    .output(z.object({ outcome: acceptOutcome })),

  /** Always returns the same response. */
  askAgain: base
    .meta({ access: 'public', write: true })
    .route({
      method: 'POST',
      path: '/invitations/ask-again',
      tags,
      summary: 'Request a new link after one expired',
    })
    .input(token)
    .output(z.object({})),

  /** The schools or facilities that the caller may invite to (all for the superadmin), by name. */
}
