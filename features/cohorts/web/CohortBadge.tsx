import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { CohortStatus } from '../contract.ts'
import { cohortStatusLabels } from '../rules.ts'

const looks: Record<CohortStatus, string> = {
  planned: 'upcoming',
  active: 'active',
  on_hold: 'on_hold',
  graduated: 'completed',
  archived: 'archived',
}

/** The status of a cohort, in the kit's colors. */
export function CohortBadge({ status }: { status: CohortStatus }): ReactNode {
  return <StateBadge state={looks[status]} label={cohortStatusLabels[status]} />
}
