import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

/** Schools, facilities of any or one level, and a school's cohorts and shifts. */
export const entityKind = z.enum(['school', 'facility', 'organization', 'site', 'unit', 'cohort', 'shift'])
export type EntityKind = z.infer<typeof entityKind>

const entity = z.object({
  id: z.uuid(),
  name: z.string(),
  /** What distinguishes entities with the same name: a facility's ancestors, a school's town, a person's email, a cohort's dates. */
  detail: z.string(),
})
export type Entity = z.infer<typeof entity>

const query = z.object({
  search: z.string().trim().max(120).default(''),
  /** Returned first even if it does not match, so that the chosen entity keeps its name. */
  id: z.uuid().optional(),
})
export type PersonQuery = z.infer<typeof query>

const entityQuery = query.extend({
  kind: entityKind,
  /** Only facilities below this one. */
  below_id: z.uuid().optional(),
  /** Only cohorts or shifts of this school. */
  school_id: z.uuid().optional(),
})
export type EntityQuery = z.infer<typeof entityQuery>

const base = oc.$meta<ApiMeta>({ access: ['facility_admin', 'school_admin', 'proctor'], write: false })
const tags = ['Entities']

export const entitiesContract = {
  find: base
    .route({
      method: 'GET',
      path: '/entities/locations',
      tags,
      summary:
        'Schools, facilities, cohorts or shifts to choose from, by name: at most 20, and the one with this id',
    })
    .input(entityQuery)
    .output(z.array(entity)),

  people: base
    .meta({ access: [], write: false, trail: { kind: 'view', what: 'list', people: ['output.*.id'] } })
    .route({
      method: 'GET',
      path: '/entities/people',
      tags,
      summary: 'People to choose from, by name or email: at most 20, and the one with this id',
    })
    .input(query)
    .output(z.array(entity)),
}
