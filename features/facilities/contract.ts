import { oc } from '@orpc/contract'
import * as z from 'zod'
import { specialties, type Specialty } from '#core/specialties.ts'
import type { ApiMeta } from '#core/api-meta.ts'
import { facilityKinds } from '#core/facility-kinds.ts'
import { isTimeZone } from '#core/clock-time.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'

/** Anyone who may view a facility: facility admins see their own part of the hierarchy, school admins only read (Spec §2). */
const base = oc.$meta<ApiMeta>({ access: ['facility_admin', 'school_admin'], write: false })
/** Only the superadmin. */
const platform = { access: [], write: false } satisfies ApiMeta
const platformWrite = { access: [], write: true } satisfies ApiMeta
/** The superadmin, and facility admins within their scope. */
const managers = { access: ['facility_admin'], write: false } satisfies ApiMeta
const managersWrite = { access: ['facility_admin'], write: true } satisfies ApiMeta
const tags = ['Facilities']
const functions = ['Functions']

const date = z.iso.date('Enter a date.')
const count = z.int().min(0)
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time such as 07:00.')
/** An optional text; an empty field is sent as null, never ''. */
const text = (most: number) =>
  z.string().trim().min(1, 'Can’t be blank.').max(most, `At most ${most} characters.`).nullable()
const whole = (least: number, most: number) =>
  z
    .int(`A whole number from ${least} to ${most}.`)
    .min(least, `A whole number from ${least} to ${most}.`)
    .max(most, `A whole number from ${least} to ${most}.`)

export const facilityKind = z.enum(facilityKinds)
export type FacilityKind = z.infer<typeof facilityKind>

/** Organizations and sites are active or archived; units can also be paused, or closed permanently. */
export const facilityStatus = z.enum(['active', 'paused', 'closed', 'archived'])
export type FacilityStatus = z.infer<typeof facilityStatus>

export const organizationType = z.enum(
  [
    'hospital_system',
    'hospital',
    'long_term_care',
    'clinic',
    'community',
    'school_health',
    'simulation_center',
    'other',
  ],
  { error: 'Choose a type.' },
)
export type OrganizationType = z.infer<typeof organizationType>

export const specialty = z.enum(specialties, { error: 'Choose a specialty.' })
export type { Specialty }

export const population = z.enum(['adult', 'pediatric', 'neonatal', 'geriatric', 'maternal', 'all'])
export type Population = z.infer<typeof population>
export const careLevel = z.enum(['acute', 'subacute', 'long_term', 'community', 'ambulatory', 'simulation'])
export type CareLevel = z.infer<typeof careLevel>
/** The student's year; a unit may limit how many beginners it takes. */
export const studentLevel = z.enum(['first_year', 'second_year', 'third_year', 'fourth_year', 'graduate'])
export type StudentLevel = z.infer<typeof studentLevel>

const name = z
  .string()
  .trim()
  .min(2, 'Give it a name of at least 2 characters.')
  .max(200, 'At most 200 characters.')
const slug = z
  .string()
  .trim()
  .max(120, 'At most 120 characters.')
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'Lowercase letters, digits and single hyphens, such as harborview-health.',
  )
const state = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Two letters, such as WI.')
  .nullable()
const postalCode = z
  .string()
  .regex(/^\d{5}$/, 'Five digits.')
  .nullable()
const timeZone = z
  .string()
  .max(60)
  .refine((zone) => zone.includes('/') && isTimeZone(zone), 'Choose a time zone, such as America/Chicago.')

export const organizationFields = z.object({
  name,
  slug,
  organization_type: organizationType,
  address: text(300),
  city: text(120),
  state,
  postal_code: postalCode,
  time_zone: timeZone,
  phone: text(40),
  website: z
    .string()
    .trim()
    .regex(/^https?:\/\/\S+$/, 'An address that begins with https://')
    .max(300, 'At most 300 characters.')
    .nullable(),
  npi: z
    .string()
    .regex(/^\d{10}$/, 'Ten digits.')
    .nullable(),
  default_lead_time_days: whole(0, 365),
  visibility_before_days: whole(0, 365),
  visibility_after_days: whole(0, 365),
})

export const siteFields = z.object({
  name,
  slug,
  cms_certification_number: z
    .string()
    .regex(/^[0-9A-Z]{6}$/, 'Six digits or capital letters.')
    .nullable(),
  site_type: text(120),
  address: text(300),
  city: text(120),
  state,
  postal_code: postalCode,
  county: text(120),
  phone: text(40),
  time_zone: timeZone,
  latitude: z
    .number('A number from -90 to 90.')
    .min(-90, 'From -90 to 90.')
    .max(90, 'From -90 to 90.')
    .nullable(),
  longitude: z
    .number('A number from -180 to 180.')
    .min(-180, 'From -180 to 180.')
    .max(180, 'From -180 to 180.')
    .nullable(),
  parking_notes: text(2000),
  arrival_instructions: text(2000),
  badge_instructions: text(2000),
  emergency_contact: text(300),
  dress_code: text(1000),
  ehr_system: text(120),
  geofence_radius_m: whole(25, 5000),
  holidays: z.array(date).max(100, 'At most 100 days.'),
})
export type SiteFields = z.infer<typeof siteFields>

/** A shift as the unit runs it. An end at or before the start is on the next day. */
export const shiftPattern = z.object({
  name: z.string().trim().min(1, 'Give the shift a name, such as D12.').max(40, 'At most 40 characters.'),
  start: clock,
  end: clock,
  unpaid_break_min: whole(0, 240),
})
export type ShiftPattern = z.infer<typeof shiftPattern>

export const capacityWindow = z.object({ from: date, to: date, max: whole(0, 100) })
export type CapacityWindow = z.infer<typeof capacityWindow>
export const blackout = z.object({
  from: date,
  to: date,
  reason: z.string().trim().min(1, 'Give a reason.').max(200, 'At most 200 characters.'),
})
export type Blackout = z.infer<typeof blackout>

export const unitFields = z.object({
  name,
  code: text(40),
  specialty,
  population,
  care_level: careLevel,
  shift_patterns: z.array(shiftPattern).max(20, 'At most 20 shifts.'),
  max_students_per_shift: whole(1, 100),
  max_students_by_level: z.partialRecord(studentLevel, whole(0, 100)),
  exclusive_school: z.boolean(),
  max_ratio_override: whole(1, 20).nullable(),
  capacity_windows: z.array(capacityWindow).max(50, 'At most 50 windows.'),
  blackout: z.array(blackout).max(50, 'At most 50 entries of closed days.'),
  has_conference_room: z.boolean(),
  preceptor_available: z.boolean(),
})
export type UnitFields = z.infer<typeof unitFields>

const stamps = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  status: facilityStatus,
  archived_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.int(),
})
const address = { city: z.string().nullable(), state: z.string().nullable(), time_zone: z.string() }

/** One node of the hierarchy, with the fields of its kind. */
export const facility = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('organization'), ...stamps.shape, ...organizationFields.shape, ...address }),
  z.object({ kind: z.literal('site'), ...stamps.shape, ...siteFields.shape, ...address }),
  z.object({ kind: z.literal('unit'), ...stamps.shape, ...unitFields.shape, ...address }),
])
export type Facility = z.infer<typeof facility>
export type Unit = Extract<Facility, { kind: 'unit' }>

const step = z.object({
  id: z.uuid(),
  kind: facilityKind,
  name: z.string(),
  status: facilityStatus,
  /** True when the caller may open this node. A facility admin's own scope may begin below it. */
  within_scope: z.boolean(),
})
/** An ancestor of a node. */
export type FacilityStep = z.infer<typeof step>

const child = z.object({
  id: z.uuid(),
  kind: facilityKind,
  name: z.string(),
  /** Of an organization, whose form has it in its address. */
  slug: z.string().nullable(),
  status: facilityStatus,
  city: z.string().nullable(),
  state: z.string().nullable(),
  specialty: specialty.nullable(),
  max_students_per_shift: z.int().nullable(),
  child_count: count,
  version: z.int(),
})
export type FacilityChild = z.infer<typeof child>

const event = z.object({
  id: z.number(),
  at: z.string(),
  facility_id: z.uuid(),
  facility_name: z.string(),
  kind: facilityKind,
  actor_name: z.string().nullable(),
  /** The person on whose behalf Placewell staff acted, if any. */
  acting_as_name: z.string().nullable(),
  from_status: z.string().nullable(),
  to_status: z.string(),
  reason: z.string().nullable(),
})
export type FacilityEvent = z.infer<typeof event>

const detail = z.object({
  facility,
  /** From the top down to its parent. */
  path: z.array(step),
  children: z.array(child),
  /** Totals below this node at any depth, without archived ones. `students_per_shift` sums the active units. */
  counts: z.object({ sites: count, units: count, students_per_shift: count, upcoming_shifts: count }),
  /** Newest first; only for those who may manage the facility. */
  events: z.array(event),
  administrators: z.array(
    z.object({ id: z.uuid(), full_name: z.string(), email: z.string(), facility_name: z.string() }),
  ),
  may_manage: z.boolean(),
})
export type FacilityDetail = z.infer<typeof detail>

const organizationRow = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  organization_type: organizationType,
  parent_name: z.string().nullable(),
  parent_status: facilityStatus.nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  status: facilityStatus,
  site_count: count,
  unit_count: count,
  version: z.int(),
})
export type OrganizationRow = z.infer<typeof organizationRow>

const organizationFilter = z.object({
  search: z.string().trim().max(120).default(''),
  state: z.string().max(2).optional(),
  organization_type: organizationType.optional(),
  status: facilityStatus.optional(),
  sort: z.enum(['name', 'organization_type', 'state', 'status', 'created_at']).default('name'),
  dir: z.enum(['asc', 'desc']).default('asc'),
})
export type OrganizationFilter = z.infer<typeof organizationFilter>

const treeNode = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  kind: facilityKind,
  name: z.string(),
  status: facilityStatus,
  /** City and state. */
  town: z.string(),
  /** How many facilities are directly below it. */
  child_count: count,
})
/** A node of the tree, reduced to what its row shows. */
export type TreeNode = z.infer<typeof treeNode>

/** Which part of the hierarchy is shown: everything the caller may see, or one facility and everything below it. */
const treeScope = z.object({
  root_id: z.uuid().optional(),
  /** Includes archived and closed facilities. */
  archived: z.boolean().default(false),
})

export const validationCode = z.enum([
  'orphan',
  'cycle',
  'time_zone_differs',
  'slug_taken',
  'capacity_above_windows',
  'admin_on_archived',
  'below_archived',
  'no_units',
  'no_shift_patterns',
  'no_capacity_ahead',
])
const finding = z.object({ code: validationCode, node_id: z.uuid(), message: z.string() })
export type Finding = z.infer<typeof finding>
const validation = z.object({ ok: z.boolean(), errors: z.array(finding), warnings: z.array(finding) })
export type Validation = z.infer<typeof validation>

const UNDECIDED = {
  status: 409,
  message: 'Some upcoming shifts have no decision. Decide on each one.',
  data: z.object({ shift_ids: z.array(z.uuid()) }),
}
const affectedShift = z.object({
  id: z.uuid(),
  title: z.string().nullable(),
  date,
  start_time: z.string(),
  end_time: z.string(),
  /** The seats agreed on; until then, those the school asked for. */
  capacity: z.int(),
  status: z.string(),
  school_name: z.string(),
  unit_id: z.uuid(),
  unit_name: z.string(),
})
export type AffectedShift = z.infer<typeof affectedShift>

/** A capstone project with planned days that a change affects, by unit and preceptor. */
export const capstoneAhead = z.object({
  id: z.uuid(),
  school_id: z.uuid(),
  school_name: z.string(),
  unit_name: z.string(),
  preceptor_name: z.string(),
  days: count,
  first: date,
  last: date,
})
export type CapstoneAhead = z.infer<typeof capstoneAhead>

const decision = z.object({
  shift_id: z.uuid(),
  action: z.enum(['keep', 'cancel', 'move']),
  /** The new unit of a moved shift: one of the units that affectedShifts offers. */
  unit_id: z.uuid().nullable(),
})
export type ShiftDecision = z.infer<typeof decision>

/** The days that units are closed, with one reason for all of them. */
const closedDays = z.object(blackout.shape).refine(({ from, to }) => to >= from, {
  path: ['to'],
  error: 'End date must be on or after the start date.',
})
/** What happens to a unit: it is closed on these days, already has them, or has the maximum number of blackouts. */
export const closingOutcome = z.enum(['close', 'same', 'full'])
export type ClosingOutcome = z.infer<typeof closingOutcome>
const closingUnit = z.object({
  id: z.uuid(),
  name: z.string(),
  site_id: z.uuid(),
  site_name: z.string(),
  outcome: closingOutcome,
})
export type ClosingUnit = z.infer<typeof closingUnit>
const closingHit = z.object({
  school_id: z.uuid(),
  school_name: z.string(),
  site_id: z.uuid(),
  site_name: z.string(),
  shifts: count,
  /** Students who have a seat on these shifts. */
  seated: count,
  first: date,
  last: date,
})
/** A school's shifts at one site on the days to be closed. */
export type ClosingHit = z.infer<typeof closingHit>
const closingUnits = z.array(z.uuid()).min(1, 'Choose a unit.').max(5_000)

/** Settings that are copied together. */
export const copyGroup = z.enum(['capacity', 'levels', 'schools', 'care', 'shifts', 'support'])
export type CopyGroup = z.infer<typeof copyGroup>
/** The settings of a unit that can be copied: all but its name, code and blackouts. */
export const copiedSettings = unitFields.omit({ name: true, code: true, blackout: true })
export type CopiedSettings = z.infer<typeof copiedSettings>
/** What happens to a unit: it gets the settings, already has all of them, or can't combine them with its own. */
export const copyOutcome = z.enum(['change', 'same', 'refused'])
export type CopyOutcome = z.infer<typeof copyOutcome>
const misfitReason = z.enum(['seats', 'exclusive', 'hours'])
export type MisfitReason = z.infer<typeof misfitReason>
const misfit = affectedShift
  .pick({ id: true, title: true, date: true, start_time: true, end_time: true, school_name: true })
  .extend({ reason: misfitReason })
/** An upcoming shift that would no longer fit its unit, and why. */
export type Misfit = z.infer<typeof misfit>
const copyTarget = z.object({
  id: z.uuid(),
  name: z.string(),
  site_id: z.uuid(),
  site_name: z.string(),
  version: z.int(),
  outcome: copyOutcome,
  /** The current values of the settings that would change. */
  before: copiedSettings.partial(),
  /** Why a refused unit can't have the settings; null for other units. */
  problem: z.string().nullable(),
  misfit_count: count,
  /** The first of them, by date. */
  misfits: z.array(misfit),
})
export type CopyTarget = z.infer<typeof copyTarget>
const copyGroups = z.array(copyGroup).min(1, 'Choose what to copy.').max(copyGroup.options.length)
/** The result for a unit: it got the settings, already had them, can't have them, or changed since the caller loaded it. */
const copied = z.object({
  unit_id: z.uuid(),
  name: z.string(),
  outcome: z.enum(['copied', 'same', 'refused', 'changed_since']),
})
export type CopiedUnit = z.infer<typeof copied>

const hierarchyNode = z.object({
  id: z.uuid(),
  kind: facilityKind,
  name: z.string(),
  slug: z.string().nullable(),
  status: facilityStatus,
  city: z.string().nullable(),
  state: z.string().nullable(),
  time_zone: z.string(),
  version: z.int(),
  get children() {
    return z.array(hierarchyNode)
  },
})
export type HierarchyNode = z.infer<typeof hierarchyNode>

const CONFLICT = conflict('facility', facility)
const NOT_FOUND = { status: 404, message: 'We can’t find that facility.' }
const reason = z
  .string()
  .trim()
  .min(3, 'Give a short reason. It’s kept on record.')
  .max(500, 'At most 500 characters.')
const key = z.object({ id: z.uuid() })
const lockedKey = key.extend({ version: z.int(), ...idempotency })
const changed = { CONFLICT, NOT_FOUND }

export const facilitiesContract = {
  /** The superadmin's list of organizations. */
  search: base
    .meta(platform)
    .route({ method: 'GET', path: '/facilities/organizations', tags, summary: 'Find organizations' })
    .input(
      organizationFilter.extend({
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
        page_size: z.coerce.number<number>().int().min(1).max(100).default(25),
      }),
    )
    .output(z.object({ rows: z.array(organizationRow), total: count })),

  exportCsv: base
    .meta({ ...platform, trail: { kind: 'export', what: 'data' } })
    .route({
      method: 'GET',
      path: '/facilities/organizations/export',
      tags,
      summary: 'Export organizations as CSV',
    })
    .input(organizationFilter)
    .output(z.object({ filename: z.string(), csv: z.string(), rows: count })),

  /** One level of the hierarchy, 100 at a time: the facilities directly below a node, or the top of the caller's view. */
  level: base
    .meta(managers)
    .route({ method: 'GET', path: '/facilities/tree', tags, summary: 'One level of the hierarchy' })
    .input(
      treeScope.extend({
        below_id: z.uuid().optional(),
        page: z.coerce.number<number>().int().min(0).max(10_000).default(0),
      }),
    )
    .output(z.object({ nodes: z.array(treeNode), total: count })),

  /** The search results with all their ancestors; at most 200, by name. */
  searchTree: base
    .meta(managers)
    .route({ method: 'GET', path: '/facilities/tree/search', tags, summary: 'Search the hierarchy' })
    .input(treeScope.extend({ text: z.string().trim().min(1).max(120) }))
    .output(z.object({ nodes: z.array(treeNode), found: count, shown: count })),

  /** The path down to a facility: its ancestors and itself, each with its position in its level. Empty when it is out of view. */
  wayTo: base
    .meta(managers)
    .route({ method: 'GET', path: '/facilities/tree/way/{id}', tags, summary: 'The way down to a facility' })
    .input(treeScope.extend(key.shape))
    .output(z.array(z.object({ id: z.uuid(), position: count }))),

  /** The whole hierarchy as CSV, streamed one organization at a time. */
  exportTree: base
    .meta({ ...platform, trail: { kind: 'export', what: 'data' } })
    .route({
      method: 'GET',
      path: '/facilities/tree/export',
      tags,
      summary: 'Export the hierarchy as CSV',
      outputStructure: 'detailed',
    })
    .input(treeScope.pick({ archived: true }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) })),

  /** What needs someone's attention, across all facilities. */
  operations: base
    .meta(platform)
    .route({ method: 'GET', path: '/facilities/operations', tags, summary: 'What needs attention' })
    .output(
      z.object({
        counts: z.object({ organizations: count, sites: count, units: count, paused: count }),
        paused: z.array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            path: z.string(),
            since: z.string().nullable(),
            reason: z.string().nullable(),
            upcoming_shifts: count,
          }),
        ),
        problem_count: count,
        problems: z.array(finding.extend({ name: z.string(), kind: facilityKind })),
        without_capacity: z.array(finding.extend({ name: z.string(), path: z.string() })),
        without_capacity_count: count,
        blackouts: z.array(blackout.extend({ id: z.uuid(), name: z.string(), path: z.string() })),
        events: z.array(event),
      }),
    ),

  /** One facility by its id. A facility admin finds only facilities within their scope. */
  get: base
    .route({ method: 'GET', path: '/facilities/{id}', tags, summary: 'One facility with its details' })
    .input(key)
    .output(detail)
    .errors({ NOT_FOUND }),

  /** An organization by its slug. */
  findBySlug: base
    .meta(platform)
    .route({
      method: 'GET',
      path: '/facilities/by-slug/{slug}',
      tags,
      summary: 'An organization by its slug',
    })
    .input(z.object({ slug: z.string().max(120) }))
    .output(detail)
    .errors({ NOT_FOUND }),

  /** The caller chooses the id, so repeating the request creates only one. Omitted fields get their defaults. */
  createOrganization: base
    .meta(platformWrite)
    .route({ method: 'POST', path: '/facilities/organizations', tags, summary: 'Create an organization' })
    .input(organizationFields.partial().extend({ id: z.uuid(), name, parent_id: z.uuid().nullable() }))
    .output(facility),

  createSite: base
    .meta(managersWrite)
    .route({ method: 'POST', path: '/facilities/sites', tags, summary: 'Create a site of an organization' })
    .input(siteFields.partial().extend({ id: z.uuid(), name, parent_id: z.uuid('Choose the organization.') }))
    .output(facility),

  createUnit: base
    .meta(managersWrite)
    .route({ method: 'POST', path: '/facilities/units', tags, summary: 'Create a unit of a site' })
    .input(unitFields.partial().extend({ id: z.uuid(), name, parent_id: z.uuid('Choose the site.') }))
    .output(facility),

  updateOrganization: base
    .meta(platformWrite)
    .route({ method: 'PUT', path: '/facilities/organizations/{id}', tags, summary: 'Change an organization' })
    .input(organizationFields.partial().extend({ id: z.uuid(), version: z.int(), ...idempotency }))
    .output(facility)
    .errors(changed),

  updateSite: base
    .meta(managersWrite)
    .route({ method: 'PUT', path: '/facilities/sites/{id}', tags, summary: 'Change a site' })
    .input(siteFields.partial().extend({ id: z.uuid(), version: z.int(), ...idempotency }))
    .output(facility)
    .errors(changed),

  updateUnit: base
    .meta(managersWrite)
    .route({ method: 'PUT', path: '/facilities/units/{id}', tags, summary: 'Change a unit' })
    .input(unitFields.partial().extend({ id: z.uuid(), version: z.int(), ...idempotency }))
    .output(facility)
    .errors(changed),

  /** Moves a site to another organization, a unit to another site, or an organization within its group. */
  move: base
    .meta(managersWrite)
    .route({ method: 'POST', path: '/facilities/{id}/move', tags, summary: 'Move a facility below another' })
    .input(lockedKey.extend({ parent_id: z.uuid().nullable(), reason }))
    .output(facility)
    .errors(changed),

  /** The shifts and capstone projects affected by pausing or closing a unit, or archiving a site or organization, and the units they could move to. */
  affectedShifts: base
    .meta(managers)
    .route({
      method: 'GET',
      path: '/facilities/units/{id}/shifts',
      tags,
      summary: 'Shifts ahead at a facility',
    })
    .input(key)
    .output(
      z.object({
        shifts: z.array(affectedShift),
        units: z.array(z.object({ id: z.uuid(), name: z.string(), max_students_per_shift: z.int() })),
        /** Their days stay planned until the school moves or removes them. */
        capstones: z.array(capstoneAhead),
        /** The names of those who administer it or something below it. While there are any, it can't be archived. */
        administrators: z.array(z.string()),
      }),
    )
    .errors({ NOT_FOUND }),

  /** Previews closing units on some days: the units below a facility and their upcoming shifts on those days. Changes nothing. */
  planClosing: base
    .meta(managers)
    .route({
      method: 'POST',
      path: '/facilities/{id}/closed-days/preview',
      tags,
      summary: 'What closing days would meet',
    })
    .input(
      z
        .object({ id: z.uuid(), from: date, to: date, unit_ids: closingUnits.nullable() })
        .refine(({ from, to }) => to >= from, {
          path: ['to'],
          error: 'End date must be on or after the start date.',
        }),
    )
    .output(
      z.object({
        units: z.array(closingUnit),
        hits: z.array(closingHit),
        capstones: z.array(capstoneAhead),
      }),
    )
    .errors({ NOT_FOUND }),

  /** Adds a blackout to each chosen unit below a facility. Shifts on those days stay until someone cancels them. */
  closeDays: base
    .meta(managersWrite)
    .route({
      method: 'POST',
      path: '/facilities/{id}/closed-days',
      tags,
      summary: 'Close units for some days',
    })
    .input(z.object({ id: z.uuid(), days: closedDays, unit_ids: closingUnits, ...idempotency }))
    .output(z.object({ units: z.array(closingUnit) }))
    .errors({ NOT_FOUND }),

  /** Undoes closeDays: removes exactly this blackout from the units. */
  reopenDays: base
    .meta(managersWrite)
    .route({
      method: 'POST',
      path: '/facilities/{id}/closed-days/reopen',
      tags,
      summary: 'Open units again on some days',
    })
    .input(z.object({ id: z.uuid(), days: closedDays, unit_ids: closingUnits, ...idempotency }))
    .output(z.object({ reopened: count }))
    .errors({ NOT_FOUND }),

  /** Previews copying a unit's settings to each other unit of its organization that the caller manages. Changes nothing. */
  planCopy: base
    .meta(managers)
    .route({
      method: 'GET',
      path: '/facilities/units/{id}/copies/preview',
      tags,
      summary: 'What copying settings would change',
    })
    .input(key.extend({ groups: copyGroups }))
    .output(
      z.object({
        version: z.int(),
        /** The settings of the source unit. */
        settings: copiedSettings,
        units: z.array(copyTarget),
      }),
    )
    .errors({ NOT_FOUND }),

  /** Copies settings to units of the same organization in one transaction, with a result for each. Shifts don't change. */
  copySettings: base
    .meta(managersWrite)
    .route({
      method: 'POST',
      path: '/facilities/units/{id}/copies',
      tags,
      summary: 'Copy settings to other units',
    })
    .input(
      lockedKey.extend({
        groups: copyGroups,
        units: z
          .array(z.object({ id: z.uuid(), version: z.int() }))
          .min(1, 'Choose a unit.')
          .max(5_000),
      }),
    )
    .output(z.object({ copy_id: z.uuid(), units: z.array(copied) }))
    .errors(changed),

  /** Undoes a copy, for the person who made it: each setting not changed since then gets its earlier value. */
  undoCopy: base
    .meta(managersWrite)
    .route({
      method: 'POST',
      path: '/facilities/units/copies/{copy_id}/undo',
      tags,
      summary: 'Undo a copy of settings',
    })
    .input(z.object({ copy_id: z.uuid(), ...idempotency }))
    .output(z.object({ restored: count, kept: count }))
    .errors({ NOT_FOUND }),

  /** active → paused, with a decision for every upcoming shift. */
  pauseUnit: base
    .meta(managersWrite)
    .route({ method: 'POST', path: '/facilities/units/{id}/pause', tags, summary: 'Pause a unit' })
    .input(
      lockedKey.extend({
        reason,
        decisions: z.array(decision).max(2_000),
        idempotency_key: z.uuid(),
      }),
    )
    .output(z.object({ facility, kept: count, cancelled: count, moved: count }))
    .errors({ ...changed, UNDECIDED }),

  /** paused → active. */
  resumeUnit: base
    .meta(managersWrite)
    .route({ method: 'POST', path: '/facilities/units/{id}/resume', tags, summary: 'Take a unit up again' })
    .input(lockedKey)
    .output(facility)
    .errors(changed),

  /** active or paused → closed permanently; every upcoming shift is canceled or moved first. */
  closeUnit: base
    .meta(platformWrite)
    .route({ method: 'POST', path: '/facilities/units/{id}/close', tags, summary: 'Close a unit for good' })
    .input(lockedKey.extend({ reason, decisions: z.array(decision).max(2_000).default([]) }))
    .output(facility)
    .errors({ ...changed, UNDECIDED }),

  /** Archives an organization or site with everything below it. Nothing is deleted; every upcoming shift is canceled or moved first. */
  archive: base
    .meta(managersWrite)
    .route({
      method: 'POST',
      path: '/facilities/{id}/archive',
      tags,
      summary: 'Archive an organization or site',
    })
    .input(lockedKey.extend({ reason, decisions: z.array(decision).max(2_000).default([]) }))
    .output(facility)
    .errors({ ...changed, UNDECIDED }),

  /** Undoes an archive: everything archived with it returns to its earlier status. */
  restore: base
    .meta(managersWrite)
    .route({ method: 'POST', path: '/facilities/{id}/restore', tags, summary: 'Take it out of the archive' })
    .input(lockedKey)
    .output(facility)
    .errors(changed),

  /** The functions of Spec §7, with exactly the bodies given there. */
  getHierarchy: base
    .route({
      method: 'POST',
      path: '/functions/get-facility-hierarchy',
      tags: functions,
      summary: 'An organization with everything below it',
    })
    .input(z.strictObject({ organization_id: z.uuid() }))
    .output(z.object({ organization: hierarchyNode }))
    .errors({ NOT_FOUND }),

  validateHierarchy: base
    .meta(managers)
    .route({
      method: 'POST',
      path: '/functions/validate-facility-hierarchy',
      tags: functions,
      summary: 'Data issues in an organization and everything below it',
    })
    .input(z.strictObject({ organization_id: z.uuid() }))
    .output(validation)
    .errors({ NOT_FOUND }),

  updateHierarchy: base
    .meta(managersWrite)
    .route({
      method: 'POST',
      path: '/functions/update-facility-hierarchy',
      tags: functions,
      summary: 'Change some fields of a node; parent_id moves it',
    })
    .input(z.strictObject({ facility_id: z.uuid(), updates: z.record(z.string().max(60), z.unknown()) }))
    .output(z.object({ facility }))
    .errors(changed),
}
