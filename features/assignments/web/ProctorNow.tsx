import { comingSeats } from '#core/seat-statuses.ts'
import { agreedStates, upcomingStates } from '#core/shift-statuses.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ShiftRow } from '#features/shifts/contract.ts'
import {
  facilityLabel,
  ShiftStatusBadge,
  takenWords,
  waitWords,
  whenWords,
} from '#features/shifts/web/public.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { RosterRow } from '../contract.ts'
import { NextShift } from './NextShift.tsx'
import { useOwnDay } from './proctor-day.ts'
import { countFault } from './proctor-shifts.ts'
import { assignments } from './queries.ts'
import classes from './ProctorNow.module.css'
import { ShiftCard } from './ShiftCard.tsx'

const few = 5

/** A proctor's shifts today and the next one, with its students, on the first page. */
export function ProctorNow(): ReactNode {
  const { query, day } = useOwnDay()
  const [first] = day.next
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="cards" count={2} />}
      failedTitle="Your shifts couldn’t be loaded"
      isEmpty={() => false}
    >
      {() => (
        <>
          {day.today.length > 0 && (
            <PageSection title="Today" look="plain">
              {day.today.map((row) => (
                <WithStudents key={row.id} shift={row} />
              ))}
            </PageSection>
          )}
          <PageSection title={day.today.length > 0 ? 'Next' : 'Your next shift'} look="plain">
            {first ? (
              <WithStudents shift={first} />
            ) : (
              <EmptyState
                compact
                title="Nothing in the next 60 days"
                description="We’ll notify you when your school assigns you to a shift."
              />
            )}
          </PageSection>
        </>
      )}
    </Loaded>
  )
}

/** The shifts after the next one, one line each. */
export function ProctorAhead(): ReactNode {
  const { query, day } = useOwnDay()
  const [, ...later] = day.next
  return (
    <PageSection title="Coming up" actions={<Link href="/proctor/schedule">Your schedule</Link>}>
      {query.data && later.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing after your next shift.
        </Text>
      )}
      <ul className={classes.students} aria-label="Coming up">
        {later.slice(0, few).map((row) => (
          <li key={row.id}>
            <Link href={`/shift/${row.id}`}>{whenWords(row)}</Link>
            <span>{`${facilityLabel(row)} · ${takenWords(row)} students`}</span>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

/** One of a proctor's shifts in a list. */
export function OwnShift({ shift }: { shift: ShiftRow }): ReactNode {
  const fault = agreedStates.includes(shift.status) ? countFault(shift) : null
  return (
    <ShiftCard
      shift={shift}
      badge={
        // Published is the normal status, so an instructor needs no badge for it.
        upcomingStates.includes(shift.status) ? undefined : <ShiftStatusBadge status={shift.status} />
      }
      facts={[`${takenWords(shift)} students`, shift.waiting > 0 && waitWords(shift.waiting)]
        .filter(Boolean)
        .join(' · ')}
    >
      {fault && <Text size="sm">{fault}.</Text>}
    </ShiftCard>
  )
}

function WithStudents({ shift }: { shift: ShiftRow }): ReactNode {
  const query = useQuery(assignments.roster.queryOptions({ input: { shift_id: shift.id } }))
  const fault = countFault(shift)
  return (
    <NextShift shift={shift}>
      {fault && <Text size="sm">{fault}.</Text>}
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={2} />}
        failedTitle="The students couldn’t be loaded"
        isEmpty={(roster) => !roster.some(comes)}
        empty={{
          compact: true,
          titleOrder: 4,
          title: 'No students yet',
          description: 'Open the shift to add students.',
        }}
      >
        {(roster) => (
          <ul className={classes.students} aria-label="Students attending">
            {roster.filter(comes).map((row) => (
              <li key={row.id}>
                <Link href={`/proctor/students/${row.student_id}`}>{row.full_name}</Link>
                <span>{flagsOf(row)}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </NextShift>
  )
}

const comes = ({ status }: RosterRow): boolean => comingSeats.includes(status)

/** What an instructor should know about a student, shown next to the cohort. */
function flagsOf(row: RosterRow): string {
  const gaps = row.clearance?.status === 'not_cleared' && 'not cleared'
  return [
    row.cohort_name,
    gaps,
    row.conflict_at && 'has a conflict',
    row.drop_asked_at && 'asks to be taken off',
  ]
    .filter(Boolean)
    .join(' · ')
}
