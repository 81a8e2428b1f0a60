import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { MAX_PLANNED, QUESTION_KEY_LENGTH } from '#core/shift-plan-limits.ts'
import { idempotency } from '#features/audit/contract.ts'
import { specialty } from '#features/facilities/contract.ts'
import { clockTime, date, experienceType } from '#features/shifts/contract.ts'

/** Only school admins open this page (Spec §2), and superadmins with a school selected. */
const base = oc.$meta<ApiMeta>({ access: ['only:school_admin'], write: false })
const writing = oc.$meta<ApiMeta>({ access: ['only:school_admin'], write: true })
/** Also allowed while the school is read-only: plans can be discarded and drafts undone. */
const ending = oc.$meta<ApiMeta>({ access: ['only:school_admin'], write: true, whileReadOnly: true })
const tags = ['Shift plans']

export const shiftPlanStatus = z.enum([
  'drafting',
  'needs_answers',
  'ready',
  'committed',
  'discarded',
  'failed',
])
export type ShiftPlanStatus = z.infer<typeof shiftPlanStatus>

/** The codes of domain §2.16, and other refusals of the shift form. */
export const issueCode = z.enum([
  'UNIT_UNKNOWN',
  'OUT_OF_TERM',
  'HOLIDAY',
  'BLACKOUT',
  'NO_PARTNERSHIP',
  'AGREEMENT_EXPIRED',
  'UNIT_CAP',
  'RATIO',
  'OTHER_SCHOOL_ON_UNIT',
  'PROCTOR_CLASH',
  'PROCTOR_MISSING',
  'LEAD_TIME',
  'DUPLICATE',
  'HOURS_OVERSHOOT',
  'SPECIALTY_MISMATCH',
  'NOT_ALLOWED',
])
export type IssueCode = z.infer<typeof issueCode>

/** Manual changes to one shift of a plan; omitted fields stay as the text says. */
export const itemEdit = z.object({
  date: date.optional(),
  start_time: clockTime.optional(),
  end_time: clockTime.optional(),
  facility_id: z.uuid().nullable().optional(),
  capacity: z.int().min(1, 'At least 1.').max(500, 'At most 500.').optional(),
  proctor_ids: z.array(z.uuid()).max(10, 'At most 10 instructors.').optional(),
  preceptor_ids: z.array(z.uuid()).max(10, 'At most 10 preceptors.').optional(),
  specialty: specialty.optional(),
  is_left_out: z.boolean().optional(),
  /** True when the shift is planned despite a holiday or break. */
  is_on_day_off: z.boolean().optional(),
})
export type ItemEdit = z.infer<typeof itemEdit>

const fix = z.object({
  label: z.string(),
  /** The name of the same fix on several shifts, if the label contains a number specific to one shift. */
  alike: z.string().optional(),
  edit: itemEdit,
})
export type Fix = z.infer<typeof fix>
const issue = z.object({
  code: issueCode,
  severity: z.enum(['block', 'warn']),
  text: z.string(),
  /** The same text without details of this one shift, shown once for all shifts that have the issue. */
  about: z.string(),
  fixes: z.array(fix),
})
export type Issue = z.infer<typeof issue>

/** A shift as it would be drafted. */
export const planItem = z.object({
  temp_id: z.string(),
  series: z.int(),
  date,
  start_time: z.string(),
  end_time: z.string(),
  break_min: z.int(),
  facility_id: z.uuid().nullable(),
  unit_name: z.string().nullable(),
  site_name: z.string().nullable(),
  specialty,
  experience_type: experienceType,
  capacity: z.int(),
  course_code: z.string().nullable(),
  cohort_ids: z.array(z.uuid()),
  proctor_ids: z.array(z.uuid()),
  proctor_names: z.array(z.string()),
  preceptor_ids: z.array(z.uuid()),
  preceptor_names: z.array(z.string()),
  objectives: z.array(z.string()),
  is_left_out: z.boolean(),
  is_on_day_off: z.boolean(),
  is_edited: z.boolean(),
  issues: z.array(issue),
})
export type PlanItem = z.infer<typeof planItem>

const assumption = z.object({ series: z.int(), text: z.string() })
const question = z.object({
  key: z.string(),
  series: z.int(),
  quote: z.string(),
  text: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
})

const counts = z.object({ planned: z.int(), blocked: z.int(), left_out: z.int(), warned: z.int() })
export type PlanCounts = z.infer<typeof counts>

const row = z.object({
  id: z.uuid(),
  semester_id: z.uuid(),
  semester_name: z.string(),
  prompt: z.string(),
  file_name: z.string().nullable(),
  status: shiftPlanStatus,
  engine: z.literal('rules'),
  counts,
  failure: z.string().nullable(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
  committed_at: z.string().nullable(),
  version: z.int(),
})
export type ShiftPlanRow = z.infer<typeof row>

const drafted = z.object({
  series_id: z.uuid().nullable(),
  label: z.string(),
  count: z.int(),
  from: date,
  to: date,
})
export const shiftPlan = row.extend({
  /** How each series was understood. */
  series: z.array(
    z.object({
      text: z.string(),
      summary: z.string(),
      left_out: z.array(z.object({ date, why: z.string() })),
    }),
  ),
  assumptions: z.array(assumption),
  questions: z.array(question),
  answered: z.int(),
  items: z.array(planItem),
  /** For a committed plan: how many drafts exist, how many are no longer drafts, and where to see them. */
  drafts: z.int(),
  no_longer_draft: z.int(),
  drafted: z.array(drafted),
})
export type ShiftPlan = z.infer<typeof shiftPlan>

const prompt = z.string().trim().min(1, 'Describe the shifts.').max(20_000, 'At most 20,000 characters.')
const seen = z.object({ id: z.uuid(), version: z.int(), ...idempotency })
const option = z.object({ id: z.uuid(), name: z.string() })

export const shiftPlansContract = {
  list: base
    .route({ method: 'GET', path: '/shift-plans', tags, summary: 'Earlier plans of shifts' })
    .input(
      z.object({
        status: shiftPlanStatus.optional(),
        page: z.int().min(1).default(1),
        page_size: z.int().min(1).max(100).default(25),
      }),
    )
    .output(z.object({ rows: z.array(row), total: z.int() })),

  get: base
    .route({ method: 'GET', path: '/shift-plans/{id}', tags, summary: 'A plan of shifts with its checks' })
    .input(z.object({ id: z.uuid() }))
    .output(shiftPlan),

  /** What a plan can use: semesters, units, instructors, and example sentences from the school's own data. */
  options: base
    .route({ method: 'GET', path: '/shift-plans/options', tags, summary: 'What plans are made of' })
    .output(
      z.object({
        semesters: z.array(option.extend({ start_date: date, end_date: date })),
        units: z.array(option),
        instructors: z.array(option),
        preceptors: z.array(option),
        examples: z.array(z.string()),
        left_today: z.int(),
        /** The semester to plan next. */
        suggested_id: z.uuid().nullable(),
      }),
    ),

  create: writing
    .route({ method: 'POST', path: '/shift-plans', tags, summary: 'Plan shifts from words' })
    .input(
      z.object({
        id: z.uuid(),
        semester_id: z.uuid(),
        prompt,
        file_name: z.string().max(200).nullable().default(null),
      }),
    )
    .output(shiftPlan),

  reword: writing
    .route({ method: 'PATCH', path: '/shift-plans/{id}', tags, summary: 'Change the words of a plan' })
    .input(seen.extend({ semester_id: z.uuid(), prompt }))
    .output(shiftPlan),

  /** The choice for a question; null reopens the question. */
  answer: writing
    .route({ method: 'POST', path: '/shift-plans/{id}/answer', tags, summary: 'Answer a question of a plan' })
    .input(seen.extend({ key: z.string().max(QUESTION_KEY_LENGTH), value: z.string().max(100).nullable() }))
    .output(shiftPlan),

  edit: writing
    .route({ method: 'POST', path: '/shift-plans/{id}/edit', tags, summary: 'Change shifts of a plan' })
    .input(
      seen.extend({
        edits: z
          .array(z.object({ temp_id: z.string().max(40), edit: itemEdit }))
          .min(1)
          .max(MAX_PLANNED),
      }),
    )
    .output(shiftPlan),

  commit: writing
    .route({ method: 'POST', path: '/shift-plans/{id}/commit', tags, summary: 'Make drafts of a plan' })
    .input(seen)
    .output(shiftPlan),

  undo: ending
    .route({
      method: 'POST',
      path: '/shift-plans/{id}/undo',
      tags,
      summary: 'Take the drafts of a plan back',
    })
    .input(seen)
    .output(shiftPlan),

  discard: ending
    .route({ method: 'POST', path: '/shift-plans/{id}/discard', tags, summary: 'Put a plan aside' })
    .input(seen)
    .output(shiftPlan),

  resume: writing
    .route({
      method: 'POST',
      path: '/shift-plans/{id}/resume',
      tags,
      summary: 'Take a discarded plan up again',
    })
    .input(seen)
    .output(shiftPlan),
}
