import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reasonWords } from '#core/automatic-reasons.ts'
import { missingInWords } from '#features/credentials/rules.ts'
import { Link } from '#ui/Link.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { MySeat } from '../contract.ts'
import { mayDrop } from '../rules.ts'
import { Countdown } from './Countdown.tsx'
import { ownClearanceQuery } from './queries.ts'
import { useNow } from '#ui/use-now.ts'
import { instantIn } from './when.ts'

/**
 * Notes on a seat next to its status: the waitlist position, the time left to answer or to drop, what was requested, and why. `clearance`: with
 * each missing credential, which in a list is the same in every card; or said elsewhere on the page.
 */
export function SeatNotes({
  seat,
  clearance,
}: {
  seat: MySeat
  clearance?: 'whole' | 'elsewhere'
}): ReactNode {
  const { status, shift } = seat
  const now = useNow()
  const isComing = status === 'assigned' && shift.starts_at > now
  return (
    <>
      {status === 'offered' && seat.offer_expires_at && seat.offer_expires_at > now && (
        <Text size="sm" fw={600}>
          Answer within <Countdown until={seat.offer_expires_at} over="a moment" />, by{' '}
          {instantIn(seat.offer_expires_at, shift.time_zone)}; then it goes to the next in line.
        </Text>
      )}
      {status === 'waitlisted' && (
        <Text size="sm">
          {seat.waitlist_position ? `You are number ${seat.waitlist_position} in line. ` : ''}When a seat
          opens up, we’ll notify you right away.
        </Text>
      )}
      {status === 'requested' && <Text size="sm">Your school will answer. We’ll notify you right away.</Text>}
      {isComing && seat.is_not_cleared && clearance !== 'elsewhere' && (
        <NotCleared missing={(clearance && seat.missing) || []} />
      )}
      {isComing && seat.drop_asked_at && (
        <Text size="sm">
          You asked to be taken off. You’re still expected until your coordinator answers.
        </Text>
      )}
      {isComing && seat.conflict_at && (
        <Text size="sm">You reported a conflict. Your coordinator will answer.</Text>
      )}
      {isComing && !seat.drop_asked_at && mayDrop(seat, now) && seat.drop_cutoff_at && (
        <Text size="sm" c="dimmed">
          You can drop it until {instantIn(seat.drop_cutoff_at, shift.time_zone)}.
        </Text>
      )}
      {seat.reason && <Text size="sm">{reasonWords(seat.reason)}</Text>}
    </>
  )
}

/** What a student is missing for a shift, by when and who acts next, and where: there is nothing to fix on what is in review. */
function NotCleared({ missing }: { missing: readonly string[] }): ReactNode {
  return (
    <Text size="sm" c="var(--pw-orange-ink)">
      {`Not cleared${missing.length > 0 ? `: ${missingInWords(missing)}` : ''}. `}
      <Link href="/student/credentials">See your credentials</Link>
    </Text>
  )
}

/** Whether the student is not cleared for each of some shifts, computed now; false until it is loaded. */
export function useNotCleared(shifts: readonly { id: string }[]): (shiftId: string) => boolean {
  const { data } = useQuery({
    ...ownClearanceQuery(shifts.map(({ id }) => id)),
    placeholderData: keepPreviousData,
  })
  return (shiftId) =>
    data?.some(({ shift_id: id, status }) => id === shiftId && status === 'not_cleared') ?? false
}

/** The badge of an open shift for which the student is not cleared; its page says what is missing. */
export const NotClearedBadge = (): ReactNode => <StateBadge state="missing" label="Not cleared" />
