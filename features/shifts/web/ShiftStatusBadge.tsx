import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ShiftStatus } from '../contract.ts'
import { statusWords } from '../rules.ts'

/** States that share a look with another of the product's one language. */
const looks: Partial<Record<ShiftStatus, string>> = {
  pending_facility: 'pending',
  countered: 'returned',
  postponed: 'paused',
  closed: 'locked',
}

/** The state of a shift in its own words. */
export function ShiftStatusBadge({ status }: { status: ShiftStatus }): ReactNode {
  return <StateBadge state={looks[status] ?? status} label={statusWords[status]} />
}
