import { addDays, eachDay, isPlainDate, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import type { ClosedDays } from '../contract.ts'
import { MAX_SERIES } from '../rules.ts'

/**
 * The days on which a unit or its site is closed, from the first day to the last, each with its reason; none if the span is longer than 400
 * days.
 */
export function closedDaysOf(
  spans: readonly ClosedDays[],
  from: PlainDate,
  to: PlainDate,
): Map<PlainDate, string> {
  if (!isPlainDate(from) || !isPlainDate(to) || to > addDays(from, 400)) return new Map()
  return new Map(
    spans.flatMap((closed) =>
      eachDay(closed.from > from ? closed.from : from, closed.to < to ? closed.to : to).map(
        (day) => [day, closed.reason || 'Closed'] as const,
      ),
    ),
  )
}

/** The skipped days of a series: days off that were not included, and other days that were removed. */
export function skippedOf(
  days: readonly PlainDate[],
  off: ReadonlyMap<PlainDate, string>,
  turned: ReadonlySet<PlainDate>,
): { date: PlainDate; reason: string }[] {
  return days
    .filter((date) => off.has(date) !== turned.has(date))
    .map((date) => ({ date, reason: off.get(date) ?? 'Left out by hand' }))
}

/** The proposed series for a first day: on that weekday, until the end of the semester. */
export function proposedSeries(
  from: PlainDate,
  term: { end_date: PlainDate } | null,
): { weekdays: string[]; to: PlainDate } {
  return {
    weekdays: isPlainDate(from) ? [String(weekdayOf(from))] : [],
    to: term && (!isPlainDate(from) || from <= term.end_date) ? term.end_date : '',
  }
}

/** What the user changed in the fields of a series; the rest stays as proposed. */
export const seriesChanges = <Series extends object>(before: Series, after: Series): Partial<Series> =>
  Object.fromEntries(
    Object.entries(after).filter(([key, value]) => value !== before[key as keyof Series]),
  ) as Partial<Series>

/** Why a series can't be planned, by field; empty if it can. */
export function seriesProblems(
  series: { weekdays: readonly string[]; to: string },
  planned: number,
): { weekdays?: string; to?: string } {
  if (series.weekdays.length === 0) return { weekdays: 'Choose at least one weekday.' }
  if (!isPlainDate(series.to)) return { to: 'Enter the last day.' }
  if (planned === 0) return { to: 'No day is left in this series.' }
  return planned > MAX_SERIES ? { to: `At most ${MAX_SERIES} shifts in one series.` } : {}
}
