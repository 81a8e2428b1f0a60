import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { idempotency } from '#features/audit/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['facility_admin', 'school_admin'], write: false })
const tags = ['Check-in locations']

export const pinParty = z.enum(['facility', 'school', 'platform'])
export type PinParty = z.infer<typeof pinParty>

/** Where students arrive at a site and how close they must be to check in by location. */
export const sitePin = z.object({
  site_id: z.uuid(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  geofence_radius_m: z.int(),
  /** Null if no one confirmed it; students then check in by code. */
  confirmed_at: z.string().nullable(),
  confirmed_by: pinParty.nullable(),
  /** Why the caller can't confirm it, or null. */
  blocker: z.string().nullable(),
})
export type SitePin = z.infer<typeof sitePin>

export const sitePinsContract = {
  get: base
    .route({ method: 'GET', path: '/sites/{site_id}/pin', tags, summary: 'The check-in location of a site' })
    .input(z.object({ site_id: z.uuid() }))
    .output(sitePin)
    .errors({ NOT_FOUND: {} }),

  confirm: base
    .meta({ access: ['facility_admin', 'school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/sites/{site_id}/pin',
      tags,
      summary: 'Confirm or move the check-in location of a site',
    })
    .input(
      z.object({
        site_id: z.uuid(),
        latitude: z.number().min(-90, 'From -90 to 90.').max(90, 'From -90 to 90.'),
        longitude: z.number().min(-180, 'From -180 to 180.').max(180, 'From -180 to 180.'),
        geofence_radius_m: z
          .int('Whole meters.')
          .min(25, 'From 25 to 5,000 m.')
          .max(5000, 'From 25 to 5,000 m.'),
        /** When it was confirmed, as the caller saw it. */
        seen_at: z.string().nullable(),
        ...idempotency,
      }),
    )
    .output(sitePin)
    .errors({ CONFLICT: {} }),
}
