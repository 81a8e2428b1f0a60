import { addDays, type PlainDate, weekdayOf } from '#core/plain-date.ts'

/** The week of a day, Sunday through Saturday, as in every calendar and list of shifts. */
export function thisWeek(today: PlainDate): { from: PlainDate; to: PlainDate } {
  const from = addDays(today, -(weekdayOf(today) % 7))
  return { from, to: addDays(from, 6) }
}
