import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { asFile, idempotency } from '#features/audit/contract.ts'
import { specialty } from '#features/facilities/contract.ts'

const base = oc.$meta<ApiMeta>({ access: 'any', write: false })
const tags = ['Hours']

/** What the hours were spent on (Domain 2.11). */
export const hoursKind = z.enum([
  'direct_care',
  'indirect_care',
  'simulation',
  'skills_lab',
  'observation',
  'conference',
  'orientation',
  'telehealth',
  'other',
])
export type HoursKind = z.infer<typeof hoursKind>

/** The source of a ledger line. "before attendance": credited as scheduled, because no one recorded attendance. */
const hoursSource = z.enum([
  'before_attendance',
  'attendance',
  'makeup',
  'manual',
  'import',
  'adjustment',
  'preceptor',
])
export type HoursSource = z.infer<typeof hoursSource>

/** A line of the ledger: it is added once and never changes. */
const hoursEntry = z.object({
  id: z.uuid(),
  student_id: z.uuid(),
  date: z.iso.date(),
  /** Negative when hours are taken back. */
  minutes: z.int(),
  kind: hoursKind,
  source: hoursSource,
  specialty: z.string(),
  course_code: z.string().nullable(),
  semester_id: z.uuid().nullable(),
  shift_id: z.uuid().nullable(),
  reason: z.string().nullable(),
  evidence: z.string().nullable(),
  /** The files that prove it. */
  evidence_file_ids: z.array(z.uuid()),
  reverses: z.uuid().nullable(),
  /** True if another line took these hours back. */
  is_reversed: z.boolean(),
  posted_at: z.string(),
  /** Who added the line, for readers who may see that person; null when the system did. */
  posted_by: z.string().nullable(),
})
export type HoursEntry = z.infer<typeof hoursEntry>

/** Why a student may not finish in time, and by how many hours (Domain 2.11). */
const risk = z.object({
  code: z.enum(['hours_short', 'specialty_short', 'sim_over', 'make_up']),
  hours: z.number(),
  specialty: z.string().nullable(),
})
export type Risk = z.infer<typeof risk>

/** Credentials that keep a student off their next shift; its date is null if none is planned. */
const credentialRisk = z.object({
  missing: z.array(z.string()),
  next_shift: z.iso.date().nullable(),
})
export type CredentialRisk = z.infer<typeof credentialRisk>

/** What puts a student at risk in the current semester, other than hours and credentials, with a count (Domain 2.11). */
const concern = z.object({
  code: z.enum(['absence_limit', 'evaluation_missing', 'eval_ni']),
  count: z.int(),
  /** How many of the absences are late arrivals. */
  from_lates: z.int(),
  /** The first of the evaluations. */
  evaluation: z
    .object({ id: z.uuid(), shift_id: z.uuid().nullable(), kind: z.enum(['shift', 'midterm', 'final']) })
    .nullable(),
})
export type Concern = z.infer<typeof concern>
const concerns = z.object({
  student_id: z.uuid(),
  credentials: credentialRisk.nullable(),
  concerns: z.array(concern),
})
export type Concerns = z.infer<typeof concerns>

/** A board's rule with its source. */
const boardOfHours = z
  .object({ jurisdiction: z.string(), effective_from: z.iso.date(), source_url: z.string().nullable() })
  .nullable()

/** The hours of one course, and how much of its simulation counts. Without a course: all hours that name none. */
const courseCredit = z.object({
  course: z.string().nullable(),
  required: z.number().nullable(),
  direct: z.number(),
  other: z.number(),
  simulation: z.number(),
  /** The maximum hours of simulation that count; null without a limit. */
  cap: z.number().nullable(),
  /** Clinical hours per simulation hour, by the rule in force when the course began. */
  exchange_ratio: z.number(),
  /** That rule; null if there was none. */
  board: boardOfHours,
  sim_credited: z.number(),
  over: z.number(),
  credited: z.number(),
  scheduled: z.number(),
  /** Credited and scheduled. */
  projected: z.number(),
  gap: z.number().nullable(),
})
export type CourseCredit = z.infer<typeof courseCredit>

const week = z.object({ until: z.iso.date(), done: z.number(), projected: z.number() })
export type Week = z.infer<typeof week>

const standing = z.enum(['at_risk', 'on_track', 'done', 'unknown'])
export type ProgressStatus = z.infer<typeof standing>

const specialtyHours = z.object({
  specialty: z.string(),
  required: z.number().nullable(),
  /** Done, but not credited here: too few are with patients, or simulation is above the specialty's limit. */
  over: z.number(),
  credited: z.number(),
  scheduled: z.number(),
  /** Credited and scheduled. */
  projected: z.number(),
  gap: z.number().nullable(),
})

/** A student's progress in hours (Spec §7: student progress; Domain 2.11). */
const progress = z.object({
  student_id: z.uuid(),
  full_name: z.string(),
  cohort_id: z.uuid().nullable(),
  cohort_name: z.string().nullable(),
  program_name: z.string().nullable(),
  /** Today in the school's time zone. */
  today: z.iso.date(),
  /** The expected graduation date. */
  ends: z.iso.date().nullable(),
  required: z.number().nullable(),
  credited: z.number(),
  scheduled: z.number(),
  /** Credited and scheduled. */
  projected: z.number(),
  gap: z.number().nullable(),
  /** The hours that should be credited or scheduled by the end of the current semester. */
  target: z.number().nullable(),
  /** Simulation hours above the limit: done, but not credited. */
  over: z.number(),
  to_make_up: z.number(),
  standing,
  risks: z.array(risk),
  by_specialty: z.array(specialtyHours),
  by_course: z.array(courseCredit),
  by_semester: z.array(
    z.object({
      semester_id: z.uuid().nullable(),
      name: z.string(),
      start_date: z.iso.date().nullable(),
      /** The semester's share of the program's required hours, by its days; null if the program requires none. */
      required: z.number().nullable(),
      credited: z.number(),
      scheduled: z.number(),
      projected: z.number(),
      gap: z.number().nullable(),
    }),
  ),
  /** Empty in lists. */
  weeks: z.array(week),
  /** The board whose rule is in force today, with its source. */
  board: boardOfHours,
})
export type Progress = z.infer<typeof progress>

export const progressSorts = ['full_name', 'projected', 'gap', 'credited'] as const
const progressFilter = z.object({
  /** The school, for the platform only; others get their own. */
  school_id: z.uuid().optional(),
  q: z.string().max(120).default(''),
  cohort: z.uuid().optional(),
  standing: standing.optional(),
  specialty: z.string().max(60).optional(),
  sort: z.enum(progressSorts).default('gap'),
  dir: z.enum(['asc', 'desc']).default('desc'),
})
export type ProgressFilter = z.infer<typeof progressFilter>
const progressRow = progress.omit({
  today: true,
  by_course: true,
  by_semester: true,
  weeks: true,
  board: true,
})
export type ProgressRow = z.infer<typeof progressRow>

/** A cell of the heat map: a cohort's credited and scheduled hours in a specialty, and the required ones, over all its students. */
const heatCell = z.object({ specialty: z.string(), required: z.number(), projected: z.number() })
const heatRow = z.object({
  cohort_id: z.uuid().nullable(),
  cohort_name: z.string().nullable(),
  students: z.int(),
  at_risk: z.int(),
  cells: z.array(heatCell),
})
export type HeatRow = z.infer<typeof heatRow>
const progressPage = z.object({
  rows: z.array(progressRow),
  total: z.int(),
  counts: z.record(standing, z.int()),
  heat: z.array(heatRow),
})

/** The progress of a school's students, for the platform. */
const schoolProgress = z.object({
  school_id: z.uuid(),
  name: z.string(),
  students: z.int(),
  counts: z.record(standing, z.int()),
  /** Sums over all its students. */
  required: z.number(),
  projected: z.number(),
  gap: z.number(),
})
export type SchoolProgress = z.infer<typeof schoolProgress>

const entryFilter = z.object({
  student_id: z.uuid(),
  page: z.int().min(1).default(1),
  page_size: z.int().min(1).max(200).default(50),
})
export type EntryFilter = z.infer<typeof entryFilter>

const reason = z.string().trim().min(3, 'Give a reason.').max(1000, 'At most 1,000 characters.')
/** Hours that the school adds or deducts by hand, with a reason that the student reads. */
const handEntry = z.object({
  id: z.uuid(),
  student_id: z.uuid(),
  date: z.iso.date('Enter a date.'),
  minutes: z.int().min(-60_000, 'At most 1,000 hours.').max(60_000, 'At most 1,000 hours.'),
  kind: hoursKind,
  specialty,
  course_code: z.string().trim().min(1).max(40, 'At most 40 characters.').nullable(),
  reason,
  /** The proof: a signed log, an email. */
  evidence: z.string().trim().min(1).max(1000, 'At most 1,000 characters.').nullable(),
  evidence_file_ids: z.array(z.uuid()).max(5, 'At most five files.').default([]),
})
export type HandEntry = z.infer<typeof handEntry>

const forStudents = { access: ['student', 'proctor', 'school_admin'] as const, write: false as const }
const readers = { access: ['proctor', 'school_admin'] as const, write: false as const }

export const hoursContract = {
  /**
   * One student's progress: the caller's own without an id; the school and the instructors who advise or lead the student may ask for
   * theirs.
   */
  progress: base
    .meta({
      ...forStudents,
      access: [...forStudents.access],
      trail: { kind: 'view', what: 'progress', people: ['output.student_id'] },
    })
    .route({ method: 'GET', path: '/student-progress/one', tags, summary: 'A student’s progress in hours' })
    .input(z.object({ student_id: z.uuid().optional() }))
    .output(progress)
    .errors({
      NOT_FOUND: { status: 404, message: 'We can’t find that student among yours.' },
    }),

  /**
   * Risks other than hours; the caller's own without ids. A separate request, so that hours load first. Students without any are left out.
   */
  concerns: base
    .meta({
      ...forStudents,
      access: [...forStudents.access],
      trail: { kind: 'view', what: 'progress', people: ['output.rows.*.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/student-progress/concerns',
      tags,
      summary: 'What besides hours puts students at risk',
    })
    .input(z.object({ student_ids: z.array(z.uuid()).max(100).optional() }))
    .output(z.object({ rows: z.array(concerns) })),

  /** The students of the school; for an instructor, those they advise or lead. */
  list: base
    .meta({
      ...readers,
      access: [...readers.access],
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.student_id'] },
    })
    .route({ method: 'GET', path: '/student-progress', tags, summary: 'Progress of students in hours' })
    .input(
      progressFilter.extend({
        page: z.int().min(1).default(1),
        page_size: z.int().min(1).max(100).default(25),
      }),
    )
    .output(progressPage),

  /** Every school with its students' progress, by name, in pages; for the platform. */
  schools: base
    .meta({ access: [], write: false })
    .route({ method: 'GET', path: '/student-progress/schools', tags, summary: 'Progress of all schools' })
    .input(
      z.object({
        q: z.string().trim().max(120).default(''),
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
      }),
    )
    .output(z.object({ rows: z.array(schoolProgress), total: z.int() })),

  export: base
    .meta({
      ...readers,
      access: [...readers.access],
      trail: { kind: 'export', what: 'list' },
    })
    .route({
      method: 'GET',
      path: '/student-progress/export',
      tags,
      summary: 'Export progress as CSV, Excel or PDF',
      outputStructure: 'detailed',
    })
    .input(progressFilter.extend({ ...asFile, format: z.enum(['csv', 'xlsx', 'pdf']).default('csv') }))
    .output(
      z.object({
        headers: z.record(z.string(), z.string()),
        body: z.union([z.instanceof(ReadableStream), z.instanceof(File)]),
      }),
    ),

  /** One student's progress as a PDF; same access as `progress`. */
  progressPdf: base
    .meta({
      ...forStudents,
      access: [...forStudents.access],
      trail: { kind: 'export', what: 'progress', people: ['input.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/students/{student_id}/progress/pdf',
      tags,
      summary: 'A student’s progress in hours as PDF',
      outputStructure: 'detailed',
    })
    .input(z.object({ student_id: z.uuid() }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(File) }))
    .errors({
      NOT_FOUND: { status: 404, message: 'We can’t find that student among yours.' },
    }),

  /** For the student, the school, and the instructors of the shifts the lines come from; empty for everyone else. */
  entries: base
    .meta({
      access: ['student', 'proctor', 'school_admin'],
      write: false,
      trail: { kind: 'view', what: 'progress', people: ['input.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/students/{student_id}/hours',
      tags,
      summary: 'A student’s clinical hours, line by line',
    })
    .input(entryFilter)
    .output(z.object({ rows: z.array(hoursEntry), total: z.int() })),

  /** The same lines as a file, all of them. */
  exportEntries: base
    .meta({
      access: ['student', 'proctor', 'school_admin'],
      write: false,
      trail: { kind: 'export', what: 'progress', people: ['input.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/students/{student_id}/hours/export',
      tags,
      summary: 'Export a student’s clinical hours as CSV or Excel',
      outputStructure: 'detailed',
    })
    .input(z.object({ student_id: z.uuid(), ...asFile }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) })),

  enter: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true, createsById: true })
    .route({
      method: 'POST',
      path: '/students/{student_id}/hours',
      tags,
      summary: 'Enter hours by hand, or take some off',
    })
    .input(handEntry.extend(idempotency))
    .output(z.object({})),

  /** Takes a line back by adding a reversal; both lines stay. */
  takeBack: base
    .meta({ access: ['school_admin'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/hours/{id}/take-back', tags, summary: 'Take a line of the ledger back' })
    .input(z.object({ id: z.uuid(), reason, ...idempotency }))
    .output(z.object({})),
}
