import type { ReactNode } from 'react'
import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { weekStart } from '#ui/calendar/event.ts'
import { ShiftCards } from './ShiftCard.tsx'
import classes from './ShiftCard.module.css'

type ShiftWeeksProps<Row> = {
  label: string
  rows: readonly Row[]
  dateOf: (row: Row) => PlainDate
  today: PlainDate
  children: (row: Row) => ReactNode
}

/** Cards in the order of the rows, grouped by week. */
export function ShiftWeeks<Row extends { id: string }>(props: ShiftWeeksProps<Row>): ReactNode {
  const { label, rows, dateOf, today, children } = props
  const weeks = Map.groupBy(rows, (row) => weekStart(dateOf(row)))
  return [...weeks].map(([start, ofWeek]) => {
    const week = weekName(start, today)
    return (
      <section key={start} className={classes.week} aria-label={week}>
        <h2>{week}</h2>
        <ShiftCards label={`${label}, ${week}`}>
          {ofWeek.map((row) => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ShiftCards>
      </section>
    )
  })
}

function weekName(start: PlainDate, today: PlainDate): string {
  const current = weekStart(today)
  if (start === current) return 'This week'
  if (start === addDays(current, 7)) return 'Next week'
  if (start === addDays(current, -7)) return 'Last week'
  return `Week of ${formatDate(start)}`
}
