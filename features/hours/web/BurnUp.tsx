import type { ReactNode } from 'react'
import { diffDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import type { Progress } from '../contract.ts'
import { hoursWords } from '../rules.ts'
import { HoursTable } from './HoursTable.tsx'
import classes from './Progress.module.css'

const WIDTH = 640
const HEIGHT = 220

/** A chart of credited and planned hours by week toward the required ones, with the same data as a table below. */
export function BurnUp({ progress }: { progress: Progress }): ReactNode {
  const { weeks, required, ends } = progress
  const [first] = weeks
  const last = weeks.at(-1)
  if (!first || !last) return <p className={classes.note}>The chart appears with the first hours.</p>
  const until = ends && ends > last.until ? ends : last.until
  const days = Math.max(7, diffDays(first.until, until))
  const most = Math.max(required ?? 0, last.projected, 1) * 1.05
  const x = (day: PlainDate) => (diffDays(first.until, day) / days) * WIDTH
  const y = (hours: number) => HEIGHT - (hours / most) * HEIGHT
  const line = (of: (week: (typeof weeks)[number]) => number) =>
    weeks.map((week) => `${x(week.until).toFixed(1)},${y(of(week)).toFixed(1)}`).join(' ')
  return (
    <figure className={classes.figure}>
      <svg viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`} className={classes.chart} aria-hidden>
        <line className={classes.axis} x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {required !== null && (
          <line className={classes.goal} x1={0} x2={WIDTH} y1={y(required)} y2={y(required)} />
        )}
        <polyline className={classes.planned} points={line((week) => week.projected)} />
        <polyline className={classes.done} points={line((week) => week.done)} />
      </svg>
      <p className={classes.legend}>
        <span data-line="done">Credited</span>
        <span data-line="planned">With scheduled shifts: {hoursWords(last.projected)}</span>
        {required !== null && <span data-line="goal">Required: {hoursWords(required)}</span>}
        <span>
          {formatDate(first.until)} to {formatDate(until)}
        </span>
      </p>
      <details className={classes.details}>
        <summary>Show as a table</summary>
        <HoursTable
          label="Hours by week"
          heads={['Week to', 'Credited in all', 'With scheduled shifts']}
          rows={weeks.map((week) => ({
            key: week.until,
            name: formatDate(week.until),
            cells: [{ text: hoursWords(week.done) }, { text: hoursWords(week.projected) }],
          }))}
        />
      </details>
    </figure>
  )
}
