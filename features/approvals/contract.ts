import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { signUpRoles } from '#core/roles.ts'

const deciders = ['school_admin', 'facility_admin'] as const
const base = oc.$meta<ApiMeta>({ access: deciders, write: false })
const tags = ['Approvals']

export const signupStatus = z.enum(['pending', 'returned', 'approved', 'declined'])
export type SignupStatus = z.infer<typeof signupStatus>

export const signupDecision = signupStatus.exclude(['pending'])
export type SignupDecision = z.infer<typeof signupDecision>

export const signupRole = z.enum(signUpRoles)

/** A sign-up request, pending or decided. */
export const signupRequest = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  role: signupRole,
  school_id: z.uuid().nullable(),
  facility_id: z.uuid().nullable(),
  /** The school or facility it is for; the name the applicant typed if it is unknown. */
  tenant_name: z.string().nullable(),
  /** True while the school it is for has no administrator. */
  is_first_admin: z.boolean(),
  message: z.string().nullable(),
  status: signupStatus,
  decision_note: z.string().nullable(),
  decided_by_name: z.string().nullable(),
  decided_at: z.string().nullable(),
  created_at: z.string(),
})
export type SignupRequest = z.infer<typeof signupRequest>

/** Which requests: all that the caller may decide, or those of the selected school or facilities. */
export const approvalsWithin = z.enum(['all', 'school', 'facility'])
export type ApprovalsWithin = z.infer<typeof approvalsWithin>

const note = z.string().trim().max(1000, 'At most 1,000 characters.')

export const approvalsContract = {
  list: base
    .route({ method: 'GET', path: '/approvals', tags, summary: 'Sign-ups that the asker may decide' })
    .input(
      z.object({
        within: approvalsWithin.default('all'),
        status: signupStatus.or(z.literal('all')).default('pending'),
        q: z.string().max(200).default(''),
        page: z.coerce.number().int().min(1).max(10_000).default(1),
      }),
    )
    .output(
      z.object({
        rows: z.array(signupRequest),
        total: z.number().int(),
        counts: z.record(signupStatus.or(z.literal('all')), z.number().int()),
      }),
    ),

  decide: base
    .meta({ access: deciders, write: true, whileReadOnly: { decision: ['declined', 'returned'] } })
    .route({
      method: 'POST',
      path: '/approvals/{id}',
      tags,
      summary: 'Approve, decline or send back one sign-up',
    })
    .input(
      z
        .object({
          id: z.uuid(),
          decision: signupDecision,
          note: note.optional(),
          /** Chosen by the superadmin if the request did not name a known school or facility. */
          school_id: z.uuid().optional(),
          facility_id: z.uuid().optional(),
        })
        .refine(({ decision, note: said }) => decision === 'approved' || Boolean(said), {
          path: ['note'],
          message: 'Give a reason. The applicant will read it.',
        }),
    )
    .output(z.object({ id: z.uuid(), status: signupStatus, full_name: z.string() })),

  approveMany: base
    .meta({ access: deciders, write: true })
    .route({ method: 'POST', path: '/approvals/approve-many', tags, summary: 'Approve several sign-ups' })
    .input(z.object({ ids: z.array(z.uuid()).min(1).max(200, 'At most 200 at once.') }))
    .output(
      z.object({
        approved: z.number().int(),
        /** Those that could not be approved, and why. */
        left: z.array(z.object({ id: z.uuid(), full_name: z.string().nullable(), reason: z.string() })),
      }),
    ),
}
