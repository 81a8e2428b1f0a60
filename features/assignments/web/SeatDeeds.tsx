import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { LinkButton } from '#ui/LinkButton.tsx'
import type { MySeat } from '../contract.ts'
import type { AskedShift, Deed } from '../rules.ts'
import classes from './SeatDeeds.module.css'
import { deedWords } from './use-deeds.ts'
import { useWaitingOn, WaitingNote } from './WaitingNote.tsx'

type SeatDeedsProps = {
  deeds: readonly Deed[]
  shift: AskedShift & { id: string }
  seat: MySeat | undefined
  /** What tells this shift from the others, for assistive technology. */
  name?: string
  onDeed: (deed: Deed) => void
}

const serious: readonly Deed[] = ['drop', 'decline']

/** Where a student's seat is offered to a classmate. */
export const swapHref = (seat: Pick<MySeat, 'id'> | undefined): string =>
  `/student/shifts?show=swaps${seat ? `&offer=${seat.id}` : ''}`

/** The buttons of what a student may do about a shift, the main one first; as wide as a thumb wants them on a phone. */
export function SeatDeeds({ deeds, shift, seat, name, onDeed }: SeatDeedsProps): ReactNode {
  if (useWaitingOn(shift.id).length > 0) return <WaitingNote shiftId={shift.id} />
  if (deeds.length === 0) return null
  return (
    <div className={classes.deeds}>
      {deeds.map((deed, at) => {
        const words =
          deed === 'withdraw' && seat?.status === 'waitlisted' ? 'Leave the waitlist' : deedWords[deed]
        return deed === 'swap' ? (
          <LinkButton key={deed} variant="default" href={swapHref(seat)}>
            {words}
          </LinkButton>
        ) : (
          <Button
            key={deed}
            variant={
              at === 0 && !serious.includes(deed) && seat?.status !== 'assigned' ? 'filled' : 'default'
            }
            {...(serious.includes(deed) && { color: 'red', variant: 'outline' })}
            aria-label={name && `${words}: ${name}`}
            onClick={() => onDeed(deed)}
          >
            {words}
          </Button>
        )
      })}
    </div>
  )
}
