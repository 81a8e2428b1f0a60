import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Standing } from '../contract.ts'
import { standingLabels } from '../rules.ts'

const tones: Record<Standing, string> = {
  at_risk: 'expired',
  on_track: 'active',
  done: 'completed',
  unknown: 'draft',
}

/** A student's standing, as a badge. */
export const StandingBadge = ({ standing }: { standing: Standing }): ReactNode => (
  <StateBadge state={tones[standing]} label={standingLabels[standing]} />
)
