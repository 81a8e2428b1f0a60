import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { comingSeats } from '#core/seat-statuses.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { ShiftEvaluations } from '#features/evaluations/web/public.ts'
import type { ShiftDetail } from '#features/shifts/contract.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { blockerOf, availableActions, type SeatAction } from '../rules.ts'
import type { MySeat } from '../contract.ts'
import { missedShiftText } from './missed-shift-text.ts'
import { availableOnQuery, mineQuery } from './queries.ts'
import { RefusalBanner } from './RefusalBanner.tsx'
import { SeatBadge } from './SeatBadge.tsx'
import { SeatActions } from './SeatActions.tsx'
import { SeatNotes } from './SeatNotes.tsx'
import { useSeatActions } from './use-seat-actions.ts'
import { useNow } from '#ui/use-now.ts'

/** What the calling student can do about one shift: take a seat, wait, answer an offer, drop, ask, swap. Renders nothing for others. */
export function StudentSeat({ shift }: { shift: ShiftDetail }): ReactNode {
  return useMe().role === 'student' ? <Seat shift={shift} /> : null
}

/** The evaluations on the page of a shift. A student evaluates a shift only once it has begun, if they were on it and did not miss it. */
export function OwnEvaluations({ shift }: { shift: ShiftDetail }): ReactNode {
  const isStudent = useMe().role === 'student'
  const now = useNow()
  const { data = [] } = useQuery({ ...mineQuery, enabled: isStudent })
  const isMine = comingSeats.includes(seatOn(data, shift.id)?.status as MySeat['status'])
  const isBegun = Date.parse(shift.starts_at) <= Date.parse(now)
  return isStudent && !(isMine && isBegun) ? null : <ShiftEvaluations shift={shift} />
}

const asking: readonly SeatAction[] = ['take', 'request']

function Seat({ shift }: { shift: ShiftDetail }): ReactNode {
  const now = useNow()
  const query = useQuery(mineQuery)
  const { run, refusal, dismiss } = useSeatActions()
  return (
    <PageSection title="Your seat">
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={2} />}
        failedTitle="Your seat couldn’t be loaded"
      >
        {(seats) => {
          const seat = seatOn(seats, shift.id)
          const { actions, why } = availableActions(shift, seat, now)
          const missed = missedShiftText(seat?.status)
          const buttons = (
            <SeatActions
              actions={actions}
              shift={shift}
              seat={seat}
              onAction={(action) => void run(action, shift, seat)}
            />
          )
          return (
            <Stack gap="sm" align="flex-start">
              {seat && <SeatBadge status={seat.status} />}
              {seat && <SeatNotes seat={seat} clearance="elsewhere" />}
              {(missed ?? why) && <Text size="sm">{missed ?? why}</Text>}
              <RefusalBanner refusal={refusal} run={run} dismiss={dismiss} />
              {actions.some((action) => asking.includes(action)) ? (
                <UnlessBlocked shift={shift}>{buttons}</UnlessBlocked>
              ) : (
                buttons
              )}
            </Stack>
          )
        }}
      </Loaded>
    </PageSection>
  )
}

/** What keeps the student from a seat here, as in the list of open shifts; otherwise the buttons. */
function UnlessBlocked({ shift, children }: { shift: ShiftDetail; children: ReactNode }): ReactNode {
  const query = useQuery(availableOnQuery(shift.date))
  // If it could not be looked up, the server refuses the press with the reason.
  if (query.isError || query.isPaused) return children
  if (!query.data) return <Skeletons shape="text" count={1} />
  const { message } = blockerOf(query.data.find(({ id }) => id === shift.id)?.block ?? null)
  return message ? <Text size="sm">{message}</Text> : children
}

/** The newest of the student's seats or requests on a shift. */
function seatOn(seats: readonly MySeat[], shiftId: string): MySeat | undefined {
  return seats
    .filter((seat) => seat.shift.id === shiftId)
    .toSorted((a, b) => (a.asked_at < b.asked_at ? 1 : -1))[0]
}
