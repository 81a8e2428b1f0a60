import { addDays, formatDate, formatRange, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type {
  Leave,
  LeaveDays,
  LeaveGivenBack,
  LeaveItem,
  LeaveItemKind,
  LeaveReason,
  LeaveStatus,
} from './contract.ts'

export const leaveStatusLabels: Record<LeaveStatus, string> = {
  planned: 'Leave planned',
  on_leave: 'On leave',
  returned: 'Returned',
  canceled: 'Canceled',
}

/** Labels for the reason of a leave: the school's list, visible only to its administrators and the student. */
export const leaveReasonLabels: Record<LeaveReason, string> = {
  medical: 'Medical',
  family: 'Family',
  parental: 'Parental',
  military: 'Military service',
  personal: 'Personal',
  academic: 'Academic',
  other: 'Other',
}

export const leaveItemLabels: Record<LeaveItemKind, string> = {
  seat: 'Seat',
  offer: 'Offered seat',
  request: 'Request',
  waitlist: 'Waitlist position',
  day: 'Capstone day',
}

/** How many days back a leave may begin, if it is recorded late, and how many days ahead. */
export const MAX_DAYS_BACK = 365
export const MAX_DAYS_AHEAD = 730

type Dated = LeaveDays & { canceled_at?: string | null }

/** The status of a leave on a given date at its school. */
export function leaveStatusOf(leave: Dated, today: PlainDate): LeaveStatus {
  if (leave.canceled_at) return 'canceled'
  if (today < leave.starts_on) return 'planned'
  return leave.ends_on === null || today <= leave.ends_on ? 'on_leave' : 'returned'
}

/** The badge of a leave: "On leave until Mar 3", "On leave", "Leave from Jan 4". */
export function leaveBadge({ starts_on: start, ends_on: end }: LeaveDays, isNow: boolean): string {
  if (!isNow) return `Leave from ${formatDate(start)}`
  return end === null ? 'On leave' : `On leave until ${formatDate(end)}`
}

/** Formats the days of a leave: "Jan 4 – Mar 3, 2027", "From Jan 4, 2027, no return date yet". */
export const leaveDaysWords = ({ starts_on: start, ends_on: end }: LeaveDays): string =>
  end === null ? `From ${formatDate(start)}, no return date yet` : formatRange(start, end)

/** The first day back; null while it is unknown. */
export const firstDayBack = ({ ends_on: end }: Pick<LeaveDays, 'ends_on'>): PlainDate | null =>
  end === null ? null : addDays(end, 1)

/** True when this day is within the leave. */
export const isAway = ({ starts_on: start, ends_on: end }: LeaveDays, day: PlainDate): boolean =>
  start <= day && (end === null || day <= end)

/**
 * Why a student cannot get a seat on a day, or null: it is within a leave. The student reads it too, but cannot end the leave. PostgreSQL
 * refuses with the same text.
 */
export function leaveBlocker(leaves: readonly LeaveDays[], day: PlainDate): string | null {
  const leave = leaves.find((one) => isAway(one, day))
  if (!leave) return null
  return leave.ends_on === null
    ? 'On leave, with no return date. The school can end the leave.'
    : `On leave until ${formatDate(leave.ends_on)}. Choose a shift after that; the school can end the leave earlier.`
}

const overlaps = (a: LeaveDays, b: LeaveDays): boolean =>
  (b.ends_on === null || a.starts_on <= b.ends_on) && (a.ends_on === null || b.starts_on <= a.ends_on)

/**
 * Why a leave cannot have these days, or null; `others` are the student's other leaves that are not canceled. The first day that a leave
 * already has may be any number of days back.
 */
export function daysBlocker(
  days: LeaveDays,
  today: PlainDate,
  others: readonly LeaveDays[],
  known?: PlainDate,
) {
  const { starts_on: start, ends_on: end } = days
  const [earliest, latest] = [addDays(today, -MAX_DAYS_BACK), addDays(today, MAX_DAYS_AHEAD)]
  if (start !== known && (start < earliest || start > latest))
    return refusal('leave.far_start', { earliest, latest })
  if (end !== null && end < start) return refusal('leave.order')
  if (end !== null && end > latest) return refusal('leave.far_end', { latest })
  const other = others.find((one) => overlaps(one, days))
  return other ? refusal('leave.overlaps', { starts_on: other.starts_on, ends_on: other.ends_on }) : null
}

type Seen = Pick<Leave, 'status' | 'version'>

/** Why a leave cannot be changed, or null: it is over or canceled, or changed since the caller loaded it. */
export function openBlocker({ status, version }: Seen, seen: number) {
  if (status === 'returned' || status === 'canceled') return refusal('leave.settled', { status })
  return version === seen ? null : refusal('leave.old_version')
}

/** Why a leave cannot begin on another day, or null: one that has begun keeps its first day. */
export const startBlocker = (leave: Pick<Leave, 'status' | 'starts_on'>, start: PlainDate) =>
  leave.status === 'planned' || leave.starts_on === start
    ? null
    : refusal('leave.begun', { starts_on: leave.starts_on })

/** Why a student cannot be back on this day, or null: it must be after the first day of the leave, and no later than its planned end. */
export function returnBlocker(leave: LeaveDays & Pick<Leave, 'status'>, day: PlainDate) {
  if (leave.status === 'planned') return refusal('leave.not_begun', { starts_on: leave.starts_on })
  const back = firstDayBack(leave)
  if (day <= leave.starts_on)
    return refusal('leave.back_too_early', { earliest: addDays(leave.starts_on, 1) })
  return back !== null && day > back ? refusal('leave.back_too_late', { latest: back }) : null
}

/** True for items the student may keep: seats and capstone days. Requests and offers could not become seats during a leave. */
export const mayKeep = ({ kind }: Pick<LeaveItem, 'kind'>): boolean => kind === 'seat' || kind === 'day'

/**
 * Which items of a leave's plan are kept: those that were kept when the leave was recorded, which are the ones left on its days, and none
 * of the others, except where that was changed.
 */
export const keptOf = (
  items: readonly Pick<LeaveItem, 'id' | 'kind' | 'date'>[],
  leave: Pick<Leave, 'starts_on' | 'ends_on'> | null,
  changed: ReadonlySet<string>,
): ReadonlySet<string> =>
  new Set(
    items
      .filter((item) => {
        const wasKept =
          leave !== null && leave.starts_on <= item.date && item.date <= (leave.ends_on ?? item.date)
        return mayKeep(item) && wasKept !== changed.has(item.id)
      })
      .map(({ id }) => id),
  )

/** The items within a leave to free; refuses if one is undecided, or kept although it may not be. */
export function freedOf<Found extends Pick<LeaveItem, 'id' | 'kind'>>(
  items: readonly Found[],
  { free_ids: free, keep_ids: keep }: { free_ids: readonly string[]; keep_ids: readonly string[] },
) {
  const stays = (one: Found) => !free.includes(one.id) && keep.includes(one.id)
  const isDecided = items.every((one) => free.includes(one.id) || (stays(one) && mayKeep(one)))
  return isDecided ? { freed: items.filter((one) => !stays(one)) } : { refused: refusal('leave.undecided') }
}

/** Says what was given back when a leave was canceled, and what was not. */
export function leaveGivenBackWords({ given_back: back, left }: LeaveGivenBack): string {
  const parts = [
    back > 0 && `${back} given back.`,
    left.length > 0 &&
      `${left.length} could not be given back: ${left.map(({ label, reason }) => `${label}: ${reason}`).join(' ')}`,
  ].filter(Boolean)
  return parts.join(' ')
}
