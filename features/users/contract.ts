import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { accountStatuses, roles } from '#core/roles.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'
import { decisionErrors, decisions, givenBack } from '#features/departures/contract.ts'

const base = oc.$meta<ApiMeta>({ access: [], write: false })
const write: ApiMeta = { access: [], write: true }
const tags = ['Users']

const role = z.enum(roles)
const status = z.enum(accountStatuses)

/** A person as the superadmin sees them, without credentials or tokens. */
export const person = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string(),
  role,
  status,
  email_verified: z.boolean(),
  linked_school_id: z.uuid().nullable(),
  school_name: z.string().nullable(),
  linked_facility_id: z.uuid().nullable(),
  facility_name: z.string().nullable(),
  is_preceptor: z.boolean(),
  created_at: z.string(),
  version: z.number(),
})
export type Person = z.infer<typeof person>

const filter = z.object({
  /** Part of a name or email address. */
  q: z.string().max(100).default(''),
  role: role.optional(),
  status: status.optional(),
  school_id: z.uuid().optional(),
  /** This facility and everything below it. */
  facility_id: z.uuid().optional(),
  verified: z.boolean().optional(),
})
export type PeopleFilter = z.infer<typeof filter>

const order = z.object({
  sort: z.enum(['full_name', 'email', 'role', 'status', 'created_at']).default('full_name'),
  dir: z.enum(['asc', 'desc']).default('asc'),
})
export type PeopleOrder = z.infer<typeof order>

const reason = z.string().trim().min(3, 'Give a short reason. It’s kept on record.').max(500)
const seen = z.object({ id: z.uuid(), version: z.number().int(), ...idempotency })
const changed = z.object({ version: z.number() })
const CONFLICT = conflict('person', person)

export const usersContract = {
  list: base
    .meta({ access: [], write: false, trail: { kind: 'view', what: 'list', people: ['output.people.*.id'] } })
    .route({ method: 'GET', path: '/users', tags, summary: 'Find people' })
    .input(
      filter.extend({
        ...order.shape,
        page: z.number().int().min(1).max(10_000).default(1),
        page_size: z.number().int().min(1).max(100).default(25),
        /** For the global search: matches at the beginning come first, and only as many as are shown are searched and counted. */
        is_brief: z.boolean().default(false),
      }),
    )
    .output(z.object({ people: z.array(person), total: z.number() })),

  get: base
    .meta({ access: [], write: false, trail: { kind: 'view', what: 'profile', people: ['output.id'] } })
    .route({ method: 'GET', path: '/users/{id}', tags, summary: 'One person' })
    .input(z.object({ id: z.uuid() }))
    .output(person),

  changeRole: base
    .meta(write)
    .route({ method: 'PUT', path: '/users/{id}/role', tags, summary: 'Change role and links' })
    .input(
      seen.extend({
        role,
        linked_school_id: z.uuid().nullable(),
        linked_facility_id: z.uuid().nullable(),
        reason,
        /** What happens to each thing that the person can't keep in the new role or at the new tenant. */
        decisions: decisions.default([]),
      }),
    )
    .output(changed)
    .errors({ CONFLICT, ...decisionErrors }),

  deactivate: base
    .meta(write)
    .route({ method: 'POST', path: '/users/{id}/deactivate', tags, summary: 'Deactivate and sign out' })
    .input(seen.extend({ reason }))
    .output(changed)
    .errors({ CONFLICT }),

  reactivate: base
    .meta(write)
    .route({ method: 'POST', path: '/users/{id}/reactivate', tags, summary: 'Reactivate a person' })
    .input(seen.extend({ reason }))
    .output(changed)
    .errors({ CONFLICT }),

  /** Undoes one change of role, links or status, within 24 hours and if none of it has changed since. */
  undo: base
    .meta(write)
    .route({ method: 'POST', path: '/users/undo', tags, summary: 'Take a change back' })
    .input(z.object({ event_id: z.number().int().positive(), reason }))
    .output(givenBack.extend({ id: z.uuid() })),

  /** The list as shown, with filter and order, as CSV (at most 10,000 rows), safe to open in a spreadsheet; recorded in the audit log. */
  exportCsv: base
    .meta({ ...write, trail: { kind: 'export', what: 'list' } })
    .route({ method: 'POST', path: '/users/export', tags, summary: 'Export people as CSV' })
    .input(filter.extend(order.shape))
    .output(z.object({ filename: z.string(), csv: z.string(), rows: z.number(), total: z.number() })),
}
