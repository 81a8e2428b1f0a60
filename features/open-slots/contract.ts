import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { asFile, idempotency } from '#features/audit/contract.ts'
import { specialty } from '#features/facilities/contract.ts'
import {
  clockTime,
  date,
  deciding,
  experienceType,
  file,
  note,
  option,
  outcome,
  page,
  planning,
  several,
  shiftReason,
  shiftStatus,
  text,
} from '#features/shifts/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['facility_admin'], write: false })
const tags = ['Shifts']
/** The maximum number of days in one offer. */
export const MAX_SLOTS = 370

/** The status of a slot (Domain 2.4: open): free, taken by a school's shift, withdrawn, or past. */
export const slotStatus = z.enum(['open', 'taken', 'withdrawn', 'expired'])
export type SlotStatus = z.infer<typeof slotStatus>

/** What a facility offers: the same hours and seats on one unit, on one or more days. */
export const slotFields = z.object({
  facility_id: z.uuid('Choose a unit.'),
  dates: z.array(date).min(1, 'Choose at least one day.').max(MAX_SLOTS),
  start_time: clockTime,
  end_time: clockTime,
  experience_type: experienceType,
  seats: z.int().min(1, 'At least one seat.').max(500, 'At most 500.'),
  note,
  /** The schools that may take it; an empty list means every partner. */
  school_ids: z.array(z.uuid()).max(200),
})
export type SlotFields = z.infer<typeof slotFields>

export const slotRow = z.object({
  id: z.uuid(),
  facility_id: z.uuid(),
  unit_name: z.string(),
  site_name: z.string().nullable(),
  organization_name: z.string().nullable(),
  date,
  start_time: z.string(),
  end_time: z.string(),
  time_zone: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  specialty,
  experience_type: experienceType,
  seats: z.int(),
  note: z.string().nullable(),
  status: slotStatus,
  status_reason: z.string().nullable(),
  /** The schools it is offered to, visible only to the facility; empty if offered to every partner. */
  offered_to: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** The school that took it; the following fields describe its shift. */
  school_name: z.string().nullable(),
  shift_id: z.uuid().nullable(),
  shift_status: shiftStatus.nullable(),
  /** Why the caller's school cannot take it, or null. */
  blocker: z.string().nullable(),
  version: z.int(),
})
export type SlotRow = z.infer<typeof slotRow>

const slotFilter = z.object({
  /** Only for a superadmin; others get their own school or facility. */
  school_id: z.uuid().optional(),
  /** Only below the caller's current facility. */
  here: z.boolean().default(false),
  facility_id: z.uuid().optional(),
  specialty: specialty.optional(),
  status: slotStatus.optional(),
  from: date.optional(),
  to: date.optional(),
})
export const openSlotsContract = {
  /** The schools with an active agreement for a unit, which its slots can be offered to. */
  partners: base
    .meta({ access: ['facility_admin'], write: false })
    .route({ method: 'GET', path: '/shifts/partners', tags, summary: 'Schools that work with a unit' })
    .input(z.object({ facility_id: z.uuid() }))
    .output(z.array(option)),

  list: base
    .meta({ access: ['facility_admin', 'school_admin'], write: false })
    .route({
      method: 'GET',
      path: '/shifts/slots',
      tags,
      summary: 'Open slots of facilities: one’s own, or those one’s school may take',
    })
    .input(slotFilter.extend(page))
    .output(z.object({ rows: z.array(slotRow), total: z.int(), open: z.int() })),

  export: base
    .meta({
      access: ['facility_admin', 'school_admin'],
      write: false,
      trail: { kind: 'export', what: 'data' },
    })
    .route({
      method: 'GET',
      path: '/shifts/slots/export',
      tags,
      summary: 'Export open slots as CSV or Excel',
      outputStructure: 'detailed',
    })
    .input(slotFilter.extend(asFile))
    .output(file),

  offer: base
    .meta(deciding)
    .route({ method: 'POST', path: '/shifts/slots', tags, summary: 'Offer open slots to partner schools' })
    .input(slotFields.extend({ id: z.uuid() }))
    .output(z.object({ offered: z.int() })),

  withdraw: base
    .meta(deciding)
    .route({ method: 'POST', path: '/shifts/slots/withdraw', tags, summary: 'Take open slots back' })
    .input(z.object({ ...idempotency, slots: several, reason: shiftReason }))
    .output(z.array(outcome)),

  take: base
    .meta(planning)
    .route({ method: 'POST', path: '/shifts/slots/take', tags, summary: 'Take open slots for a school' })
    .input(
      z.object({
        school_id: z.uuid(),
        ...idempotency,
        slots: several,
        /** How many of the seats to take; all of them by default. */
        seats: z.int().min(1).max(500).nullable().default(null),
        title: text(200).nullable().default(null),
        course_code: text(40).nullable().default(null),
        cohort_ids: z.array(z.uuid()).max(40).default([]),
        lead_time_reason: note,
      }),
    )
    .output(z.array(outcome)),
}
