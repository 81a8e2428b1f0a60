import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const write = base.meta({ access: ['school_admin'], write: true, whileReadOnly: true })
const tags = ['Leaves of absence']
const trail = { kind: 'view', what: 'profile', people: ['input.student_id'] } as const

export const leaveReason = z.enum([
  'medical',
  'family',
  'parental',
  'military',
  'personal',
  'academic',
  'other',
])
export type LeaveReason = z.infer<typeof leaveReason>

export const leaveStatus = z.enum(['planned', 'on_leave', 'returned', 'canceled'])
export type LeaveStatus = z.infer<typeof leaveStatus>

/** The days of a leave; the last is null while the return date is unknown. */
const days = z.object({
  starts_on: z.iso.date('Enter a date.'),
  ends_on: z.iso.date('Enter a date.').nullable(),
})
export type LeaveDays = z.infer<typeof days>

/** What a student has during a leave: seats, offers, requests, waitlist positions, and capstone days. */
export const leaveItemKind = z.enum(['seat', 'offer', 'request', 'waitlist', 'day'])
export type LeaveItemKind = z.infer<typeof leaveItemKind>
const item = z.object({
  id: z.uuid(),
  kind: leaveItemKind,
  date: z.iso.date(),
  start_time: z.string(),
  end_time: z.string(),
  /** Its unit and site, or the capstone. */
  where: z.string(),
})
export type LeaveItem = z.infer<typeof item>

const leave = days.extend({
  id: z.uuid(),
  reason: leaveReason,
  note: z.string().nullable(),
  status: leaveStatus,
  recorded_by_name: z.string().nullable(),
  created_at: z.string(),
  /** How many seats, requests, waitlist positions and capstone days it freed. */
  freed: z.int(),
  version: z.int(),
})
export type Leave = z.infer<typeof leave>

/** A leave as its student sees it. */
export const ownLeave = leave.omit({ recorded_by_name: true, freed: true, version: true })
export type OwnLeave = z.infer<typeof ownLeave>

const wishlist = z.object({ id: z.uuid(), name: z.string(), is_ranked: z.boolean() })

const fields = days.extend({
  reason: leaveReason,
  note: z.string().trim().max(1000, 'At most 1,000 characters.').nullable(),
  /** The items within the leave to free, and those to keep. Together they must be all of them. */
  free_ids: z.array(z.uuid()).max(500),
  keep_ids: z.array(z.uuid()).max(500).default([]),
  ...idempotency,
})
export type LeaveFields = z.infer<typeof fields>
/** The version that the caller loaded; the request is refused if it changed. */
const seen = z.object({ id: z.uuid(), version: z.int(), ...idempotency })

const givenBack = z.object({
  given_back: z.int(),
  /** What could not be given back, with reasons. */
  left: z.array(z.object({ label: z.string(), reason: z.string() })),
})
export type LeaveGivenBack = z.infer<typeof givenBack>

export const leavesContract = {
  /** A student's leaves, latest first, with today's date at the school. */
  ofStudent: base
    .meta({ access: ['school_admin'], write: false, trail })
    .route({ method: 'GET', path: '/students/{student_id}/leaves', tags, summary: 'A student’s leaves' })
    .input(z.object({ student_id: z.uuid() }))
    .output(z.object({ leaves: z.array(leave), today: z.iso.date() })),

  /** The student's own leave that is planned, in progress, or ended in the last 60 days; null without one. */
  mine: base
    .meta({ access: ['student'], write: false })
    .route({ method: 'GET', path: '/my-leave', tags, summary: 'One’s own leave of absence' })
    .input(z.object({}))
    .output(ownLeave.nullable()),

  /** What a student has on these days, and why the leave cannot be recorded. */
  plan: base
    .meta({ access: ['school_admin'], write: false, trail })
    .route({
      method: 'GET',
      path: '/students/{student_id}/leaves/plan',
      tags,
      summary: 'What a leave would free',
    })
    .input(
      z.object({
        student_id: z.uuid(),
        starts_on: z.iso.date(),
        ends_on: z.iso.date().optional(),
        /** The leave being changed. */
        leave_id: z.uuid().optional(),
      }),
    )
    .output(
      z.object({
        blocker: z.string().nullable(),
        items: z.array(item),
        /** Wishlists with rotations on these days: their matching leaves those out. */
        wishlists: z.array(wishlist),
      }),
    ),

  start: write
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true, createsById: true })
    .route({ method: 'POST', path: '/leaves', tags, summary: 'Record a leave of absence' })
    .input(fields.extend({ id: z.uuid(), student_id: z.uuid() }))
    .output(z.object({ version: z.int(), freed: z.int() })),

  /** Changes the days, reason or note; items within the new days are decided on again. */
  change: write
    .route({ method: 'PUT', path: '/leaves/{id}', tags, summary: 'Change a leave of absence' })
    .input(fields.extend(seen.shape))
    .errors({ CONFLICT: conflict('leave', leave) })
    .output(z.object({ version: z.int(), freed: z.int() })),

  /** Ends a leave early, or one without a last day. Freed seats stay with the students who have them now. */
  return: write
    .route({ method: 'POST', path: '/leaves/{id}/return', tags, summary: 'Return from a leave of absence' })
    .input(seen.extend({ first_day: z.iso.date('Enter a date.') }))
    .output(z.object({ version: z.int() })),

  /** Cancels a leave as if it had never been recorded, and gives back what it freed and no one else has taken. */
  cancel: write
    .route({ method: 'POST', path: '/leaves/{id}/cancel', tags, summary: 'Cancel a leave of absence' })
    .input(seen)
    .output(givenBack),
}
