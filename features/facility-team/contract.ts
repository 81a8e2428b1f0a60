import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'
import { permissionType } from '#features/permissions/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['facility_admin'], write: false })
const tags = ['Facility team']

const kind = z.enum(['organization', 'site', 'unit'])
const facility = z.object({ id: z.uuid(), kind, name: z.string(), status: z.string() })
export type OwnFacility = z.infer<typeof facility>

const node = facility.extend({
  parent_id: z.uuid().nullable(),
  /** What a unit takes at once; null for other kinds. */
  max_students_per_shift: z.number().nullable(),
  /** Those who belong to this very facility. */
  people: z.number(),
})
export type TeamNode = z.infer<typeof node>

const member = z.object({
  id: z.uuid(),
  full_name: z.string(),
  facility_name: z.string().nullable(),
  /** What they hold besides running their own facility. */
  permissions: z.array(z.object({ permission_type: permissionType, facility_name: z.string() })),
})
export type Member = z.infer<typeof member>

export const userStatus = z.enum(['active', 'pending', 'returned', 'declined', 'deactivated'])
export type UserStatus = z.infer<typeof userStatus>

const date = z.iso.date('Choose a day.')
/** Days in which someone is away, and the colleague who answers requests meanwhile. */
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
  /** The days in which they are away, now or next. */
  away: cover.nullable(),
  /** The asker says when they are away: of themselves, or of those in an organization that they run. */
  may_set_away: z.boolean(),
})
export type FacilityUser = z.infer<typeof user>

const userFilter = z.object({
  q: z.string().max(200).default(''),
  status: userStatus.or(z.literal('all')).default('all'),
  permission: permissionType.or(z.literal('any')).default('any'),
  /** Who belongs to this facility, or below it. */
  facility_id: z.uuid().optional(),
  sort: z.enum(['full_name', 'email', 'facility_name', 'created_at']).default('full_name'),
  dir: z.enum(['asc', 'desc']).default('asc'),
})
export type UserFilter = z.infer<typeof userFilter>

/** What the steps of setting up are worked out from: nothing of it is ticked by anyone. */
const setupFacts = z.object({
  facility: facility.nullable(),
  organization: z
    .object({ id: z.uuid(), name: z.string(), slug: z.string(), is_mine: z.boolean() })
    .nullable(),
  /** Which details of the facility are filled in. */
  details: z.record(z.string(), z.boolean()),
  sites: z.number(),
  units: z.number(),
  /** Open units that say in no shift pattern when they take students. */
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
  /** Requests are answered after signing in only, and not by the link of an email. */
  answers_need_sign_in: z.boolean(),
  /** Units may show who comes today to anyone with their link, without a sign-in. */
  unit_links: z.boolean(),
  /** For so many days such a link works. */
  unit_link_days: days('Unit links').min(1, 'Unit links: at least 1 day.'),
})
export type FacilitySettings = z.infer<typeof settings>

const organizationSettings = settings.extend({
  organization_id: z.uuid(),
  name: z.string(),
  version: z.number().int(),
  /** Only who runs the organization changes its settings. */
  may_change: z.boolean(),
})
export type OrganizationSettings = z.infer<typeof organizationSettings>

export const facilityTeamContract = {
  /** What a facility admin runs, with whom, and what waits for them. */
  overview: base
    .route({ method: 'GET', path: '/facility-team/overview', tags, summary: 'What a facility admin runs' })
    .output(
      z.object({
        facility: facility.nullable(),
        /** Where the person belongs, when they run a facility above it for the time being. */
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

  /** Who administers the facilities of the asker's part of the hierarchy. */
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
        /** What the filter by facility offers. */
        facilities: z.array(z.object({ id: z.uuid(), name: z.string() })),
      }),
    ),

  /** Who may cover for someone, and the days in which they are away or cover others already. */
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
        /** By the clock of the organization. */
        today: date,
        colleagues: z.array(z.object({ id: z.uuid(), full_name: z.string(), facility_name: z.string() })),
        covers: z.array(cover),
      }),
    ),

  /** Whom the asker covers today. */
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

  /** A write, because who took a list away stays on record. */
  exportUsers: base
    .meta({ access: ['facility_admin'], write: true, trail: { kind: 'export', what: 'data' } })
    .route({ method: 'POST', path: '/facility-team/users/export', tags, summary: 'The people, for a file' })
    .input(userFilter)
    .output(z.object({ filename: z.string(), csv: z.string(), rows: z.number().int() })),

  setup: base
    .route({ method: 'GET', path: '/facility-team/setup', tags, summary: 'How far a facility is set up' })
    .output(setupFacts),

  /** The organizations whose settings the asker may look at. */
  organizations: base
    .route({
      method: 'GET',
      path: '/facility-team/organizations',
      tags,
      summary: 'Organizations with settings',
    })
    .input(z.object({ q: z.string().max(200).default('') }))
    .output(z.array(z.object({ id: z.uuid(), name: z.string() }))),

  /** Of the organization named, else of the one the asker's facility belongs to; null when there is none. */
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
