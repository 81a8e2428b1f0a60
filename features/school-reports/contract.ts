import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { idempotency } from '#features/audit/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const writing = base.meta({ access: ['school_admin'], write: true, whileReadOnly: true })
const tags = ['School reports']

/** The reports for a school's board, its accreditor and itself (Spec §2: /school/reports). */
export const reportKind = z.enum([
  'hours_by_area',
  'simulation_share',
  'ratio_evidence',
  'attendance',
  'outcomes',
  'feedback',
])
export type ReportKind = z.infer<typeof reportKind>

export const frequency = z.enum(['never', 'weekly', 'monthly'])
export type Frequency = z.infer<typeof frequency>

const of = z.object({ kind: reportKind, semester_id: z.uuid() })

const savedReport = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: reportKind,
  /** Null means the semester that began last at the time of the report. */
  semester_id: z.uuid().nullable(),
  frequency,
  next_on: z.iso.date().nullable(),
  recipients: z.array(z.uuid()),
  sent_at: z.string().nullable(),
  version: z.int(),
})
export type SavedReport = z.infer<typeof savedReport>

export const schoolReportsContract = {
  table: base
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.student_ids.*'] },
    })
    .route({ method: 'GET', path: '/school-reports/{kind}', tags, summary: 'A report of a school' })
    .input(of.extend({ page: z.coerce.number<number>().int().min(1).max(10_000).default(1) }))
    .output(
      z.object({
        columns: z.array(z.object({ header: z.string(), is_figure: z.boolean() })),
        rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
        /** The students whose lines are on this page. */
        student_ids: z.array(z.uuid()),
        total: z.int(),
      }),
    ),

  export: base
    .meta({ access: ['school_admin'], write: false, trail: { kind: 'export', what: 'list' } })
    .route({
      method: 'GET',
      path: '/school-reports/{kind}/export',
      tags,
      summary: 'A report of a school as CSV or Excel; its columns and their order stay',
      outputStructure: 'detailed',
    })
    .input(of.extend({ format: z.enum(['csv', 'xlsx']).default('csv') }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) })),

  saved: base
    .route({ method: 'GET', path: '/saved-reports', tags, summary: 'Reports that a school keeps' })
    .output(
      z.object({
        rows: z.array(savedReport),
        /** People to whom reports can be sent: the school’s administrators. */
        people: z.array(z.object({ id: z.uuid(), full_name: z.string() })),
      }),
    ),

  save: writing
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true, createsById: true })
    .route({
      method: 'PUT',
      path: '/saved-reports/{id}',
      tags,
      summary: 'Keep a report, and say when it is sent',
    })
    .input(
      z.object({
        id: z.uuid(),
        /** 0 for a new one. */
        version: z.int().min(0).default(0),
        name: z.string().trim().min(1, 'Give it a name.').max(120, 'At most 120 characters.'),
        kind: reportKind,
        semester_id: z.uuid().nullable(),
        frequency,
        recipients: z.array(z.uuid()).max(20, 'At most 20 people.'),
        ...idempotency,
      }),
    )
    .output(savedReport)
    .errors({ CONFLICT: {} }),

  remove: writing
    .route({ method: 'POST', path: '/saved-reports/{id}/remove', tags, summary: 'Remove a saved report' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({})),
}
