import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: [], write: false })
const tags = ['Permissions']

const kind = z.enum(['organization', 'site', 'unit'])
const permissionType = z.enum(['capstone_preceptor'])

/** A place of the hierarchy with the permission a person holds there (Spec §3 facility_admin_permissions). */
const node = z.object({
  facility_id: z.uuid(),
  parent_id: z.uuid().nullable(),
  kind,
  name: z.string(),
  status: z.string(),
  /** Is it in the part of the hierarchy that the person belongs to? Only there the permission may be enabled. */
  in_scope: z.boolean(),
  /** Null: never granted. */
  is_enabled: z.boolean().nullable(),
  granted_at: z.string().nullable(),
  granted_by_name: z.string().nullable(),
})
export type PermissionNode = z.infer<typeof node>

const grant = z.object({
  facility_id: z.uuid(),
  facility_name: z.string(),
  /** The names above it, the topmost first. */
  facility_path: z.string(),
  kind,
  city: z.string().nullable(),
  state: z.string().nullable(),
  granted_at: z.string(),
})
export type Grant = z.infer<typeof grant>

export const permissionsContract = {
  /** One person and the places where they may become, or are, a preceptor. */
  ofUser: base
    .route({ method: 'GET', path: '/users/{user_id}/permissions', tags, summary: "A person's permissions" })
    .input(z.object({ user_id: z.uuid() }))
    .output(
      z.object({
        person: z.object({
          id: z.uuid(),
          full_name: z.string(),
          email: z.string(),
          role: z.enum([
            'superadmin',
            'school_admin',
            'school_super_admin',
            'facility_admin',
            'student',
            'proctor',
          ]),
          status: z.string(),
          facility_name: z.string().nullable(),
        }),
        nodes: z.array(node),
      }),
    ),

  set: base
    .meta({ access: [], write: true })
    .route({
      method: 'PUT',
      path: '/users/{user_id}/permissions',
      tags,
      summary: 'Enable or disable a permission',
    })
    .input(
      z.object({
        user_id: z.uuid(),
        facility_id: z.uuid(),
        permission_type: permissionType.default('capstone_preceptor'),
        is_enabled: z.boolean(),
        reason: z.string().trim().max(500).optional(),
      }),
    )
    .output(z.object({})),

  /** Where the asker is a preceptor, and since when. */
  mine: base
    .meta({ access: ['facility_admin'], write: false })
    .route({ method: 'GET', path: '/permissions/mine', tags, summary: 'My own permissions' })
    .output(z.array(grant)),
}
