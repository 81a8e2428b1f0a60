import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { idempotency } from '#features/audit/contract.ts'

/** Administrators for their own people; who exactly, `app.may_deactivate` says: whom one may invite one may deactivate. */
const access = ['school_admin', 'facility_admin'] as const
const base = oc.$meta<ApiMeta>({ access, write: false })
const write = base.meta({ access, write: true })
const tags = ['Departures']

/** What a person holds: shifts they lead or precept, seats, requests and waitlist places, swaps, cohorts, permissions, and so on. */
export const holdingKind = z.enum([
  'lead',
  'precept',
  'seat',
  'request',
  'swap',
  'cohort',
  'permission',
  'permission_request',
  'invitation',
])
export type HoldingKind = z.infer<typeof holdingKind>

export const holding = z.object({
  kind: holdingKind,
  /** Unique within its kind. */
  id: z.string().max(100),
  /** The day of the shift, in the zone of its site; null for what has no day. */
  date: z.iso.date().nullable(),
  label: z.string(),
})
export type Holding = z.infer<typeof holding>

export const successor = z.object({
  kind: holdingKind,
  id: z.uuid(),
  full_name: z.string(),
  /** The shifts they cannot take over: they have another at that time. */
  clashes: z.array(z.string()),
})
export type Successor = z.infer<typeof successor>

export const decision = z.object({
  kind: holdingKind,
  id: z.string().max(100),
  action: z.enum(['hand_over', 'free', 'keep']),
  /** Who takes over; for `hand_over` alone. */
  successor_id: z.uuid().nullable().default(null),
})
export type Decision = z.infer<typeof decision>

const person = z.object({
  id: z.uuid(),
  full_name: z.string(),
  role: z.string(),
  status: z.string(),
  version: z.int(),
})
export type DepartingPerson = z.infer<typeof person>

const reason = z
  .string()
  .trim()
  .min(3, 'Say why in a few words. The reason is kept.')
  .max(500, 'At most 500 characters.')
const seen = z.object({ user_id: z.uuid(), version: z.int(), ...idempotency })
const NOT_FOUND = { status: 404, message: 'There is no such person among those you administer.' }

export const departuresContract = {
  /** What has to be decided before a person leaves. */
  plan: base
    .meta({ access, write: false, trail: { kind: 'view', what: 'profile', people: ['output.person.id'] } })
    .route({ method: 'GET', path: '/departures/{user_id}', tags, summary: 'What a person holds' })
    .input(z.object({ user_id: z.uuid() }))
    .output(
      z.object({
        person,
        /** Why they cannot leave yet, with the next step; null when they can. */
        blocker: z.string().nullable(),
        holdings: z.array(holding),
        successors: z.array(successor),
      }),
    )
    .errors({ NOT_FOUND }),

  /** Hands over, frees or keeps each thing the person holds, then deactivates them and signs them out, in one transaction. */
  deactivate: write
    .route({
      method: 'POST',
      path: '/departures/{user_id}/deactivate',
      tags,
      summary: 'Deactivate a person with a decision for all they hold',
    })
    .input(
      seen.extend({
        reason,
        decisions: z.array(decision).max(5_000),
      }),
    )
    .output(
      z.object({
        version: z.int(),
        handed_over: z.int(),
        freed: z.int(),
        kept: z.int(),
      }),
    )
    .errors({
      NOT_FOUND,
      UNDECIDED: {
        status: 409,
        message: 'Some of what this person holds is not decided yet. Look again and decide on each.',
        data: z.object({ holdings: z.array(holding) }),
      },
      CANNOT_TAKE_OVER: {
        status: 409,
        message: 'A successor has another shift at that time. Choose someone else for these, or free them.',
        data: z.object({ holdings: z.array(holding) }),
      },
    }),

  reactivate: write
    .route({
      method: 'POST',
      path: '/departures/{user_id}/reactivate',
      tags,
      summary: 'Let a person in again; what was handed over or freed stays so',
    })
    .input(seen.extend({ reason }))
    .output(z.object({ version: z.int() })),
}
