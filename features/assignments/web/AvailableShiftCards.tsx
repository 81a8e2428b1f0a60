import type { ReactNode } from 'react'
import { labelOf } from '#features/shifts/web/public.ts'
import type { OpenShift } from '../contract.ts'
import { type SeatAction, availableActions } from '../rules.ts'
import { NotClearedBadge, useNotCleared } from './SeatNotes.tsx'
import { SeatActions } from './SeatActions.tsx'
import { ShiftCard, ShiftCards } from './ShiftCard.tsx'

/** Handles a press on an open shift: take it, request it, or join its waitlist. */
export type TakeShift = (action: SeatAction, shift: OpenShift) => void

type AvailableShiftCardsProps = {
  label: string
  shifts: readonly OpenShift[]
  now: string
  onTake: TakeShift
}

/** Open shifts that are not blocked, each with a button to take it. */
export function AvailableShiftCards({ label, shifts, now, onTake }: AvailableShiftCardsProps): ReactNode {
  const notCleared = useNotCleared(shifts)
  return (
    <ShiftCards label={label}>
      {shifts.map((shift) => (
        <li key={shift.id}>
          <ShiftCard
            shift={shift}
            badge={notCleared(shift.id) && <NotClearedBadge />}
            facts={`${shift.credited_hours}\u00A0h`}
          >
            <SeatActions
              actions={availableActions(shift, undefined, now).actions}
              shift={shift}
              seat={undefined}
              name={labelOf(shift)}
              onAction={(action) => onTake(action, shift)}
            />
          </ShiftCard>
        </li>
      ))}
    </ShiftCards>
  )
}
