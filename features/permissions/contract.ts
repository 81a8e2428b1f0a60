import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { facilityKinds } from '#core/facility-kinds.ts'
import { roles } from '#core/roles.ts'

const base = oc.$meta<ApiMeta>({ access: [], write: false })
const tags = ['Permissions']

const kind = z.enum(facilityKinds)
export type FacilityKind = z.infer<typeof kind>
export const permissionType = z.enum([
  'capstone_preceptor',
  'unit_admin',
  'site_admin',
  'org_admin',
  'verifier',
  'view_only_reports',
  'billing_view',
])
export type PermissionType = z.infer<typeof permissionType>

const plainDate = z.iso.date('Enter a date.')

/** A facility in the hierarchy with the person's permission there (Spec §3 facility_admin_permissions). */
const node = z.object({
  facility_id: z.uuid(),
  parent_id: z.uuid().nullable(),
  kind,
  name: z.string(),
  status: z.string(),
  /** True when it is in the person's part of the hierarchy; the permission may be enabled only there. */
  in_scope: z.boolean(),
  /** Null if never granted. */
  is_enabled: z.boolean().nullable(),
  granted_at: z.string().nullable(),
  granted_by_name: z.string().nullable(),
  last_used_at: z.string().nullable(),
})
export type PermissionNode = z.infer<typeof node>

/** What someone effectively holds: by their role, or by a valid grant. */
const effective = z.object({
  permission_type: permissionType,
  facility_id: z.uuid(),
  facility_name: z.string(),
  /** The names above it, topmost first. */
  facility_path: z.string(),
  kind,
  city: z.string().nullable(),
  state: z.string().nullable(),
  source: z.enum(['role', 'grant']),
  since: z.string(),
  /** The last day on which it is valid. */
  expires_on: z.string().nullable(),
  last_used_at: z.string().nullable(),
})
export type EffectivePermission = z.infer<typeof effective>

/** in_force: it counts. ineffective: turned on, but no longer valid for the person's role, facility or scope. */
export const reportState = z.enum(['in_force', 'unused', 'ineffective', 'expired', 'off'])
export type ReportState = z.infer<typeof reportState>

const reportRow = z.object({
  user_id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  permission_type: permissionType,
  facility_id: z.uuid(),
  facility_name: z.string(),
  kind,
  source: z.enum(['role', 'grant']),
  state: reportState,
  since: z.string(),
  granted_by_name: z.string().nullable(),
  expires_on: z.string().nullable(),
  last_used_at: z.string().nullable(),
  changed_at: z.string().nullable(),
  changed_to: z.string().nullable(),
  changed_by_name: z.string().nullable(),
})
export type ReportRow = z.infer<typeof reportRow>

const permissionEvent = z.object({
  id: z.number(),
  at: z.string(),
  permission_type: permissionType,
  facility_name: z.string(),
  subject: z.enum(['request', 'permission']),
  to_status: z.string(),
  actor_name: z.string().nullable(),
  acting_as_name: z.string().nullable(),
  reason: z.string().nullable(),
})
export type PermissionEvent = z.infer<typeof permissionEvent>

const reportFilter = z.object({
  q: z.string().max(200).default(''),
  permission: permissionType.or(z.literal('all')).default('all'),
  state: reportState.or(z.literal('all')).default('all'),
  source: z.enum(['all', 'role', 'grant']).default('all'),
  sort: z.enum(['full_name', 'facility_name', 'since', 'last_used_at', 'changed_at']).default('full_name'),
  dir: z.enum(['asc', 'desc']).default('asc'),
})
export type ReportFilter = z.infer<typeof reportFilter>

const finding = z.object({
  code: z.string(),
  /** What is wrong, or where to look. */
  subject: z.string(),
  user_id: z.uuid().nullable(),
  facility_id: z.uuid().nullable(),
})
export type Finding = z.infer<typeof finding>

/** What a health check found, and when. */
export const health = z.object({ checked_at: z.string(), findings: z.array(finding), truncated: z.boolean() })
export type Health = z.infer<typeof health>

export const permissionsContract = {
  /** A person's permissions: the facilities where they may become, or are, a preceptor, and everything else they hold or held. */
  ofUser: base
    .route({ method: 'GET', path: '/users/{user_id}/permissions', tags, summary: "A person's permissions" })
    .input(z.object({ user_id: z.uuid() }))
    .output(
      z.object({
        person: z.object({
          id: z.uuid(),
          full_name: z.string(),
          email: z.string(),
          role: z.enum(roles),
          status: z.string(),
          facility_name: z.string().nullable(),
        }),
        nodes: z.array(node),
        /** The person's facility and those above it, bottom up. */
        line: z.array(z.object({ facility_id: z.uuid(), name: z.string(), kind })),
        others: z.array(reportRow),
        history: z.array(permissionEvent),
      }),
    ),

  /** Turning on: only the superadmin. Turning off: also a facility admin within their own facility, except the preceptor permission. */
  set: base
    .meta({ access: ['facility_admin'], write: true })
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
        expires_on: plainDate.optional(),
        /** Who takes over from an active preceptor, or that no one has to. */
        successor_id: z.uuid().optional(),
        no_successor: z.boolean().optional(),
        reason: z.string().trim().max(500).optional(),
      }),
    )
    .output(z.object({})),

  /** Who could take over from a preceptor at a facility. */
  successors: base
    .route({
      method: 'GET',
      path: '/users/{user_id}/permissions/successors',
      tags,
      summary: 'Who could take over from a preceptor',
    })
    .input(z.object({ user_id: z.uuid(), facility_id: z.uuid() }))
    .output(z.array(z.object({ id: z.uuid(), full_name: z.string(), is_preceptor: z.boolean() }))),

  /** Where the caller is a preceptor, and since when; calling this counts as use. */
  mine: base
    .meta({ access: ['facility_admin'], write: false })
    .route({ method: 'GET', path: '/permissions/mine', tags, summary: 'Where I am a preceptor' })
    .output(z.array(effective)),

  /** Everything the caller effectively holds: role ∩ scope ∩ grants. */
  effective: base
    .meta({ access: 'any', write: false })
    .route({ method: 'GET', path: '/permissions/effective', tags, summary: 'What I effectively hold' })
    .output(z.array(effective)),

  /** The function of Spec §7, with exactly its body: what a person effectively holds at a facility. */
  ofUserAtFacility: base
    .meta({ access: 'any', write: false })
    .route({
      method: 'POST',
      path: '/functions/get-user-facility-permissions',
      tags: ['Functions'],
      summary: 'A person’s responsibilities at a facility',
    })
    .input(z.strictObject({ user_id: z.uuid(), facility_id: z.uuid() }))
    .output(
      z.object({
        user_id: z.uuid(),
        facility_id: z.uuid(),
        role: z.string(),
        permissions: z.array(
          z.object({
            permission_type: permissionType,
            facility_id: z.uuid(),
            facility_name: z.string(),
            source: z.enum(['role', 'grant']),
            since: z.string(),
            expires_on: z.string().nullable(),
            last_used_at: z.string().nullable(),
          }),
        ),
      }),
    ),

  /** Who has what, what was not used for 90 days, and the latest changes. */
  report: base
    .route({ method: 'GET', path: '/permissions/report', tags, summary: 'Who has which permission' })
    .input(reportFilter.extend({ page: z.coerce.number().int().min(1).max(10_000).default(1) }))
    .output(
      z.object({
        rows: z.array(reportRow),
        total: z.number().int(),
        counts: z.record(reportState.or(z.literal('all')), z.number().int()),
      }),
    ),

  /** A write, because exports are recorded. */
  exportReport: base
    .meta({ access: [], write: true, trail: { kind: 'export', what: 'data' } })
    .route({ method: 'POST', path: '/permissions/report/export', tags, summary: 'The report as a file' })
    .input(reportFilter)
    .output(z.object({ filename: z.string(), csv: z.string(), rows: z.number().int() })),

  /** What the last check of the permission data found; no findings means it is sound. */
  health: base
    .route({
      method: 'GET',
      path: '/permissions/health',
      tags,
      summary: 'Health of the permission data at its last check',
    })
    .output(
      z.object({
        last: health.nullable(),
        /** The latest check: running, done or failed. */
        job_id: z.uuid().nullable(),
        is_running: z.boolean(),
        /** True when the last check is older than a day, or there is none. */
        is_due: z.boolean(),
      }),
    ),

  /** Starts the check as a job, because it takes longer the more people there are; does not start a second one. */
  checkHealth: base
    .meta({ access: [], write: true })
    .route({
      method: 'POST',
      path: '/permissions/health/checks',
      tags,
      summary: 'Check the permission data, as a job',
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ job_id: z.uuid() })),
}
