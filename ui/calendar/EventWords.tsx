import { type CalendarEvent, shortHoursOf, whenOf } from './event.ts'
import classes from './EventWords.module.css'

/** What a card says: hours, title, state and whose it is; and for those who do not see where it stands, the day. */
export function EventWords({ event }: { event: CalendarEvent }) {
  const { count, status, subtitle } = event
  return (
    <span className={classes.words} data-off={event.isOff || undefined}>
      <span>
        <span className={classes.struck}>{shortHoursOf(event)}</span>
        {count && ` · ${count}`}
      </span>
      <span className={classes.title}>{event.title}</span>
      {(status || subtitle) && (
        <span>
          {status && <b>{status}</b>}
          {status && subtitle && ' · '}
          {subtitle}
        </span>
      )}
      <span className={classes.unseen}>, {whenOf(event)}</span>
    </span>
  )
}
