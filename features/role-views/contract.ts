import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { roles } from '#core/roles.ts'

const base = oc.$meta<ApiMeta>({ access: [], write: false })
const tags = ['Role views']

const role = z.enum(roles)

/** The session context: the view and the school that were chosen (Spec §7). */
export const roleContext = z.object({
  user_id: z.uuid(),
  user_role: role,
  selected_school_id: z.uuid().nullable(),
  selected_school_name: z.string().nullable(),
  selected_facility_id: z.uuid().nullable(),
  selected_facility_name: z.string().nullable(),
})
export type RoleContext = z.infer<typeof roleContext>

const school = z.object({
  id: z.uuid(),
  name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
})

export const roleViewsContract = {
  getContext: base
    .meta({ access: 'any', write: false })
    .route({
      method: 'GET',
      path: '/context',
      tags,
      summary: 'View role and selected school of this session',
    })
    .output(roleContext),

  setContext: base
    .meta({ access: 'any', write: true, whileReadOnly: true })
    .route({
      method: 'PUT',
      path: '/context',
      tags,
      summary: 'Set view role and selected school of this session',
    })
    .input(
      z.object({
        context_data: z.object({
          user_id: z.uuid(),
          user_role: role,
          selected_school_id: z.uuid().nullable(),
        }),
      }),
    )
    .output(roleContext),

  clearContext: base
    .meta({ access: 'any', write: true, whileReadOnly: true })
    .route({ method: 'DELETE', path: '/context', tags, summary: 'Forget view role and selected school' })
    .output(z.object({})),

  /** The school that a superadmin works in if none was chosen: the configured one, or else the first by name. */
  defaultSchool: base
    .route({ method: 'GET', path: '/context/default-school', tags, summary: 'The default school' })
    .output(school.nullable()),

  /** Chooses the facility that a superadmin works in; null means the default: the configured one, or else the first by name. */
  selectFacility: base
    .meta({ access: [], write: true })
    .route({ method: 'PUT', path: '/context/facility', tags, summary: 'Choose the facility to work in' })
    .input(z.object({ facility_id: z.uuid().nullable() }))
    .output(roleContext),

  startImpersonation: base
    .meta({ access: [], write: true })
    .route({ method: 'POST', path: '/impersonation', tags, summary: 'Act as another person' })
    .input(
      z.object({
        user_id: z.uuid(),
        reason: z
          .string()
          .trim()
          .min(10, 'Give a reason of at least 10 characters. It’s kept on record.')
          .max(500),
        may_write: z.boolean().default(false),
      }),
    )
    .output(z.object({ expires_at: z.string(), role })),

  endImpersonation: base
    .meta({ access: 'self', write: true, duringImpersonation: true })
    .route({ method: 'DELETE', path: '/impersonation', tags, summary: 'Return to your own account' })
    .output(z.object({})),
}
