import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { emailProblem, invalidEmail } from '#core/email.ts'
import { formatNumber } from '#core/number-text.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin', 'facility_admin', 'proctor'], write: false })
const write = oc.$meta<ApiMeta>({ access: ['facility_admin'], write: true })
const tags = ['Preceptors']

const licenseType = z.enum(['LPN', 'RN', 'APRN'])
export type LicenseType = z.infer<typeof licenseType>
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${formatNumber(most)} characters.`)
    .nullable()
    .default(null)
const years = z.number().min(0, 'From 0 to 70.').max(70, 'From 0 to 70.').nullable().default(null)

/** The profile of a preceptor, entered by a facility or the preceptor (Domain 2.6, PreceptorProfile). */
export const preceptorFields = z.object({
  full_name: z.string().trim().min(2, 'Enter a name.').max(120, 'At most 120 characters.'),
  license_no: text(40),
  license_type: licenseType.nullable().default(null),
  license_state: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Two letters, such as WI.')
    .nullable()
    .default(null),
  /** True for a license under the Nurse Licensure Compact, which counts in every state. */
  is_multistate: z.boolean().default(false),
  license_expires_on: z.iso.date('Enter a date.').nullable().default(null),
  years_experience: years,
  years_in_setting: years,
  education: text(180),
  orientation_completed_on: z.iso.date('Enter a date.').nullable().default(null),
  max_students: z.int().min(1, 'From 1 to 10.').max(10, 'From 1 to 10.').default(1),
  accepts: z.boolean().default(true),
  availability: text(180),
  bio: text(1000),
})
export type PreceptorFields = z.infer<typeof preceptorFields>

const preceptor = preceptorFields.extend({
  id: z.uuid(),
  facility_id: z.uuid(),
  facility_name: z.string(),
  email: z.string(),
  /** True when the preceptor signs in; others answer by links in emails. */
  has_account: z.boolean(),
  /** Students they have now, or are asked to take. */
  load: z.int(),
  version: z.int(),
})
export type Preceptor = z.infer<typeof preceptor>

export const preceptorsContract = {
  /** Preceptors of the caller's facility; for a school, those of its partners. */
  list: base
    .route({ method: 'GET', path: '/preceptors', tags, summary: 'Preceptors' })
    .input(z.object({ q: z.string().max(120).default('') }))
    .output(z.array(preceptor)),

  mine: base
    .meta({ access: ['preceptor'], write: false })
    .route({ method: 'GET', path: '/preceptors/mine', tags, summary: 'My profiles as a preceptor' })
    .output(z.array(preceptor)),

  invite: write
    .route({ method: 'POST', path: '/preceptors', tags, summary: 'Invite a preceptor' })
    .input(
      preceptorFields.extend({
        id: z.uuid(),
        facility_id: z.uuid('Choose where they work.'),
        email: z
          .string()
          .trim()
          .toLowerCase()
          .refine((given) => emailProblem(given) === null, {
            error: ({ input }) => invalidEmail(String(input)),
          }),
        ...idempotency,
      }),
    )
    .output(preceptor),

  save: write
    .route({ method: 'PUT', path: '/preceptors/{id}', tags, summary: 'Change a preceptor’s profile' })
    .input(preceptorFields.extend({ id: z.uuid(), version: z.int().min(1), ...idempotency }))
    .errors({ CONFLICT: conflict('profile', preceptor) })
    .output(preceptor),
}
