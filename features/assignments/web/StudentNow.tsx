import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { type SeatAction, partsOf, suggestedShifts } from '../rules.ts'
import { AvailableShiftCards } from './AvailableShiftCards.tsx'
import { HoursChart } from './HoursChart.tsx'
import { NextShift } from './NextShift.tsx'
import { availableQuery, mineQuery, progressQuery, swapsQuery } from './queries.ts'
import { RefusalBanner } from './RefusalBanner.tsx'
import { SeatCard } from './SeatCard.tsx'
import { SeatNotes } from './SeatNotes.tsx'
import { ShiftCards } from './ShiftCard.tsx'
import { useSeatActions } from './use-seat-actions.ts'
import { useNow } from '#ui/use-now.ts'

/** Shifts on a student's first page: the next one, and what needs an answer. */
export function StudentNow(): ReactNode {
  const query = useQuery(mineQuery)
  const now = useNow()
  const { run, refusal, dismiss } = useSeatActions()
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="cards" count={2} />}
      failedTitle="Your shifts couldn’t be loaded"
      isEmpty={() => false}
    >
      {(seats) => {
        const { upcoming, offers, waiting } = partsOf(seats, now)
        const next = upcoming[0]
        const act = (action: SeatAction, seat: (typeof seats)[number]) => void run(action, seat.shift, seat)
        return (
          <>
            <RefusalBanner refusal={refusal} run={run} dismiss={dismiss} />
            <SwapsWaiting />
            {offers.length > 0 && (
              <PageSection title="Offered to you" look="plain">
                <ShiftCards label="Offers">
                  {offers.map((seat) => (
                    <li key={seat.id}>
                      <SeatCard seat={seat} now={now} onAction={act} />
                    </li>
                  ))}
                </ShiftCards>
              </PageSection>
            )}
            <PageSection
              title="Your next shift"
              look="plain"
              actions={
                <LinkButton variant="default" href="/student/shifts">
                  {upcoming.length > 1 ? `All ${upcoming.length} upcoming` : 'All shifts'}
                </LinkButton>
              }
            >
              {next ? (
                <NextShift shift={next.shift}>
                  <SeatNotes seat={next} clearance="whole" />
                </NextShift>
              ) : (
                <EmptyState
                  compact
                  title="No upcoming shifts"
                  description={
                    waiting.length > 0
                      ? `You’re waiting for ${waiting.length === 1 ? '1 answer' : `${waiting.length} answers`}.`
                      : 'Take an open shift, or wait for your school to assign one.'
                  }
                  action={<LinkButton href="/student/shifts?show=open">See open shifts</LinkButton>}
                />
              )}
            </PageSection>
          </>
        )
      }}
    </Loaded>
  )
}

/** The first open shifts that are not blocked; renders nothing if there are none or they are not loaded. */
export function OpenShiftsForYou(): ReactNode {
  const now = useNow()
  const { run, refusal, dismiss } = useSeatActions()
  const query = useQuery(availableQuery)
  const { shown, count } = suggestedShifts(query.data ?? [])
  if (query.isError && !query.data)
    return (
      <FailedState
        title="Open shifts couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  if (count === 0) return null
  return (
    <PageSection
      title="Open shifts for you"
      look="plain"
      actions={
        <LinkButton variant="default" href="/student/shifts?show=open">
          {count > shown.length ? `See all ${count}` : 'See all'}
        </LinkButton>
      }
    >
      <RefusalBanner refusal={refusal} run={run} dismiss={dismiss} />
      <AvailableShiftCards
        label="Open shifts for you"
        shifts={shown}
        now={now}
        onTake={(action, shift) => void run(action, shift)}
      />
    </PageSection>
  )
}

/** Hours of the program (Spec §7, student progress). */
export function StudentHours(): ReactNode {
  const query = useQuery(progressQuery)
  return (
    <PageSection title="Your hours">
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={3} />}
        failedTitle="Your hours couldn’t be loaded"
        isEmpty={() => false}
      >
        {(hours) => <HoursChart hours={{ ...hours, isOwn: true, isInCohort: hours.cohort_id !== null }} />}
      </Loaded>
    </PageSection>
  )
}

/** A note when classmates are waiting for the student's answer to a swap; renders nothing otherwise or before loading. */
function SwapsWaiting(): ReactNode {
  const me = useMe()
  const query = useQuery(swapsQuery)
  if (query.isError && !query.data)
    return (
      <FailedState
        title="Swaps couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  const waiting = (query.data?.rows ?? []).filter(
    (swap) => swap.status === 'proposed' && swap.to_student_id === me.id,
  )
  const [first] = waiting
  if (!first) return null
  return (
    <Banner
      kind="info"
      title={
        waiting.length === 1
          ? `${first.from_name} is waiting for your answer to a swap`
          : `${waiting.length} classmates are waiting for your answer to a swap`
      }
      action={
        <LinkButton variant="default" href="/student/shifts?show=swaps">
          Answer
        </LinkButton>
      }
    />
  )
}
