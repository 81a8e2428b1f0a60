/** How a semester ends: what may be deleted or archived, and which dates its shifts leave. */
import type { PlainDate } from '#core/plain-date.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { unclosedStates } from '#core/shift-statuses.ts'
import type { Semester } from '../contract.ts'

/** How many shifts of a semester have which status. */
export type ShiftCounts = Readonly<Record<string, number>>

/** The shifts that students are on and whose hours are not credited yet, by status; empty if there are none. */
export const stillToCredit = (shiftsByStatus: ShiftCounts): ShiftCounts =>
  Object.fromEntries(
    Object.entries(shiftsByStatus).filter(
      ([status, count]) => (unclosedStates as readonly string[]).includes(status) && count > 0,
    ),
  )

/** The shifts that are more than drafts, by status; empty if there are none. */
export const moreThanDrafts = (shiftsByStatus: ShiftCounts): ShiftCounts =>
  Object.fromEntries(
    Object.entries(shiftsByStatus).filter(([status, count]) => status !== 'draft' && count > 0),
  )

const isNone = (counts: ShiftCounts): boolean => Object.keys(counts).length === 0

/**
 * Why a semester can't be archived, or null. Hours are locked from then on, so only a closed one may have shifts that students are on
 * (Domain 2.3).
 */
export function archiveBlocker(
  { name, lifecycle }: Pick<Semester, 'name' | 'lifecycle'>,
  shiftsByStatus: ShiftCounts,
) {
  const open = stillToCredit(shiftsByStatus)
  if (lifecycle === 'closed' || lifecycle === 'archived' || isNone(open)) return null
  return refusal('semester.stays_open', { semester: name, open })
}

/**
 * Why an active semester can't be deactivated, or null: after its last day an inactive one is closed, which locks its hours, so no shift
 * that students are on may wait for that.
 */
export function deactivationBlocker({ name }: Pick<Semester, 'name'>, shiftsByStatus: ShiftCounts) {
  const open = stillToCredit(shiftsByStatus)
  return isNone(open) ? null : refusal('semester.stays_active', { semester: name, open })
}

type Outside = { count: number; day: PlainDate }

/** Why new dates can't be saved, by field, or null: they would leave shifts that still count outside of the semester. */
export function datesBlocker(
  { start_date: start, end_date: end }: Pick<Semester, 'start_date' | 'end_date'>,
  outside: { count: number; first: PlainDate; last: PlainDate } | null,
): Record<string, Refusal<'semester.shifts_before' | 'semester.shifts_after', Outside>> | null {
  if (!outside) return null
  const { count, first, last } = outside
  return {
    ...(first < start && { start_date: refusal('semester.shifts_before', { count, day: first }) }),
    ...(last > end && { end_date: refusal('semester.shifts_after', { count, day: last }) }),
  }
}

/** Why a semester can't be deleted, or null: it may contain nothing but drafts. */
export function deletionBlocker(semester: Pick<Semester, 'name' | 'lifecycle'>, shiftsByStatus: ShiftCounts) {
  return isNone(moreThanDrafts(shiftsByStatus))
    ? null
    : refusal('semester.has_shifts', heldBy(semester, shiftsByStatus))
}

/** Why a semester of nothing but drafts can't be deleted: other records belong to it. */
export const recordsKeep = (semester: Pick<Semester, 'name' | 'lifecycle'>, shiftsByStatus: ShiftCounts) =>
  refusal('semester.has_records', heldBy(semester, shiftsByStatus))

const heldBy = (semester: Pick<Semester, 'name' | 'lifecycle'>, shifts_by_status: ShiftCounts) => ({
  semester: semester.name,
  shifts_by_status,
  mayArchive: semester.lifecycle !== 'archived' && archiveBlocker(semester, shifts_by_status) === null,
})
