import { Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { PageSection } from '#ui/PageSection.tsx'
import type { ExpirationCounts } from '../contract.ts'
import { weeksOf } from './expiration-weeks.ts'
import classes from './ExpirationTimeline.module.css'

type Props = { today: PlainDate; within: number; found: ExpirationCounts }

/** How many credentials expire each week, of all that match; the table below lists them. */
export function ExpirationTimeline({ today, within, found }: Props): ReactNode {
  const weeks = weeksOf(today, within, found.weeks)
  const most = Math.max(1, ...weeks.map(({ all }) => all))
  const heightOf = (value: number) => `${(value / most) * 100}%`
  return (
    <PageSection>
      <ol
        className={classes.weeks}
        data-many={weeks.length > 9 || undefined}
        aria-label={`Credentials that expire by week, ${formatNumber(found.total)} in all`}
      >
        {weeks.map(({ from, month, all, affecting }) => {
          const words = `Week of ${formatDate(from)}: ${formatNumber(all)}, ${formatNumber(affecting)} with shifts after the last day`
          return (
            <li key={from} aria-hidden={all === 0 || undefined}>
              <VisuallyHidden>{words}</VisuallyHidden>
              <span className={classes.column} title={words} aria-hidden>
                {all > 0 && <span className={classes.count}>{formatNumber(all)}</span>}
                <i style={{ height: heightOf(all - affecting) }} />
                <i data-affecting style={{ height: heightOf(affecting) }} />
              </span>
              <span className={classes.month} aria-hidden>
                {month}
              </span>
            </li>
          )
        })}
      </ol>
      <Text size="xs" c="dimmed">
        By week from {formatDate(today)} to {formatDate(addDays(today, within))}. Striped: with shifts after
        the last day.
      </Text>
    </PageSection>
  )
}
