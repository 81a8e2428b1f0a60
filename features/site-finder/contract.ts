import { oc } from '@orpc/contract'
import * as z from 'zod'
import { specialty } from '#features/facilities/contract.ts'
import type { ApiMeta } from '#core/api-meta.ts'
import { distances } from '#core/distances.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin', 'facility_admin'], write: false })
const tags = ['Sites']

export const siteSort = z.enum(['distance', 'name', 'city', 'places'])
export type SiteSort = z.infer<typeof siteSort>

const zip = z.string().regex(/^\d{5}$/, 'A ZIP code has five digits, such as 53202.')

const filter = z.object({
  /** Words of the site's, its organization's or its town's name. */
  q: z.string().trim().max(100).default(''),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  city: z.string().trim().max(120).optional(),
  site_type: z.string().max(120).optional(),
  /** Only sites with an active unit of this specialty. */
  specialty: specialty.optional(),
  zip: zip.optional(),
  /** Miles around the ZIP code; without one it says nothing. */
  within: z.union(distances.map((miles) => z.literal(miles))).optional(),
})
export type SiteFilter = z.infer<typeof filter>

export const foundSite = z.object({
  id: z.uuid(),
  name: z.string(),
  organization_id: z.uuid(),
  organization_name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postal_code: z.string().nullable(),
  site_type: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  distance_miles: z.number().nullable(),
  /** Active units, and what they are for. */
  units: z.number().int(),
  specialties: z.array(specialty),
  /** Students that all active units take in one shift. */
  places: z.number().int(),
})
export type FoundSite = z.infer<typeof foundSite>

export const origin = z.object({
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type Origin = z.infer<typeof origin>

const UNKNOWN_ZIP = {
  status: 422,
  message: 'We can’t find that ZIP code. Check it, or search by city.',
} as const

export const siteFinderContract = {
  find: base
    .route({ method: 'GET', path: '/sites/search', tags, summary: 'Find sites by name, place or distance' })
    .input(
      filter.extend({
        within: z.coerce.number().pipe(filter.shape.within.unwrap()).optional(),
        sort: siteSort.optional(),
        dir: z.enum(['asc', 'desc']).default('asc'),
        page: z.coerce.number().int().min(1).max(1_000).default(1),
      }),
    )
    .output(z.object({ rows: z.array(foundSite), total: z.number().int(), origin: origin.nullable() }))
    .errors({ UNKNOWN_ZIP }),

  /** Everything found, as points for the map: [id, name, latitude, longitude]; the nearest or first 2,000. */
  points: base
    .route({ method: 'GET', path: '/sites/points', tags, summary: 'The sites found, for a map' })
    .input(filter.extend({ within: z.coerce.number().pipe(filter.shape.within.unwrap()).optional() }))
    .output(
      z.object({
        points: z.array(z.tuple([z.uuid(), z.string(), z.number(), z.number()])),
        total: z.number().int(),
        origin: origin.nullable(),
      }),
    )
    .errors({ UNKNOWN_ZIP }),

  /** The states and kinds of sites there are, for the filters. */
  choices: base
    .route({ method: 'GET', path: '/sites/choices', tags, summary: 'States and kinds of sites' })
    .output(z.object({ states: z.array(z.string()), site_types: z.array(z.string()) })),
}
