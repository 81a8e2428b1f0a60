import type { ReactNode } from 'react'
import { labelOf } from '#features/shifts/web/public.ts'
import type { OpenShift } from '../contract.ts'
import { type SeatAction, outlookOf } from '../rules.ts'
import { useNotCleared } from './SeatNotes.tsx'
import { SeatActions } from './SeatActions.tsx'
import { ShiftCard, ShiftCards } from './ShiftCard.tsx'

/** What a press on an open shift does: take it, ask for it, or wait for it. */
export type TakeShift = (action: SeatAction, shift: OpenShift) => void

type FittingCardsProps = { label: string; shifts: readonly OpenShift[]; now: string; onTake: TakeShift }

/** Open shifts that nothing stands in the way of, each one press away. */
export function FittingCards({ label, shifts, now, onTake }: FittingCardsProps): ReactNode {
  const notCleared = useNotCleared(shifts)
  return (
    <ShiftCards label={label}>
      {shifts.map((shift) => (
        <li key={shift.id}>
          <ShiftCard shift={shift} facts={`${shift.credited_hours}\u00A0h`}>
            {notCleared(shift.id)}
            <SeatActions
              actions={outlookOf(shift, undefined, now).actions}
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
