import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: 'any', write: false })
const write = oc.$meta<ApiMeta>({ access: 'any', write: true, whileReadOnly: true })
const tags = ['Jobs']

export const jobStatus = z.enum(['queued', 'running', 'done', 'failed', 'canceled'])

/** The outcome of one row: waiting, done, refused by a rule, or failed for another reason. */
export const jobItemStatus = z.enum(['waiting', 'done', 'refused', 'failed'])
export type JobItemStatus = z.infer<typeof jobItemStatus>

/** Work that runs after the answer: what it is, who asked for it, and its progress. */
export const job = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  status: jobStatus,
  asked_by: z.uuid(),
  asked_by_name: z.string().nullable(),
  is_mine: z.boolean(),
  /** The number of rows; null while it is not known. */
  total: z.int().nullable(),
  /** Finished rows, including refused ones. */
  done: z.int(),
  refused: z.int(),
  cancel_requested: z.boolean(),
  /** The result that its kind returns when it is done. */
  result: z.record(z.string(), z.unknown()).nullable(),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
})
export type Job = z.infer<typeof job>

export const jobItem = z.object({
  position: z.int(),
  key: z.string(),
  label: z.string(),
  status: jobItemStatus,
  code: z.string().nullable(),
  message: z.string().nullable(),
})
export type JobItem = z.infer<typeof jobItem>

/** Rows with the same outcome, counted. */
export const jobReason = z.object({
  status: jobItemStatus,
  code: z.string().nullable(),
  message: z.string().nullable(),
  count: z.int(),
})
export type JobReason = z.infer<typeof jobReason>

export const jobsContract = {
  list: base
    .route({ method: 'GET', path: '/jobs', tags, summary: 'The newest jobs the asker may see' })
    .input(z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }))
    .output(z.array(job)),

  get: base
    .route({
      method: 'GET',
      path: '/jobs/{id}',
      tags,
      summary: 'One job, and what became of its rows by reason',
    })
    .input(z.object({ id: z.uuid() }))
    .output(job.extend({ reasons: z.array(jobReason) })),

  items: base
    .route({
      method: 'GET',
      path: '/jobs/{id}/items',
      tags,
      summary: 'The rows of a job and what became of them',
    })
    .input(
      z.object({
        id: z.uuid(),
        status: jobItemStatus.optional(),
        page: z.coerce.number().int().min(1).max(10_000).default(1),
        page_size: z.coerce.number().int().min(1).max(500).default(50),
      }),
    )
    .output(z.object({ rows: z.array(jobItem), total: z.int() })),

  /** Finished rows stay as they are; the others are left alone. */
  cancel: write
    .route({ method: 'POST', path: '/jobs/{id}/cancel', tags, summary: 'Stop a job after the row under way' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() })),

  /** Continues with the rows that are still waiting. */
  resume: write
    .route({
      method: 'POST',
      path: '/jobs/{id}/resume',
      tags,
      summary: 'Go on with a job that failed or was canceled',
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() })),
}
