import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ShiftStatus } from '../contract.ts'
import { statusLabels } from '../rules.ts'

/** Statuses that use the look of another status. */
const looks: Partial<Record<ShiftStatus, string>> = {
  pending_facility: 'pending',
  countered: 'returned',
  postponed: 'paused',
  closed: 'locked',
}

/** The status of a shift as a badge. */
export function ShiftStatusBadge({ status }: { status: ShiftStatus }): ReactNode {
  return <StateBadge state={looks[status] ?? status} label={statusLabels[status]} />
}
