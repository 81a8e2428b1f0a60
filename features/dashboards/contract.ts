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

/** What each role's own dashboard shows (Spec §2): counts of what they may see, and what waits for them. */
/** What the first page of a student or proctor begins with. */
const dashboardMember = z.object({
  school: named.nullable(),
  semester: semester.nullable(),
  next_semester: semester.nullable(),
  phone: z.string().nullable(),
  graduation_date: z.string().nullable(),
  unread_notifications: z.number(),
  /** Of a student: the leave of absence that is planned or under way, or that ended lately. */
  leave: ownLeave.nullable(),
})
export type DashboardMember = z.infer<typeof dashboardMember>

/** Steps of the set-up of a school that its own rows answer. */
export const setUpStep = z.enum([
  'semester',
  'activation',
  'program',
  'cohort',
  'students',
  'proctors',
  'partnership',
])
export type SetUpStep = z.infer<typeof setUpStep>

/** What the first page of those who run a school begins with. */
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
  /** Submissions of students that no one has decided on. */
  credentials_to_review: z.number(),
  hours_to_approve: z.number(),
  /** Incidents of which the school has not said what came of them. */
  open_incidents: z.number(),
  /** Of the set-up of the school, what is not done yet. */
  open_steps: z.array(setUpStep),
})
export type DashboardSchool = z.infer<typeof dashboardSchool>

/** What happened lately at a school, in words that name no student. */
const activity = z.object({
  id: z.string(),
  at: z.string(),
  text: z.string(),
  /** The shift it is about, where it is about one. */
  shift_id: z.uuid().nullable(),
  /** The partnership it is about, where it is about one. */
  partnership_id: z.uuid().nullable(),
})
export type Activity = z.infer<typeof activity>

/** What the superadmin's first page begins with. */
const dashboardAdmin = z.object({
  schools: z.number(),
  facilities: z.number(),
  people: z.record(z.string(), z.number()),
  waiting_for_approval: z.number(),
  /** Of all schools, as their list finds them by that status. */
  current_semesters: z.number(),
  /** Of visitors, that no one has answered. */
  messages: z.number(),
  /** That wait for the asker's decision. */
  permission_requests: z.number(),
})
export type DashboardAdmin = z.infer<typeof dashboardAdmin>

/** What the first page of those who run a facility begins with. */
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
  /** What students sent of the facility's own types, for a verifier. */
  credentials_to_review: z.number(),
  /** Wishes for permissions that wait for the asker's decision. */
  permission_requests: z.number(),
  /** Steps of the setup that are not done yet. */
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
      summary: 'The platform in figures',
    })
    .output(dashboardAdmin),

  school: base
    .meta({ access: ['school_admin'], write: false })
    .route({
      method: 'GET',
      path: '/dashboards/school',
      tags: ['Dashboards'],
      summary: 'A school in figures',
    })
    .output(dashboardSchool),

  activity: base
    .meta({ access: ['school_admin'], write: false })
    .route({
      method: 'GET',
      path: '/dashboards/school/activity',
      tags: ['Dashboards'],
      summary: 'What happened lately at a school',
    })
    .output(z.array(activity)),

  facility: base
    .meta({ access: ['facility_admin'], write: false })
    .route({
      method: 'GET',
      path: '/dashboards/facility',
      tags: ['Dashboards'],
      summary: 'A facility in figures',
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
