import { type CalendarEvent, shortHoursOf, describeTime } from './event.ts'
import classes from './EventSummary.module.css'

/** The text of a card: hours, title, seats, state and whose it is; and the day, for people who do not see where the card is. */
export function EventSummary({ event }: { event: CalendarEvent }) {
  const { count, status, subtitle } = event
  return (
    <span className={classes.words} data-off={event.isOff || undefined}>
      <span className={classes.struck}>{shortHoursOf(event)}</span>
      <span className={classes.title}>{event.title}</span>
      {(count || status || subtitle) && (
        <span>
          {/* First, because a line that is too long loses its end, and a number must be complete. */}
          {count}
          {count && (status || subtitle) && ' · '}
          {status && <b>{status}</b>}
          {status && subtitle && ' · '}
          {subtitle}
        </span>
      )}
      <span className={classes.unseen}>, {describeTime(event)}</span>
    </span>
  )
}
