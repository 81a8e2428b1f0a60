import { addDays, diffDays, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import type { ShiftFilter } from '#features/shifts/contract.ts'
import { type Work, nounOf } from './rules/work.ts'

export {
  type ActivityFact,
  activityEvents,
  type PartnershipFact,
  partnershipActivityEvents,
  activityOf,
} from './rules/activity.ts'
export { facilityInbox, facilityWork, inOrder } from './rules/facility-work.ts'
export { type SchoolFigures, schoolWork } from './rules/school-work.ts'
export type { Work } from './rules/work.ts'

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
      label: nounOf(reports, 'shift report to write', 'shift reports to write'),
      detail: 'Students get their hours once a report is accepted.',
      isUrgent: true,
      href: '/proctor/shift-reports',
      action: 'Write',
    },
    {
      id: 'faults',
      count: faults,
      label: nounOf(
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
      label: nounOf(evaluations, 'evaluation to write', 'evaluations to write'),
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
      label: nounOf(signups, 'sign-up to review', 'sign-ups to review'),
      isUrgent: true,
    },
    {
      id: 'messages',
      count: messages,
      label: nounOf(messages, 'message to answer', 'messages to answer'),
      detail: 'From visitors of the public pages',
      isUrgent: true,
      href: '/admin/notifications?view=messages',
      action: 'Read',
    },
    {
      id: 'permissions',
      count: permissions,
      label: nounOf(permissions, 'permission request to decide', 'permission requests to decide'),
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
