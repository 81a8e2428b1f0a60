import { oc } from '@orpc/contract'
import * as z from 'zod'
import { experienceTypes } from '#core/experience-types.ts'
import type { ApiMeta } from '#core/api-meta.ts'
import { idempotency } from '#features/audit/contract.ts'
import { programLevel } from '#features/cohorts/contract.ts'

const manager = oc.$meta<ApiMeta>({ access: ['facility_admin'], write: false })
/** What others may read afterwards is created in person only, never while acting as someone. */
const sharing = oc.$meta<ApiMeta>({ access: ['facility_admin'], write: true, inPersonOnly: true })
const tags = ['Unit links']
const unit = z.object({ facility_id: z.uuid() })

/** The state of a link; `off` if its organization has turned such pages off, `unknown` if there is no such link. */
export const unitLinkState = z.enum(['open', 'expired', 'revoked', 'off', 'unknown'])
export type UnitLinkState = z.infer<typeof unitLinkState>

const unitLink = z.object({
  id: z.uuid(),
  state: unitLinkState,
  created_at: z.string(),
  created_by_name: z.string().nullable(),
  expires_at: z.string(),
  opened: z.int(),
  /** The latest ones. */
  openings: z.array(z.object({ at: z.string(), address_block: z.string() })),
})

/** The link of a unit, for the people who run it. */
const unitLinkStanding = z.object({
  facility_id: z.uuid(),
  unit_name: z.string(),
  site_name: z.string().nullable(),
  time_zone: z.string(),
  /** How many days a link works after it is created or extended. */
  days: z.int(),
  /** Why none can be created now, with the next step, or null. */
  blocker: z.string().nullable(),
  /** The latest link; null if there never was one. */
  link: unitLink.nullable(),
})
export type UnitLinkStanding = z.infer<typeof unitLinkStanding>

/** The kinds of shifts; not of their contract, because shifts import facilities, and facilities show a unit's link. */
export const shiftKind = z.enum(experienceTypes)

/** A shift as the charge nurse sees it, without names of students. */
const unitShift = z.object({
  id: z.uuid(),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  school_name: z.string(),
  school_phone: z.string().nullable(),
  title: z.string().nullable(),
  course_code: z.string().nullable(),
  is_called_off: z.boolean(),
  students: z.int(),
  levels: z.array(programLevel),
  experience_type: shiftKind,
  objectives: z.array(z.string()),
  instructor_to_be_named: z.boolean(),
  /** Instructors of the school with their phone number, and preceptors of the unit. */
  people: z.array(z.object({ name: z.string(), phone: z.string().nullable(), is_preceptor: z.boolean() })),
})
export type UnitShift = z.infer<typeof unitShift>

const unitDay = z.object({ date: z.string(), shifts: z.array(unitShift) })

/** What a link opens; shifts only while it works. */
const unitPage = z.object({
  state: unitLinkState,
  /** Why it shows nothing, and whom to ask; null while it works. */
  message: z.string().nullable(),
  unit_name: z.string().nullable(),
  site_name: z.string().nullable(),
  time_zone: z.string().nullable(),
  expires_at: z.string().nullable(),
  /** Today and tomorrow in the unit's time zone. */
  days: z.array(unitDay),
})
export type UnitPage = z.infer<typeof unitPage>

export const unitLinksContract = {
  get: manager
    .route({ method: 'GET', path: '/units/{facility_id}/link', tags, summary: 'The link of a unit' })
    .input(unit)
    .output(unitLinkStanding),

  /** Creates a link, which replaces the one before; its address is shown only once. */
  make: sharing
    .route({ method: 'POST', path: '/units/{facility_id}/link', tags, summary: 'Make the link of a unit' })
    .input(unit)
    .output(z.object({ url: z.url(), expires_at: z.string() })),

  extend: manager
    .meta({ access: ['facility_admin'], write: true })
    .route({
      method: 'POST',
      path: '/units/{facility_id}/link/extend',
      tags,
      summary: 'Let the link of a unit work longer',
    })
    .input(unit.extend({ ...idempotency }))
    .output(z.object({ expires_at: z.string() })),

  revoke: manager
    .meta({ access: ['facility_admin'], write: true })
    .route({
      method: 'POST',
      path: '/units/{facility_id}/link/revoke',
      tags,
      summary: 'Turn the link of a unit off',
    })
    .input(unit.extend({ ...idempotency }))
    .output(z.object({})),

  /** The shifts of today and tomorrow, without signing in; each opening is recorded. */
  open: oc
    .$meta<ApiMeta>({ access: 'public', write: true })
    .route({ method: 'POST', path: '/unit-links/open', tags, summary: 'Open the page of a unit by its link' })
    .input(z.object({ token: z.string().max(200) }))
    .output(unitPage),
}
