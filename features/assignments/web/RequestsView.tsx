import { IconHourglass } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import type { MySeat } from '../contract.ts'
import { type SeatAction, seatsOf } from '../rules.ts'
import { SeatCard } from './SeatCard.tsx'
import { ShiftCards } from './ShiftCard.tsx'

type RequestsViewProps = {
  seats: readonly MySeat[]
  now: string
  onAction: (action: SeatAction, seat: MySeat) => void
}

/** What a student is waiting for: offers with their deadline first, then requests and waitlist positions. */
export function RequestsView({ seats, now, onAction }: RequestsViewProps): ReactNode {
  const shown = seatsOf('requests', seats, now)
  if (shown.length === 0)
    return (
      <EmptyState
        icon={IconHourglass}
        title="No requests or waitlists"
        description="Your requests, waitlist positions and offers"
        action={<LinkButton href="/student/shifts?show=open&full=yes">See open shifts</LinkButton>}
      />
    )
  return (
    <ShiftCards label="Requests and offers">
      {shown.map((seat) => (
        <li key={seat.id}>
          <SeatCard seat={seat} now={now} onAction={onAction} />
        </li>
      ))}
    </ShiftCards>
  )
}
