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
    <time
      dateTime={instant.toISOString()}
      title={instant.toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'short' })}
    >
      {timeAgo(instant, now)}
    </time>
  )
}
