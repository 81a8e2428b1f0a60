import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const readers = ['school_admin', 'facility_admin'] as const
const base = oc.$meta<ApiMeta>({ access: readers, write: false })
const tags = ['People']

export const personView = z.enum(['students', 'proctors', 'administrators', 'users'])
export type PersonView = z.infer<typeof personView>

export const personStatus = z.enum(['pending', 'returned', 'declined', 'active', 'deactivated'])

export const person = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  role: z.enum(['superadmin', 'school_admin', 'school_super_admin', 'facility_admin', 'student', 'proctor']),
  status: personStatus,
  student_number: z.string().nullable(),
  phone: z.string().nullable(),
  graduation_date: z.string().nullable(),
  place_name: z.string().nullable(),
  is_preceptor: z.boolean(),
  created_at: z.string(),
})
export type Person = z.infer<typeof person>

export const personSort = z.enum(['full_name', 'email', 'student_number', 'created_at'])

const filter = z.object({
  /** Students, proctors and administrators of the school worked in; users of the facilities in scope. */
  view: personView,
  q: z.string().max(200).default(''),
  status: personStatus.or(z.literal('all')).default('all'),
  sort: personSort.default('full_name'),
  dir: z.enum(['asc', 'desc']).default('asc'),
})

export const peopleContract = {
  list: base
    .route({ method: 'GET', path: '/people', tags, summary: 'People of the school or facility' })
    .input(filter.extend({ page: z.coerce.number().int().min(1).max(10_000).default(1) }))
    .output(
      z.object({
        rows: z.array(person),
        total: z.number().int(),
        counts: z.record(personStatus.or(z.literal('all')), z.number().int()),
      }),
    ),

  /** A write, because who took a list away stays on record. */
  export: base
    .meta({ access: readers, write: true })
    .route({ method: 'POST', path: '/people/export', tags, summary: 'The whole list, for a file' })
    .input(filter)
    .output(z.array(person)),
}
