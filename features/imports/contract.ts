import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

// An empty list means only the superadmin.
const base = oc.$meta<ApiMeta>({ access: [], write: true })
const tags = ['Imports']

/** Sites are hospitals and nursing homes. Rosters of students use invitations instead. */
export const importKind = z.enum(['sites', 'schools'])
export type ImportKind = z.infer<typeof importKind>

export const importVerdict = z.enum(['new', 'changed', 'unchanged', 'duplicate', 'invalid', 'left_out'])
export type ImportVerdict = z.infer<typeof importVerdict>

export const verdictCounts = z.record(importVerdict, z.number().int())
export type VerdictCounts = z.infer<typeof verdictCounts>

/** A record as read from the file: `cells` by field name, still as text. */
export const rawRow = z.object({
  line: z.number().int().min(1).max(10_000_000),
  cells: z.record(z.string().max(60), z.string().max(2_000)),
})
export type RawRow = z.infer<typeof rawRow>

/** A row with its verdict; `data` is the converted row, `changes` is field → [current value, value in the file]. */
export const judgedRow = z.object({
  line: z.number().int(),
  verdict: importVerdict,
  reason: z.string().nullable(),
  note: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  target_id: z.uuid().nullable(),
})
export type JudgedRow = z.infer<typeof judgedRow>

export const importRun = z.object({
  id: z.uuid(),
  kind: importKind,
  file_name: z.string(),
  status: z.enum(['open', 'committed']),
  counts: z.partialRecord(importVerdict, z.number().int()),
  created_at: z.string(),
  created_by_name: z.string().nullable(),
  committed_at: z.string().nullable(),
})
export type ImportRun = z.infer<typeof importRun>

const id = z.object({ id: z.uuid() })

export const importsContract = {
  /** The last twenty imported files, newest first. */
  list: base
    .meta({ access: [], write: false })
    .route({ method: 'GET', path: '/imports', tags, summary: 'Files imported before' })
    .input(z.object({ kind: importKind }))
    .output(z.array(importRun)),

  start: base
    .route({ method: 'POST', path: '/imports', tags, summary: 'Begin to bring a file' })
    .input(
      z.object({
        /** The caller chooses the id, so repeating the request creates only one. */
        id: z.uuid(),
        kind: importKind,
        file_name: z.string().trim().min(1).max(200),
        /** Puts all new sites below this organization, instead of creating one for each. */
        organization_id: z.uuid().nullable().default(null),
      }),
    )
    .output(id),

  /** Sending the same lines again replaces them. */
  addRows: base
    .route({ method: 'POST', path: '/imports/{id}/rows', tags, summary: 'Bring rows of the file' })
    .input(z.object({ id: z.uuid(), rows: z.array(rawRow).min(1).max(1_000, 'At most 1,000 rows at once.') }))
    .output(z.object({ taken: z.number().int() })),

  /** Compares every row with the existing data; writes nothing but verdicts. */
  preview: base
    .route({ method: 'POST', path: '/imports/{id}/preview', tags, summary: 'Judge every row of the file' })
    .input(id)
    .output(z.object({ counts: verdictCounts })),

  rows: base
    .meta({ access: [], write: false })
    .route({ method: 'GET', path: '/imports/{id}/rows', tags, summary: 'The rows with their verdicts' })
    .input(
      z.object({
        id: z.uuid(),
        verdict: importVerdict.or(z.literal('all')).default('all'),
        q: z.string().max(200).default(''),
        page: z.coerce.number().int().min(1).max(10_000).default(1),
        page_size: z.coerce.number().int().min(1).max(1_000).default(50),
      }),
    )
    .output(z.object({ rows: z.array(judgedRow), total: z.number().int() })),

  leaveOut: base
    .route({
      method: 'POST',
      path: '/imports/{id}/leave-out',
      tags,
      summary: 'Leave a row out, or take it in again',
    })
    .input(z.object({ id: z.uuid(), line: z.number().int().min(1), is_left_out: z.boolean() }))
    .output(z.object({ counts: verdictCounts })),

  /** Same as a job, for a file of any size; its result is the counts. */
  judge: base
    .route({
      method: 'POST',
      path: '/imports/{id}/judge',
      tags,
      summary: 'Judge every row of the file, as a job',
    })
    .input(z.object({ id: z.uuid(), job_id: z.uuid() }))
    .output(z.object({ job_id: z.uuid() })),

  /** Every row with its verdict, as a file. */
  report: base
    .meta({ access: [], write: false })
    .route({
      method: 'GET',
      path: '/imports/{id}/report',
      tags,
      summary: 'The verdict on every row, as CSV',
      outputStructure: 'detailed',
    })
    .input(id)
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) })),

  /**
   * Writes everything or nothing, in one transaction of a job that can be canceled until it is done; its result is the counts. Repeating it
   * writes nothing and ends the same way.
   */
  commit: base
    .route({ method: 'POST', path: '/imports/{id}/commit', tags, summary: 'Write the file, as a job' })
    .input(
      z.object({
        id: z.uuid(),
        /** The caller chooses the id, so repeating the request starts only one job. */
        job_id: z.uuid(),
        /** True if existing rows are updated from the file. */
        with_changes: z.boolean().default(true),
      }),
    )
    .output(z.object({ job_id: z.uuid() })),
}
