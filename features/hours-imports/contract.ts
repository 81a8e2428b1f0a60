import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const tags = ['Hours']

const cell = (most: number) => z.string().trim().max(most)

/** A row of a file of earlier hours, by field name, still as text. */
export const hoursRow = z.object({
  line: z.int().min(1).max(1_000_000),
  email: cell(199),
  student_number: cell(60),
  date: cell(40),
  hours: cell(40),
  kind: cell(60),
  specialty: cell(60),
  course: cell(60),
  /** Checked for patient data row by row. */
  note: cell(199),
})
export type HoursRow = z.infer<typeof hoursRow>

const hoursVerdict = z.enum(['ok', 'invalid', 'no_student', 'duplicate', 'imported', 'locked'])
export type HoursVerdict = z.infer<typeof hoursVerdict>

const judgedRow = z.object({
  line: z.int(),
  verdict: hoursVerdict,
  /** What is wrong, or a note; null without any. */
  reason: z.string().nullable(),
  student_name: z.string().nullable(),
})
export type JudgedHoursRow = z.infer<typeof judgedRow>

const rows = z.array(hoursRow).min(1).max(2_000, 'At most 2,000 rows at once.')
/** The school, for the platform only; others use their own. */
const school_id = z.uuid().nullable().default(null)

export const hoursImportsContract = {
  /** A dry run: returns the verdict on every row; writes nothing. */
  check: base
    .route({
      method: 'POST',
      path: '/hours-imports/check',
      tags,
      summary: 'Judge every row of a file of hours',
    })
    .input(z.object({ school_id, rows }))
    .output(z.object({ rows: z.array(judgedRow) })),

  start: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/hours-imports', tags, summary: 'Import hours from a file, as a job' })
    .input(
      z.object({
        /** The caller chooses the id, so repeating the request starts only one job. */
        job_id: z.uuid(),
        school_id,
        file_name: z.string().trim().min(1).max(199),
        rows,
      }),
    )
    .output(z.object({ job_id: z.uuid() })),

  /** The latest imports of a school. */
  list: base
    .route({ method: 'GET', path: '/hours-imports', tags, summary: 'Imports of hours from files' })
    .input(z.object({ school_id: z.uuid().optional() }))
    .output(
      z.object({
        rows: z.array(
          z.object({ job_id: z.uuid(), file_name: z.string(), created_at: z.string(), imported: z.int() }),
        ),
      }),
    ),

  /** The lines of an import that still count, which undoing would take back. */
  get: base
    .route({
      method: 'GET',
      path: '/hours-imports/{job_id}',
      tags,
      summary: 'What of an import of hours still counts',
    })
    .input(z.object({ job_id: z.uuid() }))
    .output(z.object({ file_name: z.string(), lines: z.int(), minutes: z.int(), students: z.int() })),

  undo: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/hours-imports/{job_id}/undo',
      tags,
      summary: 'Take back the hours of an import, as a job',
    })
    .input(
      z.object({
        job_id: z.uuid(),
        /** The id of the job that undoes it; the caller chooses it, so repeating the request starts only one. */
        undo_id: z.uuid(),
        reason: z.string().trim().min(3, 'Give a reason.').max(1000, 'At most 1,000 characters.'),
        no_patient_named: z.literal(true).optional(),
      }),
    )
    .output(z.object({ job_id: z.uuid() }))
    .errors({ CONFLICT: {}, NOT_FOUND: {} }),
}
