import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { labelOf } from '#features/shifts/web/public.ts'
import { type RowAction, RowActions } from '#ui/RowActions.tsx'
import type { MySeat } from '../contract.ts'
import { type SeatAction, outlookOf } from '../rules.ts'
import { SeatBadge } from './SeatBadge.tsx'
import { SeatActions, swapHref } from './SeatActions.tsx'
import { SeatNotes } from './SeatNotes.tsx'
import { ShiftCard } from './ShiftCard.tsx'
import { actionLabels } from './use-seat-actions.ts'
import { WaitingNote } from './WaitingNote.tsx'

type SeatCardProps = {
  seat: MySeat
  now: string
  /** With it, what can be done stands below. */
  onAction?: (action: SeatAction, seat: MySeat) => void
}

/** One of a student's seats or wishes, with what there is to know and to do about it. */
export function SeatCard({ seat, now, onAction }: SeatCardProps): ReactNode {
  const { shift } = seat
  const { actions, why } = outlookOf(shift, seat, now)
  // What one has is left alone most of the time: what can be done about it waits in a menu.
  const isHeld = seat.status === 'assigned'
  const isOff = shift.status === 'cancelled' || shift.status === 'postponed'
  return (
    <ShiftCard
      shift={shift}
      badge={
        <Group gap={4} wrap="nowrap">
          <SeatBadge status={isOff && seat.status === 'assigned' ? 'cancelled' : seat.status} />
          {onAction && isHeld && actions.length > 0 && (
            <RowActions
              row={seat}
              name={labelOf(shift)}
              actions={actions.map((action) => menuOf(action, onAction))}
            />
          )}
        </Group>
      }
      facts={seat.credited_hours > 0 && `${seat.credited_hours}\u00A0h`}
    >
      <SeatNotes seat={seat} />
      {isHeld && <WaitingNote shiftId={shift.id} />}
      {why && <Text size="sm">{why}</Text>}
      {onAction && !isHeld && (
        <SeatActions
          actions={actions}
          shift={shift}
          seat={seat}
          name={labelOf(shift)}
          onAction={(action) => onAction(action, seat)}
        />
      )}
    </ShiftCard>
  )
}

function menuOf(action: SeatAction, onAction: (action: SeatAction, seat: MySeat) => void): RowAction<MySeat> {
  if (action === 'swap') return { label: actionLabels.swap, href: swapHref }
  return {
    label: actionLabels[action],
    onClick: (seat) => onAction(action, seat),
    ...(action === 'drop' && { danger: true }),
  }
}
