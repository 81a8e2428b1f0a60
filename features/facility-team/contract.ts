import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { facilityKinds } from '#core/facility-kinds.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'
import { permissionType } from '#features/permissions/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['facility_admin'], write: false })
const tags = ['Facility team']

const kind = z.enum(facilityKinds)
const facility = z.object({ id: z.uuid(), kind, name: z.string(), status: z.string() })
export type OwnFacility = z.infer<typeof facility>

const node = facility.extend({
  parent_id: z.uuid().nullable(),
  /** How many students a unit takes at once; null for other kinds. */
  max_students_per_shift: z.number().nullable(),
  /** The people who belong to this facility itself, not to those below. */
  people: z.number(),
})
export type TeamNode = z.infer<typeof node>

const member = z.object({
  id: z.uuid(),
  full_name: z.string(),
  facility_name: z.string().nullable(),
  /** Permissions they have in addition to their own facility. */
  permissions: z.array(z.object({ permission_type: permissionType, facility_name: z.string() })),
})
export type Member = z.infer<typeof member>

export const userStatus = z.enum(['active', 'pending', 'returned', 'declined', 'deactivated'])
export type UserStatus = z.infer<typeof userStatus>

const date = z.iso.date('Choose a day.')
/** The days when someone is away, and the colleague who answers requests meanwhile. */
const cover = z.object({
  id: z.uuid(),
  person_id: z.uuid(),
  person_name: z.string(),
  cover_id: z.uuid(),
  cover_name: z.string(),
  from_date: date,
  until_date: date,
})
export type Cover = z.infer<typeof cover>

const user = member.extend({
  email: z.string(),
  phone: z.string().nullable(),
  status: userStatus,
  created_at: z.string(),
  is_me: z.boolean(),
  /** Their current or next days away. */
  away: cover.nullable(),
  /** True when the caller may set when they are away: for themselves, or for people in an organization they manage. */
  may_set_away: z.boolean(),
})
export type FacilityUser = z.infer<typeof user>

const userFilter = z.object({
  q: z.string().max(200).default(''),
  status: userStatus.or(z.literal('all')).default('all'),
  permission: permissionType.or(z.literal('any')).default('any'),
  /** Only people who belong to this facility, or below it. */
  facility_id: z.uuid().optional(),
  sort: z.enum(['full_name', 'email', 'facility_name', 'created_at']).default('full_name'),
  dir: z.enum(['asc', 'desc']).default('asc'),
})
export type UserFilter = z.infer<typeof userFilter>

/** The data that the setup steps are derived from; no one checks them off. */
const setupFacts = z.object({
  facility: facility.nullable(),
  organization: z
    .object({ id: z.uuid(), name: z.string(), slug: z.string(), is_mine: z.boolean() })
    .nullable(),
  /** Which details of the facility are filled in. */
  details: z.record(z.string(), z.boolean()),
  sites: z.number(),
  units: z.number(),
  /** Open units without a shift pattern. */
  units_without_pattern: z.array(z.object({ id: z.uuid(), name: z.string() })),
  people: z.number(),
  open_invitations: z.number(),
  active_partnerships: z.number(),
  open_partnerships: z.number(),
})
export type SetupFacts = z.infer<typeof setupFacts>

const days = (what: string) =>
  z
    .number({ error: `${what}: a whole number of days.` })
    .int(`${what}: a whole number of days.`)
    .min(0, `${what}: 0 days or more.`)
    .max(365, `${what}: at most 365 days.`)

const settings = z.object({
  default_lead_time_days: days('Lead time'),
  visibility_before_days: days('Visible before'),
  visibility_after_days: days('Visible after'),
  default_notice_days: days('Notice'),
  default_auto_approve: z.boolean(),
  /** Requests can be answered only after signing in, not by the link in an email. */
  answers_need_sign_in: z.boolean(),
  /** Units may show today's arrivals to anyone with their link, without signing in. */
  unit_links: z.boolean(),
  /** How many days such a link works. */
  unit_link_days: days('Unit links').min(1, 'Unit links: at least 1 day.'),
})
export type FacilitySettings = z.infer<typeof settings>

const organizationSettings = settings.extend({
  organization_id: z.uuid(),
  name: z.string(),
  version: z.number().int(),
  /** True for those who manage the organization, who may change its settings. */
  may_change: z.boolean(),
})
export type OrganizationSettings = z.infer<typeof organizationSettings>

export const facilityTeamContract = {
  /** The facilities a facility admin manages, their team, and their to-dos. */
  overview: base
    .route({ method: 'GET', path: '/facility-team/overview', tags, summary: 'What a facility admin runs' })
    .output(
      z.object({
        facility: facility.nullable(),
        /** The person's own facility, while they temporarily manage one above it. */
        own_facility_name: z.string().nullable(),
        covers_until: z.string().nullable(),
        nodes: z.array(node),
        team: z.array(member),
        people: z.number(),
        preceptors: z.number(),
        waiting_for_approval: z.number(),
        open_invitations: z.number(),
        requests_to_decide: z.number(),
        active_partnerships: z.number(),
      }),
    ),

  /** The administrators of the facilities within the caller's scope. */
  users: base
    .route({
      method: 'GET',
      path: '/facility-team/users',
      tags,
      summary: 'People of the facilities in scope',
    })
    .input(userFilter.extend({ page: z.coerce.number().int().min(1).max(10_000).default(1) }))
    .output(
      z.object({
        rows: z.array(user),
        total: z.number().int(),
        counts: z.record(userStatus.or(z.literal('all')), z.number().int()),
        /** The options of the facility filter. */
        facilities: z.array(z.object({ id: z.uuid(), name: z.string() })),
      }),
    ),

  /** The colleagues who can cover for someone, and the days when they are away or already covering. */
  coverChoices: base
    .route({
      method: 'GET',
      path: '/facility-team/covers/choices',
      tags,
      summary: 'Who may cover for a person',
    })
    .input(z.object({ person_id: z.uuid() }))
    .output(
      z.object({
        /** Today in the organization's time zone. */
        today: date,
        colleagues: z.array(z.object({ id: z.uuid(), full_name: z.string(), facility_name: z.string() })),
        covers: z.array(cover),
      }),
    ),

  /** The people the caller covers today. */
  covering: base
    .route({
      method: 'GET',
      path: '/facility-team/covers/mine',
      tags,
      summary: 'Whom the asker covers today',
    })
    .output(z.array(cover.extend({ facility_id: z.uuid(), facility_name: z.string() }))),

  setCover: base
    .meta({ access: ['facility_admin'], write: true })
    .route({
      method: 'POST',
      path: '/facility-team/covers',
      tags,
      summary: 'Say when a person is away, and who covers',
    })
    .input(
      z.object({
        person_id: z.uuid(),
        cover_id: z.uuid('Choose who covers.'),
        from_date: date,
        until_date: date,
        ...idempotency,
      }),
    )
    .output(z.object({ id: z.uuid() })),

  endCover: base
    .meta({ access: ['facility_admin'], write: true })
    .route({
      method: 'POST',
      path: '/facility-team/covers/{id}/end',
      tags,
      summary: 'End the days away of a person',
    })
    .input(z.object({ id: z.uuid(), ...idempotency }))
    .output(z.object({})),

  /** A write, because exporting the list is recorded in the audit trail. */
  exportUsers: base
    .meta({ access: ['facility_admin'], write: true, trail: { kind: 'export', what: 'data' } })
    .route({ method: 'POST', path: '/facility-team/users/export', tags, summary: 'The people, for a file' })
    .input(userFilter)
    .output(z.object({ filename: z.string(), csv: z.string(), rows: z.number().int() })),

  setup: base
    .route({ method: 'GET', path: '/facility-team/setup', tags, summary: 'How far a facility is set up' })
    .output(setupFacts),

  /** The organizations whose settings the caller may view. */
  organizations: base
    .route({
      method: 'GET',
      path: '/facility-team/organizations',
      tags,
      summary: 'Organizations with settings',
    })
    .input(z.object({ q: z.string().max(200).default('') }))
    .output(z.array(z.object({ id: z.uuid(), name: z.string() }))),

  /** Of the given organization, else of the one that the caller's facility belongs to; null if there is none. */
  settings: base
    .route({ method: 'GET', path: '/facility-team/settings', tags, summary: 'Settings of an organization' })
    .input(z.object({ organization_id: z.uuid().optional() }))
    .output(organizationSettings.nullable()),

  saveSettings: base
    .meta({ access: ['facility_admin'], write: true })
    .route({
      method: 'PUT',
      path: '/facility-team/settings/{organization_id}',
      tags,
      summary: 'Change the settings of an organization',
    })
    .errors({
      CONFLICT: conflict('organization', organizationSettings),
      NOT_FOUND: { message: 'We can’t find that organization.' },
    })
    .input(settings.extend({ organization_id: z.uuid(), version: z.number().int(), ...idempotency }))
    .output(organizationSettings),
}
