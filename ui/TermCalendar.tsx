import { eachDay, formatDate, monthsBetween, weekdayOf } from '#core/plain-date.ts'
import { daysOfMonth } from './days.ts'
import classes from './TermCalendar.module.css'

export type TermMarkKind = 'holiday' | 'break' | 'exam' | 'shift' | 'event'

export interface TermMark {
  /** YYYY-MM-DD, the first day. */
  date: string
  /** The last day, if there are several. */
  endDate?: string
  kind: TermMarkKind
  label: string
}

interface TermCalendarProps {
  /** YYYY-MM-DD, both inside the term. */
  startDate: string
  endDate: string
  marks?: readonly TermMark[]
  today?: string
  /** Names the drawing: "Fall 2026". */
  label: string
}

const kindLabels: Record<TermMarkKind, string> = {
  holiday: 'Holiday',
  break: 'Break',
  exam: 'Exam',
  shift: 'Shift',
  event: 'Event',
}

/** A term as months of days with marks; the same as text below, which is what assistive technology reads. */
export function TermCalendar({ startDate, endDate, marks = [], today, label }: TermCalendarProps) {
  const byDay = new Map<string, TermMark>()
  for (const mark of marks)
    for (const day of eachDay(mark.date, mark.endDate ?? mark.date)) byDay.set(day, mark)
  return (
    <figure className={classes.term}>
      <figcaption className={classes.hidden}>
        {label}: {formatDate(startDate)} to {formatDate(endDate)}
      </figcaption>
      <div className={classes.months} aria-hidden>
        {monthsBetween(startDate, endDate).map((month) => (
          <div key={month}>
            <div className={classes.month}>{formatDate(`${month}-01`, 'month')}</div>
            <div className={classes.days}>
              {['S', 'M', 'T', 'W', 'T', 'F', 'S'].map((letter, index) => (
                <span key={index} className={classes.weekday}>
                  {letter}
                </span>
              ))}
              {daysOfMonth(month).map((day, index) => (
                <span
                  key={day}
                  className={classes.day}
                  style={index === 0 ? { gridColumnStart: (weekdayOf(day) % 7) + 1 } : undefined}
                  data-out={day < startDate || day > endDate || undefined}
                  data-edge={day === startDate || day === endDate || undefined}
                  data-kind={byDay.get(day)?.kind}
                  data-today={day === today || undefined}
                  title={byDay.get(day)?.label}
                >
                  {Number(day.slice(8))}
                </span>
              ))}
            </div>
          </div>
        ))}
      </div>
      {marks.length > 0 && (
        <ul className={classes.marks}>
          {marks.map((mark) => (
            <li key={`${mark.date} ${mark.label}`}>
              <i data-kind={mark.kind} />
              <span className={classes.when}>
                {formatDate(mark.date, 'day')}
                {mark.endDate && mark.endDate !== mark.date && `–${formatDate(mark.endDate, 'day')}`}
              </span>
              <span>
                {mark.label}
                <span className={classes.hidden}>, {kindLabels[mark.kind].toLowerCase()}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}
