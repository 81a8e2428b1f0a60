import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'

/** Everyone for themselves, administrators for the people they may invite; `app.may_deactivate` decides. */
const access = 'any' as const
const administrators = ['school_admin', 'facility_admin'] as const
const base = oc.$meta<ApiMeta>({ access, write: false })
const write = base.meta({ access, write: true, whileReadOnly: true })
const tags = ['Departures']

/**
 * What a person can hold: shifts they lead or precept, seats, requests and waitlist positions, swaps, capstone projects as student, faculty
 * member or preceptor, cohorts, permissions, and so on.
 */
export const holdingKind = z.enum([
  'lead',
  'precept',
  'seat',
  'request',
  'swap',
  'capstone',
  'capstone_faculty',
  'capstone_preceptor',
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
  /** The date of the shift at its site; null for holdings without a date. */
  date: z.iso.date().nullable(),
  label: z.string(),
})
export type Holding = z.infer<typeof holding>

export const successor = z.object({
  kind: holdingKind,
  id: z.uuid(),
  full_name: z.string(),
  /** The shifts they cannot take over, because they have another at that time. */
  clashes: z.array(z.string()),
})
export type Successor = z.infer<typeof successor>

export const decision = z.object({
  kind: holdingKind,
  id: z.string().max(100),
  action: z.enum(['hand_over', 'free', 'keep']),
  /** The successor; only for `hand_over`. */
  successor_id: z.uuid().nullable().default(null),
})
export type Decision = z.infer<typeof decision>
export const decisions = z.array(decision).max(5_000)

const person = z.object({
  id: z.uuid(),
  full_name: z.string(),
  role: z.string(),
  status: z.string(),
  version: z.int(),
})
export type DepartingPerson = z.infer<typeof person>

/** A planned departure: the account stays open through the last day, in the time zone of the person's school or facility. */
export const plannedDeparture = z.object({
  last_day: z.iso.date(),
  reason: z.string(),
  decided_by_name: z.string(),
  /** Planned by the person themselves. */
  is_own: z.boolean(),
  /** Why it failed after the last day; someone has to decide again. */
  failure: z.string().nullable(),
  version: z.int(),
})
export type PlannedDeparture = z.infer<typeof plannedDeparture>

/** What was given back, and what could not be, with reasons. */
export const givenBack = z.object({
  given_back: z.int(),
  left: z.array(z.object({ label: z.string(), reason: z.string() })),
})
export type GivenBack = z.infer<typeof givenBack>

const reason = z
  .string()
  .trim()
  .min(3, 'Give a short reason. It’s kept on record.')
  .max(500, 'At most 500 characters.')
const seen = z.object({ user_id: z.uuid(), version: z.int(), ...idempotency })
/** Someone else changed the person or the plan first; says who, what and when. */
const CONFLICT = conflict('person', person)
const NOT_FOUND = { status: 404, message: 'We can’t find that person among the people you manage.' }
/** Refusals of decisions, with the holdings they are about; also used when changing a role. */
export const decisionErrors = {
  UNDECIDED: {
    status: 409,
    message: 'Some of this person’s responsibilities still need a decision. Review them and decide on each.',
    data: z.object({ holdings: z.array(holding) }),
  },
  CANNOT_TAKE_OVER: {
    status: 409,
    message: 'A successor has another shift at that time. Choose someone else for these, or free them.',
    data: z.object({ holdings: z.array(holding) }),
  },
}

const plan = z.object({
  person,
  /** Why the person cannot leave yet, with the next step; null when they can. */
  blocker: z.string().nullable(),
  /**
   * The school or facility that would lose its last administrator, for a superadmin, whose own pages of people only show the tenant chosen
   * in the top bar. Null for others, and if nothing blocks.
   */
  last_of: z.object({ kind: z.enum(['school', 'facility']), id: z.uuid() }).nullable(),
  holdings: z.array(holding),
  successors: z.array(successor),
  departure: plannedDeparture.nullable(),
  /** Today's date at the person's school or facility. */
  today: z.iso.date(),
})
export type Planned = z.infer<typeof plan>
const trail = { kind: 'view', what: 'profile', people: ['output.person.id'] } as const

export const departuresContract = {
  /** What has to be decided before a person leaves. */
  plan: base
    .meta({ access, write: false, trail })
    .route({ method: 'GET', path: '/departures/{user_id}', tags, summary: 'A person’s responsibilities' })
    .input(z.object({ user_id: z.uuid() }))
    .output(plan)
    .errors({ NOT_FOUND }),

  /** What has to be decided before a person changes role, school or facility: what they could not hold there. */
  planChange: base
    .meta({ access: administrators, write: false, trail })
    .route({
      method: 'GET',
      path: '/departures/{user_id}/change',
      tags,
      summary: 'What a person cannot take to another role, school, or facility',
    })
    .input(
      z.object({
        user_id: z.uuid(),
        role: z.enum([
          'superadmin',
          'school_admin',
          'school_super_admin',
          'facility_admin',
          'student',
          'proctor',
        ]),
        school_id: z.uuid().optional(),
        facility_id: z.uuid().optional(),
      }),
    )
    .output(plan)
    .errors({ NOT_FOUND }),

  /** A person's planned departure, for their page; null when none is planned. */
  planned: base
    .route({ method: 'GET', path: '/departures/{user_id}/planned', tags, summary: 'When a person leaves' })
    .input(z.object({ user_id: z.uuid() }))
    .output(plannedDeparture.nullable()),

  /**
   * Hands over, frees or keeps each holding, then deactivates the person and signs them out: now, or after a last day. Holdings dated after
   * the last day are settled now; undated ones stay until then. Sending it again changes the plan. With a `job_id` it is checked now and
   * done by a job with that id, all or nothing.
   */
  deactivate: write
    .route({
      method: 'POST',
      path: '/departures/{user_id}/deactivate',
      tags,
      summary: 'Deactivate a person, at once or after a last day',
    })
    .input(
      seen.extend({
        reason,
        decisions,
        last_day: z.iso.date().nullable().default(null),
        /** The version of the plan that this changes; null if there is none. */
        departure_version: z.int().nullable().default(null),
        job_id: z.uuid().nullable().default(null),
      }),
    )
    .output(
      z.object({
        version: z.int(),
        last_day: z.iso.date().nullable(),
        handed_over: z.int(),
        freed: z.int(),
        kept: z.int(),
        /** The job that does it; null if it is already done. */
        job_id: z.uuid().nullable(),
      }),
    )
    .errors({ NOT_FOUND, CONFLICT, ...decisionErrors }),

  /** Cancels a planned departure, and gives back what was freed and not taken by anyone else. */
  cancel: write
    .route({
      method: 'POST',
      path: '/departures/{user_id}/cancel',
      tags,
      summary: 'Cancel a planned departure',
    })
    .input(z.object({ user_id: z.uuid(), departure_version: z.int(), reason, ...idempotency }))
    .output(givenBack)
    .errors({ NOT_FOUND, CONFLICT }),

  reactivate: base
    .meta({ access: administrators, write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/departures/{user_id}/reactivate',
      tags,
      summary: 'Reactivate a person, with everything no one else has taken',
    })
    .input(seen.extend({ reason }))
    .output(givenBack.extend({ version: z.int() }))
    .errors({ NOT_FOUND, CONFLICT }),
}
