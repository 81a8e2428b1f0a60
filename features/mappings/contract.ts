import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'
import { facilityKind, facilityStatus, specialty } from '#features/facilities/contract.ts'
import { hoursKind } from '#features/hours/contract.ts'

/** The mapping pages belong to the superadmin and the facilities (Spec §2); schools read, decide and export on their own pages. */
const base = oc.$meta<ApiMeta>({ access: ['facility_admin'], write: false })
const writing = oc.$meta<ApiMeta>({ access: ['facility_admin'], write: true })
const both = oc.$meta<ApiMeta>({ access: ['facility_admin', 'school_admin'], write: false })
const bothWriting = oc.$meta<ApiMeta>({ access: ['facility_admin', 'school_admin'], write: true })
const school = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const platform = oc.$meta<ApiMeta>({ access: [], write: false })
const tags = ['Clinical mapping']
const count = z.int().min(0)

export const mappingStatus = z.enum(['proposed', 'active', 'rejected', 'retired'])
export type MappingStatus = z.infer<typeof mappingStatus>
export const mappingOrigin = z.enum(['manual', 'import', 'ai'])
export type MappingOrigin = z.infer<typeof mappingOrigin>
export const runStatus = z.enum(['queued', 'running', 'review', 'applied', 'discarded'])
export type MappingRunStatus = z.infer<typeof runStatus>

/** The key of a requirement: what a program requires in a course and a specialty. */
const requirementKey = z.object({
  program_id: z.uuid(),
  course_code: z.string().trim().min(1).max(40).nullable(),
  specialty,
})
export type RequirementKey = z.infer<typeof requirementKey>

const minHours = z.number('Enter hours.').min(0, 'From 0 to 5,000.').max(5000, 'From 0 to 5,000.').nullable()
const rationale = z.string().trim().min(1).max(1000, 'At most 1,000 characters.').nullable()
const fields = z.object({
  specialties: z.array(specialty).max(13).default([]),
  min_hours: minHours,
  priority: z.int().min(1).max(5),
  rationale,
})

/** A row of the crosswalk from curriculum to facilities (Domain 2.15). */
export const mapping = requirementKey.extend({
  ...fields.shape,
  id: z.uuid(),
  school_id: z.uuid(),
  school_name: z.string(),
  program_name: z.string(),
  facility_id: z.uuid().nullable(),
  facility_name: z.string().nullable(),
  facility_kind: facilityKind.nullable(),
  facility_status: facilityStatus.nullable(),
  /** The names of its site and organization. */
  facility_detail: z.string().nullable(),
  /** The hours that the program requires now; null if it no longer has this requirement. */
  required_hours: z.number().nullable(),
  status: mappingStatus,
  origin: mappingOrigin,
  confidence: z.number().nullable(),
  words: z.array(z.string()),
  run_id: z.uuid().nullable(),
  review_note: z.string().nullable(),
  reviewed_by_name: z.string().nullable(),
  reviewed_at: z.string().nullable(),
  /** True when the caller may change it; a facility admin below the named facility may only read it. */
  is_own: z.boolean(),
  created_at: z.string(),
  version: z.int(),
})
export type Mapping = z.infer<typeof mapping>

const mappingSorts = ['course', 'specialty', 'confidence', 'created_at'] as const
const mappingFilter = z.object({
  search: z.string().trim().max(200).default(''),
  status: mappingStatus.optional(),
  school_id: z.uuid().optional(),
  specialty: specialty.optional(),
  origin: mappingOrigin.optional(),
  facility_id: z.uuid().optional(),
})
export type MappingFilter = z.input<typeof mappingFilter>
export const mappingQuery = mappingFilter.extend({
  sort: z.enum(mappingSorts).default('course'),
  dir: z.enum(['asc', 'desc']).default('asc'),
  page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
  page_size: z.int().min(1).max(100).default(25),
})

/** A program's requirement, and how many facilities are mapped to it. */
const area = requirementKey.extend({
  program_name: z.string(),
  min_hours: z.number(),
  min_direct_hours: z.number().nullable(),
  max_sim_hours: z.number().nullable(),
  active: count,
  proposed: count,
})
export type Area = z.infer<typeof area>

/** A pair that the engine proposes, with the words that matched. */
export const proposal = requirementKey.extend({
  program_name: z.string(),
  facility_id: z.uuid(),
  facility_name: z.string(),
  facility_detail: z.string(),
  confidence: z.number(),
  words: z.array(z.string()),
  rationale: z.string(),
})
export type Proposal = z.infer<typeof proposal>

const run = z.object({
  id: z.uuid(),
  school_id: z.uuid(),
  school_name: z.string(),
  facility_id: z.uuid().nullable(),
  facility_name: z.string().nullable(),
  job_id: z.uuid(),
  status: runStatus,
  courses: count.nullable(),
  units: count.nullable(),
  known: count.nullable(),
  found: count,
  applied: count.nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** Why its job failed. */
  failure: z.string().nullable(),
})
export type MappingRun = z.infer<typeof run>

/** A word that stands for a specialty, at every facility or at one. */
const word = z.object({
  id: z.uuid(),
  facility_id: z.uuid().nullable(),
  facility_name: z.string().nullable(),
  term: z.string(),
  specialty,
  is_own: z.boolean(),
})
export type MappingWord = z.infer<typeof word>

/** Whether a student's hours of an area are credited (Domain 2.15: credited ≥ minimum). */
export const coverageStatus = z.enum(['covered', 'scheduled', 'gap'])
export type CoverageStatus = z.infer<typeof coverageStatus>

const documentedCourse = z.object({
  program_id: z.uuid(),
  program_name: z.string(),
  course_code: z.string().nullable(),
  min_hours: z.number(),
  areas: z.array(
    area.extend({
      rows: z.array(mapping),
      /** Ledger hours of this area, and of this course if there is one, by kind. */
      by_kind: z.array(z.object({ kind: hoursKind, hours: z.number() })),
    }),
  ),
})
export type DocumentedCourse = z.infer<typeof documentedCourse>
const documentation = z.object({
  school_id: z.uuid(),
  school_name: z.string(),
  time_zone: z.string(),
  made_at: z.string(),
  made_by: z.string(),
  courses: z.array(documentedCourse),
  coverage: z.array(
    z.object({ specialty: z.string(), students: count, covered: count, scheduled: count, gap: count }),
  ),
  rows: z.array(mapping),
})
export type Documentation = z.infer<typeof documentation>

/** The progress of a school's mapping. */
const schoolMapping = z.object({
  id: z.uuid(),
  name: z.string(),
  areas: count,
  /** Areas with at least one active row. */
  mapped: count,
  active: count,
  proposed: count,
  rejected: count,
  retired: count,
  runs: count,
  /** Runs whose job failed. */
  failed: count,
  last_run: z.string().nullable(),
  last_run_status: runStatus.nullable(),
})
export type SchoolMapping = z.infer<typeof schoolMapping>

const ofSchool = z.object({ school_id: z.uuid().optional() })
const seen = z.object({ id: z.uuid(), version: z.int() })
const id = z.object({ id: z.uuid() })

export const mappingsContract = {
  list: base
    .route({ method: 'GET', path: '/clinical-mappings', tags, summary: 'Mappings of courses to facilities' })
    .input(mappingQuery)
    .output(z.object({ rows: z.array(mapping), total: count })),

  /** For the caller's own school if no id is given. */
  areas: both
    .route({
      method: 'GET',
      path: '/clinical-mappings/areas',
      tags,
      summary: 'What a school’s programs require, and where it is mapped',
    })
    .input(ofSchool)
    .output(z.object({ rows: z.array(area) })),

  add: bothWriting
    .meta({ access: ['facility_admin', 'school_admin'], write: true, createsById: true })
    .route({ method: 'POST', path: '/clinical-mappings', tags, summary: 'Propose a mapping by hand' })
    .input(
      fields.extend({
        ...requirementKey.shape,
        id: z.uuid(),
        school_id: z.uuid().optional(),
        facility_id: z.uuid().nullable(),
        ...idempotency,
      }),
    )
    .output(mapping),

  change: bothWriting
    .route({
      method: 'PATCH',
      path: '/clinical-mappings/{id}',
      tags,
      summary: 'Change hours, priority or rationale of a mapping',
    })
    .input(fields.extend({ ...seen.shape, ...idempotency }))
    .errors({ CONFLICT: conflict('mapping', mapping) })
    .output(mapping),

  /** The school and the superadmin decide; a facility may withdraw its own proposal. */
  decide: bothWriting
    .route({
      method: 'POST',
      path: '/clinical-mappings/{id}/decide',
      tags,
      summary: 'Activate, reject, retire or reopen a mapping',
    })
    .input(
      seen.extend({
        to: mappingStatus,
        note: z.string().trim().min(1).max(1000).nullable().default(null),
        ...idempotency,
      }),
    )
    .output(mapping),

  runs: base
    .route({ method: 'GET', path: '/clinical-mapping-runs', tags, summary: 'Runs of the keyword engine' })
    .input(
      z.object({
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
        page_size: z.int().min(1).max(100).default(25),
      }),
    )
    .output(z.object({ rows: z.array(run), total: count })),
  run: base
    .route({ method: 'GET', path: '/clinical-mapping-runs/{id}', tags, summary: 'A run with its proposals' })
    .input(id)
    .output(run.extend({ proposals: z.array(proposal) })),
  start: writing
    .meta({ access: ['facility_admin'], write: true, createsById: true })
    .route({
      method: 'POST',
      path: '/clinical-mapping-runs',
      tags,
      summary: 'Propose mappings from courses and units',
    })
    .input(
      z.object({
        id: z.uuid(),
        job_id: z.uuid(),
        school_id: z.uuid(),
        facility_id: z.uuid().nullable().default(null),
        ...idempotency,
      }),
    )
    .output(id),
  /** Turns the chosen proposals, by their position in the run, into proposed mappings. */
  apply: writing
    .route({
      method: 'POST',
      path: '/clinical-mapping-runs/{id}/apply',
      tags,
      summary: 'Add chosen proposals to the mapping',
    })
    .input(
      z.object({
        id: z.uuid(),
        chosen: z.array(z.int().min(0)).min(1, 'Choose at least one proposal.').max(5000),
        ...idempotency,
      }),
    )
    .output(z.object({ added: count, known: count })),
  discard: writing
    .route({ method: 'POST', path: '/clinical-mapping-runs/{id}/discard', tags, summary: 'Discard a run' })
    .input(id.extend(idempotency))
    .output(z.object({})),

  words: base
    .route({ method: 'GET', path: '/clinical-mapping-words', tags, summary: 'Words that name a specialty' })
    .input(z.object({}))
    .output(z.object({ rows: z.array(word) })),
  addWord: writing
    .route({
      method: 'POST',
      path: '/clinical-mapping-words',
      tags,
      summary: 'Add a word that names a specialty',
    })
    .input(
      z.object({
        id: z.uuid(),
        facility_id: z.uuid().nullable(),
        term: z.string().trim().min(1, 'Enter a word.').max(60, 'At most 60 characters.'),
        specialty,
        ...idempotency,
      }),
    )
    .output(z.object({})),
  removeWord: writing
    .route({ method: 'DELETE', path: '/clinical-mapping-words/{id}', tags, summary: 'Remove a word' })
    .input(id.extend(idempotency))
    .output(z.object({})),

  /** The mapping progress of every school, for the platform. */
  schools: platform
    .route({
      method: 'GET',
      path: '/clinical-mappings/schools',
      tags,
      summary: 'The mapping of every school',
    })
    .input(
      z.object({
        search: z.string().trim().max(200).default(''),
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
        page_size: z.int().min(1).max(100).default(25),
      }),
    )
    .output(
      z.object({
        rows: z.array(schoolMapping),
        total: count,
      }),
    ),

  documentation: school
    .route({
      method: 'GET',
      path: '/clinical-mappings/documentation',
      tags,
      summary: 'The crosswalk of a school for its accreditor',
    })
    .input(ofSchool)
    .output(documentation),

  export: school
    .meta({ access: ['school_admin'], write: false, trail: { kind: 'export', what: 'list' } })
    .route({
      method: 'GET',
      path: '/clinical-mappings/export',
      tags,
      summary: 'Export mappings or coverage as CSV',
      outputStructure: 'detailed',
    })
    .input(
      ofSchool.extend({
        what: z.enum(['mappings', 'coverage']).default('mappings'),
        status: mappingStatus.optional(),
        only_gaps: z.enum(['yes', 'no']).default('no'),
        /** Whether the file starts with a byte-order mark, which Excel needs to read it as UTF-8. */
        bom: z.enum(['yes', 'no']).default('yes'),
      }),
    )
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) })),
}
