import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { assignmentStatuses } from '#core/seat-statuses.ts'
import { clearanceBrief } from '#features/credentials/contract.ts'
import { specialty } from '#features/facilities/contract.ts'
import { shiftOptions, shiftReason, shiftRow } from '#features/shifts/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['student'], write: false })
const tags = ['Seats on shifts']
const asRead = { access: ['student'], write: false, skipsOutputChecks: true } satisfies ApiMeta
const student = { access: ['student'], write: true } satisfies ApiMeta
const school = { access: ['school_admin'], write: true } satisfies ApiMeta
/** While a school is read-only, it gives no new seats; existing seats can only be kept or ended. */
const studentEnds = { ...student, whileReadOnly: true } satisfies ApiMeta
const schoolEnds = { ...school, whileReadOnly: true } satisfies ApiMeta
/** Matches an answer that is a no. */
const no = { accept: [false] } as const

const note = z.string().trim().max(500, 'At most 500 characters.').nullable().default(null)
const key = z.object({ id: z.uuid() })

export const assignmentStatus = z.enum(assignmentStatuses)
export type { AssignmentStatus } from '#core/seat-statuses.ts'

/** A shift as students see it in their lists, without the fields that only planners need. */
export const studentShift = shiftRow.omit({
  school_id: true,
  school_name: true,
  capacity: true,
  approved_capacity: true,
  seats_limit: true,
  min_to_run: true,
  proctor_id: true,
  preceptor_id: true,
  more_proctor_ids: true,
  more_preceptor_ids: true,
  series_id: true,
  respond_by: true,
  has_change: true,
  not_cleared: true,
})
export type StudentShift = z.infer<typeof studentShift>

/** A student's seat or request, with its shift (Spec §7: unified student shifts). */
export const mySeat = z.object({
  id: z.uuid(),
  status: assignmentStatus,
  source: z.string(),
  reason: z.string().nullable(),
  asked_at: z.string(),
  offer_expires_at: z.string().nullable(),
  waitlist_position: z.int().nullable(),
  drop_asked_at: z.string().nullable(),
  conflict_at: z.string().nullable(),
  /** When the shift's time or unit last changed while the student was on it. */
  moved_at: z.string().nullable(),
  credited_hours: z.number(),
  drop_cutoff_at: z.string().nullable(),
  /** For an upcoming seat, as last computed. */
  is_not_cleared: z.boolean().optional(),
  /** For a seat that is not cleared: what is missing, by when, whose rule it is and the next step. */
  missing: z.array(z.string()).nullable().optional(),
  shift: studentShift,
})
export type MySeat = z.infer<typeof mySeat>

const dayAndTimes = z.object({ date: z.string(), start_time: z.string(), end_time: z.string() })

/** What keeps a student from a shift (rules.ts: blockerOf): a conflicting shift and its location, the shift to rest after, and so on. */
export const seatBlock = z
  .object({
    not_a_student: z.literal(true),
    on_leave: z.object({ until: z.string().optional() }),
    cohort: z.literal(true),
    on_it: z.literal(true),
    capstone: z.literal(true),
    overlap: dayAndTimes.extend({ unit: z.string().optional(), site: z.string().optional() }),
    rest: dayAndTimes.extend({ hours: z.string() }),
    level: z.object({ year: z.string(), most: z.int() }),
  })
  .partial()
export type SeatBlock = z.infer<typeof seatBlock>

/** A shift with a free seat or a waitlist for the calling student; `block` says what keeps the student from it. */
export const openShift = studentShift.extend({
  credited_hours: z.number(),
  signup_closes_at: z.string().nullable(),
  /** True if the first student to sign up gets the seat; otherwise students request it. */
  is_first_come: z.boolean(),
  block: seatBlock.nullable(),
})
export type OpenShift = z.infer<typeof openShift>

/** Who is on a shift, for the school and its instructor. */
export const rosterRow = z.object({
  id: z.uuid(),
  student_id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  cohort_name: z.string().nullable(),
  status: assignmentStatus,
  source: z.string(),
  asked_at: z.string(),
  note: z.string().nullable(),
  reason: z.string().nullable(),
  offer_expires_at: z.string().nullable(),
  override_reason: z.string().nullable(),
  drop_asked_at: z.string().nullable(),
  drop_asked_reason: z.string().nullable(),
  conflict_at: z.string().nullable(),
  conflict_note: z.string().nullable(),
  /** Hours of the semester so far, scheduled ones included. */
  hours: z.number(),
  /** Computed now, for this shift through the last day of its rotation; null for students who are no longer coming. */
  clearance: clearanceBrief.nullable(),
  /** Since when the seat has been on hold because a credential ended. */
  held_at: z.string().nullable(),
})
export type RosterRow = z.infer<typeof rosterRow>

/** A seat that needs the school's decision: a request, a request to be taken off, or a conflict. */
export const seatToDecide = z.object({
  id: z.uuid(),
  student_id: z.uuid(),
  kind: z.enum(['request', 'drop', 'conflict']),
  full_name: z.string(),
  note: z.string().nullable(),
  since: z.string(),
  shift: z.object({
    shift_id: z.uuid(),
    date: z.string(),
    start_time: z.string(),
    end_time: z.string(),
    unit: z.string(),
    /** True when all seats are taken: requests can only be waitlisted. */
    is_full: z.boolean(),
  }),
})
export type SeatToDecide = z.infer<typeof seatToDecide>

/** A student who could be assigned to a shift, and what keeps them from it. */
export const candidate = z.object({
  student_id: z.uuid(),
  full_name: z.string(),
  cohort_name: z.string().nullable(),
  hours: z.number(),
  rule: z.string().nullable(),
  message: z.string().nullable(),
  is_soft: z.boolean(),
  clearance: clearanceBrief.nullable(),
})
export type Candidate = z.infer<typeof candidate>

const placed = z.object({
  student_id: z.uuid(),
  assignment_id: z.uuid().nullable(),
  rule: z.string().nullable(),
  message: z.string().nullable(),
  is_soft: z.boolean(),
})
export type Placed = z.infer<typeof placed>

/** A classmate who could actually take or exchange a seat. */
export const swapPartner = z.object({
  student_id: z.uuid(),
  full_name: z.string(),
  /** True if they could take the seat with nothing in return. */
  can_take: z.boolean(),
  /** Their seats that could be given in return; no others are shown. */
  exchanges: z.array(
    z.object({
      assignment_id: z.uuid(),
      date: z.string(),
      start_time: z.string(),
      end_time: z.string(),
      location: z.string(),
    }),
  ),
})
export type SwapPartner = z.infer<typeof swapPartner>

const swapShift = z.object({
  shift_id: z.uuid(),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  unit: z.string(),
})
/** A swap with display names for both shifts. */
export const swap = z.object({
  id: z.uuid(),
  status: z.enum(['proposed', 'accepted', 'done', 'declined', 'withdrawn', 'refused', 'lapsed']),
  from_student_id: z.uuid(),
  from_name: z.string(),
  to_student_id: z.uuid(),
  to_name: z.string(),
  given: swapShift,
  returned: swapShift.nullable(),
  note: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: z.string(),
})
export type Swap = z.infer<typeof swap>

/** Hours that need to be made up. */
export const makeupNeed = z.object({
  id: z.uuid(),
  student_id: z.uuid(),
  full_name: z.string(),
  hours: z.number(),
  specialty: z.string(),
  reason: z.string(),
  status: z.enum(['open', 'scheduled', 'made_up', 'waived']),
  waived_reason: z.string().nullable(),
  missed: swapShift,
  makeup: swapShift.nullable(),
  created_at: z.string(),
})
export type MakeupNeed = z.infer<typeof makeupNeed>

/** Paging of swaps and make-ups; a student's own come in a single page of the largest size (MAX_OWN_ROWS). */
const paged = z.object({
  open_only: z.boolean().default(false),
  page: z.int().min(1).default(1),
  page_size: z.int().min(1).max(200).default(25),
})
const swapFilter = paged.extend({ status: swap.shape.status.optional() })
export type SwapFilter = z.infer<typeof swapFilter>
const makeupFilter = paged.extend({ student_id: z.uuid().optional() })
export type MakeupFilter = z.infer<typeof makeupFilter>

/** A student's progress (Spec §7: student progress): hours done, scheduled and required by the program, in total and by specialty. */
export const progress = z.object({
  student_id: z.uuid(),
  cohort_id: z.uuid().nullable(),
  semester_id: z.uuid().nullable(),
  hours_required: z.number().nullable(),
  hours_done: z.number(),
  hours_scheduled: z.number(),
  hours_to_make_up: z.number(),
  by_specialty: z.array(
    z.object({
      specialty: z.string(),
      hours_done: z.number(),
      hours_scheduled: z.number(),
      hours_required: z.number().nullable(),
    }),
  ),
})
export type Progress = z.infer<typeof progress>

/** Spec §9: available shifts, limit 50. */
export const AVAILABLE_LIMIT = 50
/** The limit once the reader asks for more. */
export const MAX_AVAILABLE = 200
const availableFilter = z.object({
  limit: z.int().min(1).max(MAX_AVAILABLE).default(AVAILABLE_LIMIT),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  specialty: specialty.optional(),
  site_id: z.uuid().optional(),
})
export type AvailableFilter = z.infer<typeof availableFilter>

/** One part of a student's page as a file: their seats, open shifts with the page's filters, swaps or make-ups. */
const studentExport = availableFilter.omit({ limit: true }).extend({
  part: z.enum(['upcoming', 'past', 'calendar', 'requests', 'open', 'swaps', 'makeups']).default('upcoming'),
  /** For open shifts: include full ones. */
  full: z.boolean().default(false),
  /** For the student's own shifts. */
  semester_id: z.uuid().optional(),
})
export type StudentExport = z.infer<typeof studentExport>

/** The data a student's first pages need (Spec §7, prefetch on sign-in): four results in one round trip. */
const atSignIn = z.object({
  mine: z.array(mySeat),
  options: shiftOptions,
  available: z.array(openShift),
  progress,
})
export type AtSignIn = z.infer<typeof atSignIn>

/** A student on a proctor's shifts or in a cohort the proctor advises: how many shifts they share, and the hours. */
export const proctorStudent = z.object({
  student_id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  cohort_name: z.string().nullable(),
  is_advised: z.boolean(),
  /** Shifts with this proctor in the last 200 days. */
  shifts_done: z.int(),
  shifts_coming: z.int(),
  next_shift_id: z.uuid().nullable(),
  next_date: z.string().nullable(),
  hours_required: z.number().nullable(),
  hours_done: z.number(),
  hours_scheduled: z.number(),
  hours_to_make_up: z.number(),
})
export type ProctorStudent = z.infer<typeof proctorStudent>
const proctorStudentDetail = proctorStudent.extend({
  by_specialty: progress.shape.by_specialty,
  /** Seats on this proctor's own shifts, soonest first. */
  seats: z.array(z.object({ id: z.uuid(), status: assignmentStatus, shift: shiftRow })),
})
export type ProctorStudentDetail = z.infer<typeof proctorStudentDetail>

/** Instructors read who is on their shifts and in their cohorts; every such read is audited. */
const ownStudents = {
  access: ['proctor'],
  write: false,
  trail: { kind: 'view', what: 'list', people: ['output.*.student_id'] },
} satisfies ApiMeta

export const assignmentsContract = {
  mine: base
    .meta({ ...asRead, trail: { kind: 'view', what: 'schedule', people: ['viewer'] } })
    .route({ method: 'GET', path: '/student/shifts', tags, summary: 'My shifts, requests and offers' })
    .input(z.object({ semester_id: z.uuid().optional() }))
    .output(z.array(mySeat)),

  available: base
    .meta(asRead)
    .route({ method: 'GET', path: '/student/available-shifts', tags, summary: 'Shifts with a seat for me' })
    .input(availableFilter)
    .output(z.array(openShift)),

  /** What a student's page shows, as a file that is safe to open in a spreadsheet. */
  export: base
    .meta({
      access: ['student'],
      write: false,
      trail: { kind: 'export', what: 'schedule', people: ['viewer'] },
    })
    .route({
      method: 'GET',
      path: '/student/shifts/export',
      tags,
      summary: 'Export a part of my shifts page as CSV or Excel',
      outputStructure: 'detailed',
    })
    .input(studentExport.extend({ format: z.enum(['csv', 'xlsx']).default('csv') }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) })),

  /** For everyone with a linked school; instructors and administrators have no seats or hours of their own. */
  atSignIn: base
    .meta({
      ...asRead,
      access: ['student', 'proctor', 'school_admin'],
      trail: { kind: 'view', what: 'schedule', people: ['viewer'] },
    })
    .route({
      method: 'GET',
      path: '/student/at-sign-in',
      tags,
      summary: 'My shifts, filter data, available shifts and progress at once',
    })
    .output(atSignIn),

  proctorStudents: base
    .meta(ownStudents)
    .route({
      method: 'GET',
      path: '/proctor/students',
      tags,
      summary: 'Students on my shifts or in my cohorts',
    })
    .output(z.array(proctorStudent)),

  /** By name only, for the search in the top bar; does not count hours. */
  findProctorStudents: base
    .meta(ownStudents)
    .route({
      method: 'GET',
      path: '/proctor/student-search',
      tags,
      summary: 'My students by name, at most 20',
    })
    .input(z.object({ q: z.string().trim().max(120) }))
    .output(z.array(proctorStudent.pick({ student_id: true, full_name: true, cohort_name: true }))),

  proctorStudent: base
    .meta({
      access: ['proctor'],
      write: false,
      trail: { kind: 'view', what: 'progress', people: ['output.student_id'] },
    })
    .route({ method: 'GET', path: '/proctor/students/{student_id}', tags, summary: 'One of my students' })
    .input(z.object({ student_id: z.uuid() }))
    .output(proctorStudentDetail)
    .errors({ NOT_FOUND: { status: 404, message: 'We can’t find that student.' } }),

  progress: base
    .meta({
      access: ['student'],
      write: false,
      trail: { kind: 'view', what: 'progress', people: ['viewer'] },
    })
    .route({ method: 'GET', path: '/student/progress', tags, summary: 'My hours' })
    .input(z.object({}))
    .output(progress),

  ask: base
    .meta(student)
    .route({ method: 'POST', path: '/shifts/{shift_id}/seats', tags, summary: 'Take or request a seat' })
    .input(z.object({ shift_id: z.uuid(), id: z.uuid(), note }))
    .output(z.object({ id: z.uuid(), status: assignmentStatus }))
    .errors({ CONFLICT: {} }),

  joinWaitlist: base
    .meta(student)
    .route({ method: 'POST', path: '/shifts/{shift_id}/waitlist', tags, summary: 'Wait for a seat' })
    .input(z.object({ shift_id: z.uuid(), id: z.uuid() }))
    .output(z.object({ id: z.uuid(), status: assignmentStatus }))
    .errors({ CONFLICT: {} }),

  withdraw: base
    .meta(studentEnds)
    .route({ method: 'POST', path: '/seats/{id}/withdraw', tags, summary: 'Take a request back' })
    .input(key)
    .output(z.object({})),

  answerOffer: base
    .meta(studentEnds)
    .route({ method: 'POST', path: '/seats/{id}/offer', tags, summary: 'Accept or decline an offered seat' })
    .input(key.extend({ accept: z.boolean() }))
    .output(z.object({})),

  drop: base
    .meta(studentEnds)
    .route({ method: 'POST', path: '/seats/{id}/drop', tags, summary: 'Give a seat up' })
    .input(key.extend({ reason: note }))
    .output(z.object({}))
    .errors({ CONFLICT: {} }),

  askToDrop: base
    .meta(studentEnds)
    .route({
      method: 'POST',
      path: '/seats/{id}/ask-drop',
      tags,
      summary: 'Ask to be taken off, after the cutoff',
    })
    .input(key.extend({ reason: shiftReason }))
    .output(z.object({})),

  noteConflict: base
    .meta(studentEnds)
    .route({
      method: 'POST',
      path: '/seats/{id}/conflict',
      tags,
      summary: 'I have a conflict with the changed shift',
    })
    .input(key.extend({ note }))
    .output(z.object({})),

  stay: base
    .meta(studentEnds)
    .route({
      method: 'POST',
      path: '/seats/{id}/stay',
      tags,
      summary: 'Take back the request to be taken off, or the conflict',
    })
    .input(key)
    .output(z.object({})),

  roster: base
    .meta({
      access: ['school_admin', 'proctor'],
      write: false,
      trail: { kind: 'view', what: 'roster', people: ['output.*.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/shifts/{shift_id}/roster',
      tags,
      summary: 'Students on a shift, with requests and the waitlist',
    })
    .input(z.object({ shift_id: z.uuid() }))
    .output(z.array(rosterRow)),

  /** What students are waiting for on upcoming shifts, longest wait first. */
  waiting: base
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'requests', people: ['output.*.student_id'] },
    })
    .route({ method: 'GET', path: '/seats/waiting', tags, summary: 'Seats that wait for the school' })
    .input(z.object({}))
    .output(z.array(seatToDecide)),

  candidates: base
    .meta({
      access: ['school_admin', 'proctor'],
      write: false,
      trail: { kind: 'view', what: 'candidates', people: ['output.*.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/shifts/{shift_id}/candidates',
      tags,
      summary: 'Students who could come on a shift',
    })
    .input(z.object({ shift_id: z.uuid(), q: z.string().trim().max(200).default('') }))
    .output(z.array(candidate)),

  assign: base
    .meta({ access: ['school_admin', 'proctor'], write: true })
    .route({ method: 'POST', path: '/shifts/{shift_id}/assign', tags, summary: 'Put students on a shift' })
    .input(
      z.object({ shift_id: z.uuid(), student_ids: z.array(z.uuid()).min(1).max(200), override_reason: note }),
    )
    .output(z.array(placed)),

  /** The same on this shift and the later ones of its series. */
  assignSeries: base
    .meta(school)
    .route({
      method: 'POST',
      path: '/shifts/{shift_id}/assign-series',
      tags,
      summary: 'Put students on a shift and on those of its series that follow',
    })
    .input(
      z.object({ shift_id: z.uuid(), student_ids: z.array(z.uuid()).min(1).max(200), override_reason: note }),
    )
    .output(
      z.object({
        shifts: z.array(z.object({ shift_id: z.uuid(), date: z.string(), placed: z.array(placed) })),
        /** The first shift that this call did not reach: the next call begins with it. */
        next: z.object({ shift_id: z.uuid(), date: z.string() }).nullable(),
      }),
    ),

  decide: base
    .meta({ ...school, whileReadOnly: { decision: ['decline'] } })
    .route({ method: 'POST', path: '/seats/{id}/decide', tags, summary: 'Answer a request' })
    .input(key.extend({ decision: z.enum(['assign', 'waitlist', 'decline']), reason: note }))
    .output(z.object({}))
    .errors({ CONFLICT: {} }),

  remove: base
    .meta({ access: ['school_admin', 'facility_admin'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/seats/{id}/remove', tags, summary: 'Take a student off a shift' })
    .input(
      key.extend({
        code: z.enum(['conduct', 'safety', 'non_compliance', 'schedule', 'other']),
        reason: shiftReason,
        makeup: z.boolean().default(false),
      }),
    )
    .output(z.object({}))
    .errors({ CONFLICT: {} }),

  keep: base
    .meta(schoolEnds)
    .route({
      method: 'POST',
      path: '/seats/{id}/keep',
      tags,
      summary: 'Say no to an asked drop or a conflict',
    })
    .input(key.extend({ reason: shiftReason }))
    .output(z.object({})),

  swapPartners: base
    .meta({
      access: ['student'],
      write: false,
      trail: { kind: 'view', what: 'requests', people: ['output.*.student_id'] },
    })
    .route({ method: 'GET', path: '/seats/{id}/swap-partners', tags, summary: 'Classmates to swap with' })
    .input(key)
    .output(z.array(swapPartner)),

  swaps: base
    .meta({
      access: ['student', 'school_admin'],
      write: false,
      trail: {
        kind: 'view',
        what: 'requests',
        people: ['output.rows.*.from_student_id', 'output.rows.*.to_student_id'],
        concerns: 'student',
      },
    })
    .route({ method: 'GET', path: '/swaps', tags, summary: 'Swaps of mine, or of the school, by page' })
    .input(swapFilter)
    .output(z.object({ rows: z.array(swap), total: z.int() })),

  proposeSwap: base
    .meta({ ...student, createsById: true })
    .route({ method: 'POST', path: '/swaps', tags, summary: 'Offer a seat to a classmate' })
    .input(
      z.object({
        id: z.uuid(),
        assignment_id: z.uuid(),
        to_student_id: z.uuid(),
        other_assignment_id: z.uuid().nullable().default(null),
        note,
      }),
    )
    .output(key)
    .errors({ CONFLICT: {} }),

  answerSwap: base
    .meta({ ...student, whileReadOnly: no })
    .route({
      method: 'POST',
      path: '/swaps/{id}/answer',
      tags,
      summary: 'Agree to a swap, decline it, or take it back',
    })
    .input(key.extend({ accept: z.boolean(), reason: note }))
    .output(z.object({ status: z.string() }))
    .errors({ CONFLICT: {} }),

  decideSwap: base
    .meta({ ...school, whileReadOnly: no })
    .route({ method: 'POST', path: '/swaps/{id}/decide', tags, summary: 'Decide on a swap' })
    .input(key.extend({ accept: z.boolean(), reason: note }))
    .output(z.object({}))
    .errors({ CONFLICT: {} }),

  makeups: base
    .meta({
      access: ['student', 'school_admin'],
      write: false,
      trail: { kind: 'view', what: 'progress', people: ['output.rows.*.student_id'] },
    })
    .route({ method: 'GET', path: '/makeups', tags, summary: 'Hours to make up, by page' })
    .input(makeupFilter)
    .output(z.object({ rows: z.array(makeupNeed), total: z.int() })),

  assignMakeup: base
    .meta(school)
    .route({
      method: 'POST',
      path: '/makeups/{id}/assign',
      tags,
      summary: 'Give a shift for hours to make up',
    })
    .input(key.extend({ shift_id: z.uuid(), override_reason: note }))
    .output(key)
    .errors({ CONFLICT: {} }),

  waiveMakeup: base
    .meta(schoolEnds)
    .route({ method: 'POST', path: '/makeups/{id}/waive', tags, summary: 'Waive hours to make up' })
    .input(key.extend({ reason: shiftReason }))
    .output(z.object({})),
}
