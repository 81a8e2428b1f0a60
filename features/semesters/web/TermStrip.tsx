import type { ReactNode } from 'react'
import { addDays, diffDays, formatDate, isWithin, monthsBetween } from '#core/plain-date.ts'
import type { Semester } from '../contract.ts'
import classes from './TermStrip.module.css'
import { marksOf } from './term-marks.ts'

type TermStripProps = {
  semester: Pick<Semester, 'start_date' | 'end_date' | 'settings'>
  /** YYYY-MM-DD, shown if it is within the term. */
  today: string
}

/** A term as one line from its first day to its last: months, days off, today. Decorative: the text next to it says the same. */
export function TermStrip({ semester, today }: TermStripProps): ReactNode {
  const { start_date: start, end_date: end } = semester
  const days = diffDays(start, end) + 1
  const share = (from: string, to: string) => {
    const first = Math.max(0, diffDays(start, from))
    const last = Math.min(days, diffDays(start, to) + 1)
    return { insetInlineStart: `${(first / days) * 100}%`, width: `${((last - first) / days) * 100}%` }
  }
  const months = monthsBetween(start, end).map((month) =>
    month === start.slice(0, 7) ? start : `${month}-01`,
  )
  return (
    <div className={classes.strip} aria-hidden>
      <div className={classes.bar}>
        {marksOf(semester, []).map(({ date, endDate, kind, label }) => (
          <i
            key={`${date} ${label}`}
            data-kind={kind}
            title={label}
            className={classes.off}
            style={share(date, endDate ?? date)}
          />
        ))}
        {isWithin(today, start, end) && (
          <>
            <i className={classes.past} style={share(start, today)} />
            <i className={classes.today} style={{ insetInlineStart: share(today, today).insetInlineStart }} />
          </>
        )}
      </div>
      <div className={classes.months}>
        {months.map((day, index) => {
          const room = diffDays(day, months[index + 1] ?? addDays(end, 1)) / days
          return (
            <span
              key={day}
              data-room={room < 0.04 ? 'none' : room < 0.14 ? 'little' : undefined}
              style={{ insetInlineStart: share(day, day).insetInlineStart }}
            >
              {formatDate(day).slice(0, 3)}
            </span>
          )
        })}
      </div>
    </div>
  )
}
