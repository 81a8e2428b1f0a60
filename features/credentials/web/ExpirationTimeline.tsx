import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { addDays, formatDate } from '#core/plain-date.ts'
import { PageSection } from '#ui/PageSection.tsx'
import type { ExpirationCounts } from '../contract.ts'

type Props = { today: string; within: number; found: ExpirationCounts }

/** How many credentials expire each week, of all that match; the table below lists them. */
export function ExpirationTimeline({ today, within, found }: Props): ReactNode {
  const weeks = Math.ceil((within + 1) / 7)
  const counts = Array.from({ length: weeks }, (_, week) => {
    const own = found.weeks.find((one) => one.week === week)
    return { all: own?.all ?? 0, affecting: own?.affecting ?? 0 }
  })
  const most = Math.max(1, ...counts.map(({ all }) => all))
  const width = 100 / weeks
  return (
    <PageSection>
      <svg
        viewBox="0 0 100 24"
        preserveAspectRatio="none"
        role="img"
        aria-label={`Credentials that expire by week, ${formatNumber(found.total)} in all`}
        style={{ width: '100%', height: 88, display: 'block' }}
      >
        {counts.map(({ all, affecting }, week) => (
          <g key={week}>
            <title>{`Week of ${formatDate(addDays(today, week * 7))}: ${all}, ${affecting} with shifts after`}</title>
            <rect
              x={week * width + width * 0.1}
              width={width * 0.8}
              y={24 - (22 * all) / most}
              height={(22 * all) / most}
              fill="var(--pw-orange-edge, #d9a15b)"
            />
            <rect
              x={week * width + width * 0.1}
              width={width * 0.8}
              y={24 - (22 * affecting) / most}
              height={(22 * affecting) / most}
              fill="var(--pw-red-ink, #a33)"
            />
          </g>
        ))}
      </svg>
      <Text size="xs" c="dimmed">
        By week from {formatDate(today)} to {formatDate(addDays(today, within))}. Dark: with shifts after the
        last day.
      </Text>
    </PageSection>
  )
}
