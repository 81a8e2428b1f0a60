import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ProgressStatus } from '../contract.ts'
import { progressStatusLabels } from '../rules.ts'

const tones: Record<ProgressStatus, string> = {
  at_risk: 'at_risk',
  on_track: 'active',
  done: 'completed',
  unknown: 'draft',
}

/** A student's standing, as a badge. */
export const ProgressStatusBadge = ({ standing }: { standing: ProgressStatus }): ReactNode => (
  <StateBadge state={tones[standing]} label={progressStatusLabels[standing]} />
)
