import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { WishlistPhase } from '../contract.ts'
import { phaseLabels } from '../rules.ts'

const looks: Record<WishlistPhase, string> = {
  draft: 'draft',
  scheduled: 'upcoming',
  open: 'active',
  closed: 'completed',
  published: 'completed',
  archived: 'archived',
}

/** The phase of a wishlist. */
export function WishlistBadge({ phase }: { phase: WishlistPhase }): ReactNode {
  return <StateBadge state={looks[phase]} label={phaseLabels[phase]} />
}
