import type { SetUpStep } from '../contract.ts'
import { type Work, nounOf, partnershipsToAnswer } from './work.ts'

/** The numbers of a school that need attention there. */
export interface SchoolFigures {
  students: number
  proctors: number
  waiting_for_approval: number
  open_offers: number
  credentials_to_review: number
  hours_to_approve: number
  without_cohort: number
  open_incidents: number
  reports_to_accept: number
  reports_overdue: number
  evaluations_to_verify: number
  capstone_concerns: number
  wishlist_concerns: number
  capstones_to_review: number
  semester_reports_to_review: number
  /** The oldest semester with one of them. */
  semester_reports_semester: string | null
  plans_to_sign: number
  suggestions: number
  /** Partnerships that need the school's answer. */
  partnerships: readonly string[]
  /** The school's setup steps that are not done yet. */
  open_steps: readonly SetUpStep[]
}

interface ShiftNeeds {
  needs_reply: number
  needs_instructor: number
  needs_publishing: number
  needs_students: number
  by_status?: Record<string, number>
}

/** Everything about shifts that the total counts; drafts too, unless a step of the setup says that all are. */
const needsIn = (counts: ShiftNeeds, isSetup: boolean): number =>
  counts.needs_reply +
  counts.needs_instructor +
  counts.needs_publishing +
  counts.needs_students +
  draftsIn(counts, isSetup)

const draftsIn = (counts: ShiftNeeds | undefined, isSetup: boolean): number =>
  isSetup ? 0 : (counts?.by_status?.['draft'] ?? 0)

/** Counts from the lists of shifts and seats, if loaded. */
export interface SchoolCounts {
  /** For the shifts of the semester shown. */
  counts?: ShiftNeeds | undefined
  /** For the shifts of all semesters. */
  everywhere?: ShiftNeeds | undefined
  seats?: number | undefined
  swaps?: number | undefined
  makeups?: number | undefined
}

/** What needs a school's coordinators, most urgent first: waiting people come before waiting shifts, setup comes last. */
export function schoolWork(
  figures: SchoolFigures,
  { counts, everywhere, seats, swaps, makeups }: SchoolCounts,
): Work[] {
  const isSetup = areAllDrafts(everywhere?.by_status)
  const elsewhere = counts && everywhere ? needsIn(everywhere, isSetup) - needsIn(counts, isSetup) : 0
  const reply = counts?.needs_reply ?? 0
  const instructor = counts?.needs_instructor ?? 0
  const publishing = counts?.needs_publishing ?? 0
  const underfilled = counts?.needs_students ?? 0
  const drafts = draftsIn(counts, isSetup)
  const work: Work[] = [
    {
      id: 'reply',
      count: reply,
      label: nounOf(reply, 'facility needs a reply', 'facility requests need a reply'),
      detail: 'Questions and suggested changes',
      isUrgent: true,
      href: '/shifts?needs=reply',
      action: 'Reply',
    },
    {
      id: 'seats',
      count: seats ?? 0,
      label: nounOf(seats ?? 0, 'student request', 'student requests'),
      detail: 'Seats, drops and conflicts',
      isUrgent: true,
    },
    {
      id: 'swaps',
      count: swaps ?? 0,
      label: nounOf(swaps ?? 0, 'swap to approve', 'swaps to approve'),
      isUrgent: true,
    },
    {
      id: 'signups',
      count: figures.waiting_for_approval,
      label: nounOf(figures.waiting_for_approval, 'sign-up to review', 'sign-ups to review'),
      isUrgent: true,
    },
    partnershipsToAnswer(figures.partnerships, '/school/partnerships'),
    {
      id: 'incidents',
      count: figures.open_incidents,
      label: nounOf(figures.open_incidents, 'open incident', 'open incidents'),
      detail: 'Record the outcome',
      isUrgent: true,
      href: '/school/shift-reports?show=incidents&semester=all',
      action: 'Review',
    },
    {
      id: 'capstone_concerns',
      count: figures.capstone_concerns,
      label: nounOf(figures.capstone_concerns, 'capstone concern to answer', 'capstone concerns to answer'),
      isUrgent: true,
      href: '/school/capstone?semester=all&show=concerns',
      action: 'Answer',
    },
    {
      id: 'wishlist_concerns',
      count: figures.wishlist_concerns,
      label: nounOf(figures.wishlist_concerns, 'match concern to answer', 'match concerns to answer'),
      isUrgent: true,
      href: '/school/wishlists?semester=all',
      action: 'Answer',
    },
    {
      id: 'instructor',
      count: instructor,
      label: nounOf(instructor, 'shift without an instructor', 'shifts without an instructor'),
      href: '/shifts?needs=instructor',
      action: 'Assign',
    },
    {
      id: 'publishing',
      count: publishing,
      label: nounOf(publishing, 'approved shift to publish', 'approved shifts to publish'),
      detail: 'Students don’t see them yet',
      href: '/shifts?needs=publishing',
      action: 'Publish',
    },
    {
      id: 'underfilled',
      count: underfilled,
      label: nounOf(underfilled, 'underfilled shift', 'underfilled shifts'),
      detail: 'Below the minimum number of students',
      href: '/shifts?needs=students',
      action: 'Fill seats',
    },
    {
      id: 'unsent',
      count: drafts,
      label: nounOf(drafts, 'draft shift to send', 'draft shifts to send'),
      detail: 'Only your school sees them',
      href: '/shifts?state=draft',
      action: 'Review',
    },
    {
      id: 'capstones',
      count: figures.capstones_to_review,
      label: nounOf(figures.capstones_to_review, 'capstone decision', 'capstone decisions'),
      detail: 'Proposals, and preceptors whom facilities nominate',
      href: '/school/capstone?semester=all',
      action: 'Review',
    },
    {
      id: 'credentials',
      count: figures.credentials_to_review,
      label: nounOf(figures.credentials_to_review, 'credential to review', 'credentials to review'),
      href: '/school/compliance/students/verification-queue',
      action: 'Review',
    },
    {
      id: 'reports',
      count: figures.reports_to_accept,
      label: nounOf(figures.reports_to_accept, 'shift report to accept', 'shift reports to accept'),
      detail: 'Their students’ hours are credited then',
      href: '/school/shift-reports?show=submitted&semester=all',
      action: 'Review',
    },
    {
      id: 'overdue',
      count: figures.reports_overdue,
      label: nounOf(figures.reports_overdue, 'overdue shift report', 'overdue shift reports'),
      detail: 'Not submitted by their instructors',
      href: '/school/shift-reports?show=overdue&semester=all',
      action: 'View',
    },
    {
      id: 'evaluations',
      count: figures.evaluations_to_verify,
      label: nounOf(figures.evaluations_to_verify, 'evaluation to verify', 'evaluations to verify'),
      href: '/admin/evaluation-verification?semester=all',
      action: 'Verify',
    },
    {
      id: 'plans',
      count: figures.plans_to_sign,
      label: nounOf(figures.plans_to_sign, 'remediation plan to sign', 'remediation plans to sign'),
      href: '/admin/evaluation-verification?show=plans',
      action: 'Sign',
    },
    {
      id: 'semester_reports',
      count: figures.semester_reports_to_review,
      label: nounOf(
        figures.semester_reports_to_review,
        'semester report to review',
        'semester reports to review',
      ),
      // The page shows one semester.
      href: `/admin/semester-reports?show=working&semester=${figures.semester_reports_semester}`,
      action: 'Review',
    },
    {
      id: 'hours',
      count: figures.hours_to_approve,
      label: nounOf(figures.hours_to_approve, 'report of hours to approve', 'reports of hours to approve'),
      detail: 'Reported by students',
    },
    {
      id: 'makeups',
      count: makeups ?? 0,
      label: nounOf(makeups ?? 0, 'make-up to plan', 'make-ups to plan'),
      detail: 'Missed hours that still need a make-up',
    },
    {
      id: 'suggestions',
      count: figures.suggestions,
      label: nounOf(figures.suggestions, 'suggested change', 'suggested changes'),
      detail: 'Suggested by automations',
      href: '/admin/shift-automation',
      action: 'View',
    },
    {
      id: 'offers',
      count: figures.open_offers,
      label: nounOf(
        figures.open_offers,
        'open slot offered by a facility',
        'open slots offered by facilities',
      ),
      href: '/shifts?view=offered&semester=all',
      action: 'View',
    },
    {
      id: 'cohorts',
      count: figures.without_cohort,
      label: nounOf(figures.without_cohort, 'student in no cohort', 'students in no cohort'),
      detail: 'No program says how many hours they need',
      href: '/school/students?cohort=none&status=active',
      action: 'Move',
    },
    {
      id: 'elsewhere',
      count: Math.max(elsewhere, 0),
      label: nounOf(elsewhere, 'to-do in another semester', 'to-dos in other semesters'),
    },
    ...setUp(figures, everywhere?.by_status),
  ]
  return work.filter(({ count }) => count > 0)
}

const step = (id: string, title: string, detail: string, href: string, action: string): Work => ({
  id,
  count: 1,
  label: title,
  title,
  detail,
  href,
  action,
})

const sumOf = (byStatus: Record<string, number>): number =>
  Object.values(byStatus).reduce((sum, count) => sum + count, 0)

/** True while nothing was ever sent: a step of the setup says so. */
const areAllDrafts = (byStatus: Record<string, number> | undefined): boolean =>
  byStatus !== undefined && sumOf(byStatus) > 0 && byStatus['draft'] === sumOf(byStatus)

/** The open setup steps of a new school, in the order in which they can be done. */
function setUp({ open_steps: open }: SchoolFigures, byStatus: Record<string, number> | undefined): Work[] {
  const isOpen: Record<string, boolean> = {
    shifts: byStatus !== undefined && sumOf(byStatus) === 0,
    drafts: areAllDrafts(byStatus),
  }
  return [
    step(
      'semester',
      'Create a semester',
      'Its dates, holidays and breaks drive everything else.',
      '/school/settings?create=1',
      'Create',
    ),
    step(
      'activation',
      'Activate your semester',
      'Until then it is a draft that students and proctors do not see.',
      '/school/settings',
      'Open',
    ),
    step(
      'program',
      'Add your program',
      'Progress is measured by the clinical hours it requires.',
      '/school/profile',
      'Add',
    ),
    step(
      'cohort',
      'Create a cohort',
      'Students start and graduate with it, and shifts are planned for it.',
      '/school/cohorts?create=1',
      'Create',
    ),
    step(
      'students',
      'Import your students',
      'Every row is checked before anything is sent.',
      '/school/students?view=import',
      'Import',
    ),
    step(
      'proctors',
      'Invite your proctors',
      'They lead shifts, record attendance and evaluate students.',
      '/school/students?view=proctors',
      'Invite',
    ),
    step(
      'requirements',
      'Choose required credentials',
      'Students send them before their first shift. Facilities add their own.',
      '/school/compliance/credentials',
      'Choose',
    ),
    step(
      'partnership',
      'Request a partnership',
      'A facility decides on your shifts once you have an agreement.',
      '/school/partnerships',
      'Request',
    ),
    step(
      'shifts',
      'Plan your first shifts',
      'A clinical day or a weekly series. Only your school sees drafts.',
      '/shifts',
      'Plan',
    ),
    step(
      'drafts',
      'Send your drafts to the facility',
      'Only your school sees them until you do.',
      '/shifts?state=draft&semester=all',
      'Review',
    ),
  ].filter(({ id }) => isOpen[id] ?? open.some((one) => one === id))
}
