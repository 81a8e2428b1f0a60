import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { StateName } from '#ui/states.ts'
import type { Lifecycle } from '../contract.ts'
import { lifecycleLabels } from '../rules.ts'

/** The look of each stage by the shared state colors: current is under way, grading needs someone, closed is on hold. */
const looks: Record<Lifecycle, StateName> = {
  draft: 'draft',
  upcoming: 'upcoming',
  current: 'in_progress',
  grading: 'in_review',
  closed: 'locked',
  archived: 'archived',
}

/** The stage of a semester, with the same label and color everywhere. */
export function LifecycleBadge({ lifecycle }: { lifecycle: Lifecycle }): ReactNode {
  return <StateBadge state={looks[lifecycle]} label={lifecycleLabels[lifecycle]} />
}
