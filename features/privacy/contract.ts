import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: ['student'], write: false })
const tags = ['Privacy']
const bySchool = ['school_admin'] as const

export const releaseState = z.enum(['in_force', 'revoked', 'expired'])
export type ReleaseState = z.infer<typeof releaseState>

/** A student's permission for the school to share information with a facility and all below it, or with every facility (Domain 2.20). */
export const release = z.object({
  id: z.uuid(),
  state: releaseState,
  facility_scope: z.uuid().nullable(),
  facility_name: z.string().nullable(),
  text_version: z.string(),
  /** The date on the paper form, if the school recorded one. */
  signed_on: z.string().nullable(),
  granted_at: z.string(),
  granted_by_name: z.string().nullable(),
  /** The release ends with this day, in the school's time zone. */
  last_day: z.string(),
  revoked_at: z.string().nullable(),
})
export type Release = z.infer<typeof release>

const facility = z.object({ id: z.uuid(), name: z.string() })

const releases = z.object({
  student_id: z.uuid(),
  school_name: z.string(),
  /** Newest first. */
  releases: z.array(release),
  /** The organizations for which a release can be given. */
  facilities: z.array(facility),
  emergency_contact: z.string().nullable(),
  /** Since when other students don't see the name; null if they do. */
  directory_opt_out_at: z.string().nullable(),
  /** The suggested last day: the expected graduation, or else a year from now. */
  proposed_end: z.string(),
  today: z.string(),
})
export type Releases = z.infer<typeof releases>

export const disclosedField = z.enum([
  'name',
  'level',
  'school',
  'dates',
  'clearance',
  'emergency_contact',
  'credentials',
])
export type DisclosedField = z.infer<typeof disclosedField>
export const seenAs = z.enum(['facility_admin', 'preceptor', 'superadmin', 'link'])
export type SeenAs = z.infer<typeof seenAs>

/**
 * One access to a student's information by someone at a facility or through the student's link: who, in which role, where, which shift,
 * what, when.
 */
export const disclosure = z.object({
  id: z.int(),
  at: z.string(),
  seen_by_name: z.string(),
  seen_as: seenAs,
  /** True when Placewell support acted as that person. */
  by_support: z.boolean(),
  /** For access by link: the range of IP addresses it was opened from. */
  facility_name: z.string(),
  shift_id: z.uuid().nullable(),
  shift_date: z.string().nullable(),
  fields: z.array(disclosedField),
})
export type Disclosure = z.infer<typeof disclosure>

const disclosureFilter = z.object({
  /** For the school; a student reads only their own. */
  student_id: z.uuid().optional(),
  /** Searched for in the name of the person or the facility. */
  q: z.string().max(200).default(''),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type DisclosureFilter = z.infer<typeof disclosureFilter>

export const maskReason = z.enum([
  'not_approved',
  'called_off',
  'too_early',
  'too_late',
  'no_release',
  'read_only',
])
export type MaskReason = z.infer<typeof maskReason>

/** A student on a shift as a facility sees them: only what it needs, and only under a release (Domain 2.20). */
export const rosterRow = z.object({
  assignment_id: z.uuid(),
  /** The student's number on this shift; it never changes. */
  number: z.int(),
  /** The name, or what is shown instead: MJC-3. */
  label: z.string(),
  is_named: z.boolean(),
  /** Only if the name is shown; used to waive one of the facility's requirements. */
  student_id: z.uuid().nullable(),
  masked_because: maskReason.nullable(),
  /** The first day on which names are shown. */
  opens_on: z.string(),
  /** The status of the seat. */
  seat: z.string(),
  level: z.string().nullable(),
  year: z.int().nullable(),
  school_name: z.string(),
  /** Only yes or no; null if unknown, with the reason. */
  cleared: z.boolean().nullable(),
  cleared_because: z.enum(['not_checked']).nullable(),
  /** Names of the missing types, if the student is not cleared. */
  missing_types: z.array(z.string()).nullable(),
  /** Only on the day of the shift. */
  emergency_contact: z.string().nullable(),
})
export type RosterRow = z.infer<typeof rosterRow>

const until = z.iso.date('Enter a day.')
const NOT_FOUND = { status: 404, message: 'We can’t find that release.' }

export const privacyContract = {
  mine: base
    .meta({
      access: ['student'],
      write: false,
      trail: { kind: 'view', what: 'releases', people: ['viewer'] },
    })
    .route({ method: 'GET', path: '/privacy/releases', tags, summary: 'My releases of information' })
    .output(releases),

  grant: base
    .meta({ access: ['student'], write: true, whileReadOnly: true, inPersonOnly: true })
    .route({ method: 'POST', path: '/privacy/releases', tags, summary: 'Release my information' })
    .input(
      z.object({
        id: z.uuid(),
        /** A facility and all below it; null means every facility. */
        facility_scope: z.uuid().nullable(),
        /** The version of the text that was read. */
        text_version: z.string().max(40),
        expires_on: until,
      }),
    )
    .output(releases)
    .errors({
      CONFLICT: { status: 409, message: 'The text has changed. Read it again, then decide.' },
    }),

  /** By the student, or by the school for a student who requested it in writing. */
  revoke: base
    .meta({ access: ['student', ...bySchool], write: true, whileReadOnly: true, inPersonOnly: true })
    .route({
      method: 'POST',
      path: '/privacy/releases/{id}/revocation',
      tags,
      summary: 'Revoke a release',
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({}))
    .errors({ NOT_FOUND }),

  setEmergencyContact: base
    .meta({ access: ['student'], write: true, whileReadOnly: true })
    .route({
      method: 'PUT',
      path: '/privacy/emergency-contact',
      tags,
      summary: 'Whom to call when something happens to me',
    })
    .input(z.object({ emergency_contact: z.string().trim().max(200, 'At most 200 characters.').nullable() }))
    .output(z.object({})),

  /** By the student, or by the school for a student who requested it. */
  setDirectoryOptOut: base
    .meta({ access: ['student', ...bySchool], write: true, whileReadOnly: true, inPersonOnly: true })
    .route({
      method: 'PUT',
      path: '/privacy/students/{student_id}/directory-opt-out',
      tags,
      summary: 'Keep a student’s name off lists that other students see',
    })
    .input(z.object({ student_id: z.uuid(), opted_out: z.boolean() }))
    .output(releases)
    .errors({ NOT_FOUND: { status: 404, message: 'We can’t find that student.' } }),

  ofStudent: base
    .meta({
      access: bySchool,
      write: false,
      trail: { kind: 'view', what: 'releases', people: ['output.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/privacy/students/{student_id}/releases',
      tags,
      summary: 'The releases of a student',
    })
    .input(z.object({ student_id: z.uuid() }))
    .output(releases)
    .errors({ NOT_FOUND: { status: 404, message: 'We can’t find that student.' } }),

  record: base
    .meta({ access: bySchool, write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/privacy/students/{student_id}/releases',
      tags,
      summary: 'Record a release signed on paper',
    })
    .input(
      z.object({
        id: z.uuid(),
        student_id: z.uuid(),
        facility_scope: z.uuid().nullable(),
        signed_on: until,
        expires_on: until,
      }),
    )
    .output(releases)
    .errors({ NOT_FOUND: { status: 404, message: 'We can’t find that student.' } }),

  /** Notifies students without a release, each at most once a day; returns how many. */
  ask: base
    .meta({ access: bySchool, write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/privacy/requests', tags, summary: 'Ask students for a release' })
    .input(z.object({ student_ids: z.array(z.uuid()).min(1).max(2000) }))
    .output(z.object({ asked: z.int() })),

  /** Who was shown a student's information, newest first; 20 per page. */
  disclosures: base
    .meta({
      access: ['student', ...bySchool],
      write: false,
      trail: { kind: 'view', what: 'disclosures', people: ['input.student_id', 'viewer'] },
    })
    .route({ method: 'GET', path: '/privacy/disclosures', tags, summary: 'Who has seen my information' })
    .input(disclosureFilter.extend({ page: z.coerce.number<number>().int().min(1).max(10_000).default(1) }))
    .output(z.object({ rows: z.array(disclosure), total: z.int() })),

  /** A write, because a school's export of the log is recorded. */
  exportDisclosures: base
    .meta({
      access: ['student', ...bySchool],
      write: true,
      whileReadOnly: true,
      trail: { kind: 'export', what: 'disclosures', people: ['input.student_id', 'viewer'] },
    })
    .route({
      method: 'POST',
      path: '/privacy/disclosures/export',
      tags,
      summary: 'Who has seen my information, for a file',
    })
    .input(disclosureFilter)
    .output(z.array(disclosure)),

  /** Every name returned is recorded in the log. Still a read: it changes nothing that the caller can see. */
  roster: base
    .meta({ access: ['facility_admin'], write: false })
    .route({
      method: 'GET',
      path: '/privacy/shifts/{shift_id}/roster',
      tags,
      summary: 'Who comes, as a facility sees it',
    })
    .input(z.object({ shift_id: z.uuid() }))
    .output(z.array(rosterRow))
    .errors({ NOT_FOUND: { status: 404, message: 'We can’t find that shift.' } }),
}
