import { formatInFull } from '#core/plain-date.ts'
import { timeAgo } from './time-ago.ts'

interface RelativeTimeProps {
  /** An instant, ISO 8601. */
  value: string | Date
  now?: Date
}

/** "5 minutes ago"; the full date and time on hover. */
export function RelativeTime({ value, now }: RelativeTimeProps) {
  const instant = new Date(value)
  return (
    // What a server rendered a moment ago may be a minute old.
    <time dateTime={instant.toISOString()} title={formatInFull(instant)} suppressHydrationWarning>
      {timeAgo(instant, now)}
    </time>
  )
}
