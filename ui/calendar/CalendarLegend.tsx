import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import type { CalendarHue } from './hues.ts'
import classes from './CalendarLegend.module.css'

export type LegendEntry = { hue: CalendarHue; words: string; count: number }

/** What each color of a calendar or board means, and how many are shown of each; nothing if nothing is shown. */
export function CalendarLegend({
  label,
  entries,
}: {
  label: string
  entries: readonly LegendEntry[]
}): ReactNode {
  if (entries.length === 0) return null
  return (
    <ul className={classes.legend} aria-label={label}>
      {entries.map(({ hue, words, count }) => (
        <li key={words}>
          <span className={classes.swatch} style={{ background: `var(--pw-${hue}-solid)` }} />
          {words} <span className={classes.count}>{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  )
}
