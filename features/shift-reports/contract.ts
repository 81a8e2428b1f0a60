import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { formatNumber } from '#core/number-text.ts'
import { shiftStatuses } from '#core/shift-statuses.ts'
import { rosterRow } from '#features/attendance/contract.ts'
import { idempotency } from '#features/audit/contract.ts'
import { incidentKind, severity } from '#features/incident-leads/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['proctor', 'school_admin'], write: false })
const bySchool = { access: ['proctor', 'school_admin'], write: true, whileReadOnly: true } satisfies ApiMeta
const tags = ['Shift reports']
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${formatNumber(most)} characters.`)
    .nullable()
const locked = z.object({ shift_id: z.uuid(), version: z.int().min(1), ...idempotency })

export const reportStatus = z.enum(['due', 'draft', 'submitted', 'returned', 'accepted'])
export type ReportStatus = z.infer<typeof reportStatus>

const score = z.int().min(1, 'From 1 to 5.').max(5, 'From 1 to 5.').nullable()

/** What an instructor writes about a shift; hours and attendance are recorded as attendance. */
export const reportFields = z.object({
  census: z.int('A whole number.').min(0, 'From 0 to 500.').max(500, 'From 0 to 500.').nullable(),
  acuity_note: text(500),
  activities: text(2000),
  objectives_met: z.array(z.string().max(500)).max(20),
  teaching_summary: text(4000),
  roster: z
    .array(z.object({ id: z.uuid(), prepared: z.boolean(), uniform: z.boolean(), note: text(500) }))
    .max(100),
  facility_feedback: z.object({ welcome: score, support: score, suitability: score, comment: text(2000) }),
  private_note: text(2000),
})
export type ReportFields = z.infer<typeof reportFields>

/** Something that needs a look before the report's hours are posted. */
export const reportException = z.object({ student: z.string().nullable(), what: z.string() })

export const reportRow = z.object({
  shift_id: z.uuid(),
  status: reportStatus,
  is_overdue: z.boolean(),
  due_at: z.string(),
  version: z.int(),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  time_zone: z.string(),
  /** Null if it was held without a unit, on campus. */
  unit_name: z.string().nullable(),
  site_name: z.string().nullable(),
  /** Students on the shift, and how many of them were absent. */
  students: z.int(),
  away: z.int(),
})
export type ReportRow = z.infer<typeof reportRow>

/** A report as its school lists it: who wrote it, and what there is to look at; or an incident on a shift, which may have no report yet. */
const schoolRow = reportRow.extend({
  status: reportStatus.nullable(),
  due_at: z.string().nullable(),
  version: z.int().nullable(),
  /** Null if the shift had no instructor. */
  proctor_id: z.uuid().nullable(),
  proctor_name: z.string().nullable(),
  submitted_at: z.string().nullable(),
  /** Students whose attendance is not as planned, or not recorded. */
  exceptions: z.int(),
  incidents: z.int(),
  /** Incidents that the school has not closed. */
  open_incidents: z.int(),
  /** The incident that a row of the incidents is about. */
  incident: z
    .object({
      id: z.uuid(),
      kind: incidentKind,
      severity,
      created_at: z.string(),
      follow_up_by: z.string().nullable(),
      closed_at: z.string().nullable(),
    })
    .nullable(),
})
export type SchoolReportRow = z.infer<typeof schoolRow>

const reportGroup = z.enum(['waiting', 'submitted', 'overdue', 'open', 'accepted', 'incidents'])
export type ReportGroup = z.infer<typeof reportGroup>

export const incident = z.object({
  id: z.uuid(),
  kind: incidentKind,
  severity,
  students: z.array(z.string()),
  narrative: z.string(),
  reported_to: z.string().nullable(),
  follow_up_by: z.string().nullable(),
  created_at: z.string(),
  /** When the school closed it with an outcome. */
  closed_at: z.string().nullable(),
  outcome: z.string().nullable(),
})
export type Incident = z.infer<typeof incident>

export const report = reportRow.extend({
  ...reportFields.shape,
  proctor_name: z.string().nullable(),
  shift_status: z.enum(shiftStatuses),
  starts_at: z.string(),
  ends_at: z.string(),
  objectives: z.array(z.string()),
  returned_reason: z.string().nullable(),
  submitted_at: z.string().nullable(),
  accepted_at: z.string().nullable(),
  /** The attendance from which its hours follow. */
  attendance: z.array(rosterRow),
  exceptions: z.array(reportException),
  incidents: z.array(incident),
})
export type Report = z.infer<typeof report>

export const shiftReportsContract = {
  list: base
    .route({ method: 'GET', path: '/shift-reports', tags, summary: 'Shift reports: mine, or of the school' })
    .input(
      z.object({
        show: z.enum(['open', 'submitted', 'accepted']).default('open'),
        semester_id: z.uuid().optional(),
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
        page_size: z.coerce.number<number>().int().min(1).max(100).default(25),
      }),
    )
    .output(z.object({ rows: z.array(reportRow), total: z.int() })),

  /** For the school: what waits for it first, overdue before submitted; or incidents, open ones first. */
  listForSchool: base
    .meta({ access: ['school_admin'], write: false })
    .route({ method: 'GET', path: '/school/shift-reports', tags, summary: 'Shift reports of the school' })
    .input(
      z.object({
        show: reportGroup.default('waiting'),
        proctor: z.uuid().optional(),
        semester_id: z.uuid().optional(),
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
        page_size: z.coerce.number<number>().int().min(1).max(100).default(25),
      }),
    )
    .output(
      z.object({
        rows: z.array(schoolRow),
        total: z.int(),
        counts: z.object({ submitted: z.int(), overdue: z.int(), incidents: z.int() }),
        instructors: z.array(z.object({ id: z.uuid(), name: z.string() })),
      }),
    ),

  get: base
    .meta({
      ...base['~orpc'].meta,
      trail: { kind: 'view', what: 'roster', people: ['output.attendance.*.student_id'] },
    })
    .route({ method: 'GET', path: '/shift-reports/{shift_id}', tags, summary: 'The report on a shift' })
    .input(z.object({ shift_id: z.uuid() }))
    .output(report)
    .errors({ NOT_FOUND: {} }),

  save: base
    .meta(bySchool)
    .route({ method: 'POST', path: '/shift-reports/{shift_id}', tags, summary: 'Save the draft of a report' })
    .input(locked.extend(reportFields.shape).extend({ no_patient_named: z.literal(true).optional() }))
    .output(z.object({ status: reportStatus, version: z.int() }))
    .errors({ CONFLICT: {} }),

  submit: base
    .meta(bySchool)
    .route({ method: 'POST', path: '/shift-reports/{shift_id}/submit', tags, summary: 'Submit a report' })
    .input(locked.extend({ no_patient_information: z.boolean() }))
    .output(z.object({ status: reportStatus, version: z.int() }))
    .errors({ CONFLICT: {} }),

  decide: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/shift-reports/{shift_id}/decide',
      tags,
      summary: 'Accept a report, which posts its hours, or return it',
    })
    .input(
      locked.extend({
        decision: z.enum(['accept', 'return']),
        reason: text(1000).default(null),
        no_patient_named: z.literal(true).optional(),
      }),
    )
    .output(z.object({ status: reportStatus, version: z.int() }))
    .errors({ CONFLICT: {} }),

  /** Accepts several, each on its own: reports that changed meanwhile stay as they are, with the reason. */
  acceptMany: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/shift-reports/accept', tags, summary: 'Accept several reports' })
    .input(
      z.object({
        reports: z
          .array(z.object({ shift_id: z.uuid(), version: z.int().min(1) }))
          .min(1)
          .max(50),
        ...idempotency,
      }),
    )
    .output(z.array(z.object({ shift_id: z.uuid(), ok: z.boolean(), message: z.string().nullable() }))),

  /** Reminds the instructors of overdue reports, once a day; returns the shifts whose instructors were reminded. */
  remind: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/shift-reports/remind',
      tags,
      summary: 'Remind the instructors of overdue reports',
    })
    .input(z.object({ shift_ids: z.array(z.uuid()).min(1).max(50), ...idempotency }))
    .output(z.object({ reminded: z.array(z.uuid()) })),

  /** Corrects the credited hours of a finished shift: posted hours are corrected in each student's ledger. */
  correctHours: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/shifts/{id}/credited-hours',
      tags,
      summary: 'Correct the credited hours of a finished shift',
    })
    .input(
      z.object({
        id: z.uuid(),
        version: z.int(),
        hours: z
          .number()
          .min(0, 'From 0 to 24 hours.')
          .max(24, 'From 0 to 24 hours.')
          .multipleOf(0.25, 'In quarters of an hour.'),
        reason: z
          .string()
          .trim()
          .min(3, 'Give a reason. Everyone involved sees it.')
          .max(500, 'At most 500 characters.'),
        ...idempotency,
      }),
    )
    .output(z.object({ version: z.int(), corrected: z.int() }))
    .errors({ CONFLICT: {} }),

  reportIncident: base
    .meta({ ...bySchool, createsById: true })
    .route({ method: 'POST', path: '/shifts/{shift_id}/incidents', tags, summary: 'Report an incident' })
    .input(
      z.object({
        id: z.uuid(),
        shift_id: z.uuid(),
        kind: incidentKind,
        severity,
        seats: z.array(z.uuid()).max(100).default([]),
        narrative: z
          .string()
          .trim()
          .min(10, 'Describe what happened in a sentence or two.')
          .max(4000, 'At most 4,000 characters.'),
        reported_to: z.string().trim().max(300, 'At most 300 characters.').nullable().default(null),
        follow_up_by: z.iso.date().nullable().default(null),
        no_patient_named: z.literal(true).optional(),
      }),
    )
    .output(z.object({ id: z.uuid() }))
    .errors({ CONFLICT: {} }),

  /** The incidents on a shift for its school, with the students to choose from, once the shift has begun and before there is a report. */
  incidentsOnShift: base
    .meta({
      access: ['proctor', 'school_admin'],
      write: false,
      trail: { kind: 'view', what: 'roster', people: ['output.students.*.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/shifts/{shift_id}/school-incidents',
      tags,
      summary: 'Incidents on a shift of my school',
    })
    .input(z.object({ shift_id: z.uuid() }))
    .output(
      z.object({
        incidents: z.array(incident),
        /** Students by the ids of their seats. */
        students: z.array(z.object({ id: z.uuid(), student_id: z.uuid(), full_name: z.string() })),
      }),
    ),

  /** For the person named at the facility: incidents reported on a shift there. Each student name shown is recorded in the access log. */
  incidentsAtFacility: base
    .meta({ access: ['facility_admin'], write: false })
    .route({
      method: 'GET',
      path: '/shifts/{shift_id}/incidents',
      tags,
      summary: 'Incidents on a shift at my facility',
    })
    .input(z.object({ shift_id: z.uuid() }))
    .output(z.array(incident)),

  /** Records how the school closed an incident, once; the report itself stays as it was. */
  closeIncident: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/incidents/{id}/close',
      tags,
      summary: 'Close an incident, with what came of it',
    })
    .input(
      z.object({
        id: z.uuid(),
        note: z.string().trim().min(3, 'Enter the outcome.').max(2000, 'At most 2,000 characters.'),
        no_patient_named: z.literal(true).optional(),
        ...idempotency,
      }),
    )
    .output(z.object({}))
    .errors({ CONFLICT: {} }),
}
