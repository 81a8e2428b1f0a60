import type { ReactNode } from 'react'
import { addDays, formatDate, todayHere } from '#core/plain-date.ts'
import { hoursWords, nameOf, facilityLabel, takenWords, useShifts } from '#features/shifts/web/public.ts'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { weekAhead } from '../rules.ts'
import classes from './WeekAhead.module.css'

const MAX_PER_DAY = 3

type WeekAheadProps = {
  schoolId: string
  /** Where the shifts are listed: "/shifts". */
  list: string
}

/** The next seven days of a school, a line for each shift. */
export function WeekAhead({ schoolId, list }: WeekAheadProps): ReactNode {
  const today = todayHere()
  const days = Array.from({ length: 7 }, (_, at) => addDays(today, at))
  const { page_size, ...filter } = weekAhead(schoolId, today)
  const query = useShifts(filter, { page_size })
  return (
    <PageSection
      title="This week"
      actions={<Link href={`${list}?view=calendar&span=week&on=${today}`}>Calendar</Link>}
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={4} />}
        failedTitle="The week couldn’t be loaded"
        isEmpty={() => false}
      >
        {({ rows }) => (
          <ol className={classes.week} aria-label="The next seven days">
            {days.map((day) => {
              const here = rows.filter(({ date }) => date === day)
              return (
                <li key={day} className={classes.day} data-today={day === today || undefined}>
                  <Link href={`${list}?from=${day}&to=${day}`} className={classes.date}>
                    {formatDate(day, 'weekday').replace(/, \d{4}$/, '')}
                  </Link>
                  <div className={classes.shifts}>
                    {here.length === 0 && <span className={classes.none}>–</span>}
                    {here.slice(0, MAX_PER_DAY).map((row) => (
                      <Link
                        key={row.id}
                        href={`/shift/${row.id}`}
                        className={classes.shift}
                        title={`${hoursWords(row)}, ${facilityLabel(row)}`}
                      >
                        <span className={classes.name}>{nameOf(row)}</span>
                        <span className={classes.seats}>{takenWords(row)}</span>
                      </Link>
                    ))}
                    {here.length > MAX_PER_DAY && (
                      <Link
                        href={`${list}?from=${day}&to=${day}`}
                        className={classes.more}
                      >{`${here.length - MAX_PER_DAY} more`}</Link>
                    )}
                  </div>
                </li>
              )
            })}
          </ol>
        )}
      </Loaded>
    </PageSection>
  )
}
