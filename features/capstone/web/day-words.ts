/** What a preceptor's link shows too; apart from the words of projects, which it does not load. */
import { clockRange } from '#core/clock-time.ts'
import { hoursIn } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import type { ProjectDay, Severity } from '../contract.ts'

/** What a preceptor can confirm: what was planned for the day, then none, and quarters of an hour up to 16 h. */
export const hoursChoices = (planned: number) =>
  [planned, ...Array.from({ length: 65 }, (_each, quarter) => quarter * 15)].flatMap((minutes, at) =>
    at > 0 && minutes === planned
      ? []
      : { value: String(minutes), label: minutes ? hoursOf(minutes) : 'The student was not there' },
  )

export const severityLabels: Record<Severity, string> = {
  minor: 'Minor',
  moderate: 'Moderate',
  serious: 'Serious',
}

/** 720 → "12 h", 750 → "12.5 h". */
export const hoursOf = (minutes: number): string => `${hoursIn(minutes)} h`

/** "Mon, Mar 1, 7:00 AM–7:00 PM". */
export const dayWords = (day: Pick<ProjectDay, 'date' | 'start_time' | 'end_time'>): string =>
  `${formatDate(day.date, 'weekday')}, ${clockRange(day.start_time, day.end_time)}`
