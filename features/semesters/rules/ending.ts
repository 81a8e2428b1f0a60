/** How a semester ends: what may be deleted or archived, and which dates its shifts leave. */
import { formatNumber } from '#core/number-text.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import type { Semester } from '../contract.ts'
import { listOf } from '../rules.ts'

type ShiftCounts = Readonly<Record<string, number>>

/** Statuses of shifts whose hours can no longer be credited once their semester is archived. */
const STILL_TO_CREDIT = ['published', 'full', 'in_progress', 'completed']

const stillToCredit = (shiftsByStatus: ShiftCounts) =>
  Object.entries(shiftsByStatus).filter(([status, count]) => STILL_TO_CREDIT.includes(status) && count > 0)

const toCredit = (open: readonly (readonly [string, number])[]): string =>
  `shifts whose hours are still to be credited: ${countWords(open)}`

/** "12 published, 1 in progress and 2 pending facility". */
const countWords = (counts: readonly (readonly [string, number])[]): string =>
  listOf(
    counts.map(
      ([status, count]) =>
        `${formatNumber(count)} ${status.replaceAll('_', ' ').replace('cancelled', 'canceled')}`,
    ),
  )

/**
 * Why a semester can't be archived, or null. Hours are locked from then on, so only a closed one may have shifts that students are on
 * (Domain 2.3).
 */
export function archiveBlocker(
  { name, lifecycle }: Pick<Semester, 'name' | 'lifecycle'>,
  shiftsByStatus: ShiftCounts,
): string | null {
  const open = stillToCredit(shiftsByStatus)
  if (lifecycle === 'closed' || lifecycle === 'archived' || !open.length) return null
  return `${name} has ${toCredit(open)}. Cancel those that are ahead. Once the semester is closed, it can be archived.`
}

/**
 * Why an active semester can't be deactivated, or null: after its last day an inactive one is closed, which locks its hours, so no shift
 * that students are on may wait for that.
 */
export function deactivationBlocker(
  { name }: Pick<Semester, 'name'>,
  shiftsByStatus: ShiftCounts,
): string | null {
  const open = stillToCredit(shiftsByStatus)
  return open.length > 0
    ? `${name} has ${toCredit(open)}. Cancel those that are ahead, and accept the reports of the others first.`
    : null
}

/** Days (ISO) that new dates of a semester would leave outside of it, or null: the first and last day of its shifts that still count. */
export function datesBlocker(
  { start_date, end_date }: Pick<Semester, 'start_date' | 'end_date'>,
  shifts: { count: number; first: PlainDate; last: PlainDate } | null,
): Record<string, string> | null {
  if (!shifts || shifts.count === 0) return null
  const holds = `${shifts.count === 1 ? '1 shift would' : `${formatNumber(shifts.count)} shifts would`} be outside of the semester`
  const next = 'Move or cancel them first, or choose other dates.'
  return {
    ...(shifts.first < start_date && {
      start_date: `${holds}; the first is on ${formatDate(shifts.first)}. ${next}`,
    }),
    ...(shifts.last > end_date && {
      end_date: `${holds}; the last is on ${formatDate(shifts.last)}. ${next}`,
    }),
  }
}

/** Whether it may be deleted: only if it contains nothing but drafts. `message` lists what else there is, and `keeps` why it can't even be archived. */
export function deletionOf(
  semester: Pick<Semester, 'name' | 'lifecycle'>,
  shiftsByStatus: ShiftCounts,
): { allowed: true; drafts: number } | { allowed: false; message: string; keeps: string | null } {
  const others = Object.entries(shiftsByStatus).filter(([status, count]) => status !== 'draft' && count > 0)
  if (!others.length) return { allowed: true, drafts: shiftsByStatus['draft'] ?? 0 }
  const total = others.reduce((sum, [, count]) => sum + count, 0)
  const holds =
    total === 1
      ? '1 shift that is more than a draft'
      : `${formatNumber(total)} shifts that are more than drafts`
  const keeps = archiveBlocker(semester, shiftsByStatus)
  const message = `${semester.name} has ${holds}: ${countWords(others)}.${keeps ? '' : ' Archive it instead.'}`
  return { allowed: false, message, keeps }
}

/** What archiving does, that shifts that are not closed go on, and how many students have no report of the semester yet. */
export function archivingWords(
  shiftsByStatus: Readonly<Record<string, number>>,
  reportsMissing: number = 0,
): string {
  const open = STILL_TO_CREDIT.reduce((sum, status) => sum + (shiftsByStatus[status] ?? 0), 0)
  const left =
    open === 1
      ? ' 1 of its shifts is not closed: it still takes place, and its report is still due.'
      : ` ${formatNumber(open)} of its shifts are not closed: they still take place, and their reports are still due.`
  const missing =
    reportsMissing === 1
      ? ' 1 student with hours has no published report of it.'
      : ` ${formatNumber(reportsMissing)} students with hours have no published report of it.`
  return `Archiving hides it. Nothing is lost, and it can be restored.${open > 0 ? left : ''}${reportsMissing > 0 ? missing : ''}`
}

/** Why a semester without shifts cannot be deleted: other records belong to it. */
export const recordsKeep = ({ name }: Pick<Semester, 'name'>): string =>
  `${name} has records, such as hours, evaluations, reports, projects or wishlists. Archive it instead.`
