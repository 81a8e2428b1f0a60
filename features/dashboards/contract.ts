import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { ownLeave } from '#features/leaves/contract.ts'

const base = oc.$meta<ApiMeta>({ access: 'any', write: false })

const semester = z.object({
  id: z.uuid(),
  name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  settings: z.record(z.string(), z.unknown()),
  holidays: z.array(z.object({ date: z.string(), name: z.string() })),
  draft_shifts: z.number(),
})
export type DashboardSemester = z.infer<typeof semester>

const named = z.object({
  id: z.uuid(),
  name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
})

/** What each role's own dashboard shows (Spec §2): counts of what the viewer may see, and their to-dos. */
/** The data of a student's or proctor's dashboard. */
const dashboardMember = z.object({
  school: named.nullable(),
  semester: semester.nullable(),
  next_semester: semester.nullable(),
  phone: z.string().nullable(),
  graduation_date: z.string().nullable(),
  unread_notifications: z.number(),
  /** For a student: a leave of absence that is planned, current or ended recently. */
  leave: ownLeave.nullable(),
})
export type DashboardMember = z.infer<typeof dashboardMember>

/** Steps of a school's setup whose status its own rows show. */
export const setUpStep = z.enum([
  'semester',
  'activation',
  'program',
  'cohort',
  'students',
  'proctors',
  'requirements',
  'partnership',
])
export type SetUpStep = z.infer<typeof setUpStep>

/** The data of a school's dashboard. */
const dashboardSchool = z.object({
  school: named.nullable(),
  semester: semester.nullable(),
  next_semester: semester.nullable(),
  students: z.number(),
  proctors: z.number(),
  open_invitations: z.number(),
  /** Open slots that facilities offer to the school now. */
  open_offers: z.number(),
  waiting_for_approval: z.number(),
  /** Student submissions without a decision. */
  credentials_to_review: z.number(),
  hours_to_approve: z.number(),
  /** Active students in no cohort, where the school has cohorts. */
  without_cohort: z.number(),
  /** Incidents of which the school has not said what came of them. */
  open_incidents: z.number(),
  /** Shift reports that were submitted, and those that their instructors should have. */
  reports_to_accept: z.number(),
  reports_overdue: z.number(),
  evaluations_to_verify: z.number(),
  /** Concerns of preceptors and of students about a match, without an answer. */
  capstone_concerns: z.number(),
  wishlist_concerns: z.number(),
  /** Capstone proposals, and preceptors whom a facility nominated. */
  capstones_to_review: z.number(),
  semester_reports_to_review: z.number(),
  /** The oldest semester with a report to review. */
  semester_reports_semester: z.uuid().nullable(),
  /** Remediation plans that are written, without the school's signature. */
  plans_to_sign: z.number(),
  /** Changes that automations suggest. */
  suggestions: z.number(),
  /** Partnerships that need the school's answer. */
  partnerships: z.array(z.uuid()),
  /** The school's setup steps that are not done yet. */
  open_steps: z.array(setUpStep),
})
export type DashboardSchool = z.infer<typeof dashboardSchool>

/** A recent event at a school, as text that names no student. */
const activity = z.object({
  id: z.string(),
  at: z.string(),
  text: z.string(),
  /** The shift it is about, if any. */
  shift_id: z.uuid().nullable(),
  /** The partnership it is about, if any. */
  partnership_id: z.uuid().nullable(),
})
export type Activity = z.infer<typeof activity>

/** The data of the superadmin's dashboard. */
const dashboardAdmin = z.object({
  schools: z.number(),
  facilities: z.number(),
  people: z.record(z.string(), z.number()),
  waiting_for_approval: z.number(),
  /** Across all schools, same as their list with that status. */
  current_semesters: z.number(),
  /** Messages from visitors without an answer. */
  messages: z.number(),
  /** Those that need the viewer's decision. */
  permission_requests: z.number(),
})
export type DashboardAdmin = z.infer<typeof dashboardAdmin>

/** The data of a facility's dashboard. */
const dashboardFacility = z.object({
  facility: named.nullable(),
  nodes: z.array(
    z.object({
      id: z.uuid(),
      parent_id: z.uuid().nullable(),
      kind: z.string(),
      name: z.string(),
      status: z.string(),
    }),
  ),
  people: z.number(),
  preceptors: z.number(),
  /** Open slots that no school has taken yet. */
  open_offers: z.number(),
  waiting_for_approval: z.number(),
  /** Student submissions for the facility's own credential types, for a verifier. */
  credentials_to_review: z.number(),
  /** Permission requests that need the viewer's decision. */
  permission_requests: z.number(),
  /** Setup steps that are not done yet. */
  setup_steps: z.number(),
})
export type DashboardFacility = z.infer<typeof dashboardFacility>

export const dashboardsContract = {
  admin: base
    .meta({ access: [], write: false })
    .route({
      method: 'GET',
      path: '/dashboards/admin',
      tags: ['Dashboards'],
      summary: 'The platform at a glance',
    })
    .output(dashboardAdmin),

  school: base
    .meta({ access: ['school_admin'], write: false })
    .route({
      method: 'GET',
      path: '/dashboards/school',
      tags: ['Dashboards'],
      summary: 'A school at a glance',
    })
    .output(dashboardSchool),

  activity: base
    .meta({ access: ['school_admin'], write: false })
    .route({
      method: 'GET',
      path: '/dashboards/school/activity',
      tags: ['Dashboards'],
      summary: 'Recent activity of a school',
    })
    .output(z.array(activity)),

  facility: base
    .meta({ access: ['facility_admin'], write: false })
    .route({
      method: 'GET',
      path: '/dashboards/facility',
      tags: ['Dashboards'],
      summary: 'A facility at a glance',
    })
    .output(dashboardFacility),

  member: base
    .meta({
      access: ['student', 'proctor'],
      write: false,
      trail: { kind: 'view', what: 'schedule', people: ['viewer'] },
    })
    .route({
      method: 'GET',
      path: '/dashboards/member',
      tags: ['Dashboards'],
      summary: 'A student or proctor: school and term',
    })
    .output(dashboardMember),
}
