import { calledOffStates } from '#core/shift-statuses.ts'
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { labelOf } from '#features/shifts/web/public.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import type { MySeat } from '../contract.ts'
import { type SeatAction, availableActions } from '../rules.ts'
import { SeatBadge } from './SeatBadge.tsx'
import { SeatActions, swapHref } from './SeatActions.tsx'
import { SeatNotes } from './SeatNotes.tsx'
import { ShiftCard } from './ShiftCard.tsx'
import { actionLabels } from './use-seat-actions.ts'
import { QueuedNote } from './QueuedNote.tsx'

type SeatCardProps = {
  seat: MySeat
  now: string
  /** If given, the actions are shown below. */
  onAction?: (action: SeatAction, seat: MySeat) => void
}

/** One of a student's seats or requests, with its notes and actions. */
export function SeatCard({ seat, now, onAction }: SeatCardProps): ReactNode {
  const { shift } = seat
  const { actions, why } = availableActions(shift, seat, now)
  // A held seat is rarely changed, so its actions are in a menu, except the one that answers a note on the card.
  const isHeld = seat.status === 'assigned'
  const [inMenu, below] = isHeld
    ? [actions.filter((action) => action !== 'stay'), actions.filter((action) => action === 'stay')]
    : [[], actions]
  const isOff = calledOffStates.includes(shift.status)
  return (
    <ShiftCard
      shift={shift}
      badge={
        <Group gap={4} wrap="nowrap">
          <SeatBadge status={isOff && seat.status === 'assigned' ? 'cancelled' : seat.status} />
          {onAction && inMenu.length > 0 && <SeatMenu seat={seat} actions={inMenu} onAction={onAction} />}
        </Group>
      }
      facts={seat.credited_hours > 0 && `${seat.credited_hours}\u00A0h`}
    >
      <SeatNotes seat={seat} />
      {isHeld && !onAction && <QueuedNote shiftId={shift.id} />}
      {why && <Text size="sm">{why}</Text>}
      {onAction && (
        <SeatActions
          actions={below}
          shift={shift}
          seat={seat}
          name={labelOf(shift)}
          onAction={(action) => onAction(action, seat)}
        />
      )}
    </ShiftCard>
  )
}

type SeatMenuProps = {
  seat: MySeat
  actions: readonly SeatAction[]
  onAction: (action: SeatAction, seat: MySeat) => void
}

function SeatMenu({ seat, actions, onAction }: SeatMenuProps): ReactNode {
  const { menu } = useActions<MySeat>(
    // Destructive actions come last.
    actions
      .toSorted((one, other) => Number(one === 'drop') - Number(other === 'drop'))
      .map((id): Action<MySeat> => ({
        id,
        label: actionLabels[id],
        danger: id === 'drop',
        ...(id === 'swap' ? { href: swapHref } : { open: () => onAction(id, seat) }),
      })),
    { nameOf: () => labelOf(seat.shift) },
  )
  return menu(seat)
}
