import { oc } from '@orpc/contract'
import * as z from 'zod'
import { specialty } from '#features/facilities/contract.ts'
import type { ApiMeta } from '#core/api-meta.ts'
import { distances } from '#core/distances.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin', 'facility_admin'], write: false })
const tags = ['Sites']

export const siteSort = z.enum(['distance', 'name', 'city', 'seats'])
export type SiteSort = z.infer<typeof siteSort>

const zip = z.string().regex(/^\d{5}$/, 'A ZIP code has five digits, such as 53202.')

const filter = z.object({
  /** Words in the name of the site, its organization or its city. */
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
  /** Miles around the ZIP code; ignored without one. */
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
  /** The number of active units, and their specialties. */
  units: z.number().int(),
  specialties: z.array(specialty),
  /** Students that all active units together take in one shift. */
  seats: z.number().int(),
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

/** A week of a unit: its seats on weekdays, and how many of them are free. */
const unitWeek = z.object({ from: z.string(), seats: z.int(), free: z.int() })

export const sitePage = foundSite.omit({ units: true, specialties: true, seats: true }).extend({
  address: z.string().nullable(),
  phone: z.string().nullable(),
  parking_notes: z.string().nullable(),
  arrival_instructions: z.string().nullable(),
  badge_instructions: z.string().nullable(),
  dress_code: z.string().nullable(),
  /** Where the distance is measured from: the requested ZIP code, or the school's own. */
  distance_from: z.string().nullable(),
  units: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      specialty,
      most: z.int(),
      /** Takes one school at a time. */
      is_exclusive: z.boolean(),
      patterns: z.array(z.object({ name: z.string(), start: z.string(), end: z.string() })),
      /** True for units covered by the agreement: shifts can be requested there. */
      is_open: z.boolean(),
      weeks: z.array(unitWeek),
    }),
  ),
  agreement: z
    .object({
      id: z.uuid(),
      status: z.string(),
      effective_to: z.string().nullable(),
      /** True when this site is covered by the agreement. */
      covers_site: z.boolean(),
    })
    .nullable(),
})
export type SitePage = z.infer<typeof sitePage>

const UNKNOWN_ZIP = {
  status: 422,
  message: 'We can’t find that ZIP code. Check it, or search by city.',
} as const

export const siteFinderContract = {
  find: base
    .route({ method: 'GET', path: '/sites/search', tags, summary: 'Find sites by name, town or distance' })
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

  /** All matching sites as points for the map: [id, name, latitude, longitude]; the nearest or first 2,000. */
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

  /** The largest cities in a region (by their number of ZIP codes), as labels for a map: [name, latitude, longitude]. */
  towns: base
    .route({ method: 'GET', path: '/sites/towns', tags, summary: 'Towns to name on a map' })
    .input(
      z.object({
        south: z.coerce.number().min(-90).max(90),
        north: z.coerce.number().min(-90).max(90),
        west: z.coerce.number().min(-360).max(360),
        east: z.coerce.number().min(-360).max(360),
      }),
    )
    .output(z.array(z.tuple([z.string(), z.number(), z.number()]))),

  /** One site for a school: arrival instructions, its units with their seats in the coming weeks, and the agreement. */
  site: base
    .meta({ access: ['school_admin'], write: false })
    .route({ method: 'GET', path: '/sites/{id}', tags, summary: 'A site for a school that looks for seats' })
    .input(z.object({ id: z.uuid(), school_id: z.uuid(), zip: zip.optional() }))
    .output(sitePage)
    .errors({ NOT_FOUND: { message: 'We can’t find that site.' } }),

  /** The existing states and kinds of sites, for the filters. */
  choices: base
    .route({ method: 'GET', path: '/sites/choices', tags, summary: 'States and kinds of sites' })
    .output(z.object({ states: z.array(z.string()), site_types: z.array(z.string()) })),
}
