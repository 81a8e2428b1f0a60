import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { formatNumber } from '#core/number-text.ts'
import { idempotency } from '#features/audit/contract.ts'
import { outcome, plan } from '#features/evaluations/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const readers = ['student', 'proctor', 'school_admin'] as const
const tags = ['Semester reports']
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${formatNumber(most)} characters.`)
    .nullable()
const day = z.iso.date()

export const semesterReportStatus = z.enum([
  'draft',
  'proctor_review',
  'school_review',
  'published',
  'acknowledged',
  'superseded',
  'withheld',
])
export type SemesterReportStatus = z.infer<typeof semesterReportStatus>

export const decision = z.enum(['progressing', 'progressing_with_plan', 'not_progressing', 'incomplete'])
export type Decision = z.infer<typeof decision>

/** What is not finished when a report is generated (domain §2.14: readiness warnings). */
export const missingCode = z.enum([
  'attendance_open',
  'shift_report_open',
  'incident_open',
  'hours_to_make_up',
  'hours_to_approve',
  'capstone_open',
  'shifts_ahead',
  'evaluation_missing',
  'evaluation_disputed',
  'credential_open',
  'credential_lapsed',
])
export type MissingCode = z.infer<typeof missingCode>

const courseLine = z.object({
  course: z.string().nullable(),
  required: z.number().nullable(),
  direct: z.number(),
  other: z.number(),
  simulation: z.number(),
  /** Maximum simulation hours that count; null without a limit. */
  cap: z.number().nullable(),
  sim_credited: z.number(),
  over: z.number(),
  credited: z.number(),
})

const evaluationLine = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.string(),
  status: z.string(),
  /** In words, as the evaluation form has it: Satisfactory, 3.4 of 4. */
  overall: z.string().nullable(),
  /** Missing in older reports, like the status of its remediation plan. */
  outcome: outcome.nullish(),
  plan: plan.shape.status.exclude(['void']).nullish(),
  evaluator_name: z.string().nullable(),
  date: day.nullable(),
})
export type EvaluationLine = z.infer<typeof evaluationLine>

export const competencyTrend = z.enum(['rising', 'steady', 'falling', 'once'])
export type CompetencyTrend = z.infer<typeof competencyTrend>

/** A domain of the evaluation forms with its scores in each midterm and final, in chronological order (domain §2.14: competencies). */
const competency = z.object({
  domain: z.string(),
  /** In whole percent of the maximum points. */
  scores: z.array(z.object({ label: z.string(), date: day.nullable(), percent: z.int() })),
  trend: competencyTrend,
})
export type Competency = z.infer<typeof competency>

/** A capstone project's results (domain §2.14: capstone summary); hours are confirmed ones. */
const capstoneSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  course_code: z.string(),
  specialty: z.string(),
  status: z.string(),
  facility_name: z.string().nullable(),
  preceptor_name: z.string().nullable(),
  required_hours: z.number(),
  confirmed_hours: z.number(),
  deliverables: z.int(),
  accepted: z.int(),
  /** Midterm and final, in words. */
  evaluations: z.array(z.object({ label: z.string(), result: z.string() })),
})
export type CapstoneSummary = z.infer<typeof capstoneSummary>

/** What a report says, as of when it was generated, including names, so that a published version never changes. Durations are in hours. */
export const reportContent = z.object({
  student: z.object({
    full_name: z.string(),
    cohort_name: z.string().nullable(),
    program_name: z.string().nullable(),
  }),
  school_name: z.string(),
  semester: z.object({ name: z.string(), start_date: day, end_date: day }),
  hours: z.object({
    credited: z.number(),
    scheduled: z.number(),
    direct: z.number(),
    simulation: z.number(),
    /** Simulation above the limit: done, but not credited. */
    over: z.number(),
    /** Of the whole program so far. */
    program_credited: z.number(),
    program_required: z.number().nullable(),
    program_gap: z.number().nullable(),
    by_course: z.array(courseLine),
    by_specialty: z.array(z.object({ specialty: z.string(), credited: z.number() })),
  }),
  attendance: z.object({
    scheduled: z.int(),
    present: z.int(),
    late: z.int(),
    excused: z.int(),
    /** As recorded. */
    unexcused: z.int(),
    /** Further unexcused absences that late arrivals count as; missing in older reports. */
    from_lates: z.int().optional(),
    made_up: z.int(),
  }),
  shift_reports: z.object({ accepted: z.int(), open: z.int(), prepared: z.int(), rated: z.int() }),
  credentials: z.object({ open: z.int(), lapsed: z.int() }),
  evaluations: z.array(evaluationLine),
  /** Missing in older reports. */
  competencies: z.array(competency).optional(),
  capstone: z.array(capstoneSummary).optional(),
  missing: z.array(z.object({ code: missingCode, count: z.int() })),
})
export type ReportContent = z.infer<typeof reportContent>

/** A difference between two versions of a report, in words. */
export const difference = z.object({ label: z.string(), before: z.string(), after: z.string() })
export type Difference = z.infer<typeof difference>

/** Something that is not finished, with the page to finish it on. */
const missing = z.object({
  code: missingCode,
  count: z.int(),
  items: z.array(z.object({ label: z.string(), href: z.string() })),
})
export type Missing = z.infer<typeof missing>

const reportHead = z.object({
  id: z.uuid(),
  status: semesterReportStatus,
  /** 1, 2, …: each correction after publication increases it. */
  edition: z.int(),
  version: z.int(),
})

const readinessRow = z.object({
  student_id: z.uuid(),
  full_name: z.string(),
  cohort_id: z.uuid().nullable(),
  cohort_name: z.string().nullable(),
  credited: z.number(),
  missing: z.array(missing),
  report: reportHead.nullable(),
  /**
   * True when the content differs from current data: the report must be generated again before it is published, or corrected afterwards.
   */
  is_outdated: z.boolean(),
})
export type ReadinessRow = z.infer<typeof readinessRow>

export const readinessShow = z.enum(['all', 'missing', 'none', 'working', 'published', 'withheld'])
export type ReadinessShow = z.infer<typeof readinessShow>

export const reopening = z.object({
  reopened_at: z.string(),
  by_name: z.string().nullable(),
  reason: z.string(),
  closed_at: z.string().nullable(),
})
export type Reopening = z.infer<typeof reopening>

const readiness = z.object({
  semester: z.object({
    id: z.uuid(),
    name: z.string(),
    end_date: day,
    /** True when its hours can no longer change. */
    is_locked: z.boolean(),
  }),
  rows: z.array(readinessRow),
  total: z.int(),
  /** All matching students, regardless of the page. */
  student_ids: z.array(z.uuid()),
  counts: z.record(readinessShow, z.int()),
  cohorts: z.array(z.object({ id: z.uuid(), name: z.string() })),
  reopenings: z.array(reopening),
})

const reportRow = reportHead.extend({
  student_id: z.uuid(),
  student_name: z.string(),
  semester_id: z.uuid(),
  semester_name: z.string(),
  credited: z.number(),
  decision: decision.nullable(),
  proctor_name: z.string().nullable(),
  published_at: z.string().nullable(),
  /** The school's day on which it was published. */
  published_on: day.nullable(),
})
export type ReportRow = z.infer<typeof reportRow>

const report = reportRow.extend({
  content: reportContent,
  time_zone: z.string(),
  strengths: z.string().nullable(),
  goals_next: z.string().nullable(),
  proctor_comment: z.string().nullable(),
  school_comment: z.string().nullable(),
  withheld_reason: z.string().nullable(),
  student_comment: z.string().nullable(),
  generated_at: z.string(),
  acknowledged_at: z.string().nullable(),
  pdf_file_id: z.uuid().nullable(),
  /** Differences from the version that it corrects. */
  differences: z.array(difference),
  versions: z.array(reportHead.extend({ published_at: z.string().nullable() })),
  reopenings: z.array(reopening),
})
export type SemesterReport = z.infer<typeof report>

/** What can be done with many reports at once, as a job. */
export const reportAction = z.enum(['generate', 'request_comment', 'skip_comment', 'publish', 'withhold'])
export type ReportAction = z.infer<typeof reportAction>

const seen = z.object({ id: z.uuid(), version: z.int().min(1), ...idempotency })
const answered = z.object({ status: semesterReportStatus, version: z.int() })
const reason = z.string().trim().min(3, 'Give a reason.').max(1000, 'At most 1,000 characters.')
const words = z.object({
  strengths: text(2000),
  goals_next: text(2000),
  decision,
})
const ticked = { no_patient_named: z.literal(true).optional() }

export const semesterReportsContract = {
  /** Every student with hours in the semester: what is missing, where to finish it, and the report's status. */
  readiness: base
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.student_id'] },
    })
    .route({ method: 'GET', path: '/semester-reports/readiness', tags, summary: 'Readiness of a semester' })
    .input(
      z.object({
        semester_id: z.uuid(),
        q: z.string().max(120).default(''),
        cohort: z.uuid().optional(),
        show: readinessShow.default('all'),
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
        page_size: z.coerce.number<number>().int().min(1).max(500).default(25),
      }),
    )
    .output(readiness),

  /** Generates, requests comments, publishes or withholds for many students of a semester: a job with progress. */
  run: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true, createsById: true })
    .route({ method: 'POST', path: '/semester-reports/run', tags, summary: 'Work on many reports at once' })
    .input(
      z.object({
        /** The job's id. */
        id: z.uuid(),
        semester_id: z.uuid(),
        action: reportAction,
        student_ids: z.array(z.uuid()).min(1, 'Choose students.').max(1000, 'At most 1,000 at once.'),
        /** Publish even if something is missing; the report says what. */
        with_missing: z.boolean().default(false),
        reason: reason.nullable().default(null),
        ...ticked,
      }),
    )
    .output(z.object({ job_id: z.uuid() })),

  list: base
    .meta({
      access: [...readers],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.student_id'] },
    })
    .route({ method: 'GET', path: '/semester-reports', tags, summary: 'Semester reports that one may read' })
    .input(
      z.object({
        semester_id: z.uuid().optional(),
        show: z.enum(['all', 'to_do', 'published']).default('all'),
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
      }),
    )
    .output(z.object({ rows: z.array(reportRow), total: z.int() })),

  get: base
    .meta({
      access: [...readers],
      write: false,
      trail: { kind: 'view', what: 'progress', people: ['output.student_id'] },
    })
    .route({ method: 'GET', path: '/semester-reports/{id}', tags, summary: 'One semester report' })
    .input(z.object({ id: z.uuid() }))
    .output(report),

  comment: base
    .meta({ access: ['proctor'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/semester-reports/{id}/comment',
      tags,
      summary: 'The instructor’s part of a report, sent to the school',
    })
    .input(
      seen.extend(words.shape).extend({
        proctor_comment: z
          .string()
          .trim()
          .min(3, 'Write a sentence or two.')
          .max(4000, 'At most 4,000 characters.'),
        ...ticked,
      }),
    )
    .output(answered)
    .errors({ CONFLICT: {} }),

  review: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/semester-reports/{id}/review',
      tags,
      summary: 'The school’s part of a report',
    })
    .input(seen.extend(words.shape).extend({ school_comment: text(4000), ...ticked }))
    .output(answered)
    .errors({ CONFLICT: {} }),

  /** One step by the school: back to the instructor, on without a comment, withhold, or release. */
  step: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/semester-reports/{id}/step', tags, summary: 'Move a report on or back' })
    .input(
      seen.extend({
        to: z.enum(['proctor_review', 'school_review', 'withheld']),
        reason: reason.nullable().default(null),
        ...ticked,
      }),
    )
    .output(answered)
    .errors({ CONFLICT: {} }),

  acknowledge: base
    .meta({ access: ['student'], write: true, whileReadOnly: true })
    .route({
      method: 'POST',
      path: '/semester-reports/{id}/acknowledge',
      tags,
      summary: 'The student has read the report',
    })
    .input(seen.extend({ comment: text(2000).default(null), ...ticked }))
    .output(answered)
    .errors({ CONFLICT: {} }),
}
