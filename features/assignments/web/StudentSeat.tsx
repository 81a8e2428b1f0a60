import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import type { ShiftDetail } from '#features/shifts/contract.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { outlookOf } from '../rules.ts'
import type { MySeat } from '../contract.ts'
import { mineQuery } from './queries.ts'
import { RefusalBanner } from './RefusalBanner.tsx'
import { SeatBadge } from './SeatBadge.tsx'
import { SeatActions } from './SeatActions.tsx'
import { SeatNotes } from './SeatNotes.tsx'
import { useSeatActions } from './use-seat-actions.ts'
import { useNow } from './use-now.ts'

/** What the asking student can do about one shift: take a seat, wait, answer an offer, drop, ask, swap. Nothing for others. */
export function StudentSeat({ shift }: { shift: ShiftDetail }): ReactNode {
  return useMe().role === 'student' ? <Seat shift={shift} /> : null
}

function Seat({ shift }: { shift: ShiftDetail }): ReactNode {
  const now = useNow()
  const query = useQuery(mineQuery)
  const { run, refusal, dismiss } = useSeatActions()
  return (
    <PageSection title="Your seat">
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={2} />}
        failedTitle="Your seat could not be looked up"
      >
        {(seats) => {
          const seat = seatOn(seats, shift.id)
          const { actions, why } = outlookOf(shift, seat, now)
          return (
            <Stack gap="sm" align="flex-start">
              {seat && <SeatBadge status={seat.status} />}
              {seat && <SeatNotes seat={seat} />}
              {why && <Text size="sm">{why}</Text>}
              <RefusalBanner refusal={refusal} run={run} dismiss={dismiss} />
              <SeatActions
                actions={actions}
                shift={shift}
                seat={seat}
                onAction={(action) => void run(action, shift, seat)}
              />
            </Stack>
          )
        }}
      </Loaded>
    </PageSection>
  )
}

/** The latest of the student's wishes for a shift. */
function seatOn(seats: readonly MySeat[], shiftId: string): MySeat | undefined {
  return seats
    .filter((seat) => seat.shift.id === shiftId)
    .toSorted((a, b) => (a.asked_at < b.asked_at ? 1 : -1))[0]
}
