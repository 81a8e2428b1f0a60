import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { formatNumber } from '#core/number-text.ts'
import { idempotency } from '#features/audit/contract.ts'
import { answer, instrumentContent } from '#features/instruments/contract.ts'

const evaluators = ['proctor', 'student', 'facility_admin'] as const
const everyone = [...evaluators, 'school_admin'] as const
const base = oc.$meta<ApiMeta>({ access: [...everyone], write: false })
const byEvaluator = { access: [...evaluators], write: true, whileReadOnly: true } satisfies ApiMeta
const byStudent = { access: ['student'], write: true, whileReadOnly: true } satisfies ApiMeta
const bySchool = { access: ['school_admin'], write: true, whileReadOnly: true } satisfies ApiMeta
const tags = ['Evaluations']
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${formatNumber(most)} characters.`)
    .nullable()
const locked = z.object({ id: z.uuid(), version: z.int().min(1), ...idempotency })
const tick = { no_patient_named: z.literal(true).optional() }

export const evaluationStatus = z.enum([
  'assigned',
  'overdue',
  'draft',
  'submitted',
  'acknowledged',
  'disputed',
  'under_verification',
  'returned',
  'verified',
  'locked',
  'voided',
])
export type EvaluationStatus = z.infer<typeof evaluationStatus>
export const evaluationKind = z.enum(['shift', 'midterm', 'final'])
export type EvaluationKind = z.infer<typeof evaluationKind>
export const outcome = z.enum(['satisfactory', 'needs_improvement', 'unsatisfactory', 'rated'])
export const check = z.enum([
  'supervised',
  'attended',
  'critical_commented',
  'no_na_on_core',
  'legal_for_timing',
])
export type Check = z.infer<typeof check>

/** The fields an evaluator writes: answers to items, and two free texts. */
export const evaluationFields = z.object({
  answers: z.array(answer).max(200),
  strengths: text(2000),
  improvements: text(2000),
})
export type EvaluationFields = z.infer<typeof evaluationFields>

/** The subject of an evaluation: a shift, a semester (named by a shift in it), or a capstone project. */
export const subject = z.discriminatedUnion('subject', [
  z.object({ subject: z.literal('shift'), shift_id: z.uuid() }),
  z.object({ subject: z.literal('semester'), shift_id: z.uuid() }),
  z.object({ subject: z.literal('project'), project_id: z.uuid() }),
])
export type Subject = z.infer<typeof subject>

export const evaluationRow = z.object({
  id: z.uuid(),
  student_id: z.uuid(),
  student_name: z.string(),
  /** Null for a preceptor without an account. */
  evaluator_id: z.uuid().nullable(),
  evaluator_name: z.string(),
  is_self: z.boolean(),
  subject: z.enum(['shift', 'semester', 'project']),
  shift_id: z.uuid().nullable(),
  project_id: z.uuid().nullable(),
  semester_id: z.uuid().nullable(),
  semester_name: z.string().nullable(),
  location: z.string().nullable(),
  date: z.string().nullable(),
  kind: evaluationKind,
  status: evaluationStatus,
  outcome: outcome.nullable(),
  score: z.int().nullable(),
  most: z.int().nullable(),
  failed_checks: z.array(check),
  due_at: z.string().nullable(),
  submitted_at: z.string().nullable(),
  is_superseded: z.boolean(),
  is_late: z.boolean(),
  amendment_of: z.uuid().nullable(),
  version: z.int(),
})
export type EvaluationRow = z.infer<typeof evaluationRow>

export const signature = z.object({
  party: z.enum(['student', 'faculty', 'lead']),
  name: z.string(),
  signed_at: z.string(),
})

export const plan = z.object({
  id: z.uuid(),
  student_id: z.uuid(),
  student_name: z.string(),
  faculty_id: z.uuid(),
  faculty_name: z.string(),
  /** True when the faculty member is no longer at the school, which then acts for them; known to the school alone. */
  faculty_left: z.boolean(),
  kind: evaluationKind,
  items: z.array(z.object({ code: z.string(), text: z.string() })),
  actions: z.string().nullable(),
  due_on: z.string().nullable(),
  status: z.enum(['open', 'met', 'not_met', 'void']),
  result_note: z.string().nullable(),
  signatures: z.array(signature),
  version: z.int(),
})
export type Plan = z.infer<typeof plan>

export const evaluation = evaluationRow.extend({
  ...evaluationFields.shape,
  instrument_id: z.uuid(),
  instrument_name: z.string(),
  instrument_version: z.int(),
  content: instrumentContent,
  student_reply: z.string().nullable(),
  dispute_reason: z.string().nullable(),
  returned_reason: z.string().nullable(),
  void_reason: z.string().nullable(),
  amendment_reason: z.string().nullable(),
  acknowledged_at: z.string().nullable(),
  verified_at: z.string().nullable(),
  locked_at: z.string().nullable(),
  plan: plan.nullable(),
  trail: z.array(
    z.object({
      at: z.string(),
      status: evaluationStatus,
      by: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
})
export type Evaluation = z.infer<typeof evaluation>

/** What a form starts from: the existing evaluation, or an empty draft with the current instrument. */
export const evaluationStart = z.object({
  evaluation: evaluation.nullable(),
  student_name: z.string(),
  location: z.string().nullable(),
  date: z.string().nullable(),
  instrument_id: z.uuid(),
  instrument_version: z.int(),
  instrument_name: z.string(),
  content: instrumentContent,
  /** A new midterm starts with the evaluator's notes after shifts; null if there are none. */
  prefilled: z
    .object({ shifts: z.int(), strengths: z.string().nullable(), improvements: z.string().nullable() })
    .nullable(),
  /** The other students of the shift, with the status of their evaluation of this kind. */
  group: z.array(
    z.object({
      student_id: z.uuid(),
      full_name: z.string(),
      id: z.uuid().nullable(),
      status: evaluationStatus.nullable(),
      version: z.int(),
    }),
  ),
})
export type EvaluationStart = z.infer<typeof evaluationStart>

const written = z.object({ id: z.uuid(), status: evaluationStatus, version: z.int() })
const rows = z.object({ rows: z.array(evaluationRow), total: z.int() })
const paged = {
  page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
  page_size: z.coerce.number<number>().int().min(1).max(100).default(25),
}

const feedbackAbout = z.enum(['site', 'instructor'])

/** Student feedback on one site or instructor in a semester, in groups: how often each answer was given. */
export const feedbackGroup = z.object({
  about: feedbackAbout,
  target_id: z.uuid(),
  name: z.string(),
  semester_id: z.uuid(),
  semester_name: z.string(),
  given: z.int(),
  items: z.array(
    z.object({ text: z.string(), counts: z.array(z.object({ label: z.string(), times: z.int() })) }),
  ),
  comments: z.array(z.string()),
})
export type FeedbackGroup = z.infer<typeof feedbackGroup>

export const evaluationsContract = {
  list: base
    .meta({
      ...base['~orpc'].meta,
      trail: { kind: 'view', what: 'progress', people: ['output.rows.*.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/evaluations',
      tags,
      summary: 'Evaluations: one’s own, those one writes, or of the school',
    })
    .input(
      z.object({
        show: z.enum(['to_write', 'written', 'about_me', 'asked', 'queue', 'settled']),
        student_id: z.uuid().optional(),
        shift_id: z.uuid().optional(),
        semester_id: z.uuid().optional(),
        ...paged,
      }),
    )
    .output(rows),

  get: base
    .meta({ ...base['~orpc'].meta, trail: { kind: 'view', what: 'progress', people: ['output.student_id'] } })
    .route({ method: 'GET', path: '/evaluations/{id}', tags, summary: 'An evaluation' })
    .input(z.object({ id: z.uuid() }))
    .output(evaluation)
    .errors({ NOT_FOUND: {} }),

  start: base
    .meta({
      access: [...evaluators],
      write: false,
      trail: { kind: 'view', what: 'progress', people: ['input.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/evaluation-forms',
      tags,
      summary: 'What the form of an evaluation starts from',
    })
    .input(
      z.object({
        student_id: z.uuid(),
        kind: evaluationKind,
        shift_id: z.uuid().optional(),
        project_id: z.uuid().optional(),
      }),
    )
    .output(evaluationStart)
    .errors({ NOT_FOUND: {} }),

  save: base
    .meta(byEvaluator)
    .route({
      method: 'POST',
      path: '/evaluations/{id}',
      tags,
      summary: 'Save the draft of an evaluation, and begin it',
    })
    .input(
      z.object({
        id: z.uuid(),
        /** 0 starts a new evaluation. */
        version: z.int().min(0),
        student_id: z.uuid(),
        kind: evaluationKind,
        about: subject,
        ...evaluationFields.shape,
        ...idempotency,
        ...tick,
      }),
    )
    .output(written)
    .errors({ CONFLICT: {} }),

  copyToGroup: base
    .meta({ access: ['proctor'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/evaluations/{id}/copy-to-group',
      tags,
      summary: 'Begin the same evaluation of others on the shift',
    })
    .input(locked.extend({ student_ids: z.array(z.uuid()).min(1, 'Choose students.').max(30) }))
    .output(z.object({ made: z.int() }))
    .errors({ CONFLICT: {} }),

  submit: base
    .meta(byEvaluator)
    .route({
      method: 'POST',
      path: '/evaluations/submit',
      tags,
      summary: 'Submit evaluations that are complete, as many as there is time for',
    })
    .input(
      z.object({
        rows: z
          .array(z.object({ id: z.uuid(), version: z.int().min(1) }))
          .min(1)
          .max(30),
        ...idempotency,
      }),
    )
    .output(z.object({ rows: z.array(written) }))
    .errors({ CONFLICT: {} }),

  answer: base
    .meta(byStudent)
    .route({
      method: 'POST',
      path: '/evaluations/{id}/answer',
      tags,
      summary: 'Acknowledge an evaluation, reply to it, or dispute it',
    })
    .input(
      locked.extend({
        what: z.enum(['acknowledge', 'reply', 'dispute']),
        reply: text(2000).default(null),
        ...tick,
      }),
    )
    .output(written)
    .errors({ CONFLICT: {} }),

  decide: base
    .meta(bySchool)
    .route({
      method: 'POST',
      path: '/evaluations/{id}/decide',
      tags,
      summary: 'Verify an evaluation, return it, or void it',
    })
    .input(
      locked.extend({
        decision: z.enum(['verify', 'return', 'void']),
        reason: text(1000).default(null),
        ...tick,
      }),
    )
    .output(written)
    .errors({ CONFLICT: {} }),

  verifyMany: base
    .meta(bySchool)
    .route({
      method: 'POST',
      path: '/evaluations/verify',
      tags,
      summary: 'Verify evaluations that pass every check, as many as there is time for',
    })
    .input(
      z.object({
        rows: z
          .array(z.object({ id: z.uuid(), version: z.int().min(1) }))
          .min(1, 'Choose evaluations.')
          .max(100, 'At most 100 at once.'),
        ...idempotency,
      }),
    )
    .output(z.object({ rows: z.array(written) }))
    .errors({ CONFLICT: {} }),

  amend: base
    .meta({ access: ['proctor', 'facility_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/evaluations/{id}/amend',
      tags,
      summary: 'Begin a new version of a verified evaluation',
    })
    .input(
      z.object({
        id: z.uuid(),
        new_id: z.uuid(),
        reason: z.string().trim().min(3, 'Give a reason.').max(1000),
        ...idempotency,
        ...tick,
      }),
    )
    .output(written)
    .errors({ CONFLICT: {} }),

  assign: base
    .meta(bySchool)
    .route({
      method: 'POST',
      path: '/evaluations/assign',
      tags,
      summary: 'Ask instructors for the midterm or final of a semester',
    })
    .input(
      z.object({
        semester_id: z.uuid(),
        kind: z.enum(['midterm', 'final']),
        cohort_id: z.uuid().nullable().default(null),
        due_on: z.iso.date(),
        ...idempotency,
      }),
    )
    .output(z.object({ assigned: z.int(), without: z.array(z.string()) }))
    .errors({ CONFLICT: {} }),

  feedbackToGive: base
    .meta({ access: ['student'], write: false })
    .route({
      method: 'GET',
      path: '/feedback/to-give',
      tags,
      summary: 'Sites and instructors that a student can give feedback on',
    })
    .input(z.object({}))
    .output(
      z.object({
        rows: z.array(
          z.object({
            about: feedbackAbout,
            shift_id: z.uuid(),
            instructor_id: z.uuid().nullable(),
            name: z.string(),
            semester_name: z.string(),
            is_given: z.boolean(),
          }),
        ),
        forms: z.object({ site: instrumentContent, instructor: instrumentContent }),
      }),
    ),

  giveFeedback: base
    .meta({ access: ['student'], write: true, whileReadOnly: true, inPersonOnly: true })
    .route({
      method: 'POST',
      path: '/feedback',
      tags,
      summary: 'Give feedback on a site or an instructor, once a semester',
    })
    .input(
      z.object({
        id: z.uuid(),
        shift_id: z.uuid(),
        about: feedbackAbout,
        /** The instructor meant, if there are several; defaults to the first. */
        instructor_id: z.uuid().nullable().optional(),
        answers: z.array(answer.omit({ comment: true })).max(30),
        comment: text(1000).default(null),
        ...idempotency,
        ...tick,
      }),
    )
    .output(z.object({}))
    .errors({ CONFLICT: {} }),

  feedback: base
    .meta({ access: ['proctor'], write: false })
    .route({
      method: 'GET',
      path: '/feedback/about-me',
      tags,
      summary: 'What students said of an instructor, in groups of five and more',
    })
    .input(z.object({}))
    .output(z.object({ rows: z.array(feedbackGroup) })),

  plans: base
    .meta({
      ...base['~orpc'].meta,
      trail: { kind: 'view', what: 'progress', people: ['output.rows.*.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/remediation-plans',
      tags,
      summary: 'Remediation plans that the asker takes part in',
    })
    .input(z.object({ show: z.enum(['open', 'closed']).default('open') }))
    .output(z.object({ rows: z.array(plan) })),

  savePlan: base
    .meta({ access: ['proctor', 'facility_admin', 'school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/remediation-plans/{id}',
      tags,
      summary: 'Say what a plan asks for and by when',
    })
    .input(
      locked.extend({
        actions: z.string().trim().min(10, 'Say what the student does, in a sentence or two.').max(4000),
        due_on: z.iso.date(),
        ...tick,
      }),
    )
    .output(z.object({}))
    .errors({ CONFLICT: {} }),

  signPlan: base
    .meta({ access: [...everyone], write: true, whileReadOnly: true, inPersonOnly: true })
    .route({ method: 'POST', path: '/remediation-plans/{id}/sign', tags, summary: 'Sign a remediation plan' })
    .input(locked)
    .output(z.object({}))
    .errors({ CONFLICT: {} }),

  closePlan: base
    .meta({ access: ['proctor', 'facility_admin', 'school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/remediation-plans/{id}/close',
      tags,
      summary: 'Say whether a plan was met',
    })
    .input(locked.extend({ result: z.enum(['met', 'not_met']), note: text(1000).default(null), ...tick }))
    .output(z.object({}))
    .errors({ CONFLICT: {} }),
}
