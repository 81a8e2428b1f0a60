import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'
import { programLevel } from '#features/cohorts/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin', 'superadmin', 'facility_admin'], write: false })
const tags = ['Credential types']

export const category = z.enum([
  'immunization',
  'screening',
  'certification',
  'background',
  'training',
  'insurance',
  'license',
  'document',
  'attestation',
  'site_orientation',
])
export type Category = z.infer<typeof category>

/** How evidence is evaluated: by a vaccine rule, a result, a statement, or as one dated document. */
export const evidenceKind = z.enum([
  'document',
  'series',
  'hepatitis_b',
  'tuberculosis',
  'tdap',
  'result',
  'attestation',
  /** The school checks it itself: the person sends nothing. */
  'external_check',
])
export type EvidenceKind = z.infer<typeof evidenceKind>

const monthDay = z.object({
  month: z.int('A whole number.').min(1, 'From 1 to 12.').max(12, 'From 1 to 12.'),
  day: z.int('A whole number.').min(1, 'From 1 to 31.').max(31, 'From 1 to 31.'),
})
export type MonthDay = z.infer<typeof monthDay>

/** How long a credential of a type is valid (domain §2.8). */
export const validity = z.discriminatedUnion('rule', [
  z.object({
    rule: z.literal('fixed_months'),
    months: z.int('A whole number.').min(1, 'From 1 to 240.').max(240, 'From 1 to 240.'),
    /** Valid to the end of the month in which it expires. */
    end_of_month: z.boolean().default(false),
  }),
  /** Expires on one day of the year; documents dated on or after `from` count for the following year. */
  z.object({ rule: z.literal('calendar_rollover'), rollover: monthDay, from: monthDay }),
  /** Counts only in its season: accepted from `start`, overdue after `due`, over on `end`. */
  z.object({ rule: z.literal('season'), start: monthDay, due: monthDay, end: monthDay }),
  z.object({ rule: z.literal('one_time') }),
  z.object({ rule: z.literal('through_term') }),
  /** Until the date on the document: a policy, a license. */
  z.object({ rule: z.literal('stated_date') }),
])
export type Validity = z.infer<typeof validity>

/** A field of a type's form, in addition to those of its vaccine rule. */
export const typeField = z.object({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Lowercase letters, digits and underscores.'),
  label: z.string().trim().min(2, 'What is required?').max(80, 'At most 80 characters.'),
  kind: z.enum(['text', 'date', 'yes_no', 'choice']),
  options: z.array(z.string().trim().min(1).max(80)).max(20, 'At most 20 options.').default([]),
  is_required: z.boolean().default(true),
})
export type TypeField = z.infer<typeof typeField>

/** The student's answers by field key; several dose dates as a list. */
export const credentialValues = z.record(
  z.string().max(40),
  z.union([z.string().max(300), z.boolean(), z.array(z.iso.date()).max(12)]),
)
export type CredentialValues = z.infer<typeof credentialValues>

/** Doses and intervals of a vaccine series, and how many more doses follow a titer that is not positive. */
export const seriesRule = z.object({
  doses: z.int().min(1).max(6),
  min_interval_days: z.int().min(0).max(400),
  /** A positive titer counts instead of the series. */
  accepts_titer: z.boolean(),
  doses_after_equivocal: z.int().min(0).max(3),
  doses_after_negative: z.int().min(0).max(3),
})
export type SeriesRule = z.infer<typeof seriesRule>

const days = z.int('A whole number.').min(0, 'From 0 to 365.').max(365, 'From 0 to 365.')

export const typeFields = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[A-Z][A-Z0-9_]{1,29}$/, 'A short code: capital letters, digits and underscores.'),
  name: z
    .string()
    .trim()
    .min(2, 'Enter a name of at least 2 characters.')
    .max(120, 'At most 120 characters.'),
  category,
  evidence: evidenceKind,
  series: seriesRule.nullable().default(null),
  fields: z.array(typeField).max(12, 'At most 12 fields.').default([]),
  /** A document is required. */
  needs_file: z.boolean().default(true),
  validity,
  grace_days: days.default(0),
  allows_waiver: z.boolean().default(true),
  /** How long and how often it may be conditionally approved; 0 means never. */
  conditional_days: days.default(0),
  conditional_times: z.int().min(0).max(5).default(1),
  /** Restricted results: only their class is shown (domain §2.20). */
  is_restricted: z.boolean().default(false),
  instructions: z.string().trim().max(2000, 'At most 2,000 characters.').default(''),
  /** The address of an example of a good document; empty if there is none. */
  example_url: z
    .string()
    .trim()
    .max(500, 'At most 500 characters.')
    .regex(/^(https:\/\/\S+)?$/, 'An address that begins with https://.')
    .default(''),
})
export type TypeFields = z.infer<typeof typeFields>

/** The fields of a type that can change: all except its code, its category, its evidence, and whether its results are restricted. */
export const typeChanges = typeFields.omit({
  code: true,
  category: true,
  evidence: true,
  series: true,
  is_restricted: true,
})
export type TypeChanges = z.infer<typeof typeChanges>

export const ownerKind = z.enum(['platform', 'school', 'facility'])

export const credentialType = typeFields.extend({
  id: z.uuid(),
  owner_kind: ownerKind,
  owner_name: z.string(),
  owner_school_id: z.uuid().nullable(),
  owner_facility_id: z.uuid().nullable(),
  status: z.enum(['active', 'retired']),
  version: z.int(),
  requirement_count: z.int(),
  /** True if the caller may change it. */
  is_own: z.boolean(),
})
export type CredentialType = z.infer<typeof credentialType>

export const appliesTo = z.enum(['student', 'proctor', 'both'])
/** Who requires it: a part of the school, a facility, or the agreement between a school and an organization. */
export const scopeKind = z.enum(['school', 'program', 'cohort', 'organization', 'site', 'unit', 'agreement'])

const day = z.iso.date('Enter a date.')

export const requirementFields = z
  .object({
    type_id: z.uuid('Choose a type.'),
    program_id: z.uuid().nullable().default(null),
    cohort_id: z.uuid().nullable().default(null),
    /** An organization, site or unit; null for a school's own. */
    facility_id: z.uuid().nullable().default(null),
    applies_to: appliesTo.default('student'),
    levels: z.array(programLevel).default([]),
    /** A stricter rule than the type's own, or null. */
    validity: validity.nullable().default(null),
    is_mandatory: z.boolean().default(true),
    /** Due this many weeks before the first shift, or on a date; without either, before the first shift. */
    due_weeks: z.int().min(0).max(26).nullable().default(null),
    due_date: day.nullable().default(null),
    active_from: day,
    active_to: day.nullable().default(null),
    instructions: z.string().trim().max(2000, 'At most 2,000 characters.').default(''),
    /** For a type with a provider field: the accepted providers; an empty list accepts any. */
    providers: z.array(z.string().trim().min(1).max(80)).max(20, 'At most 20 providers.').default([]),
    /** A form to fill in, or instructions for getting it. */
    file_ids: z.array(z.uuid()).max(5, 'At most 5 files.').default([]),
    /** Saved for later: no one else sees it, and it is not required yet. */
    is_draft: z.boolean().default(false),
  })
  .refine(({ active_from: from, active_to: to }) => to === null || to >= from, {
    path: ['active_to'],
    message: 'End date must be on or after the start date.',
  })
export type RequirementFields = z.infer<typeof requirementFields>

/** A requirement with its type and whose rule it is. */
export const requirement = z.object({
  id: z.uuid(),
  type_id: z.uuid(),
  type_code: z.string(),
  type_name: z.string(),
  scope_kind: scopeKind,
  /** The school, program, cohort, organization, site, unit or partnership. */
  scope_id: z.uuid(),
  scope_name: z.string(),
  school_id: z.uuid().nullable(),
  facility_id: z.uuid().nullable(),
  applies_to: appliesTo,
  levels: z.array(programLevel),
  validity: validity.nullable(),
  is_mandatory: z.boolean(),
  due_weeks: z.int().nullable(),
  due_date: day.nullable(),
  active_from: day,
  active_to: day.nullable(),
  status: z.enum(['draft', 'active', 'retired']),
  instructions: z.string(),
})
export type Requirement = z.infer<typeof requirement> & {
  /** For an agreement: its sites and programs; an empty list means all. */
  reach?: { site_ids: readonly string[]; program_ids: readonly string[] }
}

export const attachment = z.object({ id: z.uuid(), name: z.string() })
export type Attachment = z.infer<typeof attachment>
const requirementRow = requirement.extend({
  version: z.int(),
  attachments: z.array(attachment),
  providers: z.array(z.string()),
})
export type RequirementRow = z.infer<typeof requirementRow>

const CONFLICT = conflict('requirement', requirementRow)

export const credentialTypesContract = {
  requirements: base
    .route({
      method: 'GET',
      path: '/credential-requirements',
      tags,
      summary: 'Credential requirements',
    })
    .input(z.object({}).default({}))
    .output(z.array(requirementRow)),

  require: base
    .meta({ access: ['school_admin', 'facility_admin'], write: true, whileReadOnly: true, createsById: true })
    .route({
      method: 'PUT',
      path: '/credential-requirements/{id}',
      tags,
      summary: 'Require a credential',
    })
    .input(
      requirementFields.safeExtend({
        id: z.uuid(),
        /** The version that was changed; 0 for a new requirement. */
        version: z.int().min(0).default(0),
        ...idempotency,
      }),
    )
    .errors({ CONFLICT })
    .output(requirementRow),

  /** How many students a requirement would make not cleared, shown before it is saved. */
  impact: base
    .meta({ access: ['school_admin', 'facility_admin'], write: false })
    .route({
      method: 'GET',
      path: '/credential-requirements/{id}/impact',
      tags,
      summary: 'Whom a changed requirement concerns',
    })
    .input(requirementFields.safeExtend({ id: z.uuid() }))
    /** True if a facility has too many seats to check all of them: there may be more than `becoming`. */
    .output(z.object({ people: z.int(), becoming: z.int(), is_cut: z.boolean() })),

  /** The same for an agreement, if it required these types. */
  agreementImpact: base
    .meta({ access: ['school_admin', 'facility_admin', 'superadmin'], write: false })
    .route({
      method: 'GET',
      path: '/partnerships/{partnership_id}/credential-impact',
      tags,
      summary: 'Whom the required credentials of an agreement concern',
    })
    .input(
      z.object({
        partnership_id: z.uuid(),
        type_ids: z.array(z.uuid()).max(50, 'At most 50 types.').default([]),
      }),
    )
    .output(z.object({ people: z.int(), becoming: z.int(), is_cut: z.boolean() })),

  stopRequiring: base
    .meta({ access: ['school_admin', 'facility_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/credential-requirements/{id}/retire',
      tags,
      summary: 'Stop asking for a credential',
    })
    .input(z.object({ id: z.uuid(), version: z.int().min(0), ...idempotency }))
    .errors({ CONFLICT })
    .output(requirementRow),

  list: base
    .route({ method: 'GET', path: '/credential-types', tags, summary: 'The types of credentials' })
    .input(z.object({ status: z.enum(['active', 'retired', 'any']).default('active') }))
    .output(z.array(credentialType)),

  create: base
    .meta({
      access: ['school_admin', 'superadmin', 'facility_admin'],
      write: true,
      whileReadOnly: true,
      createsById: true,
    })
    .route({ method: 'PUT', path: '/credential-types/{id}', tags, summary: 'Add a type of credentials' })
    .input(typeFields.extend({ id: z.uuid() }))
    .output(credentialType),

  /** Changes a type from now on; its code and evidence stay, because earlier submissions were evaluated by them. */
  change: base
    .meta({ access: ['school_admin', 'superadmin', 'facility_admin'], write: true, whileReadOnly: true })
    .route({ method: 'PATCH', path: '/credential-types/{id}', tags, summary: 'Change a type' })
    .input(typeChanges.extend({ id: z.uuid(), version: z.int(), ...idempotency }))
    .errors({ CONFLICT: conflict('type', credentialType) })
    .output(credentialType),

  retire: base
    .meta({ access: ['school_admin', 'superadmin', 'facility_admin'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/credential-types/{id}/retire', tags, summary: 'Retire a type' })
    .input(z.object({ id: z.uuid(), is_retired: z.boolean() }))
    .output(credentialType),
}
