import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { idempotency } from '#features/audit/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['student'], write: false })
const tags = ['Attendance']
/** The school, and the people who lead the shift. */
const recorders = ['proctor', 'school_admin', 'preceptor'] as const
const instant = z.iso.datetime({ offset: true })
const key = z.object({ id: z.uuid() })

export const attendanceStatus = z.enum([
  'expected',
  'called_out',
  'checked_in',
  'completed',
  'no_show_proposed',
  'no_show',
  'absent_excused',
  'absent_unexcused',
])
export type AttendanceStatus = z.infer<typeof attendanceStatus>

/** What an instructor, a preceptor or the school records for a student. */
export const mark = z.enum([
  'present',
  'left',
  'still_here',
  'expected',
  'called_out',
  'no_show',
  'absent_excused',
  'absent_unexcused',
])
export type Mark = z.infer<typeof mark>

export const checkInMethod = z.enum(['code', 'location', 'instructor', 'school'])

/** The attendance of one seat: what counts, plus both times of a check-in made offline. */
export const attendanceRecord = z.object({
  /** The seat's id. */
  id: z.uuid(),
  shift_id: z.uuid(),
  student_id: z.uuid(),
  status: attendanceStatus,
  /** 0 if nothing has been recorded yet. */
  version: z.int(),
  check_in_at: z.string().nullable(),
  check_in_method: checkInMethod.nullable(),
  check_in_pressed_at: z.string().nullable(),
  check_in_received_at: z.string().nullable(),
  check_in_offline: z.boolean(),
  check_out_at: z.string().nullable(),
  check_out_offline: z.boolean(),
  check_out_reason: z.string().nullable(),
  distance_m: z.int().nullable(),
  /** Null if no location was sent, or the site's pin is not confirmed. */
  is_inside: z.boolean().nullable(),
  /** The student's reason for a check-in from outside the site. */
  check_in_reason: z.string().nullable(),
  late_min: z.int(),
  left_early_min: z.int(),
  is_late: z.boolean(),
  called_out_at: z.string().nullable(),
  absence_reason: z.string().nullable(),
  /** Credited minutes as of now; once the report is accepted, those that were posted. */
  minutes: z.int(),
  posted_at: z.string().nullable(),
})

export const rosterRow = attendanceRecord.extend({ full_name: z.string() })
export type AttendanceRow = z.infer<typeof rosterRow>

/** A student's own attendance, with what they can do about it and when. */
export const ownAttendance = attendanceRecord.extend({
  opens_at: z.string(),
  location_until: z.string(),
  check_out_until: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  time_zone: z.string(),
  location: z.string(),
  /** The site's pin is confirmed: students can check in by location. */
  has_location: z.boolean(),
})
export type OwnAttendance = z.infer<typeof ownAttendance>

/** A code that students enter, and the time during which it is shown. */
export const checkInCode = z.object({ code: z.string(), from: z.string(), until: z.string() })

export const attendanceContract = {
  forShift: base
    .meta({
      access: [...recorders],
      write: false,
      trail: { kind: 'view', what: 'roster', people: ['output.rows.*.student_id'] },
    })
    .route({ method: 'GET', path: '/shifts/{shift_id}/attendance', tags, summary: 'Attendance of a shift' })
    .input(z.object({ shift_id: z.uuid() }))
    .output(
      z.object({
        opens_at: z.string(),
        no_show_at: z.string(),
        rows: z.array(rosterRow),
      }),
    )
    .errors({ NOT_FOUND: {} }),

  codes: base
    .meta({ access: [...recorders], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/shifts/{shift_id}/check-in-codes',
      tags,
      summary: 'The check-in codes of the next minutes, for the instructor to show',
    })
    .input(z.object({ shift_id: z.uuid() }))
    .output(z.array(checkInCode)),

  mine: base
    .meta({
      access: ['student'],
      write: false,
      trail: { kind: 'view', what: 'schedule', people: ['viewer'] },
    })
    .route({
      method: 'GET',
      path: '/student/attendance',
      tags,
      summary: 'My attendance: one shift, or those of today',
    })
    .input(z.object({ shift_id: z.uuid().optional() }))
    .output(z.array(ownAttendance)),

  checkIn: base
    .meta({ access: ['student'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/attendance/{id}/check-in', tags, summary: 'Check in to a shift' })
    .input(
      key.extend({
        /** By the phone's clock: it counts even if sent later. */
        pressed_at: instant,
        code: z.string().trim().toUpperCase().max(12).nullable().default(null),
        location: z
          .object({
            latitude: z.number().min(-90).max(90),
            longitude: z.number().min(-180).max(180),
            accuracy_m: z.number().min(0).max(1_000_000),
          })
          .nullable()
          .default(null),
        /** Why they check in from outside the site's radius: the check-in is then recorded and flagged for review. */
        reason: z.string().trim().max(500, 'At most 500 characters.').nullable().default(null),
        ...idempotency,
      }),
    )
    .output(attendanceRecord)
    .errors({ CONFLICT: {} }),

  checkOut: base
    .meta({ access: ['student'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/attendance/{id}/check-out', tags, summary: 'Check out of a shift' })
    .input(
      key.extend({
        pressed_at: instant,
        /** When they left, for a forgotten check-out; needs a reason. */
        left_at: instant.nullable().default(null),
        reason: z.string().trim().max(500, 'At most 500 characters.').nullable().default(null),
        ...idempotency,
      }),
    )
    .output(attendanceRecord)
    .errors({ CONFLICT: {} }),

  callOut: base
    .meta({ access: ['student'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/attendance/{id}/call-out',
      tags,
      summary: 'Report an absence, or take it back',
    })
    .input(
      key.extend({
        is_coming: z.boolean().default(false),
        pressed_at: instant,
        reason: z.string().trim().max(500, 'At most 500 characters.').default(''),
        ...idempotency,
      }),
    )
    .output(attendanceRecord)
    .errors({ CONFLICT: {} }),

  mark: base
    .meta({ access: [...recorders], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/shifts/{shift_id}/attendance',
      tags,
      summary: 'Record the attendance of students on a shift',
    })
    .input(
      z.object({
        shift_id: z.uuid(),
        rows: z
          .array(
            z.object({
              id: z.uuid(),
              /** The version the caller read; 0 if nothing had been recorded. */
              version: z.int().min(0),
              mark,
              at: instant.nullable().default(null),
              reason: z.string().trim().max(500, 'At most 500 characters.').nullable().default(null),
            }),
          )
          .min(1)
          .max(100),
        ...idempotency,
      }),
    )
    .output(z.array(attendanceRecord))
    .errors({ CONFLICT: {} }),
}
