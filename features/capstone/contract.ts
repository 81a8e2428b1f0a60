import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { formatNumber } from '#core/number-text.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'
import { clearanceBrief } from '#features/credentials/contract.ts'
import { evaluationFields, evaluationStatus, outcome } from '#features/evaluations/contract.ts'
import { specialty } from '#features/facilities/contract.ts'
import { instrumentContent } from '#features/instruments/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin', 'proctor'], write: false })
const bySchool = { access: ['school_admin', 'proctor'], write: true, whileReadOnly: true } satisfies ApiMeta
/** Refused while the school is read-only: no capstone begins then. */
const begins = { access: ['school_admin', 'proctor'], write: true } satisfies ApiMeta
const byAll = {
  access: ['student', 'school_admin', 'proctor', 'preceptor'],
  write: true,
  whileReadOnly: true,
} satisfies ApiMeta
const byPreceptor = { access: ['preceptor'], write: true } satisfies ApiMeta
const tags = ['Capstone']
const date = z.iso.date('Enter a date.')
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time.')
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${formatNumber(most)} characters.`)
const key = z.object({ id: z.uuid(), ...idempotency })
const done = z.object({ id: z.uuid() })
const asks = { NOT_FOUND: {}, CONFLICT: {} }

export const projectStatus = z.enum([
  'draft',
  'submitted',
  'under_review',
  'revisions_requested',
  'approved',
  'awaiting_preceptor',
  'matched',
  'active',
  'completed',
  'closed',
  'withdrawn',
  'cancelled',
  'failed',
])
export type ProjectStatus = z.infer<typeof projectStatus>
const projectType = z.enum(['practicum_only', 'ebp_project', 'qi_project'])
export type ProjectType = z.infer<typeof projectType>
const nominationStatus = z.enum([
  'proposed',
  'asked',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'ended',
])
export type NominationStatus = z.infer<typeof nominationStatus>
const dayStatus = z.enum(['planned', 'confirmed', 'reschedule', 'removed'])
export type DayStatus = z.infer<typeof dayStatus>
const deliverableStatus = z.enum(['open', 'submitted', 'returned', 'accepted'])
export type DeliverableStatus = z.infer<typeof deliverableStatus>
const dayKind = z.enum(['orientation', 'on_unit', 'other'])
export type DayKind = z.infer<typeof dayKind>
const severity = z.enum(['minor', 'moderate', 'serious'])
export type Severity = z.infer<typeof severity>

/** The ten domains of the AACN Essentials. */
const aacnDomain = z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
export type AacnDomain = z.infer<typeof aacnDomain>
const goalState = z.enum(['open', 'in_progress', 'met', 'not_met'])
export type GoalState = z.infer<typeof goalState>
const goal = z.object({
  goal: text(300).min(3, 'Say what you want to learn.'),
  /** How reaching it is measured. */
  measure: text(180).default(''),
  aacn_domain: aacnDomain.nullable().default(null),
})
const deliverableFields = z.object({ name: text(120).min(2, 'Name it.'), due: date })

/** What a student fills in for a project (Domain 2.6). */
export const projectFields = z.object({
  semester_id: z.uuid('Choose a semester.'),
  course_code: text(40).min(1, 'Enter the course.'),
  title: text(160).min(3, 'Give it a title.'),
  summary: text(4000),
  learning_goals: z.array(goal).max(12, 'At most 12 goals.').default([]),
  skills: z.array(text(80).min(1)).max(40, 'At most 40 skills.').default([]),
  specialty,
  project_type: projectType.default('practicum_only'),
  preferred_units: text(180).default(''),
  start_date: date,
  end_date: date,
  deliverables: z.array(deliverableFields).max(12, 'At most 12 deliverables.').default([]),
})
export type ProjectFields = z.infer<typeof projectFields>

const nomination = z.object({
  id: z.uuid(),
  preceptor_id: z.uuid(),
  preceptor_name: z.string(),
  status: nominationStatus,
  answer_by: z.string().nullable(),
  reason: z.string().nullable(),
  student_signed_at: z.string().nullable(),
  preceptor_signed_at: z.string().nullable(),
  faculty_signed_at: z.string().nullable(),
  /** Why the faculty member signed although the student was not cleared. */
  override_reason: z.string().nullable(),
  created_at: z.string(),
})
export type Nomination = z.infer<typeof nomination>

const day = z.object({
  id: z.uuid(),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  kind: dayKind,
  status: dayStatus,
  /** As planned, or as confirmed once it is. */
  minutes: z.int(),
  preceptor_id: z.uuid(),
  preceptor_name: z.string(),
  /** Why someone else is the preceptor that day, or why it has to be rescheduled. */
  reason: z.string().nullable(),
  /** The unit to which the preceptor is floated that day; the student goes along once both are ready. */
  floated_to: z.string().nullable(),
  student_ready_at: z.string().nullable(),
  preceptor_ready_at: z.string().nullable(),
  is_substitute: z.boolean(),
  /** True for the preceptor of this day: another preceptor of the project cannot answer for it. */
  is_own: z.boolean(),
  has_ended: z.boolean(),
})
export type ProjectDay = z.infer<typeof day>

const deliverable = z.object({
  id: z.uuid(),
  name: z.string(),
  due: z.string(),
  status: deliverableStatus,
  file_ids: z.array(z.uuid()),
  note: z.string().nullable(),
  reason: z.string().nullable(),
})
export type Deliverable = z.infer<typeof deliverable>

const concern = z.object({
  id: z.uuid(),
  severity,
  narrative: z.string(),
  raised_at: z.string(),
  raised_by: z.string(),
  /** The person responsible for it. */
  to_name: z.string(),
  answer: z.string().nullable(),
  answered_at: z.string().nullable(),
})
export type Concern = z.infer<typeof concern>

export const evaluationTask = z.enum(['midterm', 'final'])
export type EvaluationTask = z.infer<typeof evaluationTask>

const projectEvaluation = z.object({
  id: z.uuid(),
  kind: evaluationTask,
  status: evaluationStatus,
  outcome: outcome.nullable(),
  by: z.string(),
  submitted_at: z.string().nullable(),
})

const certificate = z.object({
  id: z.uuid(),
  preceptor_name: z.string(),
  school_name: z.string(),
  facility_name: z.string(),
  faculty_name: z.string().nullable(),
  course_code: z.string(),
  hours: z.number(),
  days: z.int(),
  first_day: z.string(),
  last_day: z.string(),
  issued_on: z.string(),
})
export type Certificate = z.infer<typeof certificate>
const savedFile = z.object({ headers: z.record(z.string(), z.string()), body: z.file() })

const projectEvent = z.object({
  id: z.int(),
  at: z.string(),
  event: z.string(),
  by: z.string(),
  reason: z.string().nullable(),
})

export const projectParty = z.enum(['student', 'school', 'faculty', 'facility', 'preceptor'])
export type ProjectParty = z.infer<typeof projectParty>

/** The next step of a project. */
const nextStep = z.enum([
  'submit',
  'await_review',
  'revise',
  'await_facility',
  'await_nomination',
  'await_agreement',
  'await_answer',
  'sign',
  'await_signatures',
  'plan',
  'reschedule',
  'log_hours',
  'await_confirmation',
  'deliver',
  'await_final',
  'await_verification',
  'await_completion',
  'done',
  'ended',
])
export type NextStep = z.infer<typeof nextStep>

const projectRow = z.object({
  id: z.uuid(),
  student_id: z.uuid(),
  /** Hidden from a facility until a preceptor there has accepted. */
  student_name: z.string().nullable(),
  school_name: z.string(),
  title: z.string(),
  course_code: z.string(),
  specialty: z.string(),
  status: projectStatus,
  start_date: z.string(),
  end_date: z.string(),
  facility_name: z.string().nullable(),
  preceptor_name: z.string().nullable(),
  faculty_id: z.uuid().nullable(),
  faculty_name: z.string().nullable(),
  required_hours: z.number(),
  /** From the hours ledger: what preceptors confirmed and was not reversed. */
  credited_hours: z.number(),
  /** Days that are over and need the preceptor's confirmation. */
  to_confirm: z.int(),
  to_sign: z.int(),
  /** The next planned day; in a preceptor's list, the next one with them. */
  next_day: z.object({ date: z.string(), start_time: z.string(), end_time: z.string() }).nullable(),
  /** The evaluation that the preceptor writes next, due once half of the hours are confirmed, or all of them. */
  to_evaluate: evaluationTask.nullable(),
  version: z.int(),
})
export type ProjectRow = z.infer<typeof projectRow>

const project = projectRow.extend({
  semester_id: z.uuid(),
  semester_name: z.string().nullable(),
  school_id: z.uuid(),
  facility_id: z.uuid().nullable(),
  summary: z.string(),
  /** Each with its progress, as marked by the faculty member. */
  learning_goals: z.array(goal.extend({ status: goalState })),
  skills: z.array(z.string()),
  project_type: projectType,
  preferred_units: z.string(),
  orientation_hours: z.number(),
  other_hours: z.number(),
  feedback: z.string().nullable(),
  time_zone: z.string(),
  today: z.string(),
  /** The caller's party in the project. */
  party: projectParty,
  /** The student's next step, and whom it is waiting for. */
  next: z.object({ code: nextStep, names: z.string() }),
  /** Why it cannot be completed yet; null if it can. */
  completion_blocker: z.string().nullable(),
  nominations: z.array(nomination),
  days: z.array(day),
  deliverables: z.array(deliverable),
  /** For the facility and all days of the project; null until there is a facility, and for the facility and its preceptors. */
  clearance: clearanceBrief.nullable(),
  /** Those that the caller may see; in a facility only the preceptor who writes them. */
  evaluations: z.array(projectEvaluation),
  /** For its preceptors, once it is complete: all of them for the school, their own for a preceptor. */
  certificates: z.array(certificate),
  concerns: z.array(concern),
  events: z.array(projectEvent),
})
export type Project = z.infer<typeof project>
/** A project as the form of its proposal shows it. */
const proposal = project.pick({
  id: true,
  version: true,
  status: true,
  semester_id: true,
  course_code: true,
  title: true,
  summary: true,
  specialty: true,
  project_type: true,
  preferred_units: true,
  start_date: true,
  end_date: true,
  skills: true,
  learning_goals: true,
  deliverables: true,
})
export type Proposal = z.infer<typeof proposal>

const candidate = z.object({
  id: z.uuid(),
  full_name: z.string(),
  facility_name: z.string(),
  has_account: z.boolean(),
  load: z.int(),
  /** Why the person is not eligible; empty if they are. */
  blockers: z.array(z.string()),
})
export type Candidate = z.infer<typeof candidate>

export const projectEvents = z.enum([
  'submit',
  'withdraw',
  'review',
  'request_revisions',
  'cancel',
  'fail',
  'complete',
  'close',
])
export type ProjectEvent = z.infer<typeof projectEvents>

const moved = z.object({ id: z.uuid(), status: projectStatus, version: z.int() })
const needed = text(1000).min(3, 'Give a reason.')

const link = z.object({
  state: z.enum(['live', 'spent', 'expired', 'replaced', 'unknown']),
  /** The next step if it cannot be used. */
  message: z.string().nullable(),
  task: z.enum(['accept', 'sign', 'confirm', 'evaluate', 'certificate']).nullable(),
  expires_at: z.string().nullable(),
  certificate: certificate.nullable(),
  /** Only what this task needs. */
  project: z
    .object({
      title: z.string(),
      student_name: z.string().nullable(),
      school_name: z.string(),
      course_code: z.string(),
      preceptor_name: z.string(),
      faculty_name: z.string().nullable(),
      start_date: z.string(),
      end_date: z.string(),
      required_hours: z.number(),
      learning_goals: z.array(goal),
      answer_by: z.string().nullable(),
      day: day.nullable(),
      /** The initial values of an evaluation. */
      form: evaluationFields
        .extend({
          kind: evaluationTask,
          instrument_name: z.string(),
          content: instrumentContent,
          returned_reason: z.string().nullable(),
        })
        .nullable(),
    })
    .nullable(),
})
export type OpenedLink = z.infer<typeof link>

export const capstoneContract = {
  /** For a student their own; for an instructor those with them as faculty member; for a school all. */
  list: base
    .meta({
      access: ['student', 'school_admin', 'proctor', 'facility_admin', 'preceptor'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.student_id'] },
    })
    .route({ method: 'GET', path: '/capstone-projects', tags, summary: 'Capstone projects' })
    .input(
      z.object({
        show: z
          .enum(['current', 'review', 'placing', 'under_way', 'concerns', 'done', 'all'])
          .default('current'),
        q: z.string().max(120).default(''),
        /** Those with the caller as preceptor, permanently or for a day. */
        as: z.enum(['preceptor']).optional(),
        student_id: z.uuid().optional(),
        semester_id: z.uuid().optional(),
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
        page_size: z.coerce.number<number>().int().min(1).max(100).default(25),
      }),
    )
    .output(z.object({ rows: z.array(projectRow), total: z.int() })),

  get: base
    .meta({
      access: ['student', 'school_admin', 'proctor', 'facility_admin', 'preceptor'],
      write: false,
      trail: { kind: 'view', what: 'progress', people: ['output.student_id'] },
    })
    .route({ method: 'GET', path: '/capstone-projects/{id}', tags, summary: 'A capstone project' })
    .input(z.object({ id: z.uuid(), as: z.enum(['preceptor']).optional() }))
    .output(project)
    .errors({ NOT_FOUND: {} }),

  save: base
    .meta({ access: ['student'], write: true, whileReadOnly: true })
    .route({ method: 'PUT', path: '/capstone-projects/{id}', tags, summary: 'Write a proposal' })
    .input(
      projectFields.extend({
        id: z.uuid(),
        version: z.int().min(0),
        no_patient_named: z.literal(true).optional(),
        ...idempotency,
      }),
    )
    .output(moved)
    .errors({ ...asks, CONFLICT: conflict('proposal', proposal) }),

  move: base
    .meta({
      access: ['student', 'school_admin', 'proctor'],
      write: true,
      whileReadOnly: {
        event: ['withdraw', 'review', 'request_revisions', 'cancel', 'fail', 'complete', 'close'],
      },
    })
    .route({ method: 'POST', path: '/capstone-projects/{id}/steps', tags, summary: 'Take a project further' })
    .input(
      key.extend({
        event: projectEvents,
        version: z.int().min(1),
        reason: text(1000).nullable().default(null),
      }),
    )
    .output(moved)
    .errors(asks),

  approve: base
    .meta(begins)
    .route({ method: 'POST', path: '/capstone-projects/{id}/approve', tags, summary: 'Approve a proposal' })
    .input(
      key.extend({
        version: z.int().min(1),
        faculty_id: z.uuid('Choose a faculty member.'),
        required_hours: z.number().min(1, 'From 1 to 2,000.').max(2000, 'From 1 to 2,000.').default(120),
        orientation_hours: z.number().min(0, 'From 0 to 500.').max(500, 'From 0 to 500.').default(0),
        other_hours: z.number().min(0, 'From 0 to 500.').max(500, 'From 0 to 500.').default(0),
      }),
    )
    .output(moved)
    .errors(asks),

  /** Someone else signs, answers concerns and grades from now on, for example because the faculty member leaves. */
  changeFaculty: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/capstone-projects/{id}/faculty',
      tags,
      summary: 'Change the faculty member',
    })
    .input(key.extend({ version: z.int().min(1), faculty_id: z.uuid('Choose a faculty member.') }))
    .output(moved)
    .errors(asks),

  /** Who can be the faculty member of a project. */
  faculty: base
    .route({ method: 'GET', path: '/capstone-projects/{id}/faculty', tags, summary: 'Faculty members' })
    .input(z.object({ id: z.uuid() }))
    .output(z.array(z.object({ id: z.uuid(), full_name: z.string() }))),

  /** Partner facilities that can be asked. */
  facilities: base
    .route({ method: 'GET', path: '/capstone-projects/{id}/facilities', tags, summary: 'Facilities to ask' })
    .input(z.object({ id: z.uuid(), q: z.string().max(120).default('') }))
    .output(z.array(z.object({ id: z.uuid(), name: z.string() }))),

  askFacility: base
    .meta(begins)
    .route({
      method: 'POST',
      path: '/capstone-projects/{id}/facility',
      tags,
      summary: 'Ask a facility for a preceptor',
    })
    .input(key.extend({ version: z.int().min(1), facility_id: z.uuid('Choose a facility.') }))
    .output(moved)
    .errors(asks),

  candidates: base
    .meta({ access: ['school_admin', 'proctor', 'facility_admin'], write: false })
    .route({
      method: 'GET',
      path: '/capstone-projects/{id}/candidates',
      tags,
      summary: 'Who may be the preceptor',
    })
    .input(z.object({ id: z.uuid(), date: date.optional() }))
    .output(z.array(candidate))
    .errors(asks),

  nominate: base
    .meta({ access: ['school_admin', 'proctor', 'facility_admin'], write: true })
    .route({
      method: 'POST',
      path: '/capstone-projects/{project_id}/nominations',
      tags,
      summary: 'Nominate a preceptor',
    })
    .input(key.extend({ project_id: z.uuid(), preceptor_id: z.uuid('Choose a preceptor.') }))
    .output(done)
    .errors(asks),

  /** The school accepts a facility's nominee, and the preceptor is asked; or withdraws a nomination. */
  decideNomination: base
    .meta({
      access: ['school_admin', 'proctor', 'facility_admin'],
      write: true,
      whileReadOnly: { decision: ['withdraw', 'end'] },
    })
    .route({
      method: 'POST',
      path: '/capstone-nominations/{id}/decide',
      tags,
      summary: 'Decide a nomination',
    })
    .input(
      key.extend({
        decision: z.enum(['ask', 'withdraw', 'end']),
        reason: text(1000).nullable().default(null),
      }),
    )
    .output(done)
    .errors(asks),

  answer: base
    .meta(byPreceptor)
    .route({
      method: 'POST',
      path: '/capstone-nominations/{id}/answer',
      tags,
      summary: 'Accept or decline a student',
    })
    .input(key.extend({ accepts: z.boolean(), reason: text(1000).nullable().default(null) }))
    .output(done)
    .errors(asks),

  sign: base
    .meta(byAll)
    .route({ method: 'POST', path: '/capstone-nominations/{id}/sign', tags, summary: 'Sign the agreement' })
    .input(key.extend({ reason: text(1000).nullable().default(null) }))
    .output(done)
    .errors(asks),

  plan: base
    .meta(byAll)
    .route({ method: 'POST', path: '/capstone-projects/{project_id}/days', tags, summary: 'Plan days' })
    .input(
      z.object({
        project_id: z.uuid(),
        days: z
          .array(
            z.object({
              id: z.uuid(),
              date,
              start_time: time,
              end_time: time,
              kind: dayKind.default('on_unit'),
            }),
          )
          .min(1)
          .max(60, 'At most 60 days at once.'),
        ...idempotency,
      }),
    )
    .output(z.object({}))
    .errors(asks),

  /** The faculty member marks the progress of a learning goal. */
  markGoal: base
    .meta(bySchool)
    .route({ method: 'POST', path: '/capstone-projects/{id}/goals', tags, summary: 'Mark a learning goal' })
    .input(key.extend({ version: z.int().min(1), at: z.int().min(0).max(11), status: goalState }))
    .output(moved)
    .errors(asks),

  /**
   * Removes a planned day, or marks that it has to be rescheduled because the preceptor cannot come;
   * notes that a unit floats the preceptor, or that the caller is ready to go along.
   */
  changeDay: base
    .meta({
      access: ['student', 'school_admin', 'proctor', 'facility_admin', 'preceptor'],
      write: true,
      whileReadOnly: true,
    })
    .route({
      method: 'POST',
      path: '/capstone-days/{id}/change',
      tags,
      summary: 'Remove, reschedule or float a day',
    })
    .input(
      key.extend({
        change: z.enum(['remove', 'reschedule', 'float', 'ready']),
        /** For a floated day, where to; for a rescheduled one, why. */
        reason: text(300).nullable().default(null),
      }),
    )
    .output(done)
    .errors(asks),

  confirm: base
    .meta(byPreceptor)
    .route({
      method: 'POST',
      path: '/capstone-days/{id}/confirm',
      tags,
      summary: 'Confirm the hours of a day',
    })
    .input(key.extend({ minutes: z.int().min(0).max(960).optional() }))
    .output(done)
    .errors(asks),

  substitute: base
    .meta({ access: ['school_admin', 'proctor', 'facility_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/capstone-days/{id}/substitute',
      tags,
      summary: 'Name a substitute for a day',
    })
    .input(key.extend({ preceptor_id: z.uuid('Choose a preceptor.'), reason: needed }))
    .output(done)
    .errors(asks),

  deliver: base
    .meta({ access: ['student'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/capstone-deliverables/{id}/deliver',
      tags,
      summary: 'Hand in a deliverable',
    })
    .input(
      key.extend({
        note: text(1000).nullable().default(null),
        file_ids: z.array(z.uuid()).max(5).default([]),
      }),
    )
    .output(done)
    .errors(asks),

  decideDeliverable: base
    .meta(bySchool)
    .route({
      method: 'POST',
      path: '/capstone-deliverables/{id}/decide',
      tags,
      summary: 'Accept or return a deliverable',
    })
    .input(
      key.extend({ decision: z.enum(['accept', 'return']), reason: text(1000).nullable().default(null) }),
    )
    .output(done)
    .errors(asks),

  raiseConcern: base
    .meta({ ...byPreceptor, createsById: true })
    .route({
      method: 'POST',
      path: '/capstone-projects/{project_id}/concerns',
      tags,
      summary: 'Raise a concern',
    })
    .input(
      key.extend({
        project_id: z.uuid(),
        severity,
        narrative: text(4000).min(10, 'Describe it in a sentence or two.'),
        no_patient_named: z.literal(true).optional(),
      }),
    )
    .output(z.object({ to_name: z.string() }))
    .errors(asks),

  answerConcern: base
    .meta(bySchool)
    .route({ method: 'POST', path: '/capstone-concerns/{id}/answer', tags, summary: 'Answer a concern' })
    .input(
      key.extend({
        answer: text(2000).min(3, 'Write an answer.'),
        no_patient_named: z.literal(true).optional(),
      }),
    )
    .output(done)
    .errors(asks),

  /**
   * Sends the preceptor of a nomination or day a new link, which replaces the
   * earlier one; a preceptor with an account gets a notification.
   */
  sendLink: base
    .meta(bySchool)
    .route({
      method: 'POST',
      path: '/capstone-nominations/{id}/link',
      tags,
      summary: 'Send a preceptor a new link',
    })
    .input(
      key.extend({
        task: z.enum(['accept', 'sign', 'confirm', 'evaluate']),
        day_id: z.uuid().optional(),
        kind: evaluationTask.optional(),
      }),
    )
    .output(done)
    .errors(asks),

  /** A preceptor's own, newest first. */
  certificates: base
    .meta({ access: ['preceptor'], write: false })
    .route({ method: 'GET', path: '/capstone-certificates', tags, summary: 'My certificates of hours' })
    .output(z.array(certificate)),

  /** A certificate names no student. Downloads are recorded in the history of its project. */
  certificate: base
    .meta({ access: ['school_admin', 'proctor', 'preceptor'], write: false })
    .route({
      method: 'GET',
      path: '/capstone-certificates/{id}/content',
      tags,
      summary: 'A certificate of hours as a PDF, to be saved',
      outputStructure: 'detailed',
    })
    .input(z.object({ id: z.uuid() }))
    .output(savedFile)
    .errors({ NOT_FOUND: {} }),

  /** Sends a preceptor without an account a new link to their certificate. */
  sendCertificate: base
    .meta(bySchool)
    .route({
      method: 'POST',
      path: '/capstone-certificates/{id}/link',
      tags,
      summary: 'Send a certificate again',
    })
    .input(key)
    .output(done)
    .errors(asks),

  /** The certificate of a link, any number of times within seven days. */
  linkedCertificate: base
    .meta({ access: 'public', write: true })
    .route({
      method: 'POST',
      path: '/capstone-links/certificate',
      tags,
      summary: 'The certificate of a link, to be saved',
    })
    .input(z.object({ token: z.string().min(1).max(200) }))
    .output(z.object({ file: z.file() }))
    .errors(asks),

  /** Opening a link does not use it up; it is recorded. */
  openLink: base
    .meta({ access: 'public', write: true })
    .route({ method: 'POST', path: '/capstone-links/open', tags, summary: 'Open a link from an email' })
    .input(z.object({ token: z.string().max(200) }))
    .output(link),

  /** Performs the link's task, once. */
  submitLink: base
    .meta({ access: 'public', write: true })
    .route({ method: 'POST', path: '/capstone-links/submit', tags, summary: 'Do what a link is for, once' })
    .input(
      z.object({
        token: z.string().min(1).max(200),
        answer: z.discriminatedUnion('task', [
          z.object({
            task: z.literal('accept'),
            accepts: z.boolean(),
            reason: text(1000).nullable().default(null),
          }),
          z.object({ task: z.literal('sign') }),
          z.object({ task: z.literal('evaluate'), ...evaluationFields.shape }),
          z.object({
            task: z.literal('confirm'),
            minutes: z.int().min(0).max(960).optional(),
            concern: z
              .object({ severity, narrative: text(4000).min(10, 'Describe it in a sentence or two.') })
              .nullable()
              .default(null),
          }),
        ]),
        no_patient_named: z.literal(true).optional(),
      }),
    )
    .output(
      z.object({
        done: z.enum(['accept', 'decline', 'sign', 'confirm', 'evaluate']),
        to_name: z.string().nullable(),
      }),
    )
    .errors(asks),
}
