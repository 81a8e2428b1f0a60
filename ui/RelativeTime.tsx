import { timeAgo } from './time-ago.ts'

interface RelativeTimeProps {
  /** An instant, ISO 8601. */
  value: string | Date
  now?: Date
}

// Making a formatter costs a hundred times what using it does, and a table has one in every row.
const inFull = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

/** "5 minutes ago"; the full date and time on hover. */
export function RelativeTime({ value, now }: RelativeTimeProps) {
  const instant = new Date(value)
  return (
    <time dateTime={instant.toISOString()} title={inFull.format(instant)}>
      {timeAgo(instant, now)}
    </time>
  )
}
