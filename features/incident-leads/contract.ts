import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { idempotency } from '#features/audit/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['facility_admin'], write: false })
const tags = ['Incident leads']

export const incidentKind = z.enum([
  'injury',
  'exposure_needlestick',
  'med_error',
  'near_miss',
  'conduct',
  'safety_concern',
  'other',
])
export const severity = z.enum(['minor', 'moderate', 'serious'])

/** Who reads a facility's incidents, with the list of incidents for that person. */
const incidentLead = z.object({
  /** The person named for this facility, or the nearest one above; null if no one at the facility reads them. */
  lead: z
    .object({
      user_id: z.uuid(),
      name: z.string(),
      facility_id: z.uuid(),
      facility_name: z.string(),
      since: z.string(),
      /** True while they are an active member of the team; a person who left reads nothing. */
      is_active: z.boolean(),
    })
    .nullable(),
  /** The people whom the caller may name: they manage this facility, or one above it. */
  choices: z.array(z.object({ user_id: z.uuid(), name: z.string(), facility_name: z.string() })),
  /** The facility's incidents that the caller may read, newest first, at most 50, without descriptions. */
  incidents: z.array(
    z.object({
      id: z.uuid(),
      shift_id: z.uuid(),
      kind: incidentKind,
      severity,
      date: z.string(),
      where: z.string(),
      closed_at: z.string().nullable(),
    }),
  ),
})
export type IncidentLead = z.infer<typeof incidentLead>

export const incidentLeadsContract = {
  get: base
    .meta({ access: ['facility_admin'], write: false })
    .route({
      method: 'GET',
      path: '/facilities/{facility_id}/incident-lead',
      tags,
      summary: 'Who reads incidents at a facility',
    })
    .input(z.object({ facility_id: z.uuid() }))
    .output(incidentLead),

  /** Names one person for an organization or site; null leaves it to the facility above. */
  name: base
    .meta({ access: ['facility_admin'], write: true })
    .route({
      method: 'PUT',
      path: '/facilities/{facility_id}/incident-lead',
      tags,
      summary: 'Name who reads incidents at a facility',
    })
    .input(z.object({ facility_id: z.uuid(), user_id: z.uuid().nullable(), ...idempotency }))
    .output(z.object({})),
}
