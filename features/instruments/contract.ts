import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { idempotency } from '#features/audit/contract.ts'

const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_.-]{1,12}$/, 'Up to 12 letters, digits, dots or dashes.')
const label = (most: number, what: string) =>
  z.string().trim().min(1, `Enter ${what}.`).max(most, `At most ${most} characters.`)

export const audience = z.enum([
  'proctor_to_student',
  'preceptor_to_student',
  'student_to_self',
  'student_to_site',
  'student_to_preceptor',
  'student_to_proctor',
  'facility_to_school',
])
export const timing = z.enum(['each_shift', 'midterm', 'final', 'end_of_rotation'])
export type Timing = z.infer<typeof timing>

/** One point of a scale; points are ordered by value, and scores are sums of values. */
export const scalePoint = z.object({
  code,
  label: label(60, 'what this point means'),
  value: z.int('A whole number.').min(0, 'From 0 to 100.').max(100, 'From 0 to 100.'),
  /** What performance at this point looks like; shown while rating. */
  help: z.string().trim().max(199, 'At most 199 characters.').nullable(),
})

export const scale = z.object({
  points: z.array(scalePoint).min(2, 'At least two points.').max(7, 'At most seven points.'),
  /** An item passes at or above this value; null if the scale has no passing. */
  pass_threshold: z.int().nullable(),
  /** An item fails below this value, and needs improvement in between. */
  fail_below: z.int().nullable(),
  midterm_allowed: z.array(code),
  final_allowed: z.array(code),
  /** Points that need a written example. */
  exemplar_at: z.array(code),
  na_allowed: z.boolean(),
  na_forbidden_items: z.array(code),
})
export type Scale = z.infer<typeof scale>

export const item = z.object({
  code,
  text: label(199, 'what is rated'),
  critical: z.boolean(),
  comment_required_if: z.array(code),
})
export type Item = z.infer<typeof item>

export const section = z.object({
  title: label(100, 'a title'),
  framework: z.enum(['AACN', 'QSEN', 'LCJR', 'custom']),
  items: z.array(item).min(1, 'At least one item.').max(30, 'At most 30 items.'),
})

/** The complete content of an instrument version: its items, and how they are answered. */
export const instrumentContent = z.object({
  audience,
  timings: z.array(timing).min(1, 'Choose when it is used.'),
  anonymous: z.boolean(),
  min_n_to_show: z.int().min(5, 'At least five.').max(50, 'At most 50.'),
  scale,
  sections: z.array(section).min(1, 'At least one section.').max(15, 'At most 15 sections.'),
})
export type InstrumentContent = z.infer<typeof instrumentContent>

/** An answer to one item: a point of the scale or 'NA', with its comment. */
export const answer = z.object({
  code,
  point: code,
  comment: z.string().trim().max(1000, 'At most 1,000 characters.').nullable(),
})
export type Answer = z.infer<typeof answer>

export const evaluationTime = z.enum(['shift', 'midterm', 'final'])

export const instrument = z.object({
  id: z.uuid(),
  name: z.string(),
  /** True if it ships with Placewell: schools can copy it but never change it. */
  is_shipped: z.boolean(),
  latest_version: z.int(),
  status: z.enum(['active', 'retired']),
  has_draft: z.boolean(),
  /** The times that its newest version is made for. */
  made_for: z.array(evaluationTime),
  /** When the school uses it. */
  used_for: z.array(evaluationTime),
  /** The draft, or without one the newest version. */
  content: instrumentContent,
  version: z.int(),
})
export type Instrument = z.infer<typeof instrument>

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const writes = { access: ['school_admin'], write: true, whileReadOnly: true } satisfies ApiMeta
const tags = ['Evaluation forms']
const name = label(100, 'a name')
const locked = z.object({ id: z.uuid(), version: z.int().min(1), ...idempotency })
const saved = z.object({ id: z.uuid(), version: z.int() })

export const instrumentsContract = {
  list: base
    .route({
      method: 'GET',
      path: '/instruments',
      tags,
      summary: 'Evaluation forms: those that ship and those of the school',
    })
    .input(z.object({}))
    .output(z.object({ rows: z.array(instrument) })),

  sample: oc
    .$meta<ApiMeta>({ access: 'public', write: false })
    .route({
      method: 'GET',
      path: '/instruments/sample',
      tags,
      summary: 'The shipped form that the public sandbox shows',
    })
    .input(
      z.object({
        key: z.enum([
          'clinical-s-ni-u',
          'aacn-domains',
          'clinical-judgment',
          'met-not-met',
          'shift-quick-check',
        ]),
      }),
    )
    .output(z.object({ name: z.string(), content: instrumentContent })),

  copy: base
    .meta({ access: ['school_admin'], write: true })
    .route({
      method: 'POST',
      path: '/instruments',
      tags,
      summary: 'Copy an evaluation form as a draft of the school',
    })
    .input(z.object({ id: z.uuid(), from: z.uuid(), name, ...idempotency }))
    .output(saved)
    .errors({ NOT_FOUND: {} }),

  save: base
    .meta(writes)
    .route({
      method: 'POST',
      path: '/instruments/{id}',
      tags,
      summary: 'Save the draft of an evaluation form',
    })
    .input(locked.extend({ name, content: instrumentContent }))
    .output(saved)
    .errors({ CONFLICT: {} }),

  publish: base
    .meta(writes)
    .route({
      method: 'POST',
      path: '/instruments/{id}/publish',
      tags,
      summary: 'Publish the draft as a new version; evaluations that were begun keep theirs',
    })
    .input(locked)
    .output(z.object({ id: z.uuid(), version: z.int(), number: z.int() }))
    .errors({ CONFLICT: {} }),

  retire: base
    .meta(writes)
    .route({
      method: 'POST',
      path: '/instruments/{id}/retire',
      tags,
      summary: 'Retire an evaluation form: nothing new is begun with it',
    })
    .input(locked)
    .output(saved)
    .errors({ CONFLICT: {} }),

  choose: base
    .meta(writes)
    .route({
      method: 'POST',
      path: '/instruments/choose',
      tags,
      summary: 'Choose the form for a time; none is what Placewell suggests',
    })
    .input(z.object({ time: evaluationTime, instrument_id: z.uuid().nullable(), ...idempotency }))
    .output(z.object({}))
    .errors({ CONFLICT: {} }),
}
