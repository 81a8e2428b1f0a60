import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { accountStatuses, roles } from '#core/roles.ts'

const readers = ['school_admin', 'facility_admin'] as const
const base = oc.$meta<ApiMeta>({ access: readers, write: false })
const tags = ['People']

export const personView = z.enum(['students', 'proctors', 'administrators', 'users'])
export type PersonView = z.infer<typeof personView>

export const personStatus = z.enum(accountStatuses)

export const person = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  status: personStatus,
  student_number: z.string().nullable(),
  phone: z.string().nullable(),
  graduation_date: z.string().nullable(),
  tenant_name: z.string().nullable(),
  is_preceptor: z.boolean(),
  created_at: z.string(),
})
export type Person = z.infer<typeof person>

export const personSort = z.enum(['full_name', 'email', 'student_number', 'created_at'])

/** A person of the school as its administrators see them. */
export const personDetail = person.omit({ tenant_name: true, is_preceptor: true }).extend({
  email_verified: z.boolean(),
  last_sign_in: z.string().nullable(),
  /** Cohorts they advise. */
  cohorts: z.array(z.object({ id: z.uuid(), name: z.string(), status: z.string() })),
  /** Shifts they instruct from today on. */
  coming_shifts: z.number().int(),
  next_shift: z.string().nullable(),
  invitations: z.array(
    z.object({ id: z.uuid(), state: z.string(), sent_at: z.string(), accepted_at: z.string().nullable() }),
  ),
})
export type PersonDetail = z.infer<typeof personDetail>

const filter = z.object({
  /** Students, proctors and administrators of the selected school; users of the facilities in scope. */
  view: personView,
  q: z.string().max(200).default(''),
  status: personStatus.or(z.literal('all')).default('all'),
  sort: personSort.default('full_name'),
  dir: z.enum(['asc', 'desc']).default('asc'),
})

export const peopleContract = {
  list: base
    .meta({
      access: readers,
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.id'] },
    })
    .route({ method: 'GET', path: '/people', tags, summary: 'People of the school or facility' })
    .input(filter.extend({ page: z.coerce.number().int().min(1).max(10_000).default(1) }))
    .output(
      z.object({
        rows: z.array(person),
        total: z.number().int(),
        counts: z.record(personStatus.or(z.literal('all')), z.number().int()),
      }),
    ),

  /** Proctors, administrators and students of the selected school. */
  get: base
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'profile', people: ['output.id'] },
    })
    .route({ method: 'GET', path: '/people/{id}', tags, summary: 'One person of the school' })
    .input(z.object({ id: z.uuid() }))
    .output(personDetail)
    .errors({ NOT_FOUND: { status: 404, message: 'We can’t find that person at this school.' } }),

  /** A write, because exports are recorded. */
  export: base
    .meta({
      access: readers,
      write: true,
      whileReadOnly: true,
      trail: { kind: 'export', what: 'list', people: ['output.*.id'] },
    })
    .route({ method: 'POST', path: '/people/export', tags, summary: 'The whole list, for a file' })
    .input(filter)
    .output(z.array(person)),
}
