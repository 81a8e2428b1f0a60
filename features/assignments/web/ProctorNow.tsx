import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { addDays, ownZone, todayIn } from '#core/plain-date.ts'
import type { ShiftRow } from '#features/shifts/contract.ts'
import { ShiftStatusBadge, takenWords, waitWords } from '#features/shifts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { RosterRow } from '../contract.ts'
import { ahead, comingStates, dayOf } from '../rules.ts'
import { NextShift } from './NextShift.tsx'
import { countFault, ownShiftsQuery } from './proctor-shifts.ts'
import { assignments } from './queries.ts'
import classes from './ProctorNow.module.css'
import { ShiftCard, ShiftCards } from './ShiftCard.tsx'
import { useNow } from './use-now.ts'

const few = 5

/** What a proctor's first page says of shifts: today, what comes next with its students, and what is wrong with how many come. */
export function ProctorNow(): ReactNode {
  const now = useNow()
  const today = todayIn(ownZone(), Date.parse(now))
  const query = useQuery(ownShiftsQuery(addDays(today, -1), ahead(today)))
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="cards" count={2} />}
      failedTitle="Your shifts could not be loaded"
      isEmpty={() => false}
    >
      {({ rows }) => {
        const day = dayOf(rows, now, today)
        const faults = [...day.today, ...day.next].flatMap((row) => countFault(row) ?? [])
        const [first, ...later] = day.next
        return (
          <>
            {faults.length > 0 && (
              <Banner
                kind="warning"
                title={
                  faults.length === 1
                    ? 'One of your shifts has too few or too many students'
                    : `${faults.length} of your shifts have too few or too many students`
                }
              >
                Open the shift to add students, or tell your coordinator.
              </Banner>
            )}
            {day.today.length > 0 && (
              <PageSection title="Today" look="plain">
                {day.today.map((row) => (
                  <WithStudents key={row.id} shift={row} />
                ))}
              </PageSection>
            )}
            <PageSection
              title={day.today.length > 0 ? 'Next' : 'Your next shift'}
              look="plain"
              actions={
                <LinkButton variant="default" href="/proctor/schedule">
                  Your schedule
                </LinkButton>
              }
            >
              {first ? (
                <ShiftCards label="Next shifts">
                  <li>
                    <WithStudents shift={first} />
                  </li>
                  {later.slice(0, few).map((row) => (
                    <li key={row.id}>
                      <OwnShift shift={row} />
                    </li>
                  ))}
                </ShiftCards>
              ) : (
                <EmptyState
                  compact
                  title="Nothing in the next 60 days"
                  description="We’ll notify you when your school assigns you to a shift."
                />
              )}
            </PageSection>
          </>
        )
      }}
    </Loaded>
  )
}

/** One of a proctor's shifts in a list. */
export function OwnShift({ shift }: { shift: ShiftRow }): ReactNode {
  const fault = ['approved', 'published', 'full'].includes(shift.status) ? countFault(shift) : null
  return (
    <ShiftCard
      shift={shift}
      badge={<ShiftStatusBadge status={shift.status} />}
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
        failedTitle="The students could not be loaded"
        isEmpty={(roster) => !roster.some(comes)}
        empty={{
          compact: true,
          titleOrder: 4,
          title: 'No students yet',
          description: 'Open the shift to add students.',
        }}
      >
        {(roster) => (
          <ul className={classes.students} aria-label="Students who come">
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

const comes = ({ status }: RosterRow): boolean => comingStates.includes(status)

/** What an instructor should know of who comes, beside the cohort. */
function flagsOf(row: RosterRow): string {
  const gaps = row.clearance?.status === 'not_cleared' && `not cleared: ${row.clearance.missing.join('; ')}`
  return [
    row.cohort_name,
    gaps,
    row.conflict_at && 'has a conflict',
    row.drop_asked_at && 'asks to be taken off',
  ]
    .filter(Boolean)
    .join(' · ')
}
