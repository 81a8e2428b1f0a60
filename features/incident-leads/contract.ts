import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { idempotency } from '#features/audit/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['facility_admin'], write: false })
const tags = ['Incident leads']

export const incidentKind = z.enum([
  'injury', 'exposure_needlestick', 'med_error', 'near_miss', 'conduct', 'safety_concern', 'other',
]) // prettier-ignore
export const severity = z.enum(['minor', 'moderate', 'serious'])

/** Who at a facility reads its incidents, with the list for who does. */
const incidentLead = z.object({
  /** The person named for this facility, or for the nearest one above it; null: no one at the facility reads them. */
  lead: z
    .object({
      user_id: z.uuid(),
      name: z.string(),
      facility_id: z.uuid(),
      facility_name: z.string(),
      since: z.string(),
      /** Still an active member of the team there: who left reads nothing. */
      is_active: z.boolean(),
    })
    .nullable(),
  /** Those whom the asker may name: they run this facility, or one above it. */
  choices: z.array(z.object({ user_id: z.uuid(), name: z.string(), facility_name: z.string() })),
  /** The incidents at the facility that the asker reads, the newest first: no more than 50, without what happened. */
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

  /** One person for an organization or a site; null leaves it to the facility above. */
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
