import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { idempotency } from '#features/audit/contract.ts'
import { declineCode } from '#features/shifts/contract.ts'

const base = oc.$meta<ApiMeta>({ access: 'public', write: true })
const tags = ['Answers by email']

const request = z.object({
  id: z.uuid(),
  version: z.int(),
  title: z.string().nullable(),
  unit: z.string().nullable(),
  site: z.string().nullable(),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  time_zone: z.string(),
  seats: z.int(),
  respond_by: z.string().nullable(),
})
export type RequestOfLink = z.infer<typeof request>

const opened = z.object({
  /** Why it can't be answered here, with the next step, or null. */
  message: z.string().nullable(),
  needs_sign_in: z.boolean(),
  school_name: z.string().nullable(),
  expires_at: z.string().nullable(),
  /** Requests that still need an answer. */
  requests: z.array(request),
})
export type OpenedRequests = z.infer<typeof opened>

const answered = z.object({
  done: z.int(),
  refused: z.array(
    z.object({
      id: z.uuid(),
      message: z.string(),
      /** `not_reached`: the request ran out of time before this one; send it again. */
      reason: z.literal('not_reached').nullable(),
    }),
  ),
})
/** The results for the requests of a link. */
export type Answered = z.infer<typeof answered>

const token = z.string().max(200)

export const requestLinksContract = {
  /** Shows what a link is for; changes nothing, and is recorded. */
  open: base
    .route({ method: 'POST', path: '/request-links/open', tags, summary: 'Open the requests of an email' })
    .input(z.object({ token }))
    .output(opened),

  /** Approves or declines the requests in the versions shown, once. */
  answer: base
    .route({
      method: 'POST',
      path: '/request-links/answer',
      tags,
      summary: 'Answer the requests of an email',
    })
    .input(
      z.object({
        token,
        shifts: z
          .array(z.object({ id: z.uuid(), version: z.int() }))
          .min(1)
          .max(5_000),
        answer: z.discriminatedUnion('decision', [
          z.object({ decision: z.literal('approve') }),
          z.object({ decision: z.literal('decline'), code: declineCode }),
        ]),
        ...idempotency,
      }),
    )
    .output(answered),
}
