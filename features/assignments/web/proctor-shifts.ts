import { queryOptions } from '@tanstack/react-query'
import { howMany } from '#core/number-text.ts'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import type { ShiftRow } from '#features/shifts/contract.ts'
import { daysShown } from '#ui/calendar/event.ts'
import { shifts } from './queries.ts'
import type { StudentSearch } from './student-search.ts'

/** A proctor's own shifts in a range of days; one page is enough for a whole term. */
export const ownShiftsQuery = (days: { from?: PlainDate; to: PlainDate; semester_id?: string }) =>
  queryOptions(shifts.list.queryOptions({ input: { mine: true, ...days, page_size: 500 } }))

/** The days that a proctor's schedule shows: upcoming, past, or those of a calendar. A chosen semester may be long ago. */
export function scheduleDays(
  { view, when, span, on }: StudentSearch,
  today: PlainDate,
  semesterId?: string | null,
): { from?: PlainDate; to: PlainDate } {
  if (view === 'calendar') {
    const { start: from, end: to } = daysShown(span ?? 'month', on ?? today)
    return { from, to }
  }
  return when === 'past'
    ? { ...(!semesterId && { from: addDays(today, -200) }), to: addDays(today, -1) }
    : { from: today, to: addDays(today, 400) }
}

/** What is wrong with the number of students, as text; null if nothing is. */
export function countFault(row: Pick<ShiftRow, 'seats' | 'seats_taken' | 'min_to_run'>): string | null {
  const missing = row.min_to_run - row.seats_taken
  if (missing > 0) return `Too few: ${row.seats_taken} of the ${row.min_to_run} it needs`
  if (row.seats !== null && row.seats_taken > row.seats)
    return `Too many: ${row.seats_taken} for ${howMany(row.seats, 'seat')}`
  return null
}
