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
import { todayHere } from '#core/plain-date.ts'
import { shifts } from '#features/shifts/web/public.ts'
import { askedAnew } from '#platform/web/first-answers.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StatCard } from '#ui/StatCard.tsx'
import classes from './PlannersWork.module.css'

interface PlannersWorkProps {
  /** Without it, of all schools. */
  schoolId?: string | null
  /** Where the shifts are listed: "/shifts". */
  list: string
}

/** What needs those who plan shifts, of one school or of all. Each figure leads to the shifts behind it. */
export function PlannersWork({ schoolId, list }: PlannersWorkProps): ReactNode {
  const today = todayHere()
  const query = useQuery({
    ...shifts.summary.queryOptions({ input: schoolId ? { school_id: schoolId } : {} }),
    ...askedAnew,
  })
  return (
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
  )
}
