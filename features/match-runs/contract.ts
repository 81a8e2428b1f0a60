import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { idempotency } from '#features/audit/contract.ts'
import { specialty } from '#features/facilities/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const write = oc.$meta<ApiMeta>({ access: ['school_admin'], write: true })
const ending = oc.$meta<ApiMeta>({ access: ['school_admin'], write: true, whileReadOnly: true })
const student = oc.$meta<ApiMeta>({ access: ['student'], write: false })
const tags = ['Match runs']
const count = z.int().min(0)
const points = z.int('Enter a whole number.').min(0, 'Not below 0.').max(10_000, 'At most 10,000.')
const key = z.object({ id: z.uuid() })
const keyed = key.extend(idempotency)
const ofCampaign = z.object({ campaign_id: z.uuid() })

/** The points of each preference; a match has the lowest total (Domain 2.5, soft constraints). */
export const weights = z.object({
  rank: points.default(10),
  coverage: points.default(20),
  distance: points.default(1),
  repeat: points.default(10),
  hardship: z.int().min(0).max(20, 'At most 20.').default(2),
  missedFirst: z.int().min(0).max(20, 'At most 20.').default(1),
})
export type Weights = z.infer<typeof weights>

export const runMode = z.enum(['fair_match', 'lottery', 'two_sided', 'manual'])
export type RunMode = z.infer<typeof runMode>

/** The settings of a run. */
export const runSettings = z.object({
  mode: runMode.default('fair_match'),
  seed: z.int().min(0).max(4_294_967_295).default(1),
  weights: weights.prefault({}),
  place_everyone: z.boolean().default(true),
  /** Students only get options that they chose. */
  only_chosen: z.boolean().default(false),
  /** Only students who are cleared for all days of an option can get it. */
  require_clearance: z.boolean().default(true),
  /** Students who still need hours in one of these get an option in it: the first ones first, as far as their rotations allow. */
  must_have: z.array(specialty).max(12, 'At most 12.').default([]),
})
export type RunSettings = z.infer<typeof runSettings>

export const runStatus = z.enum(['queued', 'running', 'done', 'published', 'discarded'])
export type RunStatus = z.infer<typeof runStatus>
/** The status that the school sees: a run whose job failed or was stopped can be resumed. */
export const runPhase = z.enum([...runStatus.options, 'failed', 'stopped'])
export type RunPhase = z.infer<typeof runPhase>

/** The metrics for comparing runs (Domain 2.5, match run). */
const figures = z.object({
  students: count,
  placed: count,
  unplaced: count,
  first_choice: count,
  top_three: count,
  mean_rank: z.number().nullable(),
  /** The highest choice number that someone got. */
  worst_rank: z.number().nullable(),
  not_chosen: count,
  needs_closed: count,
  /** Hours of open requirements that the placements provide. */
  hours_closed: z.number(),
  miles_on_average: z.number().nullable(),
  /** The fullest option, in percent of its seats. */
  fullest: count,
  total: z.number().nullable(),
  edits: count,
})
export type Figures = z.infer<typeof figures>

/** What the engine proves: the total and its lower bound, or the rules that cannot all hold. */
const proof = z.object({
  status: z.enum(['optimal', 'bound', 'infeasible', 'stable', 'drawn', 'by_hand']),
  method: z.string(),
  objective: z.number().nullable(),
  bound: z.number().nullable(),
  gap: z.number().nullable(),
  /** The rules that cannot all hold, as sentences. */
  conflict: z.array(z.string()),
  irreducible: z.boolean(),
  /** The contradiction in one sentence, if students need more seats than there are; null in older runs. */
  summary: z.string().nullable().default(null),
  /** Minimums that are not reached. */
  minimums: z.array(z.string()),
})
export type RunProof = z.infer<typeof proof>

const run = z.object({
  id: z.uuid(),
  campaign_id: z.uuid(),
  number: count,
  job_id: z.uuid(),
  phase: runPhase,
  settings: runSettings,
  proof: proof.nullable(),
  figures: figures.nullable(),
  created_at: z.string(),
  created_by_name: z.string().nullable(),
  finished_at: z.string().nullable(),
})
export type Run = z.infer<typeof run>

const runOption = z.object({
  id: z.uuid(),
  name: z.string(),
  location: z.string().nullable(),
  specialty: z.string(),
  seats: count,
  requests: count,
  first_choices: count,
})
export type RunOption = z.infer<typeof runOption>

const placement = z.object({
  student_id: z.uuid(),
  full_name: z.string(),
  choices: z.array(z.uuid()),
  option_ids: z.array(z.uuid()),
  is_edited: z.boolean(),
  sentences: z.array(z.string()),
})
export type Placement = z.infer<typeof placement>

const edit = z.object({
  id: z.uuid(),
  student_id: z.uuid(),
  full_name: z.string(),
  from_options: z.array(z.uuid()),
  to_options: z.array(z.uuid()),
  cost: z.number(),
  reason: z.string(),
  by_name: z.string().nullable(),
  created_at: z.string(),
  undone_at: z.string().nullable(),
})
export type Edit = z.infer<typeof edit>

const notPublished = z.object({
  at: z.string(),
  /** How many placements prevent publishing; only the first are listed. */
  count,
  placements: z.array(
    z.object({
      sentence: z.string(),
      /** Null if it is about a whole option. */
      student_id: z.uuid().nullable(),
      /** True if the student has been placed elsewhere since. */
      is_changed: z.boolean(),
    }),
  ),
})
export type NotPublished = z.infer<typeof notPublished>
/** A placement that could not be made, as a sentence. */
export type NotPlaced = Pick<NotPublished['placements'][number], 'student_id' | 'sentence'>

/** How many students differ from those the run was given. */
const changes = z.object({
  choices: count,
  /** A declared conflict, or a decision on one or on hardship. */
  declared: count,
  joined: count,
  left: count,
})
export type Changes = z.infer<typeof changes>

const runDetail = run.extend({
  options: z.array(runOption),
  placements: z.array(placement),
  edits: z.array(edit),
  /** Why its last publishing was refused; null if it was not. */
  not_published: notPublished.nullable(),
  /** What changed since the run; null unless it can still be published. */
  changes: changes.nullable(),
  /** Two-sided match: students who chose an option that ranked others but not them. */
  unranked: count,
})
export type RunDetail = z.infer<typeof runDetail>

/** The effect of a change by hand. */
const preview = z.object({
  /** The hard rules that it breaks, as sentences; empty if it is possible. */
  blockers: z.array(z.string()),
  /** The change in points. */
  cost: z.number().nullable(),
})
export type Preview = z.infer<typeof preview>

export const concernFact = z.enum(['conflict', 'hardship', 'schedule', 'prerequisite', 'other'])
export type ConcernFact = z.infer<typeof concernFact>
export const concernStatus = z.enum(['open', 'upheld', 'not_upheld'])

const concernText = z.string().trim().min(3, 'Describe what’s wrong.').max(1000, 'At most 1,000 characters.')
const answerText = z.string().trim().min(3, 'Give a reason.').max(1000, 'At most 1,000 characters.')

const ownConcern = z.object({
  id: z.uuid(),
  fact: concernFact,
  details: z.string(),
  status: concernStatus,
  answer: z.string().nullable(),
  created_at: z.string(),
  answered_at: z.string().nullable(),
})

const concern = ownConcern.extend({ student_id: z.uuid(), full_name: z.string() })
export type Concern = z.infer<typeof concern>

const ownResult = z.object({
  campaign_id: z.uuid(),
  options: z.array(z.object({ id: z.uuid(), name: z.string(), location: z.string().nullable() })),
  sentences: z.array(z.string()),
  concerns_until: z.string(),
  may_raise: z.boolean(),
  concerns: z.array(ownConcern),
})
export type OwnResult = z.infer<typeof ownResult>

const change = keyed.extend({
  student_id: z.uuid(),
  option_ids: z.array(z.uuid()).max(10, 'At most 10.'),
})

export const matchRunsContract = {
  list: base
    .route({ method: 'GET', path: '/wishlists/{campaign_id}/runs', tags, summary: 'The runs of a wishlist' })
    .input(ofCampaign)
    .output(z.array(run)),

  get: base
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'requests', people: ['output.placements.*.student_id'] },
    })
    .route({ method: 'GET', path: '/match-runs/{id}', tags, summary: 'A run: who went where, and why' })
    .input(key)
    .output(runDetail),

  start: write
    .route({
      method: 'POST',
      path: '/wishlists/{campaign_id}/runs',
      tags,
      summary: 'Match the students of a closed wishlist',
    })
    .input(ofCampaign.extend({ id: z.uuid(), job_id: z.uuid(), settings: runSettings }).extend(idempotency))
    .output(run),

  discard: ending
    .route({ method: 'POST', path: '/match-runs/{id}/discard', tags, summary: 'Set a run aside' })
    .input(keyed)
    .output(z.object({ id: z.uuid() })),

  preview: base
    .route({
      method: 'POST',
      path: '/match-runs/{id}/preview',
      tags,
      summary: 'What placing a student elsewhere would break or cost',
    })
    .input(key.extend({ student_id: z.uuid(), option_ids: z.array(z.uuid()).max(10) }))
    .output(preview),

  assign: write
    .route({ method: 'POST', path: '/match-runs/{id}/edits', tags, summary: 'Place a student by hand' })
    .input(
      change.extend({
        edit_id: z.uuid(),
        reason: z.string().trim().min(3, 'Give a reason.').max(500, 'At most 500 characters.'),
      }),
    )
    .output(runDetail),

  undo: ending
    .route({
      method: 'POST',
      path: '/match-runs/{id}/undo',
      tags,
      summary: 'Undo the last edit of a student',
    })
    .input(keyed.extend({ edit_id: z.uuid() }))
    .output(runDetail),

  saveWeights: write
    .route({
      method: 'PUT',
      path: '/wishlists/{campaign_id}/weights',
      tags,
      summary: 'Set what each wish is worth in the next runs of a wishlist',
    })
    .input(ofCampaign.extend({ weights }).extend(idempotency))
    .output(weights),

  weights: base
    .route({
      method: 'GET',
      path: '/wishlists/{campaign_id}/weights',
      tags,
      summary: 'What each wish is worth',
    })
    .input(ofCampaign)
    .output(weights),

  publish: write
    .route({
      method: 'POST',
      path: '/match-runs/{id}/publish',
      tags,
      summary: 'Give everyone the seats of a run and tell them',
    })
    .input(keyed.extend({ job_id: z.uuid() }))
    .output(z.object({ job_id: z.uuid() })),

  mine: student
    .route({
      method: 'GET',
      path: '/wishlists/{campaign_id}/my-result',
      tags,
      summary: 'The own result of a published wishlist, and why',
    })
    .input(ofCampaign)
    .output(ownResult.nullable()),

  raiseConcern: student
    .meta({ access: ['student'], write: true, whileReadOnly: true, createsById: true })
    .route({
      method: 'POST',
      path: '/wishlists/{campaign_id}/concerns',
      tags,
      summary: 'Say that a fact of the own result is wrong',
    })
    .input(ofCampaign.extend({ id: z.uuid(), fact: concernFact, details: concernText }).extend(idempotency))
    .output(ownResult.nullable()),

  concerns: base
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'requests', people: ['output.*.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/wishlists/{campaign_id}/concerns',
      tags,
      summary: 'Concerns of students',
    })
    .input(ofCampaign)
    .output(z.array(concern)),

  answerConcern: ending
    .route({ method: 'POST', path: '/wishlist-concerns/{id}/answer', tags, summary: 'Answer a concern' })
    .input(keyed.extend({ status: z.enum(['upheld', 'not_upheld']), answer: answerText }))
    .output(z.array(concern)),
}
