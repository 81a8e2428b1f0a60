import { oc } from '@orpc/contract'
import * as z from 'zod'
import { experienceTypes } from '#core/experience-types.ts'
import type { ApiMeta, WhileReadOnly } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'
import { capstoneAhead } from '#features/facilities/contract.ts'

const parties = ['school_admin', 'facility_admin'] as const
const base = oc.$meta<ApiMeta>({ access: parties, write: false })
const writing = base.meta({ access: parties, write: true })
const tags = ['Partnerships']

export const partnershipStatus = z.enum([
  'draft',
  'requested',
  'under_review',
  'active',
  'declined',
  'expired',
  'suspended',
  'terminated',
  'withdrawn',
])
export type PartnershipStatus = z.infer<typeof partnershipStatus>
/** The status that lists show, derived: expiring is active with 90 days or less to go, ending is ended with notice until its last day. */
export const partnershipState = z.enum([...partnershipStatus.options, 'expiring', 'ending'])
export type PartnershipState = z.infer<typeof partnershipState>

export const direction = z.enum(['school_requested', 'facility_invited'])
export const agreementKind = z.enum(['affiliation', 'mou', 'observation_only', 'none'])
export type AgreementKind = z.infer<typeof agreementKind>
export const actingParty = z.enum(['school', 'facility', 'platform'])
export type ActingParty = z.infer<typeof actingParty>

const date = z.iso.date()
const day = date.nullable()
const version = z.number().int().min(1)
const seatQuota = z.number().int().min(1).max(100_000)

/** Largest size of an agreement's file in bytes: 10 MB. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024
/** The longest base64 text of such a file. */
export const MAX_FILE_TEXT = 4 * Math.ceil(MAX_FILE_BYTES / 3)

export const partnershipTerms = z.object({
  agreement_kind: agreementKind,
  signed_on: day,
  effective_from: date,
  effective_to: date,
  auto_renew: z.boolean(),
  notice_days: z.number().int().min(0).max(365),
  /** Whole US cents. */
  liability_min_cents: z.number().int().min(0).max(100_000_000_000).nullable(),
  indemnity: z.enum(['yes', 'no', 'mutual']).nullable(),
  /** If left out, the seats stay as they are; null means no limit. */
  seat_quota_per_semester: seatQuota.nullable().optional(),
})
export type PartnershipTerms = z.infer<typeof partnershipTerms>

/** Terms sent with a request; without a notice, the organization's own. */
const requestedTerms = partnershipTerms.partial({ notice_days: true })
export type RequestedTerms = z.infer<typeof requestedTerms>

export const contact = z.object({
  name: z.string().trim().max(120).optional(),
  email: z.email().max(254).optional(),
  phone: z.string().trim().max(40).optional(),
})
export type Contact = z.infer<typeof contact>

export const blackoutDays = z
  .object({ from: date, to: date, reason: z.string().trim().max(200).optional() })
  .refine(({ from, to }) => to >= from, {
    path: ['to'],
    message: 'End date must be on or after the start date.',
  })
export type BlackoutDays = z.infer<typeof blackoutDays>

/** A partnership as lists show it. */
export const partnership = z.object({
  id: z.uuid(),
  school_id: z.uuid(),
  school_name: z.string(),
  organization_id: z.uuid(),
  organization_name: z.string(),
  city: z.string().nullable(),
  state_code: z.string().nullable(),
  status: partnershipStatus,
  state: partnershipState,
  direction,
  all_sites: z.boolean(),
  site_names: z.array(z.string()),
  agreement_kind: agreementKind,
  effective_from: day,
  effective_to: day,
  /** In the organization's time zone. */
  today: date,
  /** From today to the last day; null without one. */
  days_left: z.number().int().nullable(),
  notice_days: z.number().int(),
  status_reason: z.string().nullable(),
  suspended_by_party: actingParty.nullable(),
  /** The last day of a partnership that is ending or has ended. */
  ends_on: day,
  ending_party: actingParty.nullable(),
  proposal_party: actingParty.nullable(),
  /** A unit that takes students, while the agreement is in force and the caller plans shifts for the school. */
  open_unit_id: z.uuid().nullable(),
  file_count: z.number().int(),
  requested_at: z.string().nullable(),
  withdrawn_at: z.string().nullable(),
  updated_at: z.string(),
  version: z.number().int(),
  /** The party for which the caller decides; null if they may only look. */
  party: actingParty.nullable(),
})
export type Partnership = z.infer<typeof partnership>

export const partnershipEvent = z.object({
  id: z.number().int(),
  at: z.string(),
  actor_name: z.string().nullable(),
  party: z.enum([...actingParty.options, 'system']),
  event: z.string(),
  from_status: partnershipStatus.nullable(),
  to_status: partnershipStatus,
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type PartnershipEvent = z.infer<typeof partnershipEvent>

export const partnershipFile = z.object({
  id: z.uuid(),
  name: z.string(),
  size_bytes: z.number().int(),
  sha256: z.string(),
  uploaded_party: actingParty,
  uploaded_at: z.string(),
})
export type PartnershipFile = z.infer<typeof partnershipFile>

export const partnershipDetail = partnership.extend({
  message: z.string().nullable(),
  signed_on: day,
  auto_renew: z.boolean(),
  liability_min_cents: z.number().int().nullable(),
  indemnity: z.enum(['yes', 'no', 'mutual']).nullable(),
  auto_approve_shifts: z.boolean(),
  seat_quota_per_semester: z.number().int().nullable(),
  quota_by_unit: z.array(
    z.object({ unit_id: z.uuid(), unit_name: z.string().nullable(), seats: z.number().int() }),
  ),
  /** Seats taken by shifts of current and upcoming semesters. */
  seat_use: z.array(z.object({ semester: z.string(), seats: z.number().int() })),
  /** Units of the organization, for callers who decide on their seats; empty for the school. */
  units: z.array(z.object({ id: z.uuid(), name: z.string(), site_name: z.string() })),
  /** Credentials that students need for shifts under the agreement. */
  required_credentials: z.array(z.object({ id: z.uuid(), name: z.string() })),
  contact_school: contact,
  contact_facility: contact,
  blackout: z.array(blackoutDays),
  /** How many days before a shift the organization wants to receive the request. */
  lead_time_days: z.number().int(),
  proposal: partnershipTerms.nullable(),
  sites: z.array(z.object({ id: z.uuid(), name: z.string(), is_included: z.boolean() })),
  programs: z.array(z.object({ id: z.uuid(), name: z.string() })),
  files: z.array(partnershipFile),
  events: z.array(partnershipEvent),
})
export type PartnershipDetail = z.infer<typeof partnershipDetail>

/** An organization found by name, city or one of its sites. */
export const foundOrganization = z.object({
  id: z.uuid(),
  name: z.string(),
  city: z.string().nullable(),
  state_code: z.string().nullable(),
  sites: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** The partnership with this organization that is already open. */
  open: z.object({ id: z.uuid(), status: partnershipStatus }).nullable(),
})
export type FoundOrganization = z.infer<typeof foundOrganization>

const reason = z.string().trim().max(1000, 'At most 1,000 characters.')
const whyNeeded = reason.min(3, 'Give a reason. The other party can read it.')
const changed = z.object({ id: z.uuid(), status: partnershipStatus, version: z.number().int() })

/** Groups that a list can be narrowed to: not settled, in force, over. */
const partnershipGroup = z.enum(['open', 'force', 'over'])
export type PartnershipGroup = z.infer<typeof partnershipGroup>

/** Filters and order of a list of partnerships; its export has the same rows. */
const listed = {
  q: z.string().max(200).default(''),
  state: partnershipState.optional(),
  show: partnershipGroup.optional(),
  sort: z.enum(['organization', 'school', 'state', 'effective_to']).optional(),
  dir: z.enum(['asc', 'desc']).optional(),
}
const partnershipFilter = z.object(listed)
export type PartnershipFilter = z.infer<typeof partnershipFilter>

/** A command that takes a partnership to its next status: its id, the version the caller saw, and a reason. */
const step = (path: string, summary: string, whileReadOnly?: WhileReadOnly) =>
  writing
    .meta({ access: parties, write: true, ...(whileReadOnly && { whileReadOnly }) })
    .route({ method: 'POST', path: `/partnerships/{id}/${path}`, tags, summary })
    .errors({ CONFLICT: conflict('partnership', partnershipDetail) })
const move = z.object({ id: z.uuid(), version, reason: reason.optional(), ...idempotency })
const moveWithReason = z.object({ id: z.uuid(), version, reason: whyNeeded, ...idempotency })

export const experienceType = z.enum(experienceTypes)

export const agreementGapReason = z.enum([
  'no_partnership',
  'not_active',
  'outside_dates',
  'site_not_included',
  'program_not_included',
  'observation_only',
  'blackout',
  'lead_time',
  'quota',
  'unit_quota',
])
export type AgreementGapReason = z.infer<typeof agreementGapReason>

/** What happens to a shift after the last day; a school may request another partner's unit for it. */
export const endingDecision = z.object({
  shift_id: z.uuid(),
  action: z.enum(['keep', 'cancel', 'move']),
  /** The unit it moves to; only for `move`. */
  unit_id: z.uuid().nullable().optional(),
})
export type EndingDecision = z.infer<typeof endingDecision>

export const partnershipsContract = {
  list: base
    .route({
      method: 'GET',
      path: '/partnerships',
      tags,
      summary: 'Partnerships that the asker sees; of one school or all',
    })
    .input(
      z.object({
        school_id: z.uuid().optional(),
        /** Only partnerships of the facility that the caller works in. */
        here: z.boolean().default(false),
      }),
    )
    .output(z.array(partnership)),

  /** The platform's list: one page of the matches (a page past the end gives the last one), and the first matches for the map. */
  search: base
    .meta({ access: [], write: false })
    .route({
      method: 'GET',
      path: '/partnerships/search',
      tags,
      summary: 'Partnerships of all schools, by page',
    })
    .input(
      z.object({
        ...listed,
        page: z.coerce.number<number>().int().min(1).default(1),
        page_size: z.coerce.number<number>().int().min(1).max(100).default(25),
      }),
    )
    .output(
      z.object({
        rows: z.array(partnership),
        total: z.number().int(),
        /** At most 300 matches, regardless of the page. */
        picture: z.array(partnership),
        /** Counts of all partnerships, regardless of the filter. */
        by_state: z.partialRecord(partnershipState, z.number().int()),
      }),
    ),

  /** For the global search: no terms and no totals. */
  find: base
    .meta({ access: [], write: false })
    .route({
      method: 'GET',
      path: '/partnerships/by-name',
      tags,
      summary: 'Partnerships of all schools by the names of both, at most 20',
    })
    .input(z.object({ q: z.string().trim().min(1).max(120) }))
    .output(z.array(partnership.pick({ id: true, school_name: true, organization_name: true }))),

  get: base
    .route({
      method: 'GET',
      path: '/partnerships/{id}',
      tags,
      summary: 'One partnership with all that belongs to it',
    })
    .input(z.object({ id: z.uuid() }))
    .output(partnershipDetail),

  exportCsv: base
    .meta({ access: parties, write: false, trail: { kind: 'export', what: 'data' } })
    .route({ method: 'GET', path: '/partnerships/export', tags, summary: 'The list as CSV' })
    .input(
      z.object({
        school_id: z.uuid().optional(),
        ...listed,
      }),
    )
    .output(z.object({ filename: z.string(), csv: z.string(), rows: z.number().int() })),

  findOrganizations: base
    .route({
      method: 'GET',
      path: '/partnerships/organizations',
      tags,
      summary: 'Organizations by name, town or site',
    })
    .input(
      z.object({
        q: z.string().max(200).default(''),
        school_id: z.uuid().optional(),
        /** Only the partnership with this id. */
        id: z.uuid().optional(),
      }),
    )
    .output(z.array(foundOrganization)),

  /** Organizations in the facility admin's scope, for which they may send invitations. */
  ownOrganizations: base
    .route({
      method: 'GET',
      path: '/partnerships/own-organizations',
      tags,
      summary: 'Organizations in one’s scope',
    })
    .output(z.array(z.object({ id: z.uuid(), name: z.string() }))),

  programs: base
    .route({ method: 'GET', path: '/partnerships/programs', tags, summary: 'A school’s programs' })
    .input(z.object({ school_id: z.uuid() }))
    .output(z.array(z.object({ id: z.uuid(), name: z.string() }))),

  covers: base
    .route({
      method: 'GET',
      path: '/partnerships/covers',
      tags,
      summary: 'Does an active agreement cover this school, facility, day and kind of experience?',
    })
    .input(
      z.object({
        school_id: z.uuid(),
        facility_id: z.uuid(),
        date,
        experience_type: experienceType.default('group'),
        program_id: z.uuid().optional(),
        /** With `seats`: checks whether the semester has room for them, not counting the shift itself. */
        semester_id: z.uuid().optional(),
        seats: z.number().int().min(1).max(500).optional(),
        shift_id: z.uuid().optional(),
        /** Whether the shift is to be submitted without a reason for late submission; checks the lead time. */
        is_submission: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        covers: z.boolean(),
        reason: agreementGapReason.nullable(),
        message: z.string().nullable(),
        partnership_id: z.uuid().nullable(),
        auto_approve: z.boolean(),
      }),
    ),

  create: writing
    .meta({ access: parties, write: true, createsById: true })
    .route({
      method: 'POST',
      path: '/partnerships',
      tags,
      summary: 'Request a partnership, or invite a school to one',
    })
    .input(
      z.object({
        /** Chosen by the browser, so that sending the same request twice changes nothing. */
        id: z.uuid(),
        school_id: z.uuid(),
        organization_id: z.uuid(),
        all_sites: z.boolean().default(true),
        site_ids: z.array(z.uuid()).max(500).default([]),
        program_ids: z.array(z.uuid()).max(100).default([]),
        message: reason.optional(),
        contact: contact.optional(),
        terms: requestedTerms.optional(),
        /** False keeps it as a draft. */
        submit: z.boolean().default(true),
      }),
    )
    .output(changed),

  submit: step('submit', 'Send a draft')
    .input(z.object({ id: z.uuid(), version, ...idempotency }))
    .output(changed),
  withdraw: step('withdraw', 'Withdraw a request', true).input(move).output(changed),
  restore: step('restore', 'Take a withdrawal back, for 24 hours', true).input(move).output(changed),
  review: step('review', 'Take a request into review', true).input(move).output(changed),
  accept: step('accept', 'Accept, with the agreement’s terms')
    .input(
      move.extend({
        terms: partnershipTerms.optional(),
        contact: contact.optional(),
        auto_approve_shifts: z.boolean().optional(),
      }),
    )
    .output(changed),
  decline: step('decline', 'Decline, with a reason', true).input(moveWithReason).output(changed),
  suspend: step('suspend', 'Suspend, with a reason', true).input(moveWithReason).output(changed),
  resume: step('resume', 'Resume what one has suspended', true).input(move).output(changed),
  terminate: step('terminate', 'End it on a last day, with a decision for each shift after it', true)
    .input(
      moveWithReason.extend({
        ends_on: date.optional(),
        decisions: z.array(endingDecision).max(10_000),
      }),
    )
    .output(changed),
  continue: step('continue', 'Take the ending back before the last day is over', true)
    .input(move)
    .output(changed),
  propose: step('propose', 'Put new terms forward')
    .input(move.extend({ terms: partnershipTerms }))
    .output(changed),
  answer: step('answer', 'Accept or decline the terms put forward', { accept: [false] })
    .input(
      move
        .extend({ accept: z.boolean() })
        .refine(({ accept, reason: said }) => accept || (said?.length ?? 0) >= 3, {
          path: ['reason'],
          message: 'Give a reason. The other party can read it.',
        }),
    )
    .output(changed),
  change: step('change', 'Sites, programs, seats, days, contacts', true)
    .input(
      move.extend({
        changes: z.object({
          all_sites: z.boolean().optional(),
          site_ids: z.array(z.uuid()).max(500).optional(),
          program_ids: z.array(z.uuid()).max(100).optional(),
          seat_quota_per_semester: seatQuota.nullable().optional(),
          quota_by_unit: z
            .array(z.object({ unit_id: z.uuid(), seats: z.number().int().min(1).max(10_000) }))
            .max(500)
            .optional(),
          auto_approve_shifts: z.boolean().optional(),
          blackout: z.array(blackoutDays).max(100).optional(),
          required_credential_ids: z.array(z.uuid()).max(50, 'At most 50 types.').optional(),
          contact_school: contact.optional(),
          contact_facility: contact.optional(),
          message: reason.optional(),
        }),
      }),
    )
    .output(changed),

  laterShifts: base
    .route({
      method: 'GET',
      path: '/partnerships/{id}/later-shifts',
      tags,
      summary: 'Shifts after a day that ending the partnership would touch',
    })
    .input(z.object({ id: z.uuid(), after: date }))
    .output(
      z.array(
        z.object({
          id: z.uuid(),
          date,
          title: z.string().nullable(),
          unit: z.string(),
          status: z.string(),
          capacity: z.number().int(),
          specialty: z.string(),
        }),
      ),
    ),

  /** The school's capstone projects with planned days after a day; these days stay planned when the partnership ends. */
  laterCapstones: base
    .route({
      method: 'GET',
      path: '/partnerships/{id}/later-capstones',
      tags,
      summary: 'Capstone projects after a day that ending the partnership would touch',
    })
    .input(z.object({ id: z.uuid(), after: date }))
    .output(z.array(capstoneAhead)),

  unitsInstead: base
    .route({
      method: 'GET',
      path: '/partnerships/{id}/units-instead',
      tags,
      summary: 'Units of the school’s other partners, of the specialties of the shifts after a day',
    })
    .input(z.object({ id: z.uuid(), after: date }))
    .output(
      z.array(z.object({ id: z.uuid(), name: z.string(), site_name: z.string(), specialty: z.string() })),
    ),

  addFile: writing
    .meta({ access: parties, write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/partnerships/{id}/files',
      tags,
      summary: 'Add a signed agreement: a PDF of at most 10 MB as base64',
    })
    .input(
      z.object({
        id: z.uuid(),
        file_id: z.uuid(),
        name: z.string().trim().min(1, 'A file has a name.').max(200),
        content: z.string().min(8).max(MAX_FILE_TEXT, 'The file is larger than 10 MB.'),
      }),
    )
    .output(z.object({ id: z.uuid() })),

  file: base
    .route({
      method: 'GET',
      path: '/partnerships/{id}/files/{file_id}',
      tags,
      summary: 'Download a signed agreement',
      outputStructure: 'detailed',
    })
    .input(z.object({ id: z.uuid(), file_id: z.uuid() }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),
}
