import { formatNumber } from '#core/number-text.ts'
import { addDays, diffDays, formatDate, isPlainDate, todayHere } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { Step } from '#core/steps.ts'
import type {
  BeginReason,
  Cohort,
  CohortStatus,
  EndReason,
  CheckedMove,
  LeaveReason,
  OpenItem,
  ProgramLevel,
  Membership,
} from './contract.ts'

/** Why memberships begin and end, and whether they go on. */
export { beginReasonLabels, endReasonLabels } from './rules/reasons.ts'
export { stayState } from './rules/stay-state.ts'

/** Labels for the statuses, in the order of a cohort's life. */
export const cohortStatusLabels: Record<CohortStatus, string> = {
  planned: 'Planned',
  active: 'Active',
  on_hold: 'On hold',
  graduated: 'Graduated',
  archived: 'Archived',
}

export const levelLabels: Record<ProgramLevel, string> = {
  PN: 'Practical nursing (PN)',
  ADN: 'Associate degree (ADN)',
  BSN: 'Bachelor (BSN)',
  ABSN: 'Accelerated bachelor (ABSN)',
  ELMSN: 'Entry-level master (ELMSN)',
  RN_BSN: 'RN to BSN',
  MSN: 'Master (MSN)',
  NP: 'Nurse practitioner (NP)',
  DNP: 'Doctor of nursing practice (DNP)',
}

/** The reasons for which a membership can end without a new one. */
export const leaveReasons: readonly LeaveReason[] = ['withdrew', 'leave', 'dismissed', 'corrected']

/** How long an archived cohort can be restored, in days. */
const RESTORE_DAYS = 90

type CohortFields = { start_date: string; expected_graduation: string }

/** What is wrong with a cohort's dates, or null: graduation must be after the first day, by at most ten years. */
export function fieldsBlocker({ start_date: start, expected_graduation: end }: CohortFields) {
  if (!isPlainDate(start) || !isPlainDate(end)) return null
  if (end <= start) return refusal('cohort.graduation_first')
  return diffDays(start, end) > 3660 ? refusal('cohort.too_long') : null
}

/** The program that a new cohort begins with: the school's only one. */
export function onlyProgram<Program extends { is_active: boolean }>(
  programs: readonly Program[],
): Program | undefined {
  const active = programs.filter(({ is_active: isActive }) => isActive)
  return active.length === 1 ? active[0] : undefined
}

type Party = 'administrator' | 'super_admin'
const administrators: readonly Party[] = ['administrator', 'super_admin']
const superAdmins: readonly Party[] = ['super_admin']
const stepTo = (event: string, from: CohortStatus, to: CohortStatus, parties = administrators) => ({
  event,
  from,
  to,
  parties,
})

/** The steps of a cohort; a school's super admin and the superadmin are `super_admin`. The database refuses all others. */
export const cohortSteps: readonly Step<CohortStatus, Party>[] = [
  stepTo('activate', 'planned', 'active'),
  stepTo('hold', 'active', 'on_hold'),
  stepTo('resume', 'on_hold', 'active'),
  stepTo('graduate', 'active', 'graduated', superAdmins),
  stepTo('graduate', 'on_hold', 'graduated', superAdmins),
  stepTo('undo_graduation', 'graduated', 'active', superAdmins),
  ...(['planned', 'active', 'on_hold', 'graduated'] as const).flatMap((status) => [
    stepTo('archive', status, 'archived'),
    stepTo('restore', 'archived', status),
  ]),
]

type Named = Pick<Cohort, 'name' | 'status'>

/** The status to which an administrator can change a cohort with one press: planned → active, active ⇄ on hold. */
export function nextStatus(status: CohortStatus): 'active' | 'on_hold' | null {
  return status === 'planned' || status === 'on_hold' ? 'active' : status === 'active' ? 'on_hold' : null
}

/** Why a cohort cannot become active or be put on hold now, or null. */
export function statusBlocker(cohort: Named, to: 'active' | 'on_hold') {
  const { name, status } = cohort
  return nextStatus(status) === to
    ? null
    : (changeBlocker(cohort) ?? refusal('cohort.no_step', { cohort: name, status, to }))
}

/** Why a cohort cannot be changed now, or null: an archived one is read-only. */
export function changeBlocker({ name, status }: Named) {
  return status === 'archived' ? refusal('cohort.archived', { cohort: name }) : null
}

/** Why a cohort cannot be archived now, or null: it must be empty. */
export function archiveBlocker({
  name,
  status,
  student_count: now,
  joining_count: later = 0,
}: Named & Pick<Cohort, 'student_count'> & Partial<Pick<Cohort, 'joining_count'>>) {
  if (status === 'archived') return refusal('cohort.archived_already', { cohort: name })
  const students = (now ?? 0) + (later ?? 0)
  return students ? refusal('cohort.has_students', { cohort: name, students }) : null
}

/** Why a cohort cannot be restored now, or null: only archived ones, for 90 days; `now` in milliseconds since 1970. */
export function restoreBlocker(
  { name, status, archived_at }: Named & Pick<Cohort, 'archived_at'>,
  now: number = Date.now(),
) {
  if (status !== 'archived' || !archived_at) return refusal('cohort.not_archived', { cohort: name })
  return now - Date.parse(archived_at) > RESTORE_DAYS * 86_400_000 ? refusal('cohort.restore_over') : null
}

/** Why a cohort cannot graduate now, or null: only its school's super admin can do it, for active cohorts with students. */
export function graduateBlocker(
  { name, status, student_count }: Named & Pick<Cohort, 'student_count'>,
  role: string,
) {
  if (role !== 'school_super_admin' && role !== 'superadmin') return refusal('cohort.super_admin_graduates')
  if (status !== 'active' && status !== 'on_hold')
    return refusal('cohort.cannot_graduate', { cohort: name, status })
  return student_count === 0 ? refusal('cohort.no_students', { cohort: name }) : null
}

/** Why no cohort can graduate on this day, or null: it must be today or within the last year. */
export function graduationDayBlocker(on: string, today: string) {
  return on > today || on < addDays(today, -366) ? refusal('cohort.graduation_day') : null
}

type Leaving = { from_date: string; open_items: number }

/** What else blocks graduating a cohort: open items without a reason of 10 characters, or students who joined on that day or later. */
export function membersBlocker(
  cohort: string,
  members: readonly Leaving[],
  { on, note, invited }: { on: string; note: string | undefined; invited: number },
) {
  const isOpen = invited > 0 || members.some(({ open_items: open }) => open > 0)
  if (isOpen && (note ?? '').trim().length < 10) return refusal('cohort.open_items', { cohort })
  if (members.length === 0) return refusal('cohort.no_students', { cohort })
  return members.some(({ from_date: from }) => from >= on) ? refusal('cohort.came_later', { cohort }) : null
}

type Member = {
  status: string
  student_number: string | null
  graduation_date: string | null
  from_date: string
  /** The credentials they are missing, as text. */
  missing_credentials: readonly string[]
  /** The required hours they are missing, as text; null if none. */
  missing_hours: string | null
  /** How many shifts they are still expected on. */
  shifts_ahead: number
}

/** The open items of this student before graduating with their cohort. */
export function openItemsOf(
  member: Member,
  { today, expected_graduation: end }: { today: string; expected_graduation: string },
): Pick<OpenItem, 'item' | 'detail'>[] {
  const { status, student_number: number, graduation_date: graduates, from_date: from } = member
  const { missing_credentials: missing, missing_hours: hours, shifts_ahead: ahead } = member
  return [
    ...(graduates && graduates > (end > today ? end : today)
      ? [{ item: 'graduates_later' as const, detail: graduates }]
      : []),
    ...(number ? [] : [{ item: 'no_student_number' as const, detail: null }]),
    ...(status === 'active' ? [] : [{ item: 'not_active' as const, detail: status }]),
    ...(from > today ? [{ item: 'starts_later' as const, detail: from }] : []),
    ...(hours ? [{ item: 'hours_missing' as const, detail: hours }] : []),
    ...(ahead > 0 ? [{ item: 'shifts_ahead' as const, detail: String(ahead) }] : []),
    ...(missing.length > 0 ? [{ item: 'credentials_missing' as const, detail: missing.join('; ') }] : []),
  ]
}

/** Why no one can be moved into a cohort that is over, or null. */
export const closedBlocker = ({ name: cohort, status }: Named) =>
  status === 'graduated' || status === 'archived' ? refusal('cohort.closed', { cohort, status }) : null

/** Why no one can be moved on this day, or into this cohort (null: out of the current one), or null. */
export function moveBlocker(on: string, today: string, cohort: Named | null) {
  if (on < addDays(today, -1830) || on > addDays(today, 366)) return refusal('cohort_change.day')
  return cohort && closedBlocker(cohort)
}

/** Why the reason does not fit the change, or null: joining a cohort and leaving without a new one have different reasons. */
export function reasonBlocker(isMove: boolean, reason: BeginReason | LeaveReason) {
  const isLeave = (leaveReasons as readonly string[]).includes(reason)
  if (isMove) return isLeave ? refusal('cohort_change.begin_reason') : null
  return isLeave ? null : refusal('cohort_change.leave_reason')
}

/** A student as a move or an end finds them; everything except the id is null if they are not a student of the school. */
export type Candidate = Pick<
  CheckedMove,
  'student_id' | 'full_name' | 'membership_id' | 'cohort_id' | 'cohort_name' | 'shifts_ahead'
> & {
  status: string | null
  from_date: string | null
  /** The last day of a membership that continues after the day of the change. */
  until: string | null
}

/** What a move (to a cohort) or an end (null) does to a student; `seen` is the membership the caller saw, undefined if not checked. */
export function checkMove(
  candidate: Candidate,
  to: string | null,
  seen: string | null | undefined,
): CheckedMove {
  const { status, from_date: from, until, ...student } = candidate
  const { membership_id: membership, cohort_id: cohort } = student
  const verdictNow = (): CheckedMove['verdict'] => {
    if (status === null) return 'unknown'
    if (status !== 'active') return status === 'deactivated' ? 'deactivated' : 'waiting'
    if (seen !== undefined && seen !== membership) return 'changed'
    if (to === null && membership === null) return 'in_none'
    if (to !== null && cohort === to) return 'already'
    return until === null ? 'ok' : 'later'
  }
  return { ...student, verdict: verdictNow(), since: until ?? from }
}

type Change = { kind: 'move' | 'end' | 'graduation'; created_at: string; undone_at: string | null }

/** Why a bulk change cannot be undone now, or null: once, within 24 hours; a graduation by a super admin. */
export function undoBlocker({ kind, created_at, undone_at }: Change, role: string, now: number = Date.now()) {
  if (undone_at !== null) return refusal('cohort_change.undone')
  if (now - Date.parse(created_at) > 86_400_000) return refusal('cohort_change.too_old')
  return kind === 'graduation' && role !== 'school_super_admin' && role !== 'superadmin'
    ? refusal('cohort_change.super_admin_undoes')
    : null
}

/** How many seats one change frees at most; each student and the next in line are notified. */
export const MAX_FREED = 300

/** Why the seats of so many students can't be freed at once, or null. */
export function freedBlocker(seats: number) {
  return seats > MAX_FREED ? refusal('cohort_change.too_many_seats', { seats }) : null
}

/** The day on which an undone change ends: its own date if it was made today (a mistake), otherwise not before today. */
export function undoDay(
  { made_on: made, on_date: on }: { made_on: string; on_date: string },
  today: string,
): string {
  return made === today || on > today ? on : today
}

/** How full a cohort is against its target: "38 of 40", and the fraction for the bar, at most 1. */
export function fillOf({ student_count, size_target }: Pick<Cohort, 'student_count' | 'size_target'>): {
  words: string
  share: number | null
  isOver: boolean
} {
  const students = student_count ?? 0
  if (!size_target)
    return {
      words: students === 1 ? '1 student' : `${formatNumber(students)} students`,
      share: null,
      isOver: false,
    }
  return {
    words: `${formatNumber(students)} of ${formatNumber(size_target)}`,
    share: Math.min(1, students / size_target),
    isOver: students > size_target,
  }
}

/** Who is still joining a cohort: "11 join later, 1 invited"; empty if no one is. */
export function comingWords({
  joining_count: joining,
  invited_count: invited,
}: Pick<Cohort, 'joining_count' | 'invited_count'>): string {
  return [
    joining && `${formatNumber(joining)} ${joining === 1 ? 'joins' : 'join'} later`,
    invited && `${formatNumber(invited)} invited`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The list of the students counted as invited. */
export const invitedHref = ({ id }: Pick<Cohort, 'id'>): string =>
  `/school/students?cohort=${id}&status=invited`

/** The day whose roster is shown first: today, or the first day of a cohort that has not begun; none once it is over, but everyone. */
export function rosterDay({
  today,
  start_date: start,
  status,
}: Pick<Cohort, 'today' | 'start_date' | 'status'>): string | undefined {
  if (status === 'graduated' || status === 'archived') return undefined
  return start > today ? start : today
}

type Piece = {
  cohort_id: string
  from_date: string
  to_date: string | null
  reason: BeginReason
  end_reason: EndReason | null
}

/**
 * A student's memberships for display: leaves out those with no day in them (corrections), and merges one
 * that continues in the same cohort on the day another ended. Input and output are oldest first.
 */
export function shownMemberships<P extends Piece>(stays: readonly P[]): P[] {
  const shown: P[] = []
  for (const membership of stays) {
    if (membership.to_date === membership.from_date) continue
    const last = shown.at(-1)
    if (last && last.cohort_id === membership.cohort_id && last.to_date === membership.from_date)
      shown[shown.length - 1] = { ...last, to_date: membership.to_date, end_reason: membership.end_reason }
    else shown.push(membership)
  }
  return shown
}

/** The span of a membership as text, including the last day: "Aug 24, 2026 – Nov 20, 2026", "since Aug 24, 2026", "from Jan 19, 2027". */
export function spanWords(
  { from_date, to_date }: Pick<Membership, 'from_date' | 'to_date'>,
  today: string = todayHere(),
): string {
  if (to_date === null) return `${from_date > today ? 'from' : 'since'} ${formatDate(from_date)}`
  return to_date === from_date
    ? formatDate(from_date)
    : `${formatDate(from_date)} – ${formatDate(addDays(to_date, -1))}`
}

/** Why a student is left out of a move or an end, with the next step; empty if nothing blocks it. */
export function verdictWords({ verdict, cohort_name, since }: CheckedMove): string {
  const day = since ? formatDate(since) : ''
  switch (verdict) {
    case 'ok':
      return ''
    case 'unknown':
      return 'Not a student of this school.'
    case 'deactivated':
      return 'The account is deactivated.'
    case 'waiting':
      return 'Waiting for approval: decide on the request first.'
    case 'changed':
      return `Someone else just moved them${cohort_name ? `, to ${cohort_name}` : ''}. Check again.`
    case 'in_none':
      return 'Not in a cohort.'
    case 'already':
      return `Already in it since ${day}.`
    case 'later':
      return `They have a later cohort membership (${day}). Choose a later day.`
  }
}

/** The text of an open item before a cohort graduates. */
export function openItemWords({ item, detail }: OpenItem): string {
  switch (item) {
    case 'graduates_later':
      return `Expected to graduate later: ${detail ? formatDate(detail) : ''}`
    case 'no_student_number':
      return 'No student ID'
    case 'not_active':
      return `Account is ${detail ?? 'not active'}`
    case 'starts_later':
      return `Begins later: ${detail ? formatDate(detail) : ''}`
    case 'credentials_missing':
      return `Not cleared: ${detail ?? ''}`
    case 'hours_missing':
      return `Only ${detail ?? ''} done`
    case 'shifts_ahead':
      return `Still expected on ${detail === '1' ? '1 shift' : `${detail ?? ''} shifts`}`
    case 'invitation_open':
      return 'Invited to this cohort and has not answered'
  }
}
