import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: 'public', write: false })

export const plan = z.object({
  id: z.string(),
  name: z.string(),
  audience: z.enum(['school', 'facility', 'student']),
  summary: z.string(),
  /** In cents; null if the price is agreed with each customer. */
  price_cents: z.int().nullable(),
  currency: z.string(),
  billing_interval: z.enum(['month', 'year', 'student_term']).nullable(),
  features: z.array(z.string()),
})
export type Plan = z.infer<typeof plan>

const plans = z.object({
  plans: z.array(plan),
  /** The payment provider's public key for browsers, if one is configured. */
  payment_key: z.string().nullable(),
})
export type Plans = z.infer<typeof plans>

export const plansContract = {
  /** The published plans, in display order. */
  list: base
    .route({ method: 'GET', path: '/plans', tags: ['Public pages'], summary: 'The published plans' })
    .output(plans),
}
