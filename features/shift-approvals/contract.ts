import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { specialty } from '#features/facilities/contract.ts'
import { rosterRow as rosterOfFacility } from '#features/privacy/contract.ts'
import { asFile } from '#features/audit/contract.ts'
import { AT_ONCE, date, file, proposal, shiftRow, unitOfFacility } from '#features/shifts/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['facility_admin'], write: false })
const tags = ['Shifts']

const askedFor = proposal.extend({ unit_label: z.string().nullish() })
/** What needs the facility's answer: a request, or a change that the school asks for. */
export const inboxRow = shiftRow.extend({
  submitted_at: z.string(),
  /** The school's answer to a question, or its reason for a late request. */
  note: z.string().nullable(),
  change: askedFor.extend({ reason: z.string(), at: z.string() }).nullable(),
})
export type InboxRow = z.infer<typeof inboxRow>

/** A unit on a day: how many students it has at most at a time, how many it takes, and how many more are requested. */
export const occupancy = z.object({
  unit_id: z.uuid(),
  date,
  shifts: z.int(),
  /** Approved seats at the busiest moment, and those of capstone students. */
  seats: z.int(),
  /** Students with a seat, on all shifts of the day, and capstone students. */
  students: z.int(),
  asked: z.int(),
  most: z.int(),
})
export type Occupancy = z.infer<typeof occupancy>

/** A day of a capstone project on a unit: one student, who follows the preceptor. Without names: the project has them. */
export const capstoneDay = z.object({
  id: z.uuid(),
  /** Null for someone of the unit alone, where the project is at its site. */
  project_id: z.uuid().nullable(),
  course_code: z.string().nullable(),
  school_id: z.uuid(),
  school_name: z.string(),
  date,
  start_time: z.string(),
  end_time: z.string(),
  starts_at: z.string(),
  time_zone: z.string(),
  facility_id: z.uuid(),
  unit_name: z.string(),
  site_name: z.string().nullable(),
  preceptor_name: z.string(),
  /** Where the preceptor floats to that day. */
  floated_to: z.string().nullable(),
})
export type CapstoneDay = z.infer<typeof capstoneDay>

/** A shift of a day with its students, as the facility may see them. */
export const rosterShift = shiftRow.extend({
  instructor_phone: z.string().nullable(),
  roster: z.array(rosterOfFacility),
})
export type RosterShift = z.infer<typeof rosterShift>
/** Maximum number of shifts on one screen; the roster file has them all. */
export const MAX_ROSTER = 150

/** The roster of a day, optionally of one facility below the caller's own. */
const rosterFilter = z.object({ date, facility_id: z.uuid().optional() })

export const shiftApprovalsContract = {
  /** The units of the facility that the caller works in, optionally those of one site or unit of it. */
  units: base
    .meta({ access: ['facility_admin'], write: false })
    .route({ method: 'GET', path: '/shifts/units', tags, summary: 'The units one runs, and their seats' })
    .input(z.object({}))
    .output(z.array(unitOfFacility)),

  inbox: base
    .meta({ access: ['facility_admin'], write: false })
    .route({
      method: 'GET',
      path: '/shifts/inbox',
      tags,
      summary: 'Requests waiting for the facility, oldest first',
    })
    .input(
      z.object({
        facility_id: z.uuid().optional(),
        school_id: z.uuid().optional(),
        specialty: specialty.optional(),
        /** The id of a series, or of a single shift. */
        of: z.uuid().optional(),
        limit: z.int().min(1).max(AT_ONCE).default(AT_ONCE),
      }),
    )
    .output(z.object({ rows: z.array(inboxRow), total: z.int() })),

  occupancy: base
    .meta({ access: ['facility_admin'], write: false })
    .route({ method: 'GET', path: '/shifts/occupancy', tags, summary: 'How full units are, day by day' })
    .input(z.object({ from: date, days: z.int().min(1).max(42), facility_id: z.uuid().optional() }))
    .output(z.array(occupancy)),

  /** The days of capstone projects on the units, which take a seat as a student of a shift does. */
  capstoneDays: base
    .meta({ access: ['facility_admin'], write: false })
    .route({ method: 'GET', path: '/shifts/capstone-days', tags, summary: 'Capstone students, day by day' })
    .input(z.object({ from: date, days: z.int().min(1).max(70), facility_id: z.uuid().optional() }))
    .output(z.array(capstoneDay)),

  /** Every name returned is recorded in the students' access log. */
  dayRoster: base
    .meta({ access: ['facility_admin'], write: false })
    .route({ method: 'GET', path: '/shifts/day-roster', tags, summary: 'The roster of a day' })
    .input(rosterFilter)
    .output(z.object({ shifts: z.array(rosterShift), is_more: z.boolean(), total: z.int() })),

  /** The same roster as a file, logged like any other access. */
  exportDayRoster: base
    .meta({ access: ['facility_admin'], write: false, trail: { kind: 'export', what: 'roster' } })
    .route({
      method: 'GET',
      path: '/shifts/day-roster/export',
      tags,
      summary: 'Export who comes on a day as CSV or Excel',
      outputStructure: 'detailed',
    })
    .input(rosterFilter.extend(asFile))
    .output(file),
}
