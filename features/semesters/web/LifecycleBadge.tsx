import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { StateName } from '#ui/states.ts'
import type { Lifecycle } from '../contract.ts'
import { lifecycleLabels } from '../rules.ts'

/** Each stage in the product's one colour language: current is under way, grading waits for someone, closed is held. */
const looks: Record<Lifecycle, StateName> = {
  draft: 'draft',
  upcoming: 'upcoming',
  current: 'in_progress',
  grading: 'in_review',
  closed: 'locked',
  archived: 'archived',
}

/** Where a semester stands, in the same words and colours everywhere. */
export function LifecycleBadge({ lifecycle }: { lifecycle: Lifecycle }): ReactNode {
  return <StateBadge state={looks[lifecycle]} label={lifecycleLabels[lifecycle]} />
}
