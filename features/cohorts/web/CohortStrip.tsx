import type { ReactNode } from 'react'
import { diffDays } from '#core/plain-date.ts'
import type { Cohort } from '../contract.ts'
import classes from './CohortStrip.module.css'

type CohortStripProps = {
  cohort: Pick<Cohort, 'start_date' | 'expected_graduation' | 'status' | 'today'>
  /** The span of the whole strip; by default the cohort's own. */
  span?: { start: string; end: string }
}

/**
 * A cohort from its first day to its graduation on a time line shared with
 * others, with today marked. Decorative: the dates next to it say the same.
 */
export function CohortStrip({ cohort, span }: CohortStripProps): ReactNode {
  const { start_date: start, expected_graduation: end, today, status } = cohort
  const whole = span ?? { start, end }
  const days = Math.max(1, diffDays(whole.start, whole.end))
  const at = (day: string) => Math.min(100, Math.max(0, (diffDays(whole.start, day) / days) * 100))
  const years: string[] = []
  for (let year = Number(whole.start.slice(0, 4)) + 1; `${year}-01-01` < whole.end; year++)
    years.push(`${year}-01-01`)
  return (
    <div className={classes.strip} aria-hidden>
      {years.map((day) => (
        <i key={day} className={classes.year} style={{ insetInlineStart: `${at(day)}%` }} />
      ))}
      <i
        className={classes.bar}
        data-status={status}
        style={{ insetInlineStart: `${at(start)}%`, width: `${Math.max(1, at(end) - at(start))}%` }}
      >
        {today > start && (
          <i
            className={classes.past}
            style={{
              width: `${Math.min(100, (diffDays(start, today) / Math.max(1, diffDays(start, end))) * 100)}%`,
            }}
          />
        )}
      </i>
      {today >= whole.start && today <= whole.end && (
        <i className={classes.today} style={{ insetInlineStart: `${at(today)}%` }} />
      )}
    </div>
  )
}

/** The span from the earliest first day to the latest graduation. */
export function spanOf(
  cohorts: readonly Pick<Cohort, 'start_date' | 'expected_graduation'>[],
): { start: string; end: string } | undefined {
  const start = cohorts.map(({ start_date }) => start_date).toSorted()[0]
  const end = cohorts
    .map(({ expected_graduation }) => expected_graduation)
    .toSorted()
    .at(-1)
  return start && end ? { start, end } : undefined
}
