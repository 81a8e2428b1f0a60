import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { facilityKinds } from '#core/facility-kinds.ts'
import { permissionType } from '#features/permissions/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['facility_admin'], write: false })
const tags = ['Permission requests']

export const requestStatus = z.enum([
  'draft',
  'submitted',
  'approved',
  'declined',
  'withdrawn',
  'expired',
  'revoked',
])
export type RequestStatus = z.infer<typeof requestStatus>

const day = z.iso.date('Enter a date.')

/** A request for someone to hold a permission at a facility, and its outcome. */
export const permissionRequest = z.object({
  id: z.uuid(),
  requester_id: z.uuid(),
  /** Null if the caller may not see the person. */
  requester_name: z.string().nullable(),
  target_user_id: z.uuid(),
  target_name: z.string().nullable(),
  permission: permissionType,
  scope_node: z.uuid(),
  facility_name: z.string(),
  facility_kind: z.enum(facilityKinds),
  justification: z.string(),
  status: requestStatus,
  /** The requested last day. */
  expires_on: z.string().nullable(),
  auto_review_on: z.string().nullable(),
  submitted_at: z.string().nullable(),
  decided_by_name: z.string().nullable(),
  decided_at: z.string().nullable(),
  decision_note: z.string().nullable(),
  created_at: z.string(),
  /** True when the caller may decide it. No one decides for themselves, or on their own request. */
  may_decide: z.boolean(),
  is_mine: z.boolean(),
})
export type PermissionRequest = z.infer<typeof permissionRequest>

const event = z.object({
  id: z.number(),
  at: z.string(),
  actor_name: z.string().nullable(),
  from_status: z.string().nullable(),
  to_status: z.string(),
  reason: z.string().nullable(),
})

export const permissionRequestsContract = {
  list: base
    .route({
      method: 'GET',
      path: '/permission-requests',
      tags,
      summary: 'Requests for permissions that concern the asker',
    })
    .input(
      z.object({
        /** Requests that need the caller's decision, those they wrote, or all they may see. */
        view: z.enum(['to_decide', 'mine', 'all']).default('to_decide'),
        status: requestStatus.or(z.literal('any')).default('any'),
        permission: permissionType.or(z.literal('any')).default('any'),
        q: z.string().max(200).default(''),
        page: z.coerce.number().int().min(1).max(10_000).default(1),
      }),
    )
    .output(
      z.object({
        rows: z.array(permissionRequest),
        total: z.number().int(),
        to_decide: z.number().int(),
      }),
    ),

  get: base
    .route({
      method: 'GET',
      path: '/permission-requests/{id}',
      tags,
      summary: 'One request and its history',
    })
    .input(z.object({ id: z.uuid() }))
    .output(permissionRequest.extend({ events: z.array(event) })),

  /** People for whom the caller may request: themselves and the facility admins of their part of the hierarchy. */
  people: base
    .route({ method: 'GET', path: '/permission-request-people', tags, summary: 'For whom one may ask' })
    .input(z.object({ q: z.string().max(200).default('') }))
    .output(z.array(z.object({ id: z.uuid(), full_name: z.string(), facility_name: z.string().nullable() }))),

  /** The facilities where a person could hold a permission. */
  facilities: base
    .route({
      method: 'GET',
      path: '/permission-request-facilities',
      tags,
      summary: 'Where someone could have a permission',
    })
    .input(z.object({ target_user_id: z.uuid(), permission: permissionType }))
    .output(
      z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          path: z.string(),
          kind: z.enum(facilityKinds),
          /** True when the person already holds it there. */
          is_held: z.boolean(),
        }),
      ),
    ),

  /** Creates or changes a draft, and sends it if requested; the browser chooses the id, so that it is sent once. */
  save: base
    .meta({ access: ['facility_admin'], write: true })
    .route({
      method: 'PUT',
      path: '/permission-requests/{id}',
      tags,
      summary: 'Write a request, and send it',
    })
    .input(
      z.object({
        id: z.uuid(),
        target_user_id: z.uuid(),
        permission: permissionType,
        scope_node: z.uuid(),
        justification: z
          .string()
          .trim()
          .min(10, 'Explain in a sentence what it’s needed for.')
          .max(1000, 'At most 1,000 characters.'),
        expires_on: day.optional(),
        auto_review_on: day.optional(),
        submit: z.boolean().default(false),
      }),
    )
    .output(permissionRequest),

  submit: base
    .meta({ access: ['facility_admin'], write: true })
    .route({ method: 'POST', path: '/permission-requests/{id}/submit', tags, summary: 'Send a draft' })
    .input(z.object({ id: z.uuid() }))
    .output(permissionRequest),

  withdraw: base
    .meta({ access: ['facility_admin'], write: true })
    .route({
      method: 'POST',
      path: '/permission-requests/{id}/withdraw',
      tags,
      summary: 'Take a request back',
    })
    .input(z.object({ id: z.uuid() }))
    .output(permissionRequest),

  decide: base
    .meta({ access: ['facility_admin'], write: true })
    .route({
      method: 'POST',
      path: '/permission-requests/{id}/decision',
      tags,
      summary: 'Approve or decline',
    })
    .input(
      z
        .object({
          id: z.uuid(),
          decision: z.enum(['approved', 'declined']),
          note: z.string().trim().max(1000, 'At most 1,000 characters.').optional(),
        })
        .refine(({ decision, note }) => decision === 'approved' || Boolean(note), {
          path: ['note'],
          message: 'Give a reason. The requester will read it.',
        }),
    )
    .output(permissionRequest),
}
