import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { labelOf } from '#features/shifts/web/public.ts'
import { type RowAction, RowActions } from '#ui/RowActions.tsx'
import type { MySeat } from '../contract.ts'
import { type Deed, outlookOf } from '../rules.ts'
import { SeatBadge } from './SeatBadge.tsx'
import { SeatDeeds, swapHref } from './SeatDeeds.tsx'
import { SeatNotes } from './SeatNotes.tsx'
import { ShiftCard } from './ShiftCard.tsx'
import { deedWords } from './use-deeds.ts'
import { WaitingNote } from './WaitingNote.tsx'

type SeatCardProps = {
  seat: MySeat
  now: string
  /** With it, what can be done stands below. */
  onDeed?: (deed: Deed, seat: MySeat) => void
}

/** One of a student's seats or wishes, with what there is to know and to do about it. */
export function SeatCard({ seat, now, onDeed }: SeatCardProps): ReactNode {
  const { shift } = seat
  const { deeds, why } = outlookOf(shift, seat, now)
  // What one has is left alone most of the time: what can be done about it waits in a menu.
  const isHeld = seat.status === 'assigned'
  const isOff = shift.status === 'cancelled' || shift.status === 'postponed'
  return (
    <ShiftCard
      shift={shift}
      badge={
        <Group gap={4} wrap="nowrap">
          <SeatBadge status={isOff && seat.status === 'assigned' ? 'cancelled' : seat.status} />
          {onDeed && isHeld && deeds.length > 0 && (
            <RowActions
              row={seat}
              name={labelOf(shift)}
              actions={deeds.map((deed) => menuOf(deed, onDeed))}
            />
          )}
        </Group>
      }
      facts={seat.credited_hours > 0 && `${seat.credited_hours}\u00A0h`}
    >
      <SeatNotes seat={seat} />
      {isHeld && <WaitingNote shiftId={shift.id} />}
      {why && <Text size="sm">{why}</Text>}
      {onDeed && !isHeld && (
        <SeatDeeds
          deeds={deeds}
          shift={shift}
          seat={seat}
          name={labelOf(shift)}
          onDeed={(deed) => onDeed(deed, seat)}
        />
      )}
    </ShiftCard>
  )
}

function menuOf(deed: Deed, onDeed: (deed: Deed, seat: MySeat) => void): RowAction<MySeat> {
  if (deed === 'swap') return { label: deedWords.swap, href: swapHref }
  return {
    label: deedWords[deed],
    onClick: (seat) => onDeed(deed, seat),
    ...(deed === 'drop' && { danger: true }),
  }
}
