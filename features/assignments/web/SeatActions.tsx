import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { LinkButton } from '#ui/LinkButton.tsx'
import type { MySeat } from '../contract.ts'
import type { AskedShift, SeatAction } from '../rules.ts'
import classes from './SeatActions.module.css'
import { actionLabels } from './use-seat-actions.ts'
import { useQueuedActions, QueuedNote } from './QueuedNote.tsx'

type SeatActionsProps = {
  actions: readonly SeatAction[]
  shift: AskedShift & { id: string }
  seat: MySeat | undefined
  /** What distinguishes this shift from the others, for assistive technology. */
  name?: string
  onAction: (action: SeatAction) => void
}

const serious: readonly SeatAction[] = ['drop', 'decline']

/** The address where a student offers a seat to a classmate. */
export const swapHref = (seat: Pick<MySeat, 'id'> | undefined): string =>
  `/student/shifts?show=swaps${seat ? `&offer=${seat.id}` : ''}`

/** Buttons for what a student may do about a shift, the main one first; full size for thumbs on a phone. */
export function SeatActions({ actions, shift, seat, name, onAction }: SeatActionsProps): ReactNode {
  if (useQueuedActions(shift.id).length > 0) return <QueuedNote shiftId={shift.id} />
  if (actions.length === 0) return null
  return (
    <div className={classes.actions}>
      {actions.map((action, at) => {
        const words =
          action === 'withdraw' && seat?.status === 'waitlisted' ? 'Leave the waitlist' : actionLabels[action]
        return action === 'swap' ? (
          <LinkButton key={action} variant="default" href={swapHref(seat)}>
            {words}
          </LinkButton>
        ) : (
          <Button
            key={action}
            variant={
              at === 0 && !serious.includes(action) && seat?.status !== 'assigned' ? 'filled' : 'default'
            }
            {...(serious.includes(action) && { color: 'red', variant: 'outline' })}
            aria-label={name && `${words}: ${name}`}
            onClick={() => onAction(action)}
          >
            {words}
          </Button>
        )
      })}
    </div>
  )
}
