import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'
import { specialty, studentLevel } from '#features/facilities/contract.ts'
import {
  clockTime,
  date,
  experienceType,
  AT_ONCE,
  outcome,
  seriesPattern,
  shiftStatus,
  text,
} from '#features/shifts/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const write = oc.$meta<ApiMeta>({ access: ['school_admin'], write: true })
const ending = oc.$meta<ApiMeta>({ access: ['school_admin'], write: true, whileReadOnly: true })
const tags = ['Rotations']
const count = z.int().min(0)
const key = z.object({ id: z.uuid() })
const keyed = key.extend(idempotency)
const versioned = keyed.extend({ version: z.int() })
const seats = z.int().min(1, 'At least 1.').max(500, 'At most 500.')
const reason = text(1000).nullable().default(null)

/** The stage, derived from its shifts and the wishlists that offer it. */
export const rotationRelease = z.enum(['draft', 'in_wishlist', 'matched', 'published', 'canceled'])
export type RotationRelease = z.infer<typeof rotationRelease>
export const rotationOrigin = z.enum(['hand', 'series', 'slots', 'copy'])
export type RotationOrigin = z.infer<typeof rotationOrigin>

/** An instructor on one weekday, 1 for Monday; several on the same day are several entries. */
const instructor = z.object({ weekday: z.int().min(1).max(7), proctor_id: z.uuid() })

/** What a school enters for a rotation. */
export const rotationFields = z.object({
  semester_id: z.uuid('Choose a semester.'),
  name: z.string().trim().min(1, 'Give the rotation a name.').max(120, 'At most 120 characters.'),
  course_code: text(40).nullable(),
  facility_id: z.uuid().nullable(),
  specialty,
  experience_type: experienceType,
  pattern: seriesPattern,
  start_time: clockTime,
  end_time: clockTime,
  break_min: z.int().min(0).max(240, 'At most 240 minutes.').default(30),
  conference_min: z.int().min(0).max(240, 'At most 240 minutes.').default(0),
  seats,
  /** With fewer students it is not held. */
  min_seats: z.int().min(0).max(500).default(0),
  /** Maximum number of students per year of study. */
  level_seats: z.partialRecord(studentLevel, z.int().min(0).max(500)).default({}),
  /** Specialties that a student must have completed before. */
  requires: z.array(specialty).max(12).default([]),
  cohort_ids: z.array(z.uuid()).max(40).default([]),
  instructors: z.array(instructor).max(70).default([]),
})
export type RotationFields = z.infer<typeof rotationFields>

const rotationRow = z.object({
  id: z.uuid(),
  version: z.int(),
  semester_id: z.uuid(),
  semester_name: z.string(),
  name: z.string(),
  course_code: z.string().nullable(),
  specialty,
  unit_label: z.string().nullable(),
  weekdays: z.array(z.int()),
  first_date: date,
  last_date: date,
  start_time: z.string(),
  end_time: z.string(),
  seats: count,
  release: rotationRelease,
  origin: rotationOrigin,
  shift_count: count,
  /** Shifts that have not been requested from a facility yet. */
  draft_count: count,
  /** Shifts that need the facility's answer, or the school's answer to it. */
  asked_count: count,
  /** Upcoming shifts that are agreed on. */
  agreed_count: count,
})
export type RotationRow = z.infer<typeof rotationRow>

const rotationShift = z.object({
  id: z.uuid(),
  version: z.int(),
  date,
  start_time: z.string(),
  end_time: z.string(),
  status: shiftStatus,
  seats: count,
  seats_taken: count,
  leader_names: z.array(z.string()),
  is_ahead: z.boolean(),
  /** Differences from the rotation, in words. */
  differs: z.array(z.string()),
})
export type RotationShift = z.infer<typeof rotationShift>

const rotationDetail = rotationRow.extend({
  ...rotationFields.omit({ semester_id: true }).shape,
  school_id: z.uuid(),
  cancel_reason: z.string().nullable(),
  /** Upcoming shifts that differ from the rotation. */
  differing_count: count,
  /** Names of the cohorts; none means every student of the school. */
  cohorts: z.array(z.string()),
  wishlists: z.array(z.object({ id: z.uuid(), name: z.string(), status: z.string() })),
  shifts: z.array(rotationShift),
})
export type RotationDetail = z.infer<typeof rotationDetail>

/** What a change does to the shifts. */
const followUp = z.object({
  changed: count,
  /** How many of these need the facility's consent first. */
  asked: count,
  added: count,
  removed: count,
  withdrawn: count,
  canceled: count,
  /** What could not be done, each with its reason. */
  refused: z.array(outcome.extend({ date })),
})
export type FollowUp = z.infer<typeof followUp>

/** A series of shifts that is not a rotation yet. */
const looseSeries = z.object({
  series_id: z.uuid(),
  semester_id: z.uuid(),
  semester_name: z.string(),
  name: z.string(),
  unit_label: z.string().nullable(),
  weekdays: z.array(z.int()),
  first_date: date,
  last_date: date,
  start_time: z.string(),
  end_time: z.string(),
  shift_count: count,
})
export type LooseSeries = z.infer<typeof looseSeries>

/** Shifts that an earlier request of the same change came to and that could not follow. */
const refusedBefore = z.array(z.uuid()).max(AT_ONCE).default([])
const followed = z.object({ rotation: rotationDetail, follow_up: followUp })

export const rotationsContract = {
  list: base
    .route({ method: 'GET', path: '/rotations', tags, summary: 'The rotations of the school' })
    .input(z.object({ semester_id: z.uuid().optional() }))
    .output(z.array(rotationRow)),

  get: base
    .route({ method: 'GET', path: '/rotations/{id}', tags, summary: 'A rotation with its shifts' })
    .input(key)
    .output(rotationDetail),

  series: base
    .route({
      method: 'GET',
      path: '/rotations/series',
      tags,
      summary: 'Series of shifts that are no rotation yet',
    })
    .output(z.array(looseSeries)),

  create: write
    .route({ method: 'POST', path: '/rotations', tags, summary: 'Create a rotation and its shifts' })
    .input(keyed.extend(rotationFields.shape))
    .output(rotationDetail),

  adopt: write
    .meta({ access: ['school_admin'], write: true, createsById: true })
    .route({
      method: 'POST',
      path: '/rotations/from-series',
      tags,
      summary: 'Make a rotation from a series of shifts',
    })
    .input(keyed.extend({ series_id: z.uuid() }))
    .output(rotationDetail),

  takeSlots: write
    .route({
      method: 'POST',
      path: '/rotations/from-offers',
      tags,
      summary: 'Take open slots of a unit as a rotation',
    })
    .input(
      keyed.extend({
        slots: z
          .array(z.object({ id: z.uuid(), version: z.int() }))
          .min(1, 'Choose at least one day.')
          .max(370),
        name: rotationFields.shape.name,
        course_code: text(40).nullable().default(null),
        cohort_ids: z.array(z.uuid()).max(40).default([]),
        lead_time_reason: reason,
      }),
    )
    .output(rotationDetail),

  /** What update, align and cancel did not come to is `not_reached`: the same request again, without what was refused, comes to more (decision 216). */
  update: write
    .route({ method: 'PUT', path: '/rotations/{id}', tags, summary: 'Change a rotation; its shifts follow' })
    .input(
      versioned
        .extend(rotationFields.omit({ semester_id: true }).shape)
        .extend({ reason, refused: refusedBefore }),
    )
    .errors({ CONFLICT: conflict('rotation', rotationDetail) })
    .output(followed),

  preview: base
    .route({
      method: 'POST',
      path: '/rotations/{id}/preview',
      tags,
      summary: 'What a change of a rotation would do to its shifts',
    })
    .input(key.extend(rotationFields.omit({ semester_id: true }).shape))
    .output(followUp),

  align: write
    .route({
      method: 'POST',
      path: '/rotations/{id}/align',
      tags,
      summary: 'Make the shifts ahead as the rotation says',
    })
    .input(versioned.extend({ reason, refused: refusedBefore }))
    .output(followed),

  cancel: ending
    .route({
      method: 'POST',
      path: '/rotations/{id}/cancel',
      tags,
      summary: 'Cancel a rotation and its shifts ahead',
    })
    .input(
      versioned.extend({
        reason: z
          .string()
          .trim()
          .min(3, 'Give a reason. Everyone involved sees it.')
          .max(1000, 'At most 1,000 characters.'),
        refused: refusedBefore,
      }),
    )
    .output(followed),
}
