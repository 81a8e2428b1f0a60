import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'
import { specialty, studentLevel } from '#features/facilities/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const write = oc.$meta<ApiMeta>({ access: ['school_admin'], write: true })
/** Also allowed while the school is read-only: an open wishlist continues to its end. */
const goingOn = oc.$meta<ApiMeta>({ access: ['school_admin'], write: true, whileReadOnly: true })
const tags = ['Wishlists']
const date = z.iso.date('Enter a date.')
const count = z.int().min(0)
const key = z.object({ id: z.uuid() })
const keyed = key.extend(idempotency)

export const wishlistStatus = z.enum(['draft', 'announced', 'published', 'archived'])
export type WishlistStatus = z.infer<typeof wishlistStatus>
/** The current phase: the status, and for an announced wishlist whether it has opened or closed. */
export const wishlistPhase = z.enum(['draft', 'scheduled', 'open', 'closed', 'published', 'archived'])
export type WishlistPhase = z.infer<typeof wishlistPhase>
export const wishlistPolicy = z.enum(['fair_match', 'lottery', 'manual'])

export const wishlistKind = z.enum(['rotations', 'capstone'])
export type WishlistKind = z.infer<typeof wishlistKind>

/** What a school enters for a wishlist. */
export const wishlistFields = z.object({
  name: z.string().trim().min(1, 'Give the wishlist a name.').max(120, 'At most 120 characters.'),
  instructions: z.string().trim().max(4000, 'At most 4,000 characters.').default(''),
  semester_id: z.uuid('Choose a semester.'),
  cohort_ids: z.array(z.uuid()).min(1, 'Choose at least one cohort.').max(50, 'At most 50 cohorts.'),
  kind: wishlistKind.default('rotations'),
  rotation_ids: z.array(z.uuid()).max(200, 'At most 200 rotations.').default([]),
  /** For a capstone wishlist: preceptors, and units whose facility assigns one. */
  opening_ids: z.array(z.uuid()).max(200, 'At most 200.').default([]),
  min_choices: z.int().min(1, 'At least 1.').max(50, 'At most 50.').default(1),
  max_choices: z.int().min(1, 'At least 1.').max(50, 'At most 50.').default(5),
  allow_comments: z.boolean().default(false),
  allow_hardship: z.boolean().default(false),
  /** How many rotations each student gets, at most one in each block of days. */
  rotations: z.int().min(1, 'At least 1.').max(10, 'At most 10.').default(1),
  opens_on: date,
  closes_on: date,
  policy: wishlistPolicy.default('fair_match'),
  /** Facilities and preceptors rank the students who chose them, for a two-sided match. */
  partners_rank: z.boolean().default(false),
})
export type WishlistFields = z.infer<typeof wishlistFields>

/** What students see of a rotation. */
const rotation = z.object({
  name: z.string(),
  location: z.string().nullable(),
  specialty: z.string(),
  /** 1 is Monday. */
  weekdays: z.array(z.int()),
  first_date: z.string(),
  last_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  shift_count: count,
  hours: z.number(),
  seats: count,
  /** With fewer students it is not held. */
  min_seats: count,
  /** Maximum number of students per year of study. */
  level_seats: z.partialRecord(studentLevel, count),
  /** Specialties that must be completed before. */
  requires: z.array(specialty),
  /** When a preceptor can take students, in their own words. */
  availability: z.string().nullable(),
})
export type Rotation = z.infer<typeof rotation>
const offered = rotation.extend({ rotation_id: z.uuid() })
export type OfferedRotation = z.infer<typeof offered>
const option = rotation.extend({ id: z.uuid() })
/** A preceptor, or a unit with preceptors, and how many students they can take in a semester. */
const opening = z.object({
  id: z.uuid(),
  is_unit: z.boolean(),
  name: z.string(),
  location: z.string().nullable(),
  seats: count,
  availability: z.string().nullable(),
})
export type Opening = z.infer<typeof opening>
export type WishlistOption = z.infer<typeof option>

const choice = z.object({
  option_id: z.uuid(),
  comment: z.string().trim().max(500, 'At most 500 characters.').nullable().default(null),
})
export type Choice = z.infer<typeof choice>

export const hardshipKind = z.enum(['transport', 'caregiving', 'employment', 'health', 'language', 'other'])
export type HardshipKind = z.infer<typeof hardshipKind>
export const conflictKind = z.enum(['employer', 'relative', 'former_patient', 'other'])
export type ConflictKind = z.infer<typeof conflictKind>
const hardshipStatus = z.enum(['none', 'declared', 'verified', 'not_verified'])

/** What a student adds to the ranking: where their commute starts, a hardship, and options with a conflict of interest. */
export const declaration = z.object({
  postal_code: z
    .string()
    .regex(/^\d{5}$/, 'A ZIP code has five digits, such as 53202.')
    .nullable()
    .default(null),
  hardship_kind: hardshipKind.nullable().default(null),
  hardship_detail: z.string().trim().max(1000, 'At most 1,000 characters.').nullable().default(null),
  /** Proof of the hardship, visible only to the people who verify it. */
  hardship_file_ids: z.array(z.uuid()).max(5, 'At most 5 files.').default([]),
  conflicts: z
    .array(z.object({ option_id: z.uuid(), kind: conflictKind }))
    .max(50, 'At most 50.')
    .default([]),
})
export type Declaration = z.infer<typeof declaration>

const document = z.object({ id: z.uuid(), name: z.string() })

const wishlist = z.object({
  id: z.uuid(),
  name: z.string(),
  semester_id: z.uuid(),
  /** Empty for students until the semester is active. */
  semester_name: z.string(),
  kind: wishlistKind,
  status: wishlistStatus,
  phase: wishlistPhase,
  policy: wishlistPolicy,
  min_choices: z.int(),
  max_choices: z.int(),
  allow_comments: z.boolean(),
  allow_hardship: z.boolean(),
  rotations: z.int(),
  partners_rank: z.boolean(),
  opens_on: z.string(),
  closes_on: z.string(),
  opens_at: z.string(),
  /** The first instant at which it is closed. */
  closes_at: z.string(),
  time_zone: z.string(),
  version: z.int(),
})
export type Wishlist = z.infer<typeof wishlist>

/** The options that a student may rank. */
const ownOption = option.extend({
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** From the ZIP code that the student gave. */
  miles: z.number().nullable(),
  /** The first day on which the student has another shift at that time. */
  clashes_on: z.string().nullable(),
  /** Hours that the student still needs in its specialty before it. */
  hours_needed: z.number(),
  /** Required specialties that the student has not completed. */
  missing: z.array(specialty),
})
export type OwnOption = z.infer<typeof ownOption>
const ownWishlist = wishlist.extend({
  instructions: z.string(),
  declaration: declaration.extend({ hardship_status: hardshipStatus, hardship_files: z.array(document) }),
  options: z.array(ownOption),
  choices: z.array(choice),
  /** For a capstone wishlist: the student has no approved project that needs a preceptor, and can't be placed. */
  needs_project: z.boolean(),
})
export type OwnWishlist = z.infer<typeof ownWishlist>

const wishlistRow = wishlist.extend({
  option_count: count,
  student_count: count,
  started_count: count,
  complete_count: count,
})
export type WishlistRow = z.infer<typeof wishlistRow>

export const progress = z.enum(['not_started', 'in_progress', 'complete'])
export type Progress = z.infer<typeof progress>
const participant = z.object({
  student_id: z.uuid(),
  full_name: z.string(),
  progress,
  choices: z.array(choice),
  changed_at: z.string().nullable(),
  /** True when the school entered it. */
  by_school: z.boolean(),
  hardship: z
    .object({
      kind: hardshipKind,
      detail: z.string().nullable(),
      status: hardshipStatus,
      files: z.array(document),
    })
    .nullable(),
  /** The version of what the student declared; null if nothing. */
  declared_version: z.int().nullable(),
  /** Options with a declared conflict of interest, and whether the school allows them anyway. */
  conflicts: z.array(z.object({ option_id: z.uuid(), kind: conflictKind, is_allowed: z.boolean() })),
})
export type Participant = z.infer<typeof participant>

const wishlistDetail = wishlistRow.extend({
  instructions: z.string(),
  cohort_ids: z.array(z.uuid()),
  /** What its options were created from: rotations, preceptors or units. */
  source_ids: z.array(z.uuid()),
  options: z.array(
    option.extend({
      first_choices: count,
      requests: count,
      /** How many students the facility or the preceptor has ranked. */
      ranked: count,
    }),
  ),
  participants: z.array(participant),
})
export type WishlistDetail = z.infer<typeof wishlistDetail>

/** A draft as its form shows it: without its students. */
const wishlistDraft = wishlistDetail.omit({ participants: true })
export type WishlistDraft = z.infer<typeof wishlistDraft>

/** A student who chose an option, as its facility sees them: no name before a seat is agreed on, and not which choice it was. */
const applicant = z.object({
  key: z.string(),
  /** Student 1, Student 2, … of this option. */
  number: count,
  level: z.string().nullable(),
  year: studentLevel.nullable(),
  /** The title of a capstone project. */
  project: z.string().nullable(),
  is_ranked: z.boolean(),
})
export type Applicant = z.infer<typeof applicant>
const toRank = z.object({
  id: z.uuid(),
  name: z.string(),
  location: z.string().nullable(),
  wishlist: z.string(),
  school: z.string(),
  first_date: z.string(),
  last_date: z.string(),
  seats: count,
  /** Ranked students, best first, then the others. */
  students: z.array(applicant),
})
export type OptionToRank = z.infer<typeof toRank>
const partner = { access: ['facility_admin'] } satisfies Pick<ApiMeta, 'access'>

const chosen = keyed.extend({ choices: z.array(choice).max(50, 'At most 50 choices.') })
/** A student, and the version of their declaration that the school read. */
const declaredBy = { student_id: z.uuid(), version: z.int().min(1) }

export const wishlistsContract = {
  mine: base
    .meta({ access: ['student'], write: false })
    .route({
      method: 'GET',
      path: '/wishlists/mine',
      tags,
      summary: 'The wishlists of the signed-in student',
    })
    .output(z.array(ownWishlist)),

  choose: write
    .meta({ access: ['student'], write: true, whileReadOnly: true })
    .route({ method: 'PUT', path: '/wishlists/{id}/choices', tags, summary: 'Rank options, best first' })
    .input(
      chosen.extend({
        /** The saved choices that the student saw; refused if they are others now. */
        seen: z.array(choice).max(50).optional(),
      }),
    )
    .output(ownWishlist),

  declare: write
    .meta({ access: ['student'], write: true, whileReadOnly: true })
    .route({
      method: 'PUT',
      path: '/wishlists/{id}/declaration',
      tags,
      summary: 'Add a ZIP code, a hardship or conflicts of interest to the ranking',
    })
    .input(keyed.extend(declaration.shape))
    .output(ownWishlist),

  toRank: base
    .meta({ ...partner, write: false })
    .route({
      method: 'GET',
      path: '/wishlists/to-rank',
      tags,
      summary: 'Students who chose an option of the facility, without their names',
    })
    .output(z.array(toRank)),

  rankStudents: write
    .meta({ ...partner, write: true })
    .route({
      method: 'PUT',
      path: '/wishlists/options/{id}/students',
      tags,
      summary: 'Rank the students who chose an option, best first',
    })
    .input(
      keyed.extend({
        keys: z.array(z.string().max(64)).max(1000, 'At most 1,000.'),
        /** The saved ranking that was on screen; refused if it is another now. */
        seen: z.array(z.string().max(64)).max(1000).optional(),
      }),
    )
    .output(toRank),

  list: base
    .route({ method: 'GET', path: '/wishlists', tags, summary: 'The wishlists of the school' })
    .output(z.array(wishlistRow)),

  get: base
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'requests', people: ['output.participants.*.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/wishlists/{id}',
      tags,
      summary: 'A wishlist, who has started and what they chose',
    })
    .input(key)
    .output(wishlistDetail),

  rotations: base
    .route({
      method: 'GET',
      path: '/wishlists/rotations',
      tags,
      summary: 'Rotations that a wishlist can offer',
    })
    .input(z.object({ semester_id: z.uuid() }))
    .output(z.array(offered)),

  openings: base
    .route({
      method: 'GET',
      path: '/wishlists/openings',
      tags,
      summary: 'Preceptors and units that a capstone wishlist can offer',
    })
    .input(z.object({ semester_id: z.uuid() }))
    .output(z.array(opening)),

  create: write
    .route({ method: 'POST', path: '/wishlists', tags, summary: 'Create a wishlist' })
    .input(keyed.extend(wishlistFields.shape))
    .output(wishlistDetail),

  change: write
    .route({ method: 'PUT', path: '/wishlists/{id}', tags, summary: 'Change a draft' })
    .input(keyed.extend({ ...wishlistFields.shape, version: z.int().min(1) }))
    .errors({ CONFLICT: conflict('wishlist', wishlistDraft) })
    .output(wishlistDetail),

  archive: goingOn
    .route({
      method: 'POST',
      path: '/wishlists/{id}/archive',
      tags,
      summary: 'Put away a wishlist that is over',
    })
    .input(keyed)
    .output(wishlistDetail),

  announce: write
    .route({
      method: 'POST',
      path: '/wishlists/{id}/announce',
      tags,
      summary: 'Show a wishlist to its students and notify them',
    })
    .input(keyed)
    .output(wishlistDetail),

  takeBack: goingOn
    .route({
      method: 'POST',
      path: '/wishlists/{id}/take-back',
      tags,
      summary: 'Make a draft again of a wishlist without choices',
    })
    .input(keyed)
    .output(wishlistDetail),

  close: goingOn
    .route({
      method: 'POST',
      path: '/wishlists/{id}/close',
      tags,
      summary: 'Close an open wishlist before its last day is over',
    })
    .input(keyed)
    .output(wishlistDetail),

  extend: goingOn
    .route({
      method: 'POST',
      path: '/wishlists/{id}/extend',
      tags,
      summary: 'Move the last day of a wishlist',
    })
    .input(keyed.extend({ closes_on: date }))
    .output(wishlistDetail),

  remind: goingOn
    .route({
      method: 'POST',
      path: '/wishlists/{id}/remind',
      tags,
      summary: 'Remind those who have not chosen enough',
    })
    .input(keyed)
    .output(z.object({ notified: count })),

  decideHardship: goingOn
    .route({
      method: 'POST',
      path: '/wishlists/{id}/hardship/{student_id}',
      tags,
      summary: 'Say whether a hardship is verified',
    })
    .input(keyed.extend({ ...declaredBy, is_verified: z.boolean() }))
    .output(wishlistDetail),

  decideConflict: goingOn
    .route({
      method: 'POST',
      path: '/wishlists/{id}/conflicts/{student_id}',
      tags,
      summary: 'Say whether a student may go to a unit of their employer',
    })
    .input(keyed.extend({ ...declaredBy, option_id: z.uuid(), is_allowed: z.boolean() }))
    .output(wishlistDetail),

  chooseFor: goingOn
    .route({
      method: 'PUT',
      path: '/wishlists/{id}/choices/{student_id}',
      tags,
      summary: 'Enter choices for a student',
    })
    .input(
      chosen.extend({
        student_id: z.uuid(),
        /** The student's choices that the school saw; refused if they are others now. */
        seen: z.array(choice).max(50),
      }),
    )
    .output(wishlistDetail),
}
