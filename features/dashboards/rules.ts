import { specialtyLabels } from '#core/specialties.ts'
import { formatNumber } from '#core/number-text.ts'
import { addDays, diffDays, formatDate, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { ShiftFilter } from '#features/shifts/contract.ts'
import type { Activity, SetUpStep } from './contract.ts'

/** The filter for the week ahead of a school: its shifts of seven days from `today` on, except canceled and refused ones. */
export function weekAhead(schoolId: string, today: PlainDate) {
  return {
    school_id: schoolId,
    from: today,
    to: addDays(today, 6),
    status: [
      'draft',
      'pending_facility',
      'needs_info',
      'countered',
      'approved',
      'published',
      'full',
      'in_progress',
      'completed',
    ],
    sort: 'date',
    page_size: 200,
  } satisfies Partial<ShiftFilter> & { page_size: number }
}

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

const needsIn = (counts: ShiftNeeds | undefined): number =>
  counts ? counts.needs_reply + counts.needs_instructor + counts.needs_publishing + counts.needs_students : 0

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

/** One line of the queue: what needs attention, how many, and where to do it. */
export interface Work {
  id: string
  count: number
  label: string
  /** Replaces number and label. */
  title?: string
  detail?: string
  isUrgent?: boolean
  href?: string
  action?: string
}

/** Opens the first of some partnerships, which would be hard to find on the page of a facility. */
const partnershipHref = ([first]: readonly string[], page: string): string => `${page}?partnership=${first}`

/** Requests and new terms that the other party waits for. */
const partnershipsToAnswer = (ids: readonly string[], page: string): Work => ({
  id: 'partnerships',
  count: ids.length,
  label: of(ids.length, 'partnership needs your answer', 'partnerships need your answer'),
  isUrgent: true,
  href: partnershipHref(ids, page),
  action: 'Review',
})

const of = (count: number, one: string, many: string): string => (count === 1 ? one : many)

/** What needs a school's coordinators, most urgent first: waiting people come before waiting shifts, setup comes last. */
export function schoolWork(
  figures: SchoolFigures,
  { counts, everywhere, seats, swaps, makeups }: SchoolCounts,
): Work[] {
  const elsewhere = counts && everywhere ? needsIn(everywhere) - needsIn(counts) : 0
  const reply = counts?.needs_reply ?? 0
  const instructor = counts?.needs_instructor ?? 0
  const publishing = counts?.needs_publishing ?? 0
  const underfilled = counts?.needs_students ?? 0
  const drafts = counts?.by_status?.['draft'] ?? 0
  const work: Work[] = [
    {
      id: 'reply',
      count: reply,
      label: of(reply, 'facility needs a reply', 'facility requests need a reply'),
      detail: 'Questions and counteroffers',
      isUrgent: true,
      href: '/shifts?needs=reply',
      action: 'Reply',
    },
    {
      id: 'seats',
      count: seats ?? 0,
      label: of(seats ?? 0, 'student request', 'student requests'),
      detail: 'Seats, drops and conflicts',
      isUrgent: true,
    },
    {
      id: 'swaps',
      count: swaps ?? 0,
      label: of(swaps ?? 0, 'swap to approve', 'swaps to approve'),
      isUrgent: true,
    },
    {
      id: 'signups',
      count: figures.waiting_for_approval,
      label: of(figures.waiting_for_approval, 'sign-up to review', 'sign-ups to review'),
      isUrgent: true,
    },
    partnershipsToAnswer(figures.partnerships, '/school/partnerships'),
    {
      id: 'incidents',
      count: figures.open_incidents,
      label: of(figures.open_incidents, 'open incident', 'open incidents'),
      detail: 'Record the outcome',
      isUrgent: true,
      href: '/school/shift-reports?show=incidents&semester=all',
      action: 'Review',
    },
    {
      id: 'capstone_concerns',
      count: figures.capstone_concerns,
      label: of(figures.capstone_concerns, 'capstone concern to answer', 'capstone concerns to answer'),
      isUrgent: true,
      href: '/school/capstone?semester=all',
      action: 'Answer',
    },
    {
      id: 'wishlist_concerns',
      count: figures.wishlist_concerns,
      label: of(figures.wishlist_concerns, 'match concern to answer', 'match concerns to answer'),
      isUrgent: true,
      href: '/school/wishlists',
      action: 'Answer',
    },
    {
      id: 'instructor',
      count: instructor,
      label: of(instructor, 'shift without an instructor', 'shifts without an instructor'),
      href: '/shifts?needs=instructor',
      action: 'Assign',
    },
    {
      id: 'publishing',
      count: publishing,
      label: of(publishing, 'approved shift to publish', 'approved shifts to publish'),
      detail: 'Students don’t see them yet',
      href: '/shifts?needs=publishing',
      action: 'Publish',
    },
    {
      id: 'underfilled',
      count: underfilled,
      label: of(underfilled, 'underfilled shift', 'underfilled shifts'),
      detail: 'Below the minimum number of students',
      href: '/shifts?needs=students',
      action: 'Fill seats',
    },
    {
      id: 'unsent',
      count: areAllDrafts(everywhere?.by_status) ? 0 : drafts,
      label: of(drafts, 'draft shift to send', 'draft shifts to send'),
      detail: 'Only your school sees them',
      href: '/shifts?state=draft',
      action: 'Review',
    },
    {
      id: 'capstones',
      count: figures.capstones_to_review,
      label: of(figures.capstones_to_review, 'capstone decision', 'capstone decisions'),
      detail: 'Proposals, and preceptors whom facilities nominate',
      href: '/school/capstone?semester=all',
      action: 'Review',
    },
    {
      id: 'credentials',
      count: figures.credentials_to_review,
      label: of(figures.credentials_to_review, 'credential to review', 'credentials to review'),
      href: '/school/compliance/students/verification-queue',
      action: 'Review',
    },
    {
      id: 'reports',
      count: figures.reports_to_accept,
      label: of(figures.reports_to_accept, 'shift report to accept', 'shift reports to accept'),
      detail: 'Their students’ hours are credited then',
      href: '/school/shift-reports?show=submitted&semester=all',
      action: 'Review',
    },
    {
      id: 'overdue',
      count: figures.reports_overdue,
      label: of(figures.reports_overdue, 'overdue shift report', 'overdue shift reports'),
      detail: 'Not submitted by their instructors',
      href: '/school/shift-reports?show=overdue&semester=all',
      action: 'View',
    },
    {
      id: 'evaluations',
      count: figures.evaluations_to_verify,
      label: of(figures.evaluations_to_verify, 'evaluation to verify', 'evaluations to verify'),
      href: '/admin/evaluation-verification?semester=all',
      action: 'Verify',
    },
    {
      id: 'plans',
      count: figures.plans_to_sign,
      label: of(figures.plans_to_sign, 'remediation plan to sign', 'remediation plans to sign'),
      href: '/admin/evaluation-verification?show=plans',
      action: 'Sign',
    },
    {
      id: 'semester_reports',
      count: figures.semester_reports_to_review,
      label: of(
        figures.semester_reports_to_review,
        'semester report to review',
        'semester reports to review',
      ),
      href: '/admin/semester-reports?show=working',
      action: 'Review',
    },
    {
      id: 'hours',
      count: figures.hours_to_approve,
      label: of(figures.hours_to_approve, 'report of hours to approve', 'reports of hours to approve'),
      detail: 'Reported by students',
    },
    {
      id: 'makeups',
      count: makeups ?? 0,
      label: of(makeups ?? 0, 'make-up to plan', 'make-ups to plan'),
      detail: 'Missed hours that still need a make-up',
    },
    {
      id: 'suggestions',
      count: figures.suggestions,
      label: of(figures.suggestions, 'suggested change', 'suggested changes'),
      detail: 'Suggested by automations',
      href: '/admin/shift-automation',
      action: 'View',
    },
    {
      id: 'offers',
      count: figures.open_offers,
      label: of(figures.open_offers, 'open slot offered by a facility', 'open slots offered by facilities'),
      href: '/shifts?view=offered&semester=all',
      action: 'View',
    },
    {
      id: 'cohorts',
      count: figures.without_cohort,
      label: of(figures.without_cohort, 'student in no cohort', 'students in no cohort'),
      detail: 'No program says how many hours they need',
      href: '/school/students?cohort=none&status=active',
      action: 'Move',
    },
    {
      id: 'elsewhere',
      count: Math.max(elsewhere, 0),
      label: of(elsewhere, 'to-do in another semester', 'to-dos in other semesters'),
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

/** The query for the requests on a facility's dashboard: the five that are due first. */
export const facilityInbox = {
  filter: { here: true, needs: 'inbox' },
  page: { page_size: 5 },
} satisfies { filter: Partial<ShiftFilter>; page: { page_size: number } }

/** What needs the people of a facility besides the requests for shifts. */
export interface FacilityFigures {
  waiting_for_approval: number
  /** Submissions for the facility's own credential types, for its people who review them. */
  credentials_to_review: number
  /** Partnerships that need the facility's answer. */
  partnerships: readonly string[]
  /** Partnerships whose agreements end within 90 days. */
  ending: readonly string[]
  permission_requests: number
  setup_steps: number
}

/** What needs the people of a facility, most urgent first: waiting people, then what expires, then setup. */
export function facilityWork({
  waiting_for_approval: signups,
  credentials_to_review: credentials,
  partnerships,
  ending,
  permission_requests: permissions,
  setup_steps: steps,
}: FacilityFigures): Work[] {
  const work: Work[] = [
    {
      id: 'signups',
      count: signups,
      label: of(signups, 'sign-up to review', 'sign-ups to review'),
      isUrgent: true,
    },
    partnershipsToAnswer(partnerships, '/facility/management'),
    {
      id: 'credentials',
      count: credentials,
      label: of(credentials, 'credential to review', 'credentials to review'),
      href: '/facility/credentials',
      action: 'Review',
    },
    {
      id: 'permissions',
      count: permissions,
      label: of(permissions, 'permission request to decide', 'permission requests to decide'),
      href: '/admin/permission-requests',
      action: 'Review',
    },
    {
      id: 'ending',
      count: ending.length,
      label: of(ending.length, 'agreement ends within 90 days', 'agreements end within 90 days'),
      detail: 'After the last day, schools can’t request new shifts.',
      href: partnershipHref(ending, '/facility/management'),
      action: 'Renew',
    },
    {
      id: 'setup',
      count: steps,
      label: of(steps, 'setup step to do', 'setup steps to do'),
      detail: 'What schools need to find you and to plan with you.',
      href: '/facility/complete-setup',
      action: 'Continue',
    },
  ]
  return work.filter(({ count }) => count > 0)
}

/** A facility's requests and other work in one order: what is urgent, requests first, then the rest. */
export function inOrder<Item extends { isUrgent?: boolean }>(
  requests: readonly Item[],
  work: readonly Item[],
): Item[] {
  const isUrgent = ({ isUrgent: urgent }: Item) => urgent === true
  return [
    ...requests.filter(isUrgent),
    ...work.filter(isUrgent),
    ...requests.filter((item) => !isUrgent(item)),
    ...work.filter((item) => !isUrgent(item)),
  ]
}

/** What needs a clinical instructor. */
export interface ProctorFigures {
  /** Ended shifts without a report, and reports that the school returned. */
  reports: number
  evaluations: number
  /** Upcoming shifts with too few or too many students. */
  faults: number
  hasPhone: boolean
}

/**
 * What needs a clinical instructor, most urgent first: reports, on which students' hours depend, then upcoming shifts, then evaluations.
 */
export function proctorWork({ reports, evaluations, faults, hasPhone }: ProctorFigures): Work[] {
  const work: Work[] = [
    {
      id: 'reports',
      count: reports,
      label: of(reports, 'shift report to write', 'shift reports to write'),
      detail: 'Students get their hours once your school accepts a report.',
      isUrgent: true,
      href: '/proctor/shift-reports',
      action: 'Write',
    },
    {
      id: 'faults',
      count: faults,
      label: of(
        faults,
        'shift with too few or too many students',
        'shifts with too few or too many students',
      ),
      isUrgent: true,
      href: '/proctor/schedule',
      action: 'View',
    },
    {
      id: 'evaluations',
      count: evaluations,
      label: of(evaluations, 'evaluation to write', 'evaluations to write'),
    },
    {
      id: 'phone',
      count: hasPhone ? 0 : 1,
      label: 'phone number to add',
      detail: 'So that your school can reach you when a shift changes on the day.',
      href: '/proctor/profile',
      action: 'Add',
    },
  ]
  return work.filter(({ count }) => count > 0)
}

/** What needs the superadmin. */
export interface AdminFigures {
  waiting_for_approval: number
  permission_requests: number
  messages: number
}

/** What needs the superadmin, most urgent first. */
export function adminWork({
  waiting_for_approval: signups,
  permission_requests: permissions,
  messages,
}: AdminFigures): Work[] {
  const work: Work[] = [
    {
      id: 'signups',
      count: signups,
      label: of(signups, 'sign-up to review', 'sign-ups to review'),
      isUrgent: true,
    },
    {
      id: 'messages',
      count: messages,
      label: of(messages, 'message to answer', 'messages to answer'),
      detail: 'From visitors of the public pages',
      isUrgent: true,
      href: '/admin/notifications?view=messages',
      action: 'Read',
    },
    {
      id: 'permissions',
      count: permissions,
      label: of(permissions, 'permission request to decide', 'permission requests to decide'),
    },
  ]
  return work.filter(({ count }) => count > 0)
}

/** Week 13 of 16: a day's week of a semester, counted from the semester's first day; null outside of the semester. */
export function weekOf(
  { start_date: start, end_date: end }: { start_date: PlainDate; end_date: PlainDate },
  today: PlainDate,
): { week: number; weeks: number } | null {
  if (today < start || today > end) return null
  return { week: Math.floor(diffDays(start, today) / 7) + 1, weeks: Math.floor(diffDays(start, end) / 7) + 1 }
}

/** Monday through Sunday. */
export type Week = { from: PlainDate; to: PlainDate }

/** The week after this day's week. */
export function weekAfter(day: PlainDate): Week {
  const from = addDays(day, 8 - weekdayOf(day))
  return { from, to: addDays(from, 6) }
}

/** The week before this day's week. */
export function weekBefore(day: PlainDate): Week {
  const from = addDays(day, -6 - weekdayOf(day))
  return { from, to: addDays(from, 6) }
}

/** A day at a site: how many students come. */
export type SiteDay = { site: string; date: PlainDate; students: number; shifts: number }
export type SiteWeek = {
  site: string
  students: number
  shifts: number
  busiest: { date: PlainDate; students: number }
}

/** Groups the days by site, the site with the most students first; a student who comes twice counts twice. */
export function sitesOf(days: readonly SiteDay[]): SiteWeek[] {
  const sum = (rows: readonly SiteDay[], what: 'students' | 'shifts') =>
    rows.reduce((total, row) => total + row[what], 0)
  return [...Map.groupBy(days, ({ site }) => site)]
    .map(([site, rows]) => {
      const busiest = rows.toSorted((a, b) => b.students - a.students || a.date.localeCompare(b.date))[0]!
      return {
        site,
        students: sum(rows, 'students'),
        shifts: sum(rows, 'shifts'),
        busiest: { date: busiest.date, students: busiest.students },
      }
    })
    .toSorted((a, b) => b.students - a.students || a.site.localeCompare(b.site))
}

/** The share of the expected students who came, in whole percent; null if none was expected. */
export const attendanceShare = ({ present, missing }: { present: number; missing: number }): number | null =>
  present + missing === 0 ? null : Math.round((100 * present) / (present + missing))

/** An event of a shift, from which a school's activity is made; students have no names here. */
export interface ActivityFact {
  id: number
  at: string
  event: string
  actor_role: string | null
  actor_name: string | null
  shift_id: string
  student_id: string | null
  title: string | null
  specialty: string
  date: PlainDate
}

/** The verbs for changes to a shift. */
const shiftVerbs: Record<string, string> = {
  create: 'planned',
  change: 'changed',
  submit: 'submitted',
  agree: 'got approval under the agreement for',
  approve: 'approved',
  ask: 'asked a question about',
  answer: 'answered a question about',
  counter: 'suggested a change to',
  accept_counter: 'accepted the suggested change to',
  decline_counter: 'declined the suggested change to',
  decline: 'declined',
  withdraw: 'withdrew',
  publish: 'published',
  postpone: 'postponed',
  cancel: 'canceled',
  reopen: 'reopened',
  ask_change: 'asked to change',
  accept_change: 'agreed to a change to',
  decline_change: 'declined a change to',
}

/** The verbs for changes to seats: what students did themselves, and what someone did for them. */
const seatVerbs: Record<string, { own: string; by: readonly [verb: string, preposition: string] }> = {
  seat_assign: { own: 'signed up for', by: ['assigned', 'to'] },
  seat_request: { own: 'requested a seat on', by: ['requested a seat for', 'on'] },
  seat_wait: { own: 'joined the waitlist of', by: ['put', 'on the waitlist of'] },
  seat_accept_offer: { own: 'accepted a seat on', by: ['accepted a seat for', 'on'] },
  seat_drop: { own: 'dropped', by: ['dropped', 'from'] },
  seat_check_in: { own: 'checked in to', by: ['checked in', 'to'] },
  seat_check_out: { own: 'checked out of', by: ['checked out', 'of'] },
}

export const activityEvents: readonly string[] = [...Object.keys(shiftVerbs), ...Object.keys(seatVerbs)]

const facilityEvents = new Set(['approve', 'ask', 'counter', 'decline'])
const LINES = 20
const TOGETHER_MS = 10 * 60_000

/** An event of a partnership, from which a school's activity is made. */
export interface PartnershipFact {
  id: number
  at: string
  event: string
  party: string
  actor_name: string | null
  partnership_id: string
  organization: string
}

/** The verbs for what a party did to a partnership. */
const partnershipVerbs: Record<string, string> = {
  submitted: 'requested a partnership',
  withdrawn: 'withdrew the request for a partnership',
  accepted: 'accepted the partnership',
  declined: 'declined the partnership',
  terms_proposed: 'proposed new terms for the partnership',
  terms_accepted: 'accepted the new terms of the partnership',
  terms_declined: 'declined the new terms of the partnership',
  suspended: 'suspended the partnership',
  resumed: 'resumed the partnership',
  ending: 'gave notice to end the partnership',
  ending_canceled: 'took back the notice to end the partnership',
}

/** The verbs for what a date did to it. */
const partnershipTurns: Record<string, string> = {
  terminated: 'ended',
  expired: 'expired',
  renewed: 'was renewed for a year',
}

export const partnershipActivityEvents: readonly string[] = [
  ...Object.keys(partnershipVerbs),
  ...Object.keys(partnershipTurns),
]

/** The recent events of a school, on its shifts and with its facilities, newest first. */
export function activityOf(
  facts: readonly ActivityFact[],
  partnerships: readonly PartnershipFact[] = [],
): Activity[] {
  return [...shiftActivity(facts), ...partnerships.map(partnershipActivity)]
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, LINES)
}

function partnershipActivity({ id, at, partnership_id, ...fact }: PartnershipFact): Activity {
  return { id: `partnership ${id}`, at, text: partnershipText(fact), shift_id: null, partnership_id }
}

/** A facility is named by its organization, never by the person who acted there. */
function partnershipText({
  event,
  party,
  actor_name: name,
  organization,
}: Pick<PartnershipFact, 'event' | 'party' | 'actor_name' | 'organization'>): string {
  const verb = partnershipVerbs[event]
  if (!verb) return `The partnership with ${organization} ${partnershipTurns[event]}`
  if (party === 'facility') return `${organization} ${verb}`
  return `${(party === 'school' && name) || 'Placewell'} ${verb} with ${organization}`
}

/** Joins repeated actions of one person within ten minutes into one line. Names the school's staff, but no facilities and students. */
function shiftActivity(facts: readonly ActivityFact[]): Activity[] {
  const groups: ActivityFact[][] = []
  for (const fact of facts) {
    const last = groups.at(-1)?.at(-1)
    const isSame =
      last &&
      last.event === fact.event &&
      last.actor_role === fact.actor_role &&
      last.actor_name === fact.actor_name
    if (isSame && Date.parse(last.at) - Date.parse(fact.at) <= TOGETHER_MS) groups.at(-1)!.push(fact)
    else groups.push([fact])
  }
  return groups.map((group) => {
    const shifts = new Set(group.map(({ shift_id }) => shift_id))
    return {
      id: `shift ${group[0]!.id}`,
      at: group[0]!.at,
      text: activityText(group, shifts.size),
      shift_id: shifts.size === 1 ? group[0]!.shift_id : null,
      partnership_id: null,
    }
  })
}

function activityText(group: readonly ActivityFact[], shifts: number): string {
  const { event, actor_role: role, title, specialty, date } = group[0]!
  const shift = `“${title ?? specialtyLabels[specialty as Specialty] ?? 'A shift'}” on ${formatDate(date, 'weekday')}`
  const what = shifts === 1 ? shift : `${formatNumber(shifts)} shifts`
  const seat = seatVerbs[event]
  if (!seat) return `${actorOf(group[0]!)} ${shiftVerbs[event]} ${what}`
  const many = new Set(group.map(({ student_id }) => student_id)).size
  const students = many === 1 ? 'a student' : `${formatNumber(many)} students`
  if (role === 'student') return `${many === 1 ? 'A student' : students} ${seat.own} ${what}`
  return `${actorOf(group[0]!)} ${seat.by[0]} ${students} ${seat.by[1]} ${what}`
}

function actorOf({ event, actor_role: role, actor_name: name }: ActivityFact): string {
  if (role === 'facility_admin' || (role === null && facilityEvents.has(event))) return 'The facility'
  return name ?? 'Placewell'
}
