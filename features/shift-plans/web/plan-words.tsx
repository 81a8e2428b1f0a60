import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ShiftPlanStatus } from '../contract.ts'
import { planStatusLabels } from '../messages.ts'

const looks: Record<ShiftPlanStatus, string> = {
  drafting: 'draft',
  needs_answers: 'needs_info',
  ready: 'active',
  committed: 'completed',
  discarded: 'inactive',
  failed: 'failed',
}

export const PlanBadge = ({ status }: { status: ShiftPlanStatus }): ReactNode => (
  <StateBadge state={looks[status]} label={planStatusLabels[status]} />
)

/** The beginning of what was typed, as the name of a plan. */
export const planName = ({ prompt }: { prompt: string }): string => {
  const [line = ''] = prompt.split('\n')
  return line.length > 90 ? `${line.slice(0, 88).trimEnd()}…` : line
}
