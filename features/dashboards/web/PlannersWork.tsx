import {
  IconCalendarEvent,
  IconHourglass,
  IconMessageQuestion,
  IconUserQuestion,
  IconUsersPlus,
  IconWorld,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { addDays, formatDate, todayHere } from '#core/plain-date.ts'
import { SchoolDecisions } from '#features/assignments/web/public.ts'
import {
  hoursWords,
  nameOf,
  placeWords,
  seatsWords,
  shifts,
  ShiftStatusBadge,
  useShifts,
} from '#features/shifts/web/public.ts'
import { askedAnew } from '#platform/web/first-answers.ts'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StatCard } from '#ui/StatCard.tsx'
import { weekAhead } from '../rules.ts'
import classes from './PlannersWork.module.css'

interface PlannersWorkProps {
  /** Without it, of all schools. */
  schoolId?: string | null
  /** Where the shifts are listed: "/shifts". */
  list: string
}

/** What waits for those who plan a school's shifts, and its week ahead; of all schools what waits alone. Each figure leads to the shifts behind it. */
export function PlannersWork({ schoolId, list }: PlannersWorkProps): ReactNode {
  const today = todayHere()
  const query = useQuery({
    ...shifts.summary.queryOptions({ input: schoolId ? { school_id: schoolId } : {} }),
    ...askedAnew,
  })
  return (
    <>
      <PageSection title="Shifts" look="plain" actions={<LinkButton href={list}>All shifts</LinkButton>}>
        <Loaded
          query={query}
          skeleton={<Skeletons shape="cards" count={4} />}
          failedTitle="The shifts could not be counted"
        >
          {(counts) => (
            <div className={classes.cards}>
              <StatCard
                label="Facility needs a reply"
                value={counts.needs_reply}
                hint="Questions and other proposals"
                icon={IconMessageQuestion}
                hue={counts.needs_reply > 0 ? 'orange' : 'green'}
                href={`${list}?needs=reply`}
              />
              <StatCard
                label="Waiting for facilities"
                value={counts.needs_answer}
                icon={IconHourglass}
                hue={counts.needs_answer > 0 ? 'yellow' : 'green'}
                href={`${list}?needs=answer`}
              />
              <StatCard
                label="Ready to publish"
                value={counts.needs_publishing}
                hint="Approved, not yet seen by students"
                icon={IconWorld}
                hue={counts.needs_publishing > 0 ? 'yellow' : 'green'}
                href={`${list}?needs=publishing`}
              />
              <StatCard
                label="No instructor"
                value={counts.needs_instructor}
                icon={IconUserQuestion}
                hue={counts.needs_instructor > 0 ? 'orange' : 'green'}
                href={`${list}?needs=instructor`}
              />
              <StatCard
                label="Underfilled"
                value={counts.needs_students}
                hint="Below the shift’s minimum"
                icon={IconUsersPlus}
                hue={counts.needs_students > 0 ? 'orange' : 'green'}
                href={`${list}?needs=students`}
              />
              <StatCard
                label="Open seats"
                value={counts.free_seats}
                hint={`${counts.next_seven_days} shifts in the next seven days`}
                icon={IconCalendarEvent}
                href={`${list}?state=published&from=${today}`}
              />
            </div>
          )}
        </Loaded>
      </PageSection>
      {schoolId && (
        <>
          <WeekAhead schoolId={schoolId} list={list} today={today} />
          <SchoolDecisions />
        </>
      )}
    </>
  )
}

const MOST_A_DAY = 4

type WeekAheadProps = { schoolId: string; list: string; today: string }

function WeekAhead({ schoolId, list, today }: WeekAheadProps): ReactNode {
  const days = Array.from({ length: 7 }, (_, at) => addDays(today, at))
  const { page_size, ...filter } = weekAhead(schoolId, today)
  const query = useShifts(filter, { page_size })
  return (
    <PageSection
      title="This week"
      actions={
        <LinkButton variant="default" href={`${list}?view=calendar&span=week&on=${today}`}>
          Calendar
        </LinkButton>
      }
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="cards" count={4} />}
        failedTitle="The week could not be loaded"
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
                  {here.length === 0 && <span className={classes.none}>No shifts</span>}
                  {here.slice(0, MOST_A_DAY).map((row) => (
                    <Link key={row.id} href={`/shift/${row.id}`} className={classes.shift}>
                      <strong>{hoursWords(row)}</strong>
                      <span>{nameOf(row)}</span>
                      <small>{`${placeWords(row)}, ${seatsWords(row)}`}</small>
                      <ShiftStatusBadge status={row.status} />
                    </Link>
                  ))}
                  {here.length > MOST_A_DAY && (
                    <Link href={`${list}?from=${day}&to=${day}`}>{`${here.length - MOST_A_DAY} more`}</Link>
                  )}
                </li>
              )
            })}
          </ol>
        )}
      </Loaded>
    </PageSection>
  )
}
