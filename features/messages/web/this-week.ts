import { addDays, type PlainDate } from '#core/plain-date.ts'
import { weekStart } from '#ui/calendar/event.ts'

/** The week of a day, Sunday through Saturday, as in every calendar and list of shifts. */
export function thisWeek(today: PlainDate): { from: PlainDate; to: PlainDate } {
  const from = weekStart(today)
  return { from, to: addDays(from, 6) }
}
