import { formatNumber } from '#core/number-text.ts'
import type { CohortHours } from './contract.ts'

/** How many weeks ahead a facility's seats are counted. */
export const WEEKS_AHEAD = 12

/** The percentage of seats filled; null if there are none. */
export const fillPercent = ({ seats, filled }: { seats: number; filled: number }): number | null =>
  seats > 0 ? Math.round((filled / seats) * 100) : null

/** The percentage of answered seats that were approved; a dash before the first answer. */
export function shareWords({ approved, declined }: { approved: number; declined: number }): string {
  const answered = approved + declined
  return answered === 0 ? '–' : `${Math.round((100 * approved) / answered)}%`
}

/** The quota of a partnership, and how much of it the busiest semester uses. */
export const quotaWords = ({
  quota,
  busiest_semester: used,
}: {
  quota: number | null
  busiest_semester: number
}): string => (quota === null ? 'no quota' : `${formatNumber(used)} of quota ${formatNumber(quota)}`)

/** A readable duration: '40 min', '5 h', '3 days'. */
export function durationWords(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`
  if (hours < 48) return `${Math.round(hours)} h`
  return `${Math.round(hours / 24)} days`
}

type StudentHours = {
  cohort_name: string | null
  credited: number
  scheduled: number
  required: number | null
}

/** Average hours of the students in each cohort, by cohort name; the requirement is the highest of any student. */
export function hoursByCohort(students: readonly StudentHours[]): CohortHours[] {
  return [...Map.groupBy(students, ({ cohort_name }) => cohort_name ?? 'No cohort')]
    .map(([cohort, rows]) => ({
      cohort,
      students: rows.length,
      credited: average(rows.map(({ credited }) => credited)),
      scheduled: average(rows.map(({ scheduled }) => scheduled)),
      required: Math.max(0, ...rows.map(({ required }) => required ?? 0)) || null,
    }))
    .toSorted((a, b) => a.cohort.localeCompare(b.cohort, 'en', { numeric: true }))
}

const average = (values: readonly number[]): number =>
  Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10
