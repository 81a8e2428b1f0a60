import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { AssignmentStatus } from '../contract.ts'
import { seatLabels } from '../rules.ts'

/** Statuses that share a look with another status in the design system. */
const looks: Partial<Record<AssignmentStatus, string>> = {
  offered: 'open',
  assigned: 'confirmed',
  checked_in: 'in_progress',
  absent_excused: 'withdrawn',
  absent_unexcused: 'missing',
  lapsed: 'expired',
  dropped: 'withdrawn',
  removed: 'cancelled',
}

/** The status of a student's seat or request; in the student's words unless others are given. */
export function SeatBadge({
  status,
  label = seatLabels[status],
}: {
  status: AssignmentStatus
  label?: string | undefined
}): ReactNode {
  return <StateBadge state={looks[status] ?? status} label={label} />
}
