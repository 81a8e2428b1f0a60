import { constants } from '#core/constants.ts'
import { isOwnPath } from '#core/own-path.ts'
import { refusal } from '#core/refusal.ts'
import { type Role, roles } from '#core/roles.ts'
import type { Notification } from './contract.ts'

/** The id of the person whose notifications to read; throws "No user ID" if there is none (Spec §8). */
export function requireUserId(userId: string | null | undefined): string {
  if (!userId) throw new Error('No user ID')
  return userId
}

/** Where a click on a notification goes (Spec §2): the action_url in its data if it is a path of this product, else null. */
export function actionPath(data: Readonly<Record<string, unknown>>): string | null {
  const url = data['action_url']
  if (typeof url !== 'string' || url.length > 500) return null
  return isOwnPath(url) ? url : null
}

/** The list with one row read at `now`, or the same list if nothing changes (never back to unread, Spec §4). */
export function withOneRead<Row extends Notification>(
  list: readonly Row[],
  id: string,
  now: string,
): readonly Row[] {
  if (!list.some((row) => row.id === id && !row.is_read)) return list
  return list.map((row) => (row.id === id ? { ...row, is_read: true, read_at: now } : row))
}

/** The list with every unread row read at `now`, or the same list if all are read. */
export function withAllRead<Row extends Notification>(list: readonly Row[], now: string): readonly Row[] {
  if (list.every((row) => row.is_read)) return list
  return list.map((row) => (row.is_read ? row : { ...row, is_read: true, read_at: now }))
}

/**
 * Undoes marking as read that the server refused: the named rows that were read at `now` become unread again, and everything that arrived
 * since stays.
 */
export function undoMarkRead<Row extends Notification>(
  list: readonly Row[],
  ids: ReadonlySet<string>,
  now: string,
): readonly Row[] {
  return list.map((row) =>
    ids.has(row.id) && row.read_at === now ? { ...row, is_read: false, read_at: null } : row,
  )
}

/** The key of the notifications that a job about many things groups. */
export const groupOfJob = (jobId: string): string => `job ${jobId}`

/** The job that adds to a notification with this key, if one does; app.notify_code writes the keys. */
export const jobOfKey = (key: string | null): string | null =>
  /^group job (\S+)$/.exec(key ?? '')?.[1] ?? null

/** Milliseconds until a broken live stream is tried again: 1 s doubling to the poll's 30 s, with a random variation of up to a half. */
export function liveRetryDelay(failures: number, random: () => number = Math.random): number {
  const delay = Math.min(1_000 * 2 ** Math.max(0, failures - 1), constants.notifications.unreadPollMs)
  return delay * (0.5 + random() / 2)
}

/** A kind of notification that a person can also get by email. */
export type NotificationEvent = {
  /** Same as in `notifications.type`. */
  type: string
  /** The label on the preferences page. */
  label: string
  description: string
  /** The roles that can receive it and choose about it. */
  roles: readonly Role[]
  /** The default, if the person has not chosen. */
  byEmail: boolean
}

const event = (
  type: string,
  label: string,
  description: string,
  whose: readonly Role[],
  byEmail = true,
): NotificationEvent => ({ type, label, description, roles: whose, byEmail })

const school: Role[] = ['school_admin', 'school_super_admin']
const schoolRoles: Role[] = ['superadmin', ...school]
const schoolAndFacilityRoles: Role[] = [...schoolRoles, 'facility_admin']
const members: Role[] = ['student', 'proctor']

/**
 * Every event, in the order of the preferences page. A type that is not listed is never emailed. Each start copies type and default into
 * priv.notification_types, for the function that queues the email copies.
 */
export const events: readonly NotificationEvent[] = /* @__PURE__ */ listOfEvents()

// A function, so that the browser, which needs the other rules, can leave the texts out.
// prettier-ignore
function listOfEvents(): readonly NotificationEvent[] {
  return [
  event('signup_requested', 'Someone asks to join', 'A student, proctor or administrator is waiting for your approval.', schoolAndFacilityRoles),
  event('signup_decision', 'Your request to join', 'Your request was approved, declined or sent back.', [...school, 'facility_admin', ...members]),
  event('invitation_accepted', 'An invitation is accepted', 'Someone you invited has joined.', schoolAndFacilityRoles, false),
  event('invitation_bounced', 'An invitation cannot be delivered', 'The mail server of someone you invited refused the invitation.', schoolAndFacilityRoles),
  event('invitation_renewal', 'Someone requested a new invitation', 'A link expired before it was used.', schoolAndFacilityRoles),
  event('permission_requested', 'Permission requested', 'A request needs your decision, or a permission is due for review.', ['superadmin', 'facility_admin']),
  event('permission_decision', 'Your permissions', 'One of your permissions was turned on or off, or one of your requests was decided.', ['facility_admin']),
  event('account_changed', 'Your account', 'Your role, school or facility was changed.', roles),
  event('credential_submitted', 'A credential is waiting for review', 'Someone sent a credential that you review; once a day.', schoolAndFacilityRoles, false),
  event('credential_decision', 'Your credentials', 'A credential you sent was approved, rejected or waived.', ['student', 'proctor']),
  event('credential_expiring', 'A credential expires', 'A credential of yours, or of your students, expires soon.', [...school, ...members]),
  event('cohort', 'Your cohort', 'You were moved to another cohort, or out of one.', ['student'], false),
  event('school', 'Your school', 'Your school was deactivated or reactivated, or its join code was renewed.', school),
  event('unit_paused', 'A unit of your shifts is paused or closed', 'A facility paused a unit and decided on your shifts there, or closed days on which you have shifts.', school),
  event('shift_requested', 'New shift request', 'A school requests seats on one of your units, answers a question, or is waiting for you.', ['superadmin', 'facility_admin']),
  event('shift_approved', 'A shift is approved', 'A facility approved a shift, or a school accepted a suggestion.', schoolAndFacilityRoles),
  event('shift_declined', 'A shift is declined', 'A facility declined a shift, a suggestion was declined, or no one answered in time.', schoolAndFacilityRoles),
  event('shift_countered', 'A facility suggests a change', 'Another day, time, unit or number of seats for a shift you requested.', schoolRoles),
  event('shift_needs_info', 'A facility has a question', 'A shift needs your answer.', schoolRoles),
  event('slot_offered', 'A facility offers seats', 'A partner offers shifts on a unit that your school can take.', schoolRoles),
  event('shifts_open', 'Shifts are open to you', 'Your school published shifts with seats you can take or request, or sign-up opens.', ['student']),
  event('shift_changed', 'A shift is changed', 'The time, unit, instructor or preceptor of one of your shifts, before and after.', roles),
  event('shift_cancelled', 'A shift is canceled', 'One of your shifts was canceled, postponed or withdrawn.', roles),
  event('shift_assigned', 'You are on a shift', 'You were given a seat, or a shift you are on was published.', [...members, 'facility_admin']),
  event('shift_reminder', 'Your shift is coming up', 'Three days and one day before it begins.', members, false),
  event('waitlist_offer', 'A seat is offered to you', 'You are next on a waitlist. The offer expires.', ['student']),
  event('swap', 'Swapping seats', 'A classmate proposes a swap, answers yours, or it was decided.', ['student']),
  event('seat_request', 'A student asks about a seat', 'A student asks to be taken off a shift, to swap, or has a conflict.', schoolRoles),
  event('seat_changed', 'Seats on shifts', 'Someone dropped a shift, was taken off one, keeps a seat, or too few students are on it.', [...schoolRoles, ...members]),
  event('attendance', 'Attendance', 'An absence was reported or recorded, or someone did not check in or out.', [...schoolRoles, ...members]),
  event('wishlists', 'Wishlists', 'A wishlist opens, is open longer, is missing your choices or has results; or a student has a concern about them.', [...schoolAndFacilityRoles, 'student']),
  event('capstone', 'Capstone projects', 'A step of one of your projects: proposal, preceptor, agreement, days, deliverables.', roles),
  event('capstone_concern', 'A preceptor raises a concern', 'A concern about a capstone student needs your answer, or yours was answered.', [...schoolRoles, ...members, 'facility_admin']),
  event('hours', 'Clinical hours', 'Hours were added to your record or taken off, a student asks you to confirm hours or answers about them, or students fall behind.', [...school, ...members]),
  event('shift_report', 'Shift reports', 'A report is due, overdue, ready for your review, returned or accepted.', [...schoolRoles, 'proctor']),
  event('evaluation', 'Evaluations', 'An evaluation is due, overdue, ready for you, disputed, returned or verified, or a remediation plan needs you.', [...schoolAndFacilityRoles, ...members]),
  event('semester_report', 'Semester reports', 'Your report is published or corrected, or a report needs your comment.', [...schoolRoles, ...members]),
  event('school_report', 'Scheduled reports', 'A report that your school scheduled is ready.', school),
  event('incident_reported', 'An incident is reported', 'An incident was reported on a shift. At a facility, its incident lead is notified.', schoolAndFacilityRoles),
  event('partnership', 'Partnerships', 'A partnership was requested, answered, changed, suspended or ended.', schoolAndFacilityRoles),
  event('partnership_expiring', 'An agreement is ending', 'An agreement with a partner ends in 120, 90, 60 or 30 days.', schoolAndFacilityRoles),
  event('mapping', 'Clinical mapping', 'A facility proposes a mapping or retires one, or a school decides on yours.', schoolAndFacilityRoles),
  event('automation', 'Shift automation', 'A rule suggests changes, stopped, or was paused.', schoolRoles),
  event('billing', 'Billing', 'A trial ends, a payment is late, or someone hands billing over to you.', school),
  event('release', 'Releases of information', 'A release is requested, or one was recorded, ended or revoked.', [...schoolRoles, 'student']),
  event('contact_message', 'Messages from the contact page', 'A visitor wrote to Placewell.', ['superadmin'], false),
  event('week_ahead', 'The week ahead', 'Every Friday: how many students come next week, by site, with a link to the roster.', ['facility_admin'], false),
  event('week_review', 'Your week', 'Every Monday: how last week went, and what this week still needs.', school, false),
  event('message', 'Messages', 'Your school, your instructor or a facility you work with wrote to you, or your own message could not be sent.', [...school, ...members, 'facility_admin']),
  event('urgent_message', 'Urgent messages', 'A message that cannot wait, such as a snow day. Its email comes at once, in quiet hours too.', [...school, ...members]),
  event('announcement', 'Announcements', 'News from the people who run Placewell.', roles, false),
  ]
}

const urgent = new Set([
  'waitlist_offer',
  'shift_cancelled',
  'shift_reminder',
  'incident_reported',
  'urgent_message',
])

/** True if an email about this event is of no use later, so that it is sent at once, even in quiet hours. */
export const isUrgent = (type: string): boolean => urgent.has(type)

/** The events that people of this role can choose, in the order of the preferences page. */
export const eventsFor = (role: Role): NotificationEvent[] =>
  events.filter(({ roles: whose }) => whose.includes(role))

/** An announcement to many: its audience and its text. */
export type Announcement = {
  audience: string
  audience_role: string | null
  audience_school_id: string | null
  audience_user_id: string | null
  title: string
  message: string
  action_url: string | null
  by_email: boolean
}

/** Refuses to send different content under the id of another announcement; sending the same one again is allowed. */
export const resendBlocker = (known: Announcement, sent: Announcement) =>
  (Object.keys(sent) as (keyof Announcement)[]).some((key) => known[key] !== sent[key])
    ? refusal('announcement.sent_otherwise')
    : null
