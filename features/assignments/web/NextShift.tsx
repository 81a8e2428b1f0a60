import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ShiftDetail } from '#features/shifts/contract.ts'
import { FailedState } from '#ui/FailedState.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Countdown } from './Countdown.tsx'
import { shifts } from './queries.ts'
import { ShiftCard } from './ShiftCard.tsx'
import type { StudentShift } from '../contract.ts'

/** The next shift: time left, where and with whom, and how to arrive. */
export function NextShift({ shift, children }: { shift: StudentShift; children?: ReactNode }): ReactNode {
  // The card shows immediately; the arrival information loads after it.
  const query = useQuery(shifts.get.queryOptions({ input: { id: shift.id } }))
  const arrival = query.data ? arrivalOf(query.data) : []
  return (
    <ShiftCard
      shift={shift}
      facts={<Countdown before="begins in " until={shift.starts_at} over="has begun" />}
    >
      {arrival.length > 0 && <KeyValue items={arrival} />}
      {query.isError && !query.data && (
        <FailedState
          title="How to arrive couldn’t be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {children}
      <div>
        <LinkButton variant="default" href={`/shift/${shift.id}`}>
          Shift details
        </LinkButton>
      </div>
    </ShiftCard>
  )
}

/** The arrival information; empty fields are left out. */
function arrivalOf({ arrival, arrival_note }: ShiftDetail) {
  return [
    { label: 'What to bring', value: arrival_note },
    { label: 'Address', value: arrival?.address },
    { label: 'Arriving', value: arrival?.arrival_instructions },
    { label: 'Parking', value: arrival?.parking_notes },
    { label: 'Badge', value: arrival?.badge_instructions },
    { label: 'Dress', value: arrival?.dress_code },
  ].filter(({ value }) => value)
}
